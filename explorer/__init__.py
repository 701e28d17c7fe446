"""Pareggio: does splitting a model over several devices make it faster, and what would have to change."""

__version__ = "0.1.0"
