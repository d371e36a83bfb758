"""`python -m atoll`."""

import sys

from atoll.cli import main

sys.exit(main())
