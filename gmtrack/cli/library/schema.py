"""`schema`: the JSON schema by which an editor checks encounter files."""

from typing import TYPE_CHECKING

import typer

from gmtrack.cli import output
from gmtrack.cli.options import JSON, CommandLine, arg, flag, line_of
from gmtrack.cli.rules import rules_at_hand
from gmtrack.cli.tree import Commands
from gmtrack.core.encounter import Data
from gmtrack.errors import GmtrackError

if TYPE_CHECKING:
    from gmtrack.rulesets.port import Meta
    from gmtrack.rulesets.registry import Broken

COMMANDS = Commands()
SYSTEM = "system"
"""The word for system pages in place of a ruleset."""


@COMMANDS.add("schema", (JSON,))
def schema(
    ctx: typer.Context,
    ruleset: str | None = arg(
        "[RULESET]", "By default the one in play; `system` for system pages."
    ),
    install: bool = flag(
        "--install", "Keep it where new files point to; by default of all."
    ),
) -> None:
    """Run `schema`: print or install the schema of encounter files."""
    import json

    from gmtrack.store.check.json_schema import json_schema

    line = line_of(ctx)
    if install:
        _install(line, ruleset)
        return
    if ruleset == SYSTEM:
        from gmtrack.store.systems.page_schema import page_schema

        document = page_schema()
    else:
        document = json_schema(rules_at_hand(line, ruleset)[0])
    if line.json:
        output.answer(line, document)
    else:
        output.print_text(
            json.dumps(document, indent=2, ensure_ascii=False) + "\n", long=True
        )


def _install(line: CommandLine, ruleset_id: str | None) -> None:
    """Write the schemas of all rulesets, or of one. Raises Refusal, StoreError(cannot-save)."""
    from gmtrack.rulesets import registry
    from gmtrack.store.editors import schema_line

    if ruleset_id == SYSTEM:
        results = [_install_page_schema()]
    elif ruleset_id:
        results = [_install_one(registry.load(ruleset_id).META)]
    else:
        results = [*map(_install_one, registry.installed())]
        results.append(_install_page_schema())
    written = [one for one in results if "file" in one]
    broken = [one for one in results if "file" not in one]
    if line.json:
        doc: Data = {"command": "schema", "installed": written}
        output.answer(line, doc | ({"broken": broken} if broken else {}))
        return
    output.say(
        *(one["file"] for one in written), *(one["message"] for one in broken)
    )
    # What an editor needs, and the line by which a file points to its schema.
    output.say(
        "VS Code shows what may stand in a file with its extension YAML (by Red Hat), other "
        "editors with yaml-language-server. Files that `new` and `save` write point to it; in an "
        "older one put this line first:",
        schema_line(written[0]["ruleset"] if len(written) == 1 else "RULESET"),
    )


def _install_page_schema() -> Data:
    """Write the schema of system pages and return `ruleset` and `file`. Raises StoreError
    (`cannot-save`)."""
    from gmtrack.store.editors import write_page_schema

    return {"ruleset": SYSTEM, "file": str(write_page_schema())}


def _install_one(one: "Meta | Broken") -> Data:
    """Write the schema of a ruleset and return `ruleset` and `file`; or return `id` and
    `message` if there is none, as a broken ruleset must not stop the others. Raises StoreError
    (`cannot-save`)."""
    from gmtrack.rulesets import registry
    from gmtrack.rulesets.port import Meta
    from gmtrack.store.editors import write_schema

    if not isinstance(one, Meta):
        return one._asdict()
    try:
        return {
            "ruleset": one.id,
            "file": str(write_schema(registry.load(one.id))),
        }
    except GmtrackError:
        raise
    except Exception as error:
        return {
            "id": one.id,
            "message": f"ruleset '{one.id}' has no schema: {error!r}",
        }
