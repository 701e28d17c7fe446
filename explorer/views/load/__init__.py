"""The page "Load"."""
