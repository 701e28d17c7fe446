"""The split of the small matrices, cell by cell."""
