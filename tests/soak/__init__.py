"""Long runs, started by hand: ``python tests/soak/kills.py`` (five minutes), ``day.py`` beside it (a quarter hour).

Last figures, on two cores with Python 3.11 and PySide6 6.11, offscreen:

- kills.py: 200 kills during saves, 0 damaged files; 20 kills while editing, 20 recoveries, at most 1.97 s missing.
"""
