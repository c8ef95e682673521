"""What the players' page costs: `python tests/bench/serve.py [PAIRS] [SECONDS]`.

In pairs, without and beside a server with 50 listeners (the players on their own links among them):
how long a line at the prompt and a command take. The listeners are a process that gives way to all
others, as phones are other machines. Then for so long (20 seconds by default) how soon each of 50
listeners has heard of a change.
"""

# ruff: noqa: T201, E402 - printing is what this program is for; the path comes first

import json
import os
import selectors
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests" / "serve")]

from serving import Gm, Phone

SESSION = """\
import contextlib, io, statistics, sys, time
from gmtrack.cli.main import execute
from gmtrack.play.table import PlayTable
table, took = PlayTable(execute), []
for number in range(int(sys.argv[1])):
    begun = time.perf_counter()
    with contextlib.redirect_stdout(io.StringIO()):
        table.run_line(f"set vex strain={number % 9 + 1}")
    took.append(time.perf_counter() - begun)
    time.sleep(0.1)
print(statistics.median(took) * 1000)
"""
"""A session of so many lines, and the median of their milliseconds."""
LINES = 40
LISTENERS = 50
PAIRS = 5
SECONDS = 20.0
COMMANDS = 6
LISTEN = "listen"


def main() -> None:
    if sys.argv[1:] == [LISTEN]:
        listen(json.loads(sys.stdin.readline()))
        return
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else PAIRS
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else SECONDS
    with tempfile.TemporaryDirectory() as home:
        gm = Gm(Path(home))
        gm("load", "encounters/ganger-ambush.yaml")
        gm("roll-init", "--seed", "1")
        found = [pair(gm) for _ in range(pairs)]
        heard = hearing(gm, seconds)
    for what, place in (("a line of play", 0), ("a command", 2)):
        alone, beside = ([one[place + n] for one in found] for n in (0, 1))
        ratio = statistics.median(b / a for a, b in zip(alone, beside, strict=True))
        print(f"{what:15} {statistics.median(alone):6.1f} ms alone,", end=" ")
        print(f"{statistics.median(beside):6.1f} ms beside the listeners,", end=" ")
        print(f"{ratio:.2f} times in {pairs} pairs")
    print(f"heard by all    {statistics.median(heard) * 1000:6.0f} ms after it, at most", end=" ")
    print(f"{max(heard) * 1000:.0f} ms, {len(heard)} commands")


def pair(gm: Gm) -> tuple[float, float, float, float]:
    """Milliseconds of a line and of a command, each without and with listeners."""
    line, alone = session(gm), commands(gm)
    phones = subprocess.Popen(
        [sys.executable, __file__, LISTEN], stdin=subprocess.PIPE, text=True, env=gm.env
    )
    assert phones.stdin is not None
    phones.stdin.write(f"{json.dumps(links(gm))}\n")
    phones.stdin.flush()
    time.sleep(2)
    beside = session(gm), commands(gm)
    gm.stop()
    phones.kill()
    phones.wait()
    return line, beside[0], alone, beside[1]


def links(gm: Gm) -> list[str]:
    doc = gm.serve()
    own = list(doc["players"].values())
    return [*own, *[doc["url"]] * (LISTENERS - len(own))]


def listen(urls: list[str]) -> None:
    """Take all that comes, and do nothing with it."""
    os.nice(19)
    waiting = selectors.DefaultSelector()
    for url in map(urlsplit, urls):
        phone = socket.create_connection((url.hostname, url.port))
        head = f"GET {url.path}live HTTP/1.1\r\nHost: {url.netloc}\r\n\r\n"
        phone.sendall(head.encode())
        waiting.register(phone, selectors.EVENT_READ, phone)
    while all(key.data.recv(1 << 20) for key, _ in waiting.select()):
        pass


def hearing(gm: Gm, seconds: float) -> list[float]:
    """Seconds until all have heard of each change."""
    phones, heard = [Phone(url) for url in links(gm)], []
    begun = time.monotonic()
    while time.monotonic() - begun < seconds:
        strain = len(heard) % 9 + 1
        gm("set", "vex", f"strain={strain}")
        heard.append(until_heard(phones, strain))
    gm.stop()
    return heard


def session(gm: Gm) -> float:
    """Milliseconds of a line at the prompt."""
    argv = [sys.executable, "-c", SESSION, str(LINES)]
    done = subprocess.run(argv, env=gm.env, capture_output=True, text=True, check=True)
    return float(done.stdout)


def commands(gm: Gm) -> float:
    """Milliseconds of a command of its own process."""
    took = []
    for strain in range(1, COMMANDS + 1):
        begun = time.perf_counter()
        argv = [sys.executable, "-m", "gmtrack", "set", "vex", f"strain={strain}"]
        subprocess.run(argv, env=gm.env, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
        took.append(time.perf_counter() - begun)
    return statistics.median(took) * 1000


def until_heard(phones: list[Phone], strain: int) -> float:
    """Seconds until all listeners know it."""
    begun, wanted = time.perf_counter(), f"'{strain}/10'"
    while time.perf_counter() - begun < 10:
        if all(wanted in str(phone.fight()) for phone in phones):
            break
        time.sleep(0.005)
    return time.perf_counter() - begun


if __name__ == "__main__":
    main()
