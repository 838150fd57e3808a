"""`python -m shoal`: the command line where there is no `shoal` script."""

import sys

from .cli import main

if __name__ == "__main__":
    sys.exit(main())
