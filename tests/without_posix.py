"""A whole evening with gmtrack, and what came of each line: `play_evening`, which needs a process
of its own. With the half `windows` nothing is there that only POSIX has.
"""

import importlib
import io
import json
import os
import pkgutil
import select
import signal
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import platformdirs.windows
import portalocker.portalocker

TESTS = Path(__file__).parent
MODULES = ("fcntl", "termios", "tty", "pty", "resource", "pwd", "grp", "syslog", "crypt")
SIGNALS = ("SIGINT", "SIGTERM", "SIGABRT", "SIGFPE", "SIGILL", "SIGSEGV", "SIG_DFL", "SIG_IGN")
"""All that Windows has, besides SIGBREAK."""
LOADED_BEFORE = (platformdirs.windows, portalocker.portalocker)
"""What they take on Linux they would not find any more."""
FLAGS = ("O_APPEND", "O_CREAT", "O_EXCL", "O_RDONLY", "O_RDWR", "O_TRUNC", "O_WRONLY")
CALLS = (
    "chown", "chroot", "ctermid", "fchdir", "fchmod", "fchown", "fork", "forkpty", "getegid",
    "geteuid", "getgid", "getgroups", "getloadavg", "getpgid", "getpgrp", "getpriority",
    "getresuid", "getsid", "getuid", "killpg", "lchown", "lockf", "mkfifo", "mknod", "nice",
    "openpty", "pread", "pwrite", "posix_fallocate", "posix_spawn", "readv", "sched_getaffinity",
    "sendfile", "setpgid", "setsid", "setuid", "statvfs", "sync", "sysconf", "tcgetpgrp",
    "tcsetpgrp", "ttyname", "uname", "wait", "wait3", "wait4", "writev",
)  # fmt: skip
ENCOUNTER = """\
gmtrack: 1
name: Aux
ruleset: swan-song
templates:
  ganger: {body: 3, agility: 3, reaction: 3, strength: 3, willpower: 3, intuition: 3}
combatants:
  joe:
    template: ganger
    side: pc
    skills: {blades: 3}
    weapons:
      knife: {kind: melee, skill: blades, accuracy: 6, dv: STR+2, arp: 1}
  bob: {template: ganger}
"""
LINES = (
    ("load", "aux fight.yaml"),
    ("add", "Rosa", "--template", "ganger"),
    ("board",),
    ("roll-init", "--seed", "1"),
    ("end",),
    ("attack", "joe", "bob", "--seed", "3", "--json"),
    ("undo",),
    ("redo",),
    ("undo", "2"),
    ("save", "out.yaml"),
    ("board", "--json"),
    ("what", "joe"),
    ("log",),
    ("load", "aux fight.yaml", "--fresh"),
    ("forget", "aux-fight", "--force"),
    ("fights",),
    ("new", "Con", "--ruleset", "sr3", "con fight.yaml"),
    ("validate", "aux fight.yaml", "con fight.yaml", "out.yaml"),
    ("-f", "aux fight.yaml", "damage", "bob", "2"),
    ("-f", "aux fight.yaml", "undo"),
    ("switch", "aux-fight-2"),
    ("simulate", "--fights", "2", "--jobs", "1", "--seed", "1", "--json"),
    ("play",),
    ("--complete", "powershell", "gmtrack dam"),
)


def become_windows() -> None:
    """Everything that gmtrack uses is loaded, gmtrack itself then once more without POSIX."""
    load_all()
    for name in [name for name in sys.modules if name.split(".")[0] == "gmtrack"]:
        del sys.modules[name]
    take_away()
    usual, sys.platform = sys.platform, "win32"
    for name in ("gmtrack.system", "gmtrack.system.terminal"):
        importlib.import_module(name)
    sys.platform = usual
    sys.path.insert(0, str(TESTS / "store"))
    import pytest
    import store_systems

    store_systems.become_windows(pytest.MonkeyPatch())
    load_all()


def load_all() -> list[str]:
    """Load every module of gmtrack."""
    import gmtrack

    found = [one.name for one in pkgutil.walk_packages(gmtrack.__path__, "gmtrack.")]
    for name in found:
        if not name.endswith("__main__"):
            importlib.import_module(name)
    return found


def take_away() -> None:
    for name in MODULES:
        sys.modules[name] = None  # type: ignore[assignment]
    for name in [name for name in vars(signal) if name[:3] == "SIG" and name not in SIGNALS]:
        if name.isupper():
            delattr(signal, name)
    for name in [name for name in vars(os) if name[:2] == "O_" and name not in FLAGS]:
        delattr(os, name)
    for name in CALLS:
        if hasattr(os, name):
            delattr(os, name)
    del select.poll


def play_evening(folder: str, half: str, result: str) -> None:
    """Carry out LINES in a folder, and write what came of each, and the modules that are loaded
    then, as JSON to the file `result`."""
    os.chdir(folder)
    os.environ["LOCALAPPDATA"] = str(Path(folder) / "AppData")
    for name in ("GMTRACK_HOME", "GMTRACK_FILE", "XDG_STATE_HOME", "XDG_DATA_HOME"):
        os.environ.pop(name, None)
    os.environ |= {"HOME": folder, "COLUMNS": "80"}
    Path("aux fight.yaml").write_text(ENCOUNTER, encoding="utf-8")
    if half == "windows":
        become_windows()
    told = [done(line) for line in LINES]
    came = {"told": told, "modules": sorted(load_all())}
    Path(result).write_text(json.dumps(came), encoding="utf-8")


def done(line: tuple[str, ...]) -> tuple[int, str, str]:
    """Exit status, output and complaint of one command line."""
    from gmtrack.cli.main import complete, execute

    sys.stdin = io.StringIO("damage joe 1\nundo\nquit\n")
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        words = list(line)
        status = complete(words[1:]) if words[0] == "--complete" else execute(words)
    return status, out.getvalue(), err.getvalue()
