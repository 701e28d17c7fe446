"""The answer in words, why each threshold is where it is, and its tables."""
