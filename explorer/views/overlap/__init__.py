"""The panel on overlap."""
