"""The outermost net: whatever goes wrong ends in one sentence and an exit code, never in a traceback."""

import errno
import os
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path

from shoal.engine.errors import OptionError, ShoalError, UnknownGame

from . import texts

DONE, FAILED, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130


class UsageError(ShoalError):
    """A command line that asks for something impossible."""


USAGE = (UsageError, UnknownGame, OptionError)


def guarded(call: Callable[[], int | None], name: str = "shoal") -> int:
    """Run a command; returns its exit code. Everything that it raises has been said on stderr."""
    try:
        code = call() or DONE
        sys.stdout.flush()
        return code
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else FAILED if leaving.code else DONE
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return _silenced()
    except ShoalError as error:
        return _say(name, str(error), WRONG_USAGE if isinstance(error, USAGE) else FAILED)
    except OSError as error:
        return _silenced() if error.errno == errno.EPIPE else _say(name, _what_the_system_says(error), FAILED)
    except Exception as error:
        return _report(name, error)


def steady_streams() -> None:
    """Streams that were closed lead nowhere, and what cannot be written is replaced."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115
        if hasattr(getattr(sys, name), "reconfigure"):
            getattr(sys, name).reconfigure(errors="replace")


def _say(name: str, sentence: str, code: int) -> int:
    print(f"{name}: {sentence}", file=sys.stderr)
    return code


def _silenced() -> int:
    """Nobody reads any more (`shoal trace … | head`): leave without a word, also when Python closes stdout."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return DONE


def _what_the_system_says(error: OSError) -> str:
    reason = error.strerror or str(error)
    return f"{error.filename}: {reason}" if error.filename else reason


def _report(name: str, error: Exception) -> int:
    return _say(name, texts()("failure.unexpected", what=first_line(error), log=log_error(error)), FAILED)


def first_line(error: Exception) -> str:
    return str(error).split("\n", 1)[0] or type(error).__name__


def log_error(error: Exception) -> str:
    """Write down where an unexpected error happened; returns the file, or why there is none."""
    folder = state_folder()
    path = folder / f"error-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.log"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8", errors="backslashreplace") as log:
            log.write(f"{' '.join(sys.argv)}\n\n{''.join(traceback.format_exception(error))}\n")
    except OSError as problem:
        return texts()("failure.unlogged", reason=problem.strerror)
    return str(path)


def state_folder() -> Path:
    """Where this user's programs keep what is neither document nor setting."""
    if given := os.environ.get("XDG_STATE_HOME"):
        return Path(given) / "shoal"
    try:
        return Path.home() / ".local" / "state" / "shoal"
    except RuntimeError:
        return Path(tempfile.gettempdir()) / "shoal"
