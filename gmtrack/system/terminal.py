"""The demands of a terminal on a process that stays on it: stop on Ctrl-Z, keep quiet in the
background of a shell, end when the terminal is gone. Windows and POSIX have their own functions."""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

if sys.platform == "win32":
    STOP: int | None = None
    GO_ON: int | None = None
    HAS_SCROLL_REGIONS = False

    def enable_escape_codes(fd: int) -> None:
        """Make the console carry out the codes that move the cursor; older ones would print
        them."""
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
    def key_waiter() -> Iterator[Callable[[float], bool]]:
        """Yield a function for use inside a `with` block: it waits up to so many seconds for a
        key and returns whether one was pressed. The key stays unread until the block ends; then
        all keys are dropped. Nothing is echoed."""
        import msvcrt

        def is_key_pressed(seconds: float) -> bool:
            """Wait up to so many seconds for a key; return whether one was pressed."""
            until = time.monotonic() + seconds
            while time.monotonic() < until and not msvcrt.kbhit():
                time.sleep(0.05)
            return bool(msvcrt.kbhit())

        yield is_key_pressed
        while msvcrt.kbhit():
            msvcrt.getwch()

    def is_reader_gone(fd: int) -> bool:
        """Return False: on Windows nobody can tell before something is written."""
        return False

    def is_in_foreground(fd: int) -> bool:
        """Return True: on Windows no shell can send a process to the background."""
        return True

    def stop_process() -> None:
        """Do nothing: Windows has no signal that stops a process."""
else:
    import select

    STOP: int | None = signal.SIGTSTP
    """The signal that asks a process to stop; None if the system has none."""
    GO_ON: int | None = signal.SIGCONT
    """The signal that tells a process that it goes on; None if the system has none."""
    HAS_SCROLL_REGIONS = True
    """Whether a part of a terminal can scroll by itself, as far as that was ever tried."""

    def enable_escape_codes(fd: int) -> None:
        """Do nothing: every POSIX terminal carries out the codes that move the cursor."""

    @contextmanager
    def key_waiter() -> Iterator[Callable[[float], bool]]:
        """Yield a function for use inside a `with` block: it waits up to so many seconds for a
        key and returns whether one was pressed. The key stays unread until the block ends; then
        all keys are dropped. Nothing is echoed. Standard input must be a terminal."""
        import termios
        import tty

        fd = sys.stdin.fileno()
        before = termios.tcgetattr(fd)
        tty.setcbreak(fd)
        try:
            yield lambda seconds: bool(select.select([fd], [], [], seconds)[0])
        finally:
            termios.tcsetattr(fd, termios.TCSAFLUSH, before)

    def is_reader_gone(fd: int) -> bool:
        """Whether nobody reads any more what is written to `fd`: the other end of a pipe is
        closed, or the terminal. Raises OSError."""
        poll = select.poll()
        poll.register(fd, 0)
        return any(
            found & (select.POLLERR | select.POLLHUP)
            for _, found in poll.poll(0)
        )

    def is_in_foreground(fd: int) -> bool:
        """Whether this process may write on its terminal; False while it runs in the background
        of a shell. True without a terminal."""
        with suppress(OSError):
            return os.tcgetpgrp(fd) == os.getpgrp()
        return True

    def stop_process() -> None:
        """Stop this process as Ctrl-Z does, whatever handler it has for the signal. Returns when
        a shell lets it go on; the handler is in force again then."""
        taken = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, taken)
