"""A stand-in for the server of the players' page: it speaks the same interface, and can do what the
real one cannot be made to do: fall silent, break off, send garbage."""

import json
import queue
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import gmtrack

PAGE = Path(gmtrack.__file__).parent / "serve" / "page"
KINDS = {
    "": ("index.html", "text/html; charset=utf-8"),
    "page.css": ("page.css", "text/css; charset=utf-8"),
    "question.css": ("question.css", "text/css; charset=utf-8"),
    "page.js": ("page.js", "text/javascript; charset=utf-8"),
    "television.js": ("television.js", "text/javascript; charset=utf-8"),
    "lobby.js": ("lobby.js", "text/javascript; charset=utf-8"),
    "moment.js": ("moment.js", "text/javascript; charset=utf-8"),
    "question.js": ("question.js", "text/javascript; charset=utf-8"),
    "settings.js": ("settings.js", "text/javascript; charset=utf-8"),
}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:;"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEARTBEAT = 1
END = b""
"""Breaks a listener's connection off."""
COMMON, OWN = "common-token", "own-token"
UNTOUCHED = b"const UNTOUCHED = 700;"
"""How long no tap counts on a sheet that has changed: only tests about such taps wait for that."""
UNTOUCHED_BRIEFLY = b"const UNTOUCHED = 50;"
FIRST_SCRIPT = "moment.js"


class Asked(NamedTuple):
    """One request: method, path without its query, Origin, body."""

    method: str
    path: str
    origin: str | None
    body: bytes


