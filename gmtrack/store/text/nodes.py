"""What a file says and where in it each thing stands."""

from dataclasses import dataclass, field
from typing import Any

from gmtrack.errors import Fault
from gmtrack.store.text.scalars import shown

MOST_KEY = 200
"""Characters of a key."""


@dataclass(slots=True)
class Node:
    """Where a value stands: the line of its key (or of itself, in a list) from 1, the offsets of
    its key, of the key's end, of its first character and behind its last one, and whether it is
    a map or list in flow style; with those inside it."""

    line: int
    key: int
    key_end: int
    start: int
    end: int
    flow: bool = False
    block: bool = False
    """A map, list or text in block style: `start` is not where its line's text begins."""
    inner: "dict[str, Node] | list[Node] | None" = None


@dataclass(slots=True)
class Document:
    """What a file says and where. `data` lacks what `faults` are about; `end` is the offset at
    which the document ends (a `...` line may follow)."""

    text: str
    file: str
    data: Any = None
    root: Node | None = None
    end: int = 0
    faults: list[Fault] = field(default_factory=list)
    is_yaml: bool = True
    spoilt: set[tuple[str, ...]] = field(default_factory=set)
    """Paths of the faults: what stands there was not taken over, or not as written."""
    huge: dict[tuple[str, ...], str] = field(default_factory=dict)
    """What is said of numbers that are too large; in `data` they are 0."""
    resolved: Any = None
    """What `data` says with the things of the stock in the place of their names, and with what
    follows from its live state; None where it names none, and nothing follows."""
    unsaid: list[tuple[tuple[str, ...], str]] = field(default_factory=list)
    """What follows from the live state and is not said: where, and why, for the GM."""

    def refuse(self, path: tuple[str, ...], message: str, line: int) -> None:
        self.spoilt.add(path)
        self.faults.append(
            Fault(".".join(map(shown_key, path)), message, self.file, line)
        )

    def fault(self, path: tuple[str, ...], message: str) -> Fault:
        """What is wrong at a path, told where it stands."""
        return Fault(
            ".".join(map(shown_key, path)), message, self.file, self.line(path)
        )

    def line(self, path: tuple[str, ...]) -> int:
        """The line of the value at `path`, or of what it would stand in; 0 if nothing is there."""
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
    """A key as it stands in a path."""
    return key if key.isprintable() and len(key) <= MOST_KEY else shown(key)
