"""Qt views: each shows an outcome and asks for edits; none computes a result."""
