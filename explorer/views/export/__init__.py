"""Pictures and numbers of what is shown: dialog, sheet, PNG and SVG."""
