"""Run as ``python -m explorer``."""

import sys

from explorer.command import main

sys.exit(main())
