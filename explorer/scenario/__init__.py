"""What the user edits and saves: frozen values, their units, their file. No Qt."""
