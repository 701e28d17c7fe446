"""The break-even: its sentences, the reasons of its thresholds, its table."""
