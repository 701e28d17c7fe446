"""Axes, curves and marks of plots."""
