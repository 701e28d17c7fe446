"""The page "All-reduce"."""
