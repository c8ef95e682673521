"""The attacks of one action: what each of them rolled, brought about and changed."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from gmtrack.core.draft import net
from gmtrack.core.encounter import Data
from gmtrack.core.report import Block
from gmtrack.rulesets.kit.commands import Identified, Table
from gmtrack.rulesets.port import AttackSummary


def begun(game: Table[Any], attacker: Identified, target: Identified, **head: object) -> Block:
    """A new block of the report. `head` are its first keys besides `attacker` and `target`, those
    that are None left out; they stand in the document itself where it is the only attack."""
    report = game.report
    body: Data = {} if report.listed else report.body
    body |= {"attacker": attacker.id, "target": target.id}
    body |= {key: value for key, value in head.items() if value is not None}
    block = Block(attacker.id, target.id, body)
    report.blocks.append(block)
    return block


@contextmanager
def within(game: Table[Any], block: Block) -> Iterator[Block]:
    """Rolls, effects and changes from here to the end are the block's own; it may be entered
    again."""
    report, draft = game.report, game.draft
    rolls, effects, changes = len(report.rolls), len(report.effects), len(draft.changes)
    yield block
    block.rolls += report.rolls[rolls:]
    block.effects += report.effects[effects:]
    block.changes += net(draft.changes[changes:])


def block_of(game: Table[Any], number: int) -> AbstractContextManager[Block]:
    """Within the block of the attack of this number, which an earlier stage has begun."""
    return within(game, game.report.blocks[number - game.first_block])


def upshot(block: Data) -> AttackSummary:
    """What an attack's document says of its two sides: the damage dealt to each, their effects."""
    attacker, target = block["attacker"], block["target"]
    damage = block.get("damage") or {}
    dealt = {damage.get("victim", target): damage.get("dealt", 0)}
    return AttackSummary(
        attacker, target, block["outcome"],
        dealt.get(target, 0), _effects_on(target, block),
        dealt.get(attacker, 0), _effects_on(attacker, block),
    )  # fmt: skip


def _effects_on(who: str, block: Data) -> tuple[str, ...]:
    return tuple(one["effect"] for one in block["effects"] if one["target"] == who)
