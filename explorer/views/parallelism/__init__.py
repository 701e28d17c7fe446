"""The page on dividing the devices."""
