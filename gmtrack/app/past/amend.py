"""The command `amend`: change or drop a step of the history and carry out all later steps again,
with the dice that fell."""

import copy
import random
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, NamedTuple

from gmtrack.app.dice_words import ROLL, join_dice_words
from gmtrack.app.past.carry_out_again import (
    KEPT_KEYS,
    ParseWords,
    ReplayedFight,
    StepResult,
    first_line_of,
    is_replayed_verbatim,
    split_step_line,
)
from gmtrack.app.past.replay import (
    BoardDifference,
    board_differences,
    difference_document,
    differing_values,
)
from gmtrack.app.step import has_ended
from gmtrack.app.typed_dice import CommandContext
from gmtrack.core import draft
from gmtrack.core.draft import Change, Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.players import FRIENDS, gm_board
from gmtrack.core.report import change_to_json
from gmtrack.dice.port import Dice
from gmtrack.dice.sources import RandomDice
from gmtrack.errors import OVERRULES, Refusal
from gmtrack.store.encounter_map import changes_between
from gmtrack.store.history.journal import change_of_data
from gmtrack.store.history.page import changes_of
from gmtrack.store.history.timeline import Stretch

if TYPE_CHECKING:
    from gmtrack.app.run import AskPeople
    from gmtrack.dice.fallen import FallenRoll
    from gmtrack.rulesets.port import Ruleset
    from gmtrack.store.session import Session


SWITCHES = ("--with", "-W", "--without")
"""Options whose value is a word that is switched on or off."""


WITHOUT_RULES = ("roll", "import")
"""Commands whose steps keep their changes and are not carried out again."""


class Amendment(NamedTuple):
    """What to amend: the step `seq` and its whole new line, None to drop it. `rolls` are dice by
    the step they are for. `force` overrules what forbids a step now; `drop_illegal` leaves such
    steps out."""

    seq: int
    line: tuple[str, ...] | None
    rolls: "dict[int, list[str]]"
    force: bool = False
    drop_illegal: bool = False
    seed: int | None = None
    dry_run: bool = False


class AmendmentResult(NamedTuple):
    """The result of an amendment. `dropped` maps steps that were left out to the reason; `results`
    are the steps carried out again, the amended one first unless it was dropped. `seen` is what
    differs on the board, the worst for the players first; `fell` and `rose` are those who are
    out now and were not, and the other way round."""

    amendment: Amendment
    was: str
    results: list[StepResult]
    dropped: dict[int, str]
    changes: list[Change]
    seen: list[BoardDifference]
    fell: list[str]
    rose: list[str]
    names: dict[str, str]
    ruleset: "Ruleset"

    def document(self) -> Data:
        """Return the document of `--json`."""
        amendment = self.amendment
        doc: Data = {
            "command": "amend",
            "ruleset": self.ruleset.META.id,
            "seq": amendment.seq,
            "line": None
            if amendment.line is None
            else shlex.join(amendment.line),
            "was": self.was,
            "reran": len(self.results) - (amendment.line is not None),
            "dropped": [
                {"seq": seq, "why": why}
                for seq, why in self.dropped.items()
                if why
            ],
            "new_rolls": [
                _roll_document(one.entry["seq"], fell)
                for one in self.results
                for fell in one.new
            ],
            "unused": [
                {"seq": one.entry["seq"], "dice": one.report.unused}
                for one in self.results
                if one.report and one.report.unused
            ],
            "forced": [
                {"seq": one.entry["seq"], "why": override.message}
                for one in self.results
                if one.forced and one.report
                for override in one.report.overrides
            ],
            "differences": [
                difference_document(change, self.ruleset)
                for change in self.changes
            ],
            "on_board": [one._asdict() for one in self.seen],
            "out": self.fell,
            "up": self.rose,
            "changes": [change_to_json(change) for change in self.changes],
        }
        return doc | {"dry_run": True} if amendment.dry_run else doc


