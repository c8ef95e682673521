"""A new encounter made from the example that a ruleset brings with it."""

from gmtrack import system
from gmtrack.errors import Refusal
from gmtrack.rulesets import registry
from gmtrack.rulesets.port import Ruleset
from gmtrack.store.text.emit import scalar_text

HEAD = """\
# This file is yours. After a change:
#
#   gmtrack validate {file}    tells what is wrong in it, and where
#   gmtrack load {file}        opens it as the active fight
#
"""
GAP = 2
"""Blanks before a comment, at least."""


def example_text(name: str, ruleset: Ruleset, file: str | None) -> str:
    """Return the text of a ruleset's example under another name, with its comments. If a `file`
    is named, a comment with the commands for that file comes first. Raises Refusal (the
    ruleset's word for unknown names) if the ruleset has no example."""
    meta = ruleset.META
    page = registry.page(meta.id, registry.EXAMPLE)
    if page is None:
        message = f"{meta.title} has no example; without --example an empty encounter is made"
        raise Refusal(ruleset.WORDS.unknown, message)
    typed = system.quote(file) if file and file.isprintable() else "FILE"
    return (HEAD.format(file=typed) if file else "") + _rename_encounter(
        page, name
    )


def _rename_encounter(text: str, name: str) -> str:
    """Return the text of an encounter with another `name`; a comment behind it keeps its column
    if there is room."""
    from gmtrack.store.text.codec import parse_yaml

    root = parse_yaml(text, registry.EXAMPLE).root
    assert root is not None
    assert isinstance(root.inner, dict)
    node = root.inner["name"]
    value = scalar_text(writable_text(name))
    end = text.index("\n", node.end)
    comment = text[node.end : end].lstrip()
    if comment:
        # It stays in its column where it can.
        column = end - node.start - len(comment)
        value = f"{value}{' ' * max(GAP, column - len(value))}{comment}"
    return text[: node.start] + value + text[end:]


def writable_text(name: str) -> str:
    """Return a text with every character that cannot be written to a file replaced by `?`."""
    return name.encode("utf-8", "replace").decode()
