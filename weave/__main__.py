"""python -m weave PACKAGE_FOLDER OUT_FOLDER"""
import sys
from pathlib import Path

from . import LintError, weave


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    try:
        names = weave(Path(sys.argv[1]), Path(sys.argv[2]))
    except LintError as findings:
        sys.exit(str(findings))
    print(f"woven: {len(names)} modules")


if __name__ == "__main__":
    main()