def _roll_document(seq: int, fell: "FallenRoll") -> Data:
    """Return the document of a roll that had to be made anew for a step: `seq` of the step,
    `name`, `who`, `dice`, `again` if dice were rolled again, `hits` if hits were typed alone."""
    doc: Data = {
        "seq": seq,
        "name": fell.name,
        "who": fell.key,
        "dice": list(fell.dice),
    }
    if fell.hits is not None:
        doc["hits"] = fell.hits
    return doc | {"again": list(fell.again)} if fell.again else doc


def amended_line(
    line: str,
    words: list[str],
    is_command: Callable[[str], bool],
    one_value: Callable[[str], Mapping[str, str]],
) -> list[str]:
    """Return the line of a step with words added, or `words` alone if they begin with a command.
    A word typed again with another value replaces the old one: `cover=good` for `cover`,
    `--called head` for `--called neck`. `one_value` returns the options of a command that take
    one value: each flag with its long form."""
    if not words:
        return split_step_line(line)
    if is_command(words[0]):
        return [words[0], *join_dice_words(words[0], words[1:])]
    command, *rest = split_step_line(line)
    again = {_word_without_value(word) for word in words if word[:1] != "-"}
    flags = one_value(command)
    return [
        command,
        *_without_words(_without_options(rest, words, flags), again),
        *words,
    ]


def _without_options(
    was: list[str], words: list[str], flags: Mapping[str, str]
) -> list[str]:
    """Return the words `was` without the one-value options that `words` give again."""
    again = {name for name, _ in _options_in(words, flags)}
    places = {
        place
        for name, found in _options_in(was, flags)
        if name in again
        for place in found
    }
    return [word for place, word in enumerate(was) if place not in places]


def _options_in(
    words: list[str], flags: Mapping[str, str]
) -> Iterator[tuple[str, list[int]]]:
    """Yield the one-value options in a line: the long form, and the positions of its words
    (`--called neck`, `--called=neck`, `-c neck`, `called=neck`)."""
    for place, word in enumerate(words):
        head, sign, _ = word.partition("=")
        if head in flags:
            yield flags[head], [place] if sign else [place, place + 1]
        elif sign and f"--{head}" in flags:
            yield flags[f"--{head}"], [place]


def replace_typed_dice(line: list[str], rolls: list[str]) -> list[str]:
    """Return a line in which new dice replace those that were typed for the same roll; dice
    without a name replace those without one."""
    anew = {_roll_name(text): text for text in rolls}
    found = line[:1]
    for word in line[1:]:
        typed = found[-1] in ROLL
        found.append(anew.get(_roll_name(word), word) if typed else word)
    return found


def _roll_name(text: str) -> str:
    """Return the name of typed dice: `attack` of `attack=6,6`; empty if they have none."""
    name, sign, _ = text.partition("=")
    return name if sign else ""


def _without_words(words: list[str], again: set[str]) -> list[str]:
    """Return the words without those that are typed again, nor the switches before them. The
    first word, which says who acts, always stays."""
    found = words[:1]
    for word in words[1:]:
        is_value = found[-1].startswith("-") and found[-1] not in SWITCHES
        if is_value or _word_without_value(word) not in again:
            found.append(word)
        elif found[-1] in SWITCHES:
            found.pop()
    return found


def _word_without_value(word: str) -> str:
    """Return a word without its value: `cover` of `cover=good`."""
    return word.partition("=")[0]


def step_line(session: "Session", seq: int) -> str:
    """Return the line of a step in effect. Raises Refusal if that step cannot be amended."""
    stretch = _steps_from(session, seq)
    return str(stretch.steps[stretch.at]["line"])


def _steps_from(session: "Session", seq: int) -> Stretch:
    """Return the steps around the one with this number. Raises Refusal if it cannot be amended:
    it was undone, opened the file, or is an amendment."""
    stretch = session.stretch(seq)
    if stretch is None:
        raise Refusal(
            session.ruleset.WORDS.value,
            f"step {seq} cannot be amended: `log` lists the steps; a step that was undone or "
            "taken out (`undo` brings it back), the opening of the file and an amendment are none",
        )
    return stretch


