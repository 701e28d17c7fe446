"""The animated split of the matrices."""
