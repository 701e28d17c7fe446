"""The formulas: functions of numbers and NumPy arrays, without Qt, files or clock."""
