"""The page "Links"."""
