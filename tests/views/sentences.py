"""What the window says around its pages, once for all tests: a better wording breaks one line."""

COPY, PNG, SVG, CSV = "Copy picture", "Save as PNG…", "Save as SVG…", "Save the numbers as CSV…"
FRAMES, CHOOSE_FOLDER = "Save all frames as PNG…", "Choose a folder…"
SAVE_CHANGES = "Save the changes to Untitled?"
BROKEN = "broken.json was not opened."
ENTERED = "Entered by hand"
FROM_CURVE = "from the curve"


def changed_elsewhere(name: str) -> str:
    return f"{name} was changed by another program"
