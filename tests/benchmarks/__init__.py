"""Timings, started by hand: ``python tests/benchmarks/frame.py`` and so on. Ratios in one run, never assertions."""
