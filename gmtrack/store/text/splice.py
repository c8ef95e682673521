"""Putting changed values into a text while the rest of it stays as it is, comments too. The
result need not be right in every case: the caller parses it again and compares."""

import json
from collections.abc import Iterator
from typing import Any

from gmtrack.core.encounter import Data
from gmtrack.store.text.emit import dump_yaml, flow_text, one_line
from gmtrack.store.text.nodes import Document, Node


def splice_text(document: Document, wanted: Data) -> str:
    """Return the document's text, changed to describe `wanted`. Keys that `wanted` lacks are
    removed, except empty ones at the top. Raises LookupError or ValueError for a text that it
    cannot change."""
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
    """Return the document's text without the live state and the end mark."""
    editor, root = _Editor(document.text), document.root
    if document.text.startswith("...", document.end):
        editor.replace(document.end, editor.line_end(document.end), "")
    if root and isinstance(root.inner, dict) and "fight" in root.inner:
        editor.remove(root.inner["fight"])
    return editor.result()


class _Editor:
    """Collector of edits to one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.edits: list[tuple[int, int, str]] = []
        """Start, end and new text of each edit."""
        self.newline = "\r\n" if "\r\n" in text else "\n"

    def result(self) -> str:
        """Return the text with all edits made."""
        parts, position = [], 0
        for start, end, text in sorted(self.edits, key=lambda edit: edit[:2]):
            parts += [self.text[position:start], text]
            position = max(position, end)
        return "".join([*parts, self.text[position:]])

    def replace(self, start: int, end: int, text: str) -> None:
        """Note that the text from `start` to `end` is replaced."""
        self.edits.append((start, end, text))

    def compare(
        self, old: Any, new: Any, node: Node, *, inside_flow: bool
    ) -> None:
        """Note the edits that turn the value `old`, which stands at `node`, into `new`."""
        if json.dumps(old) == json.dumps(new):
            return
        maps = (
            isinstance(old, dict)
            and isinstance(new, dict)
            and isinstance(node.inner, dict)
        )
        staying = _staying_keys(old, new) if maps else set()
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
        """Note the edits of a map: change the keys that stay, remove and add others."""
        assert isinstance(node.inner, dict)
        for key, value in old.items():
            child = node.inner[key]
            if key in staying:
                self.compare(
                    value, new[key], child, inside_flow=inside_flow or node.flow
                )
            else:
                self.remove(child)
        for before, added in _new_key_groups(staying, new):
            self._add(node, added, before)

    def _add(self, node: Node, added: Data, before: str | None) -> None:
        """Add keys to the map at `node`, in front of the key `before` or (None) at the end."""
        assert isinstance(node.inner, dict)
        children = list(node.inner.values())
        if node.flow:
            end = children[-1].end
            self.replace(end, end, ", " + flow_text(added)[1:-1])
            return
        lines = self._yaml_lines(added, self._column(children[0].key))
        place = (
            len(children) if before is None else list(node.inner).index(before)
        )
        end = (
            self.line_end(children[place - 1].end)
            if place
            else self._line_start(children[0].key)
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
            self.replace(node.start, node.end, before + flow_text(value))
            return
        colon = self.text.index(":", node.key_end) + 1
        if line is not None:
            text = f" {line}"
        elif isinstance(value, dict):
            lines = self._yaml_lines(value, self._column(node.key) + 2)
            text = self.newline + lines.removesuffix(self.newline)
        else:
            # The lines of a list are those of a map with this key alone, without the key's.
            lines = self._yaml_lines({"key": value}, self._column(node.key))
            text = self.newline + lines.partition(self.newline)[2].removesuffix(
                self.newline
            )
        self.replace(colon, node.end, text)

    def remove(self, node: Node) -> None:
        """Remove the lines of a key in a block map."""
        self.replace(self._line_start(node.key), self.line_end(node.end), "")

    def _yaml_lines(self, data: Data, indent: int) -> str:
        """Return a map as YAML lines with the text's line endings."""
        return dump_yaml(data, indent).replace("\n", self.newline)

    def _column(self, offset: int) -> int:
        """Return the column of an offset, not counting a byte order mark."""
        start = self._line_start(offset)
        return offset - start - self.text.startswith("\ufeff", start)

    def _line_start(self, offset: int) -> int:
        """Return the offset at which the line of an offset begins."""
        return self.text.rfind("\n", 0, offset) + 1

    def line_end(self, offset: int) -> int:
        """Return the offset behind the end of an offset's line."""
        end = self.text.find("\n", offset)
        return len(self.text) if end < 0 else end + 1


def _staying_keys(old: Data, new: Data) -> set[str]:
    """Return the keys that both maps have in the same order; others in both are removed and
    added elsewhere."""
    one = [key for key in old if key in new]
    other = [key for key in new if key in old]
    if one == other:
        return set(one)
    from difflib import SequenceMatcher

    matcher = SequenceMatcher(None, one, other, autojunk=False)
    staying: set[str] = set()
    for block in matcher.get_matching_blocks():
        staying.update(one[block.a : block.a + block.size])
    return staying


def _new_key_groups(
    staying: set[str], new: Data
) -> Iterator[tuple[str | None, Data]]:
    """Yield the new keys in groups, each with the staying key in front of which it goes (None:
    at the end)."""
    added: Data = {}
    for key, value in new.items():
        if key not in staying:
            added[key] = value
        elif added:
            yield key, added
            added = {}
    if added:
        yield None, added
