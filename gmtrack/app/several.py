"""Several intents as one command: `damage ganger* 3` is one step with one report."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from gmtrack.core.counters import FIGHT, counters_of
from gmtrack.core.draft import Draft, net_changes
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import (
    Act,
    Attack,
    Intent,
    Next,
    Several,
    without_defense,
)
from gmtrack.core.names import (
    ask_if_meant,
    hyphenate,
    listed,
    means_somebody,
    nearest_words,
    pick,
    squash,
)
from gmtrack.core.report import Report
from gmtrack.core.values import replace
from gmtrack.dice.port import Answer, Ask, Dice, Key
from gmtrack.dice.sources import RandomDice
from gmtrack.errors import Refusal

if TYPE_CHECKING:
    from gmtrack.app.typed_dice import TypedDice
    from gmtrack.rulesets.port import Ruleset, Words


def combatants_named(
    word: str, encounter: Encounter, words: "Words"
) -> list[str]:
    """Return the ids that one word means: a name, several names with commas between them, or a
    pattern with `*` over ids and names. Raises Refusal `nobody` for a part that fits nobody, and
    `value` if somebody is named twice."""
    found: list[str] = []
    named: list[str] = []
    for part in word.split(","):
        if "*" in part:
            meant = encounter.ids_like(part)
            if not meant:
                raise Refusal(words.nobody, f"no combatant matches '{part}'")
        else:
            meant = [pick(part, encounter.names(), "combatant", words.nobody)]
            if meant[0] in named:
                raise Refusal(
                    words.value,
                    f"{encounter.display_name(meant[0])} is named twice: name everybody once",
                )
            named += meant
        found += [who for who in meant if who not in found]
    return found


def is_several(word: str) -> bool:
    """Whether a word can mean more than one combatant: `joe,bob`, `ganger*`."""
    return "," in word or "*" in word


def combatants_for_command(
    word: str, encounter: Encounter, words: "Words", *, away: bool = False
) -> list[str]:
    """Return the ids that one word means. A pattern means only combatants who are present, or
    with `away` only those who are away; if it fits none of these, everybody it fits. Raises
    Refusal as `combatants_named` does."""
    found = combatants_named(word, encounter, words)
    if "*" in word:
        found = [
            who for who in found if bool(encounter.away(who)) == away
        ] or found
    return found


def one_combatant(
    word: str, encounter: Encounter, words: "Words", why: str
) -> str:
    """Return the one combatant that a word means; a single name is returned unchecked. Raises
    Refusal `value`, with the reason `why`, if the word means several."""
    found = (
        combatants_for_command(word, encounter, words)
        if is_several(word)
        else [word]
    )
    if len(found) > 1:
        raise several_refused(found, words.value, why)
    return found[0]


def several_refused(people: Sequence[str], kind: str, why: str) -> Refusal:
    """Return the refusal of a command that takes one combatant at a time, with the reason `why`."""
    return Refusal(kind, f"one at a time, not {listed(people)}: {why}")


def split_people_from_line(
    word: str, rest: Sequence[str], encounter: Encounter
) -> tuple[str, tuple[str, ...]]:
    """Split a line into the combatants at its beginning, joined by commas to one word, and the
    words that follow. `word` always counts as the first combatant; each further one must be an
    id or name in full, or a word for several."""
    called = {
        squash(text) for pair in encounter.names().items() for text in pair
    }

    def is_somebody(word: str) -> bool:
        if "*" in word:
            return bool(encounter.ids_like(word))
        return all(squash(part) in called for part in word.split(","))

    count = next(
        (n for n, one in enumerate(rest) if not is_somebody(one)), len(rest)
    )
    return ",".join((word, *rest[:count])), tuple(rest[count:])


def split_counter_words(
    words: Sequence[str], encounter: Encounter, kinds: "Words"
) -> tuple[list[str], str]:
    """Split the words of `count` into the ids that it is about and the counter's name. `fight`
    is the fight's own counter, which may be left out where the first word means nobody. Raises
    Refusal if a word means nobody; for a single name it says how the fight gets a counter."""
    first, *rest = words
    if squash(first) == FIGHT:
        return [FIGHT], " ".join(rest)
    if _names_counter_of_fight(words, encounter):
        return [FIGHT], " ".join(words).strip()
    if not any(rest) and not is_several(first):
        _refuse_unknown_counter(first, encounter, kinds)
    who, name = split_people_from_line(first, rest[:-1], encounter)
    return combatants_for_command(who, encounter, kinds), " ".join(
        (*name, *rest[-1:])
    )


def _refuse_unknown_counter(
    word: str, encounter: Encounter, kinds: "Words"
) -> None:
    """Raise Refusal (`nobody`) for a single word of `count` that means nobody: it may be meant
    for a counter of the fight that does not exist yet."""
    if means_somebody(word, encounter.names()):
        return
    counters = [one.id for one in counters_of(encounter, FIGHT).values()]
    near = ask_if_meant(next(iter(nearest_words(word, counters)), None))
    makes = f"`set fight counters.{hyphenate(word)}='{{max: 6}}'` makes one"
    raise Refusal(
        kinds.nobody,
        f"no combatant and no counter of the fight '{word}'{near or f': {makes}'}",
    )


def _names_counter_of_fight(words: Sequence[str], encounter: Encounter) -> bool:
    """Whether all words together begin the id or name of a counter of the fight, and the first
    one means no combatant."""
    wanted = squash(" ".join(words))
    counters = counters_of(encounter, FIGHT).values()
    return not means_somebody(words[0], encounter.names()) and any(
        squash(name).startswith(wanted)
        for counter in counters
        for name in (counter.id, counter.name)
    )


class _DiceChecked(Dice):
    """A dice source for one of several intents: it only rolls, because the typed dice were
    checked for all intents together."""

    def __init__(self, dice: "TypedDice") -> None:
        self._dice = dice

    def roll(self, ask: Ask) -> Answer:
        """Roll with the shared dice source."""
        return self._dice.roll(ask)


class _ExpectedRolls(RandomDice):
    """Dice with a fixed seed that note which rolls an intent may ask for."""

    def __init__(self) -> None:
        super().__init__(0)
        self.rolls: list[Key] = []
        self.either: list[Key] = []

    def expect(self, rolls: Iterable[Key], either: Iterable[Key] = ()) -> None:
        """Note the rolls that may be asked for."""
        self.rolls += rolls
        self.either += either


def resolve_all(
    ruleset: "Ruleset", draft: Draft, wanted: Several, dice: "TypedDice"
) -> Report:
    """Resolve several intents one after the other and return one report, whose `results` hold a
    document for each and whose `left_out` those that were refused. Raises the first Refusal if
    all are refused, and any Refusal if `wanted.all_of_them`."""
    intents = in_board_order(
        ruleset, draft.encounter, _tell_of_others(wanted.intents)
    )
    # Two rehearsals find the rolls that any intent may ask for: each intent alone from the present
    # state, then all one after the other. Both are rolled back.
    rehearsal = _ExpectedRolls()
    for alone in (True, False):
        for intent in intents:
            with suppress(Refusal):
                _resolve_in_turn(
                    ruleset, draft, intent, rehearsal, follows=not alone
                )
            if alone:
                draft.rollback()
        draft.rollback()
    dice.expect(rehearsal.rolls, rehearsal.either)
    reports: list[Report] = []
    left_out: list[tuple[Intent, Refusal]] = []
    for intent in intents:
        try:
            reports += _resolve_in_turn(
                ruleset,
                draft,
                intent,
                _DiceChecked(dice),
                follows=bool(reports),
            )
        except Refusal as refusal:
            if wanted.all_of_them:
                raise
            left_out.append((intent, refusal))
    if not reports:
        raise left_out[0][1]
    return _merge_reports(reports, left_out)


def _tell_of_others(intents: list[Intent]) -> list[Intent]:
    """Return the intents of one line, each with the ids of the others who act by it."""
    actors = dict.fromkeys(_actor_of(intent) for intent in intents)
    told: list[Intent] = []
    for intent in intents:
        others = tuple(who for who in actors if who != _actor_of(intent))
        options = intent.options._replace(beside=others)
        told.append(replace(intent, options=options))
    return told


def in_board_order(
    ruleset: "Ruleset", encounter: Encounter, intents: list[Intent]
) -> list[Intent]:
    """Return the intents in the order of the board, beginning with whoever has the turn. Only
    lists of attacks and actions are sorted; all others are returned as they are."""
    if not all(isinstance(intent, Attack | Act) for intent in intents):
        return intents
    doc = ruleset.board(encounter).doc
    order = [entry["id"] for entry in doc.get("order", ())]
    acting = order.index(doc["acting"]) if doc.get("acting") in order else 0
    places = {
        who: place for place, who in enumerate(order[acting:] + order[:acting])
    }
    return sorted(
        intents, key=lambda intent: places.get(_actor_of(intent), len(places))
    )


def _actor_of(intent: Intent) -> str:
    """Return who acts in an intent, several joined by commas; empty if nobody does."""
    who = (
        intent.attacker
        if isinstance(intent, Attack)
        else getattr(intent, "who", "")
    )
    return ", ".join(who) if isinstance(who, tuple) else str(who)


def _resolve_in_turn(
    ruleset: "Ruleset",
    draft: Draft,
    intent: Intent,
    dice: Dice,
    *,
    follows: bool,
) -> list[Report]:
    """Resolve one intent and return its reports. An attack that `follows` others and is refused
    is tried again: without its defense, if the target can no longer defend that way, and after
    ending the previous attacker's turn. Raises the first Refusal, rolled back, if every try is
    refused."""
    start = len(draft.changes)
    try:
        return [_resolve_one(ruleset, draft, intent, dice)]
    except Refusal as refusal:
        draft.rollback(start)
        if not follows or not isinstance(intent, Attack):
            raise
        first = with_defense = refusal
    undefended = without_defense(intent)
    tries: list[list[Intent]] = [[Next(), intent]]
    if undefended is not None:
        tries = [[undefended], *tries, [Next(), undefended]]
    for intents in tries:
        try:
            reports = [
                _resolve_one(ruleset, draft, one, dice) for one in intents
            ]
        except Refusal as refusal:
            draft.rollback(start)
            if intents[-1] is intent:
                with_defense = refusal
            continue
        if intents[-1] is undefended:
            reports[-1].warnings.append(
                f"made without `--defense`: {with_defense.message}"
            )
        return reports
    raise first


def _resolve_one(
    ruleset: "Ruleset", draft: Draft, intent: Intent, dice: Dice
) -> Report:
    """Resolve one intent and return its report with only its own net changes. Raises Refusal."""
    start = len(draft.changes)
    report = ruleset.resolve(draft, intent, dice)
    report.changes = list(net_changes(draft.changes[start:]))
    return report


def _merge_reports(
    reports: list[Report], left_out: list[tuple[Intent, Refusal]]
) -> Report:
    """Join several reports into one, with `results` and, if anybody was refused, `left_out` in
    its document."""
    results = [report.to_json() for report in reports]
    whole = Report(reports[0].command, reports[0].ruleset, {"results": results})
    if left_out:
        whole.body["left_out"] = [
            {
                "who": _actor_of(intent),
                "kind": refusal.kind,
                "why": refusal.message,
            }
            for intent, refusal in left_out
        ]
    for report in reports:
        whole.rolls += report.rolls
        whole.effects += report.effects
        whole.story += report.story
        whole.overrides += report.overrides
        whole.blocks += report.blocks
        whole.aimed += report.aimed
        whole.warnings += report.warnings
    return whole
