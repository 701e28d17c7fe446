"""The all-reduce: its cost, its steps and what moves when."""
