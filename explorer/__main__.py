"""Run as ``python -m explorer``."""

import sys

from explorer.cli.command import main

sys.exit(main())