def amend_history(
    session: "Session",
    line: str,
    amendment: Amendment,
    read: ParseWords,
    people: "AskPeople | None" = None,
) -> AmendmentResult:
    """Carry out an amendment, entirely or not at all, and return what it changes; a dry run
    changes nothing. `line` is its text in the log. Raises Refusal, naming the first step that is
    no longer possible, and StoreError; then nothing has changed."""
    stretch = _steps_from(session, amendment.seq)
    if not amendment.force and (
        session.encounter.is_party or session.encounter.fight.get("party")
    ):
        from gmtrack.app.party.undo_with_party import refuse_amending_party_step

        refuse_amending_party_step(
            session.encounter.is_party, stretch.steps[stretch.at]
        )
    was = str(stretch.steps[stretch.at]["line"])
    encounter = copy.deepcopy(session.encounter)
    for entry in reversed(stretch.steps[stretch.at :]):
        draft.undo_changes(encounter, changes_of(entry))
    # A dry run and the amendment after it use the same seed, so that the dice fall alike.
    preview = random.Random(f"{session.seq} {was}").randrange(2**32)
    chance = RandomDice(preview if amendment.seed is None else amendment.seed)
    asks = people if amendment.seed is None else None

    def dice_that_did_not_fall(occasion: CommandContext) -> Dice:
        if asks is None:
            return chance
        return asks(chance, occasion._replace(session=session, line=line))

    before = [
        change
        for entry in stretch.steps[: stretch.at]
        for change in changes_of(entry)
    ]
    ended = has_ended(session, before=amendment.seq)
    fight = ReplayedFight(
        encounter,
        session.ruleset,
        read,
        before,
        dice_that_did_not_fall,
        ended=ended,
    )
    todo = stretch.steps[stretch.at :]
    told, dropped = _carry_out_steps(fight, todo, amendment)
    entries = [*todo, *(one.entry for one in told)]
    known = (
        change_of_data(data)
        for entry in entries
        for data in entry.get("changes", ())
    )
    changes = sorted(
        differing_values(session.encounter, encounter, known),
        key=_place_in_file,
    )
    fell, rose = _who_falls_and_rises(
        session.ruleset, session.encounter, encounter
    )
    boards = [
        gm_board(fought, session.ruleset.board)
        for fought in (session.encounter, encounter)
    ]

    def rank_for_players(one: BoardDifference) -> tuple[bool, bool]:
        is_there = one.who in encounter.combatants
        friend = is_there and encounter.side(one.who) in FRIENDS
        return not friend, one.who not in fell

    seen = sorted(board_differences(*boards), key=rank_for_players)
    names = session.encounter.names() | encounter.names()
    done = AmendmentResult(
        amendment,
        was,
        told,
        dropped,
        changes,
        seen,
        fell,
        rose,
        names,
        session.ruleset,
    )
    if not amendment.dry_run:
        steps = [*stretch.steps[: stretch.at], *(one.entry for one in told)]
        told_of = {"report": done.document(), "without": list(dropped)}
        with _party_commit(session, encounter, force=amendment.force):
            session.amend(encounter, steps, stretch.base, line, told_of)
    return done


def _place_in_file(change: Change) -> tuple[str, ...]:
    """Return the sort key of a change: changes of the live state by path, after those of sheets,
    which keep their order."""
    return change.path if change.path[0] == "fight" else ()


def _party_commit(
    session: "Session", then: Encounter, *, force: bool
) -> "AbstractContextManager[object]":
    """Return a context in which the caller commits the amendment. In a fight with a party, what
    the amendment changes at home is committed with it. Raises Refusal for members who are in
    another fight, unless forced."""
    link = then.fight.get("party") or session.encounter.fight.get("party")
    if link:
        from gmtrack.app.party.bring_home import (
            Arrivals,
            commit_to_party,
            find_homecoming,
        )
        from gmtrack.store.parties import members_in

        ruleset, there = session.ruleset, members_in(session.encounter)
        before, after = (
            find_homecoming(ruleset, session.encounter),
            find_homecoming(ruleset, then),
        )
        came = Arrivals([who for who in members_in(then) if who not in there])
        return commit_to_party(session, link, before, after, came, force=force)
    if then.is_party and not force:
        from gmtrack.app.party.elsewhere import refuse_changing_away

        refuse_changing_away(
            session,
            (one.who for one in changes_between(session.encounter, then)),
        )
    return nullcontext()


