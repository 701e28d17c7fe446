"""Long runs, started by hand: ``python tests/soak/kills.py`` (five minutes), ``day.py`` beside it (a quarter hour).

Last figures, on two cores with Python 3.11 and PySide6 6.11, offscreen:

- kills.py: 200 kills during saves, 0 damaged files; 20 kills while editing, 20 recoveries, at most 1.97 s missing.
- day.py 20000: 40 windows opened and closed, 142.5 MiB after ten and after all; 1,000 saves and opens, none wrong;
  20,000 random edits, 151.1 MiB after the first 2,000 and 157.3 MiB at the end. The document alone stays flat; in the
  window Qt keeps memory for each change of an action's text (undo names its step). That was halved after this run.
"""
