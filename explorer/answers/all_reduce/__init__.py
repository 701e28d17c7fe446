"""The all-reduce, message by message."""
