"""The attacks of one action: what each of them rolled, brought about and changed."""

from typing import Any

from gmtrack.core.draft import net
from gmtrack.core.encounter import Data
from gmtrack.core.report import Block
from gmtrack.rulesets.kit.commands import Identified, Table
from gmtrack.rulesets.port import AttackSummary


def begun(
    game: Table[Any], attacker: Identified, target: Identified, **head: object
) -> Block:
    """A new block of the report. `head` are its first keys besides `attacker` and `target`, those
    that are None left out; they stand in the document itself where it is the only attack."""
    report = game.report
    body: Data = {} if report.listed else report.body
    body |= {"attacker": attacker.id, "target": target.id}
    body |= {key: value for key, value in head.items() if value is not None}
    block = Block(attacker.id, target.id, body)
    report.blocks.append(block)
    return block


class within:  # noqa: N801 - used as a statement
    """Rolls, effects and changes from here to the end are the block's own; it may be entered
    again. Where nobody is told, the effects alone."""

    def __init__(self, game: Table[Any], block: Block) -> None:
        self._game, self._block = game, block

    def __enter__(self) -> Block:
        report = self._game.report
        self._before = (
            len(report.rolls),
            len(report.effects),
            len(self._game.draft.changes),
        )
        return self._block

    def __exit__(
        self, raised: type[BaseException] | None, *more: object
    ) -> None:
        if raised is not None:
            return
        game, block, (rolls, effects, changes) = (
            self._game,
            self._block,
            self._before,
        )
        block.effects += game.report.effects[effects:]
        if game.narrated:
            block.rolls += game.report.rolls[rolls:]
            block.changes += net(game.draft.changes[changes:])


def block_of(game: Table[Any], number: int) -> within:
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
    return tuple(
        one["effect"] for one in block["effects"] if one["target"] == who
    )
