"""Debian's Firefox, driven by its own protocol (Marionette), which needs nothing besides."""

import json
import os
import shutil
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

PREFERENCES = {
    "marionette.port": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.enabled": False,
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "extensions.systemAddon.update.enabled": False,
    "layout.css.prefers-color-scheme.content-override": 1,  # the device is light
    "dom.w3c_touch_events.enabled": 1,
}
MIDDLE = """
const box = document.querySelector(arguments[0]).getBoundingClientRect();
return [box.x + box.width / 2, box.y + box.height / 2];
"""
PATIENCE = 60.0
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


def firefox() -> str | None:
    return os.environ.get("FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")


class Firefox:
    """One window of a new profile."""

    def __init__(self, program: str, profile: Path) -> None:
        profile.mkdir()
        lines = (f'user_pref("{key}", {json.dumps(one)});\n' for key, one in PREFERENCES.items())
        (profile / "user.js").write_text("".join(lines))
        words = [program, "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
        env = {**os.environ, "HOME": str(profile)}
        self._process = subprocess.Popen(
            words, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self._socket = socket.create_connection(("127.0.0.1", _port(profile)), PATIENCE)
        self._read()
        self._number = 0
        self.ask("WebDriver:NewSession", {})

    def ask(self, command: str, arguments: dict[str, Any]) -> Any:
        """What a command answers. Raises AssertionError for a fault."""
        self._number += 1
        text = json.dumps([0, self._number, command, arguments]).encode()
        self._socket.sendall(b"%d:%s" % (len(text), text))
        _, number, error, answer = self._read()
        assert number == self._number
        assert error is None, error
        return answer.get("value") if isinstance(answer, dict) else answer

    def _read(self) -> Any:
        head = b""
        while not head.endswith(b":"):
            head += self._socket.recv(1)
        size, text = int(head[:-1]), b""
        while len(text) < size:
            text += self._socket.recv(size - len(text))
        return json.loads(text)

    def look(self, url: str, width: int = 360, height: int = 740) -> None:
        self.ask("WebDriver:SetWindowRect", {"width": width, "height": height})
        self.ask("WebDriver:Navigate", {"url": url})

    def run(self, script: str, *args: object) -> Any:
        """What a script of the page returns."""
        words = {"script": script, "args": list(args), "sandbox": "default"}
        return self.ask("WebDriver:ExecuteScript", words)

    def text(self, css: str) -> str:
        """What is seen of an element."""
        return str(self.ask("WebDriver:GetElementText", {"id": self._find(css)}))

    def click(self, css: str) -> None:
        self.ask("WebDriver:ElementClick", {"id": self._find(css)})

    def middle(self, css: str) -> tuple[int, int]:
        """Where the middle of an element is on the screen."""
        x, y = self.run(MIDDLE, css)
        return round(x), round(y)

    def tap(self, x: int, y: int) -> None:
        """Tap with a finger, whatever is there."""
        down, up = ({"type": f"pointer{way}", "button": 0} for way in ("Down", "Up"))
        steps = [{"type": "pointerMove", "x": x, "y": y, "origin": "viewport"}, down, up]
        kind = {"pointerType": "touch"}
        finger = {"type": "pointer", "id": "finger", "parameters": kind, "actions": steps}
        self.ask("WebDriver:PerformActions", {"actions": [finger]})

    def type(self, css: str, text: str) -> None:
        self.ask("WebDriver:ElementSendKeys", {"id": self._find(css), "text": text})

    def _find(self, css: str) -> str:
        found = self.ask("WebDriver:FindElement", {"using": "css selector", "value": css})
        return str(found[ELEMENT])

    def until(self, script: str, *args: object) -> Any:
        """What a script returns as soon as it is something."""
        end = time.monotonic() + PATIENCE
        while not (found := self.run(script, *args)):
            assert time.monotonic() < end, f"never: {script}"
            time.sleep(0.05)
        return found

    def close(self) -> None:
        with suppress(OSError, AssertionError, ValueError):
            self.ask("Marionette:Quit", {"flags": ["eForceQuit"]})
        self._socket.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(20)
        self._process.kill()
        self._process.wait()


def _port(profile: Path) -> int:
    """Where it listens, which it writes down as soon as it does."""
    file, end = profile / "MarionetteActivePort", time.monotonic() + PATIENCE
    while not (file.exists() and file.read_text().strip()):
        assert time.monotonic() < end, "Firefox did not start"
        time.sleep(0.05)
    return int(file.read_text())
