"""What a page and a panel are."""
