"""Blocks of a report, one for each of several attacks of one action: what it rolled, brought
about and changed."""

from gmtrack.core.draft import net_changes
from gmtrack.core.encounter import Data
from gmtrack.core.report import Block
from gmtrack.rulesets.kit.commands import AnyGame, Identified
from gmtrack.rulesets.kit.renamed import accept_old_imports
from gmtrack.rulesets.port import AttackSummary


def add_block(
    game: AnyGame,
    attacker: Identified,
    target: Identified,
    **head: object,
) -> Block:
    """Add a block for one attack to the report and return it. `head` are the first keys of its
    document besides `attacker` and `target`; keys that are None are left out. In a report that
    lists no attacks (`listed` False) the keys go into the report's own body."""
    report = game.report
    body: Data = {} if report.listed else report.body
    body |= {"attacker": attacker.id, "target": target.id}
    body |= {key: value for key, value in head.items() if value is not None}
    block = Block(attacker.id, target.id, body)
    report.blocks.append(block)
    return block


class within:  # noqa: N801 - used as a statement
    """Context in which rolls, effects and changes of the draft are added to a block too. The
    same block may be entered again. Nothing is added if an exception leaves the context. Rolls
    and changes are added only where somebody is told what happens (`narrated`)."""

    def __init__(self, game: AnyGame, block: Block) -> None:
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
            block.changes += net_changes(game.draft.changes[changes:])


def block_of(game: AnyGame, number: int) -> within:
    """Return the context (`within`) for the block of the attack with this number, which an
    earlier stage has added. Numbers count all attacks of the action from 0."""
    return within(game, game.report.blocks[number - game.first_block])


def summarize_attack(block: Data) -> AttackSummary:
    """Return the summary of an attack's document: the damage and the effects for target and
    attacker. `damage.victim` is the attacker where a counter landed."""
    attacker = block["attacker"]
    target = block["target"]
    damage = block.get("damage") or {}
    victim = damage.get("victim", target)
    dealt = {victim: damage.get("dealt", 0)}
    return AttackSummary(
        attacker,
        target,
        block["outcome"],
        dealt.get(target, 0),
        _effects_on(target, block),
        dealt.get(attacker, 0),
        _effects_on(attacker, block),
    )


def _effects_on(who: str, block: Data) -> tuple[str, ...]:
    """Return the words of a block's effects whose target has the id WHO."""
    return tuple(
        one["effect"] for one in block["effects"] if one["target"] == who
    )


accept_old_imports(globals())
