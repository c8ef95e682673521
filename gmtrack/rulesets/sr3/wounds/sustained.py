"""Spells that last: begun, counted down, and the effects that they bring to their targets."""

from collections.abc import Iterator

from gmtrack.core.encounter import Data
from gmtrack.core.names import squash
from gmtrack.dice.port import Key
from gmtrack.rulesets.kit.own.lasting import end_records, put_on
from gmtrack.rulesets.kit.words import number_owner
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Game

KEEP = "keep"
"""The name of the roll that keeps a spell up."""


def begin_sustaining(
    game: Game,
    who: Fighter,
    spell: str,
    force: int,
    target: Fighter,
    successes: int,
    turns: int = 0,
) -> None:
    """Let a caster sustain a spell from now on, and put its effect on the target. `turns` are the
    combat turns after which it is permanent; 0: never."""
    entry: Data = {
        "spell": spell,
        "force": force,
        "target": target.id,
        "successes": successes,
        "turns": turns,
    }
    with game.draft.by("SRX-042" if turns else "SRX-038"):
        who.sustained = [*who.sustained, entry]
        told = "sustains.turns" if turns else "sustains"
        game.report.tell(told, "note", who=who.name, spell=spell, turns=turns)
    effect = who.sheet.spells[spell].effect
    if effect:
        put_on(game, target, squash(effect))


def end_effect(game: Game, who: Fighter, entry: Data) -> None:
    """End the effect that a sustained spell has put on its target. Does nothing if it is gone by
    now."""
    spell = who.sheet.spells.get(entry["spell"])
    target = find_target(game, entry)
    if spell is None or spell.effect is None or target is None:
        return
    name = squash(spell.effect)
    places = [
        place
        for place, record in enumerate(target.own_effects)
        if record["effect"] == name
    ]
    if places:
        end_records(game, target, [places[-1]])


def find_target(game: Game, entry: Data) -> Fighter | None:
    """Return the target of a sustained spell; None if there is none any more."""
    id_ = entry["target"]
    here = id_ in game.draft.encounter.combatants
    return game.fighter(id_) if here else None


def count_down_spells(game: Game, who: Fighter) -> None:
    """Take a combat turn off the spells that are to become permanent; those without any left need
    their caster no longer."""
    if not any(entry.get("turns", 0) for entry in who.sustained):
        return
    left = []
    with game.draft.by("SRX-042"):
        for entry in who.sustained:
            turns = entry.get("turns", 0)
            if turns == 1:
                game.report.tell(
                    "spell.permanent",
                    "good",
                    who=who.name,
                    spell=entry["spell"],
                )
                continue
            left.append({**entry, "turns": turns - 1} if turns else entry)
        who.sustained = left


def keep_rolls(who: Fighter) -> Iterator[Key]:
    """Yield the keys of the rolls by which a caster keeps spells up when hurt."""
    for number in range(1, len(who.sustained) + 1):
        yield (KEEP, number_owner(who.id, number))
