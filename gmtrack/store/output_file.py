"""Files that the program may write to when somebody names one: regular files and new ones,
nothing else."""

import stat
from pathlib import Path

from gmtrack import system
from gmtrack.errors import StoreError
from gmtrack.store import ready_made
from gmtrack.store.atomic_files import cannot_save
from gmtrack.store.working_copies import real_path
from gmtrack.system import kind_of_file

STANDARD_OUTPUT = ("-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")


def is_standard_output(typed: str) -> bool:
    """Whether a typed file name means standard output."""
    return typed in STANDARD_OUTPUT


def file_to_write(typed: str) -> Path:
    """Return the file that a typed path means, with links followed; it may not exist yet. Raises
    StoreError(cannot-save) for anything but a regular or new file, for a missing folder, for a
    dangling link, and for the word of a ready-made encounter."""
    if not typed.strip() or typed.endswith(system.SEPARATORS):
        raise StoreError("cannot-save", f"'{typed}' is not a file name")
    ready_made.refuse_to_write(typed, "cannot-save")
    path = real_path(typed)
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        if Path(typed).is_symlink():
            message = f"{typed} is a link to {path}, which is not there: name the file itself"
            raise StoreError("cannot-save", message) from None
        if not path.parent.exists():
            message = f"cannot write {path}: there is no folder {path.parent}"
            raise StoreError("cannot-save", message) from None
        return path
    except OSError as error:
        raise cannot_save(path, error) from error
    if not stat.S_ISREG(mode):
        message = (
            f"{typed} is {kind_of_file(mode)}, and nothing is written there: "
            "type the name of a file"
        )
        raise StoreError("cannot-save", message)
    return path
