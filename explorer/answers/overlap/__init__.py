"""What overlapping communication with compute hides."""
