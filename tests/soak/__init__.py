"""Long runs, started by hand: ``python tests/soak/kills.py`` (five minutes), ``day.py`` beside it (a quarter hour).

Last figures, on two cores with Python 3.11 and PySide6 6.11, offscreen:

- kills.py: 200 kills during saves, 0 damaged files; 20 kills while editing, 20 recoveries, at most 1.85 s missing.
- day.py: 40 windows opened and closed, 146.1 MiB after ten and 146.2 after all; 100,000 random edits with undo and redo
  in the window, 157.1 MiB after the first 10,000 and 158.1 at the end; 1,000 saves and opens, none wrong.
"""
