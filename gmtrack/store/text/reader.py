"""Building a document from the flat stream of YAML events, within limits and collecting faults."""

import re
from dataclasses import dataclass, field
from typing import Any

from gmtrack.store.text.nodes import MOST_KEY, Document, Node
from gmtrack.store.text.scalars import scalar_value, shorten_value

MOST_NODES = 300_000
MOST_DEPTH = 40
MOST_FAULTS = 100
_NO_CONTENT = re.compile(
    r"\ufeff?(?:[ \t]*+(?:#[^\n]*+|\r)?\n|#[^\n]*+\Z)*+[ \t]*"
)


@dataclass(slots=True)
class _Frame:
    """A map or list that is being read. `key` is the key whose value comes next; `folded` has
    the keys so far with `_` as `-`."""

    value: Any
    node: Node
    path: tuple[str, ...]
    key: str | None = None
    key_event: Any = None
    folded: dict[str, str] = field(default_factory=dict)
    keep: bool = True
    """False while the value of a refused key is read."""


class Reader:
    """Builder of a document from YAML events."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.stack: list[_Frame] = []
        self.nodes = 0
        self.shift = 1 if document.text.startswith("\ufeff") else 0

    def take(self, event: Any) -> bool:
        """Process one event. False if there is nothing more to read."""
        name = type(event).__name__
        if name in (
            "ScalarEvent",
            "AliasEvent",
            "MappingStartEvent",
            "SequenceStartEvent",
        ):
            return self._value(event, name)
        if name in ("MappingEndEvent", "SequenceEndEvent"):
            closed = self.stack.pop().node
            if closed.flow:
                closed.end = event.end_mark.index + self.shift
            if self.stack:
                outer = self.stack[-1].node
                outer.end = max(outer.end, closed.end)
        elif name == "DocumentEndEvent":
            self._end(event)
            return False
        elif name == "StreamEndEvent":
            self.document.refuse(
                (), "the file is empty; it starts with 'gmtrack: 1'", 1
            )
        return True

    def _fault(self, path: tuple[str, ...], message: str, event: Any) -> None:
        """Add a fault at the line of an event."""
        self.document.refuse(path, message, event.start_mark.line + 1)

    def _value(self, event: Any, name: str) -> bool:
        """Process the event of a scalar or alias, or the start of a map or list. False if the
        rest is not to be read."""
        self.nodes += 1
        path = self._path()
        if self.nodes > MOST_NODES:
            self._fault(
                path, f"more than {MOST_NODES} values in one file", event
            )
            return False
        if len(self.document.faults) >= MOST_FAULTS:
            self._fault(
                path, f"after {MOST_FAULTS} faults the rest was not read", event
            )
            return False
        self._refuse_extras(event, name, path)
        frame = self.stack[-1] if self.stack else None
        if frame and isinstance(frame.value, dict) and frame.key is None:
            return self._key(frame, event, name)
        if name in ("ScalarEvent", "AliasEvent"):
            self._attach(
                self._scalar(event, name, path), self._node(event), event
            )
            return True
        return self._open(event, name, path)

    def _open(self, event: Any, name: str, path: tuple[str, ...]) -> bool:
        """Start a map or list. False if it is nested too deep."""
        if len(self.stack) >= MOST_DEPTH:
            self._fault(path, f"nested deeper than {MOST_DEPTH} levels", event)
            return False
        mapping = name == "MappingStartEvent"
        node = self._node(event)
        node.inner = {} if mapping else []
        node.flow, node.block = bool(event.flow_style), not event.flow_style
        value: Any = {} if mapping else []
        self._attach(value, node, event)
        self.stack.append(_Frame(value, node, path))
        return True

    def _path(self) -> tuple[str, ...]:
        """Return the path of the value that comes next."""
        if not self.stack:
            return ()
        frame = self.stack[-1]
        if isinstance(frame.value, dict):
            return frame.path if frame.key is None else (*frame.path, frame.key)
        return (*frame.path, str(len(frame.value)))

    def _node(self, event: Any) -> Node:
        """Return the place of an event's value."""
        frame = self.stack[-1] if self.stack else None
        start, end = (
            event.start_mark.index + self.shift,
            event.end_mark.index + self.shift,
        )
        style = getattr(event, "style", None)
        if style in ("|", ">"):
            end = start + len(self.document.text[start:end].rstrip())
        if frame and frame.key_event is not None:
            mark = frame.key_event.start_mark
            key, key_end = mark.index, frame.key_event.end_mark.index
            node = Node(
                mark.line + 1,
                key + self.shift,
                key_end + self.shift,
                start,
                end,
            )
        else:
            node = Node(event.start_mark.line + 1, start, start, start, end)
        node.block = style in ("|", ">")
        return node

    def _attach(self, value: Any, node: Node, event: Any) -> None:
        """Put a value and its node into the map or list that is being read, or make them the
        whole document."""
        if not self.stack:
            self.document.data, self.document.root = value, node
            return
        frame = self.stack[-1]
        if isinstance(frame.value, list):
            frame.value.append(value)
            assert isinstance(frame.node.inner, list)
            frame.node.inner.append(node)
        else:
            if frame.keep and frame.key is not None:
                frame.value[frame.key] = value
                assert isinstance(frame.node.inner, dict)
                frame.node.inner[frame.key] = node
            frame.key, frame.key_event, frame.keep = None, None, True
        frame.node.end = max(frame.node.end, node.end)

    def _end(self, event: Any) -> None:
        """Note where the document ends; another one behind it is a fault."""
        self.document.end = event.start_mark.index + self.shift
        rest = self.document.text[event.end_mark.index + self.shift :]
        more = first_line(rest)
        if more:
            self._fault(
                (),
                f"one document in a file; here another begins: {shorten_value(more)}",
                event,
            )

    def _refuse_extras(
        self, event: Any, name: str, path: tuple[str, ...]
    ) -> None:
        """Add faults for an alias, an anchor or a tag."""
        if name == "AliasEvent":
            anchor = shorten_value(event.anchor)[1:-1]
            message = f"an alias (*{anchor}); what several share is a template"
            self._fault(path, message, event)
        elif event.anchor is not None:
            anchor = shorten_value(event.anchor)[1:-1]
            message = f"an anchor (&{anchor}); what several share is a template"
            self._fault(path, message, event)
        tag = getattr(event, "tag", None)
        if tag is not None:
            short = shorten_value(tag.replace("tag:yaml.org,2002:", "!!"))[1:-1]
            message = (
                f"a tag ({short}); tags are not used, put a text in quotes"
            )
            self._fault(path, message, event)

    def _scalar(self, event: Any, name: str, path: tuple[str, ...]) -> Any:
        """Return the value of a scalar, with a fault if it has one; None for an alias."""
        if name == "AliasEvent":
            return None
        value, problem = scalar_value(event.value, plain=not event.style)
        if problem:
            self._fault(path, problem, event)
            if not isinstance(value, str):
                self.document.huge[path] = problem
        return value

    def _key(self, frame: _Frame, event: Any, name: str) -> bool:
        """Process the key of a map. False if it is no scalar. The value of a bad or repeated key
        is not kept."""
        if name != "ScalarEvent":
            self._fault(
                frame.path,
                "a key must be text; found a list, a map or an alias",
                event,
            )
            return False
        key = event.value
        path = (*frame.path, key)
        problem = _key_problem(key, plain=not event.style)
        folded = key.replace("_", "-")
        twin = frame.folded.setdefault(folded, key)
        if problem:
            self._fault(path, problem, event)
        elif twin == key and key in frame.value:
            first = self.document.line_of(path)
            self._fault(
                path, f"this key was given already, in line {first}", event
            )
        elif twin != key:
            self._fault(
                path,
                f"'{twin}' and '{key}' are the same name: - and _ are equal",
                event,
            )
        frame.key, frame.key_event = key, event
        frame.keep = not problem and key not in frame.value
        return True


def _key_problem(key: str, *, plain: bool) -> str:
    """Return what is wrong with a key; empty if nothing is."""
    if not key.isprintable():
        return "a key with characters that cannot be printed"
    if len(key) > MOST_KEY:
        return f"a key of {len(key)} characters; at most {MOST_KEY}"
    value, _ = scalar_value(key, plain=plain)
    # A whole number is as good as the text of it; what is written there stays as it is.
    if not isinstance(value, str) and (
        type(value) is not int or str(value) != key
    ):
        return f"a key is a text; YAML does not read {key} as one: put it in quotes"
    return ""


def first_line(text: str) -> str:
    """Return the first line of a text that is neither empty nor a comment; empty if there is
    none."""
    found = _NO_CONTENT.match(text)
    start = found.end() if found else 0
    end = text.find("\n", start)
    return text[start : end if end >= 0 else len(text)].strip()
