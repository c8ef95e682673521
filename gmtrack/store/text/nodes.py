"""A parsed file: its data, and where in the text each value stands."""

from dataclasses import dataclass, field
from typing import Any

from gmtrack.errors import Fault
from gmtrack.store.text.scalars import shorten_value

MOST_KEY = 200
"""Most characters of a key."""


@dataclass(slots=True)
class Node:
    """Place of a value in a text, and those of the values inside it.

    `line` (from 1) is that of its key, or of the value itself in a list. `key` and `key_end` are
    the offsets of the key and behind it, `start` and `end` those of the value and behind it.
    `flow` says whether it is a map or list in flow style."""

    line: int
    key: int
    key_end: int
    start: int
    end: int
    flow: bool = False
    block: bool = False
    """Whether it is a map, list or text in block style; `start` is then not where its line's
    text begins."""
    inner: "dict[str, Node] | list[Node] | None" = None


@dataclass(slots=True)
class Document:
    """A parsed file, with the places of its values and its faults.

    `data` lacks the values that `faults` are about. `end` is the offset at which the document
    ends (a `...` line may follow)."""

    text: str
    file: str
    data: Any = None
    root: Node | None = None
    end: int = 0
    faults: list[Fault] = field(default_factory=list)
    is_yaml: bool = True
    spoilt: set[tuple[str, ...]] = field(default_factory=set)
    """Paths of the faults: the values there were not taken over, or not as written."""
    huge: dict[tuple[str, ...], str] = field(default_factory=dict)
    """Messages for numbers that are too large, by path; `data` has 0 in their place."""
    resolved: Any = None
    """`data` with stock things in the place of their names and with what follows from the live
    state; None if there is neither."""
    unsaid: list[tuple[tuple[str, ...], str]] = field(default_factory=list)
    """Paths of values that follow from the live state and are not written, each with the reason
    for the GM."""

    def refuse(self, path: tuple[str, ...], message: str, line: int) -> None:
        """Add a fault in a line, and note that the value at `path` was not taken over as
        written."""
        self.spoilt.add(path)
        self.faults.append(
            Fault(".".join(map(shown_key, path)), message, self.file, line)
        )

    def fault_at(self, path: tuple[str, ...], message: str) -> Fault:
        """Return a fault of the value at `path`, with its line; it is not added to the document."""
        return Fault(
            ".".join(map(shown_key, path)),
            message,
            self.file,
            self.line_of(path),
        )

    def line_of(self, path: tuple[str, ...]) -> int:
        """Return the line of the value at `path`, or of the nearest value around it; 0 for an
        empty document."""
        node = self.root
        for step in path:
            inner = node.inner if node else None
            if isinstance(inner, dict) and step in inner:
                node = inner[step]
            elif (
                isinstance(inner, list)
                and step.isdecimal()
                and int(step) < len(inner)
            ):
                node = inner[int(step)]
            else:
                break
        return node.line if node else 0


def shown_key(key: str) -> str:
    """Return a key as it stands in a printed path."""
    return (
        key
        if key.isprintable() and len(key) <= MOST_KEY
        else shorten_value(key)
    )
