"""The demands of a terminal on a process that stays on it: stop on Ctrl-Z, keep quiet in the
background of a shell, end when the terminal is gone. Each system has its own."""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

if sys.platform == "win32":
    STOP: int | None = None
    GO_ON: int | None = None

    def take_codes(fd: int) -> None:
        """Let the console obey the codes that move the cursor; the older ones show them else."""
        import ctypes
        import msvcrt

        console = ctypes.windll.kernel32
        handle, mode = (
            ctypes.c_void_p(msvcrt.get_osfhandle(fd)),
            ctypes.c_ulong(),
        )
        if console.GetConsoleMode(handle, ctypes.byref(mode)):
            console.SetConsoleMode(
                handle, mode.value | 4
            )  # ENABLE_VIRTUAL_TERMINAL_PROCESSING

    @contextmanager
    def keys() -> Iterator[Callable[[float], bool]]:
        """Yield a function that waits up to so many seconds and returns whether a key was pressed.
        Keys are not echoed."""
        import msvcrt

        def pressed(seconds: float) -> bool:
            until = time.monotonic() + seconds
            while time.monotonic() < until and not msvcrt.kbhit():
                time.sleep(0.05)
            return bool(msvcrt.kbhit())

        yield pressed
        while msvcrt.kbhit():
            msvcrt.getwch()

    def is_gone(fd: int) -> bool:
        """Whether nobody reads any more what is written there; not known before it is tried."""
        return False

    def is_in_front(fd: int) -> bool:
        """Whether this process may write on its terminal: no shell can send it behind itself."""
        return True

    def stop() -> None:
        """Do nothing: Windows has no signal that stops a process."""
else:
    import select

    STOP: int | None = signal.SIGTSTP
    """Asks a process to stop; None where no signal does."""
    GO_ON: int | None = signal.SIGCONT
    """Tells it that it goes on."""

    def take_codes(fd: int) -> None:
        """Every terminal obeys the codes that move the cursor."""

    @contextmanager
    def keys() -> Iterator[Callable[[float], bool]]:
        """Yield a function that waits up to so many seconds and returns whether a key was pressed.
        Keys are not echoed."""
        import termios
        import tty

        fd = sys.stdin.fileno()
        before = termios.tcgetattr(fd)
        tty.setcbreak(fd)
        try:
            yield lambda seconds: bool(select.select([fd], [], [], seconds)[0])
        finally:
            termios.tcsetattr(fd, termios.TCSAFLUSH, before)

    def is_gone(fd: int) -> bool:
        """Whether nobody reads any more what is written there: a pipe's other end, or a terminal.
        Raises OSError."""
        poll = select.poll()
        poll.register(fd, 0)
        return any(
            found & (select.POLLERR | select.POLLHUP)
            for _, found in poll.poll(0)
        )

    def is_in_front(fd: int) -> bool:
        """Whether this process may write on its terminal; not while it goes on behind a shell."""
        with suppress(OSError):
            return os.tcgetpgrp(fd) == os.getpgrp()
        return True

    def stop() -> None:
        """Stand still until a shell says that it goes on."""
        taken = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, taken)
