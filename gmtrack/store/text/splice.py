"""Putting changed values into a text and leaving the rest of it, comments too, as it is. Nothing
here has to be right in every case: the result is read again and compared by the caller.
"""

import json
from collections.abc import Iterator
from typing import Any

from gmtrack.core.encounter import Data
from gmtrack.store.text.emit import dump, flow, one_line
from gmtrack.store.text.nodes import Document, Node


def splice(document: Document, wanted: Data) -> str:
    """The document's text, changed to say `wanted`. Keys that it has and `wanted` lacks go, but
    for those of the top that are empty anyway."""
    editor = _Editor(document.text)
    old = document.data
    kept = {
        key: value
        for key, value in old.items()
        if not value and key not in wanted
    }
    assert document.root is not None
    # The order of the top is the person's.
    top = {key: None for key in old if key in wanted or key in kept}
    editor.compare(
        old, {**top, **wanted, **kept}, document.root, inside_flow=False
    )
    return editor.result()


def without_fight(document: Document) -> str:
    """The document's text without the live state and without the mark of its end."""
    editor, root = _Editor(document.text), document.root
    if document.text.startswith("...", document.end):
        editor.replace(document.end, editor.line_end(document.end), "")
    if root and isinstance(root.inner, dict) and "fight" in root.inner:
        editor.remove(root.inner["fight"])
    return editor.result()


class _Editor:
    def __init__(self, text: str) -> None:
        self.text = text
        self.edits: list[tuple[int, int, str]] = []
        """Each with the start and the end of what gives way to it."""
        self.newline = "\r\n" if "\r\n" in text else "\n"

    def result(self) -> str:
        parts, position = [], 0
        for start, end, text in sorted(self.edits, key=lambda edit: edit[:2]):
            parts += [self.text[position:start], text]
            position = max(position, end)
        return "".join([*parts, self.text[position:]])

    def replace(self, start: int, end: int, text: str) -> None:
        self.edits.append((start, end, text))

    def compare(
        self, old: Any, new: Any, node: Node, *, inside_flow: bool
    ) -> None:
        """Edit what differs between two values, the first of which stands at `node`."""
        if json.dumps(old) == json.dumps(new):
            return
        maps = (
            isinstance(old, dict)
            and isinstance(new, dict)
            and isinstance(node.inner, dict)
        )
        staying = _staying(old, new) if maps else set()
        if not staying or (node.flow and len(staying) < len(old)):
            self._put(node, new, inside_flow)
        else:
            self._compare_keys(old, new, node, staying, inside_flow)

    def _compare_keys(
        self,
        old: Data,
        new: Data,
        node: Node,
        staying: set[str],
        inside_flow: bool,
    ) -> None:
        assert isinstance(node.inner, dict)
        for key, value in old.items():
            child = node.inner[key]
            if key in staying:
                self.compare(
                    value, new[key], child, inside_flow=inside_flow or node.flow
                )
            else:
                self.remove(child)
        for before, added in _groups(staying, new):
            self._add(node, added, before)

    def _add(self, node: Node, added: Data, before: str | None) -> None:
        """Put keys in, before another one or (None) at the end."""
        assert isinstance(node.inner, dict)
        children = list(node.inner.values())
        if node.flow:
            end = children[-1].end
            self.replace(end, end, ", " + flow(added)[1:-1])
            return
        lines = self._lines(added, self._column(children[0].key))
        place = (
            len(children) if before is None else list(node.inner).index(before)
        )
        end = (
            self.line_end(children[place - 1].end)
            if place
            else self._line(children[0].key)
        )
        if place and not self.text[:end].endswith("\n"):
            lines = self.newline + lines
        self.replace(end, end, lines)

    def _put(self, node: Node, value: Any, inside_flow: bool) -> None:
        """Replace the whole value at `node`."""
        line = one_line(value)
        if inside_flow or not (node.block or line is None):
            before = (
                "" if self.text[node.start - 1 : node.start].isspace() else " "
            )
            self.replace(node.start, node.end, before + flow(value))
            return
        colon = self.text.index(":", node.key_end) + 1
        if line is not None:
            text = f" {line}"
        elif isinstance(value, dict):
            lines = self._lines(value, self._column(node.key) + 2)
            text = self.newline + lines.removesuffix(self.newline)
        else:
            # The lines of a list are those of a map with this key alone, without the key's.
            lines = self._lines({"key": value}, self._column(node.key))
            text = self.newline + lines.partition(self.newline)[2].removesuffix(
                self.newline
            )
        self.replace(colon, node.end, text)

    def remove(self, node: Node) -> None:
        """Take out the lines of a key in a block map."""
        self.replace(self._line(node.key), self.line_end(node.end), "")

    def _lines(self, data: Data, indent: int) -> str:
        return dump(data, indent).replace("\n", self.newline)

    def _column(self, offset: int) -> int:
        start = self._line(offset)
        return offset - start - self.text.startswith("\ufeff", start)

    def _line(self, offset: int) -> int:
        return self.text.rfind("\n", 0, offset) + 1

    def line_end(self, offset: int) -> int:
        end = self.text.find("\n", offset)
        return len(self.text) if end < 0 else end + 1


def _staying(old: Data, new: Data) -> set[str]:
    """The keys that stay in their order; what else both have is taken out and put in elsewhere."""
    one, other = (
        [key for key in old if key in new],
        [key for key in new if key in old],
    )
    if one == other:
        return set(one)
    from difflib import SequenceMatcher

    blocks = SequenceMatcher(
        None, one, other, autojunk=False
    ).get_matching_blocks()
    return {
        key for block in blocks for key in one[block.a : block.a + block.size]
    }


def _groups(staying: set[str], new: Data) -> Iterator[tuple[str | None, Data]]:
    """The keys that are new, with the staying one that each group stands before (None: the end)."""
    added: Data = {}
    for key, value in new.items():
        if key not in staying:
            added[key] = value
        elif added:
            yield key, added
            added = {}
    if added:
        yield None, added
