"""What the panels share."""