def _carry_out_steps(
    fight: ReplayedFight, todo: list[Data], amendment: Amendment
) -> tuple[list[StepResult], dict[int, str]]:
    """Carry out the steps again, from the amended one on. Returns the results, and by number why
    steps were left out (empty for a step that is deleted). Raises Refusal if the amended step is
    impossible, or a later one unless such steps are dropped."""
    told: list[StepResult] = []
    dropped: dict[int, str] = {}
    first, *later = todo
    if amendment.line is None:
        dropped[amendment.seq] = ""
    else:
        entry = _amended_entry(
            fight,
            first,
            list(amendment.line),
            list(_dice_of_step(first, amendment)),
        )
        told.append(
            fight.carry_out(
                entry, _dice_of_step(entry, amendment), force=amendment.force
            )
        )
    for entry in later:
        try:
            told.append(
                fight.carry_out(
                    entry,
                    _dice_of_step(entry, amendment),
                    force=amendment.force,
                )
            )
        except Refusal as refusal:
            if not amendment.drop_illegal:
                raise _impossible_step(entry, refusal) from None
            dropped[entry["seq"]] = refusal.message
    return told, dropped


def _amended_entry(
    fight: ReplayedFight, first: Data, line: list[str], rolls: list[str]
) -> Data:
    """Return the history entry of the amended step, with its new line and dice. Raises Refusal
    for a step whose command is not carried out again and can only be dropped or replaced by
    another."""
    was = split_step_line(first["line"])
    named = {
        "line": shlex.join(replace_typed_dice(line, rolls)),
        "first": first_line_of(first),
    }
    if not is_replayed_verbatim(first):
        return first | named
    if line == was and not rolls:
        return first
    if line[0] in (was[0], *WITHOUT_RULES):
        seq = first["seq"]
        raise Refusal(
            fight.ruleset.WORDS.value,
            f"step {seq} (`{first['line']}`) takes no other words afterwards: `amend {seq} --drop` "
            f"takes it out, `amend {seq} damage WHO 2` or any other line that the rules carry out "
            "takes its place; or `undo` as far as that and type it anew",
        )
    # The results of the old step do not belong to the step that replaces it.
    return (
        {key: first[key] for key in KEPT_KEYS if key in first}
        | named
        | {"kind": "step"}
    )


def _dice_of_step(entry: Data, amendment: Amendment) -> Iterable[str]:
    """Return the dice that the amendment has for a step."""
    return amendment.rolls.get(entry["seq"], ())


def _impossible_step(entry: Data, refusal: Refusal) -> Refusal:
    """Return the refusal of a later step that is no longer possible, with the options that help."""
    forced = refusal.message.endswith(OVERRULES)
    ways = ["--force carries it out all the same"] if forced else []
    ways.append("--drop-illegal leaves it out")
    reason = refusal.message.removesuffix(OVERRULES)
    return Refusal(
        refusal.kind,
        f"step {entry['seq']} (`{entry['line']}`) is not possible then: {reason}; "
        + ", ".join(ways),
    )


def _who_falls_and_rises(
    ruleset: "Ruleset", was: Encounter, now: Encounter
) -> tuple[list[str], list[str]]:
    """Return who is out now and was not, and who was out and is not now."""
    before, after = _who_is_out(ruleset, was), _who_is_out(ruleset, now)
    there = [who for who in now.combatants if who in was.combatants]
    return (
        [who for who in there if who in after - before],
        [who for who in there if who in before - after],
    )


def _who_is_out(ruleset: "Ruleset", encounter: Encounter) -> set[str]:
    """Return the ids of all who have fallen."""
    look = Draft(encounter)
    return {
        who
        for who in encounter.combatants
        if ruleset.standing_of(look, who).has_fallen
    }
