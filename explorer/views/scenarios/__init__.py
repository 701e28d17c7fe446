"""The table of scenarios and their differences."""
