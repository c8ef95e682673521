"""`simulate --show`: choose one of the counted fights, and tell it step by step."""

from typing import TYPE_CHECKING, NamedTuple

from gmtrack.app.simulation.runner import FightRunner
from gmtrack.app.simulation.simulated import (
    SimulationRequest,
    make_setups,
)
from gmtrack.core.choice import line_of
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.history import LogEntry
from gmtrack.core.intents import Intent
from gmtrack.core.names import listed, matching_words
from gmtrack.errors import Refusal
from gmtrack.rulesets.port import Ruleset
from gmtrack.simulation.courses import KINDS, LOST, TYPICAL, WON
from gmtrack.simulation.shown import ShownStep, show_fight
from gmtrack.simulation.weighed import Weighed

if TYPE_CHECKING:
    from gmtrack.app.past.carry_out_again import ParseWords

MOST_NUMBER = 10_000_000
BEST = 3
"""The options of a choice that are told: the best ones."""


class ToldFight(NamedTuple):
    """A fight that is told: its document (the key `fight`), its steps as entries of a log, and the
    display names by id."""

    document: Data
    entries: list[LogEntry]
    names: dict[str, str]


def parse_show(ruleset: Ruleset, typed: str) -> str | int:
    """Return what `--show` names: one of `KINDS` (`typical` if nothing was typed), or the number
    of a fight, from 1 on. Raises Refusal for anything else."""
    words = matching_words(typed, KINDS) if typed else [TYPICAL]
    if len(words) == 1:
        return words[0]
    if typed.isdecimal() and 1 <= int(typed) <= MOST_NUMBER:
        return int(typed)
    why = f"--show {typed}: type the number of a fight, from 1 on, or one of {listed(KINDS)}"
    raise Refusal(ruleset.WORDS.value, why)


def choose_fight(ruleset: Ruleset, answer: Data, wanted: str | int) -> int:
    """Return the number of the fight to tell, from 1 on. `answer` is the document of the counted
    fights. Raises Refusal if there was no such fight."""
    if isinstance(wanted, int):
        return wanted
    if "decided" in answer:
        raise Refusal(
            ruleset.WORDS.value, "this fight is decided: no fight was played"
        )
    numbers: dict[str, int] = answer["show"]
    if wanted not in numbers:
        words = {WON: "won", LOST: "lost"}
        found = listed(numbers) or "nothing"
        why = f"none of {answer['fights']:,} fights was {words[wanted]}; --show has {found}"
        raise Refusal(ruleset.WORDS.value, why)
    return numbers[wanted]


def tell_fight(
    ruleset: Ruleset,
    encounter: Encounter,
    asked: SimulationRequest,
    read: "ParseWords",
    number: int,
    where: FightRunner,
    *,
    why: bool,
) -> ToldFight:
    """Play the fight with this number, from 1 on, again and return it step by step. It is a fight
    of the last variant, if there is one. `asked` has the seed by which it was counted, `where` is
    the place where that was done, if it was. With `why` the document of each step has what was
    `weighed` for it. Raises Refusal."""
    setup = make_setups(ruleset, encounter, asked, read, asked.seed or 0)[-1]
    shown = show_fight(setup, number - 1, where.find_harm_cache(setup))
    ending = shown.ending
    document: Data = {
        "number": number,
        "seed": setup.seed,
        "won": ending.won,
        "rounds": ending.rounds,
        "out": list(ending.out),
        "dead": list(ending.dead),
    }
    if ending.stuck:
        document["stuck"] = ending.stuck
    document["steps"] = [_step_document(step, why=why) for step in shown.steps]
    return ToldFight(
        document,
        [step.entry for step in shown.steps],
        setup.encounter.names(),
    )


def _step_document(step: ShownStep, *, why: bool) -> Data:
    """Return a step as `log --json` has it; with `why`, also what was `weighed` for it."""
    document = step.entry.document()
    if why:
        document["weighed"] = [
            _weighed_document(choice) for choice in step.weighed
        ]
    return document


def _weighed_document(choice: Weighed) -> Data:
    """Return a choice: `who` made it, what it was `about`, the `best` options, each with its line
    and its worth in boxes, and how many `options` there were."""
    return {
        "who": choice.who,
        "about": choice.about,
        "best": [
            {"line": _line_of_option(option), "worth": round(worth, 3)}
            for option, worth in choice.options[:BEST]
        ],
        "options": len(choice.options),
    }


def _line_of_option(option: Intent | str) -> str:
    """Return an option as it is typed; a word stays as it is."""
    return option if isinstance(option, str) else line_of(option)
