"""The page "Pipeline"."""
