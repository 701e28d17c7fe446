"""The parameter panel."""
