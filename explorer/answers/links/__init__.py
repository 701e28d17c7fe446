"""Links compared by size, devices and algorithm."""