class Server(ThreadingHTTPServer):
    """Serves the page below two tokens: one for everybody, one of Joe's own."""

    daemon_threads = True
    block_on_close = False

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server_port}"
        self._fight: dict[str, Any] = {}
        self._question: dict[str, Any] | None = None
        self._own: dict[str, Any] | None = None
        self._listeners: dict[queue.Queue[bytes], bool] = {}
        self._lock = threading.Lock()
        self.begin()

    def begin(self) -> None:
        """Forget what was asked, sent and set, and ask nobody anything."""
        self.requests: list[Asked] = []
        self.answers: list[dict[str, str]] = []
        self.answer_with: tuple[int, dict[str, str] | None] = (204, None)
        self.refused = 0
        """The status that each request for the live part gets; 0: it is served."""
        self.dead = False
        """Whether nobody answers any more, as when the wifi is lost."""
        self.silent = False
        """Whether no sign of life is sent while nothing is new."""
        self.is_hasty = True
        """Whether taps count on a sheet that has just changed."""
        self.script_before = ""
        """A script that runs before those of the page."""
        self.ask(None)

    @property
    def url(self) -> str:
        return f"{self.address}/{COMMON}/"

    @property
    def own(self) -> str:
        return f"{self.address}/{OWN}/"

    @property
    def listening(self) -> int:
        return len(self._listeners)

    def show(self, fight: dict[str, Any]) -> None:
        with self._lock:
            self._fight = fight
            for listener, own in self._listeners.items():
                listener.put(self._fight_event(own=own))

    def ask(self, question: dict[str, Any] | None) -> None:
        with self._lock:
            self._question = question
            for listener, own in self._listeners.items():
                if own:
                    listener.put(event("asked", question))

    def show_own(self, own: dict[str, Any] | None) -> None:
        with self._lock:
            self._own = own
            for listener, is_own in self._listeners.items():
                if is_own:
                    listener.put(event("own", own))

    def turn_hand(self, *, up: bool) -> None:
        with self._lock:
            for listener, is_own in self._listeners.items():
                if is_own:
                    listener.put(event("hand", up))

    def tell(self, kind: str, document: object) -> None:
        """Send an event of some kind to everybody."""
        self.say(event(kind, document))

    def say(self, raw: bytes) -> None:
        """Send bytes to everybody, whatever they are; nothing (`END`) breaks the connection."""
        with self._lock:
            for listener in self._listeners:
                listener.put(raw)

    def lose(self) -> None:
        """All connections break, and no new one is made until `dead` is over."""
        self.dead = True
        self.say(END)

    def listen(self, *, own: bool) -> queue.Queue[bytes]:
        listener: queue.Queue[bytes] = queue.Queue()
        with self._lock:
            listener.put(self._fight_event(own=own))
            if own:
                listener.put(event("asked", self._question))
                listener.put(event("own", self._own))
            self._listeners[listener] = own
        return listener

    def leave(self, listener: queue.Queue[bytes]) -> None:
        with self._lock:
            self._listeners.pop(listener, None)

    def file(self, name: str) -> bytes:
        """Return a file of the page."""
        found = (PAGE / name).read_bytes()
        if name == FIRST_SCRIPT:
            return f"{self.script_before}\n".encode() + found
        if name == "question.js" and self.is_hasty:
            assert found.count(UNTOUCHED) == 1
            return found.replace(UNTOUCHED, UNTOUCHED_BRIEFLY)
        return found

    def _fight_event(self, *, own: bool) -> bytes:
        you = {"you": {"id": "joe", "name": "Joe"}} if own else {}
        return event("fight", {**self._fight, **you})

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that goes away is no fault."""


def event(kind: str, document: object) -> bytes:
    return f"event: {kind}\ndata: {json.dumps(document)}\n\n".encode()


class Handler(BaseHTTPRequestHandler):
    """Answers one request."""

    server: Server
    protocol_version = "HTTP/1.1"

    def parse_request(self) -> bool:
        if self.server.dead:
            self.close_connection = True
            return False
        return super().parse_request()

    def do_GET(self) -> None:
        token, name = self._asked(b"")
        if token and name in KINDS:
            file, kind = KINDS[name]
            self._send(200, self.server.file(file), kind)
        elif token and name == "live" and not self.server.refused:
            self._live(own=token == OWN)
        else:
            self._send((name == "live" and self.server.refused) or 404)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        asked = self._asked(body)
        if asked == (OWN, "hand"):
            self.server.turn_hand(up=json.loads(body))
            self._send(204)
            return
        if asked in ((OWN, "back"), (OWN, "propose")):
            self._send(self.server.answer_with[0])
            return
        if asked != (OWN, "answer"):
            self._send(404)
            return
        self.server.answers.append(json.loads(body))
        status, document = self.server.answer_with
        if document is None:
            self._send(status)
        else:
            self._send(status, json.dumps(document).encode(), "application/json")

    def _asked(self, body: bytes) -> tuple[str, str]:
        """The token, if it is one, and what is asked for below it."""
        path = urlsplit(self.path).path
        self.server.requests.append(Asked(self.command, path, self.headers["Origin"], body))
        token, _, name = path[1:].partition("/")
        return (token, name) if token in (COMMON, OWN) else ("", "")

    def _send(self, status: int, body: bytes = b"", kind: str = "") -> None:
        self.send_response(HTTPStatus(status))
        self._send_common(kind)
        if status != HTTPStatus.NO_CONTENT:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _send_common(self, kind: str) -> None:
        if kind:
            self.send_header("Content-Type", kind)
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cache-Control", "no-store")

    def _live(self, *, own: bool) -> None:
        self.close_connection = True
        self.send_response(HTTPStatus.OK)
        self._send_common("text/event-stream")
        self.end_headers()
        listener = self.server.listen(own=own)
        try:
            self._pass_on(listener)
        finally:
            self.server.leave(listener)

    def _pass_on(self, listener: queue.Queue[bytes]) -> None:
        while True:
            try:
                raw = listener.get(timeout=HEARTBEAT)
            except queue.Empty:
                if self.server.silent:
                    continue
                raw = b":\n\n"
            if raw == END:
                return
            self.wfile.write(raw)
            self.wfile.flush()

    def log_message(self, format: str, *args: object) -> None:
        """Tests say themselves what was asked for."""
