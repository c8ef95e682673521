"""The life of the GM's own effects on a combatant: put on, ticking, running out, ended by
hand."""

from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import AbstractContextManager, ExitStack, nullcontext
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from gmtrack.core.counters import FIGHT, MOMENTS, counters_of
from gmtrack.core.encounter import Data
from gmtrack.core.intents import Damage, Define, Heal
from gmtrack.core.intents import Effect as Wanted
from gmtrack.core.names import pick, squash
from gmtrack.core.own_effects import ALWAYS, RECORD
from gmtrack.core.report import Report
from gmtrack.dice.port import Key
from gmtrack.rulesets.kit.commands import AnyGame
from gmtrack.rulesets.kit.own.counters import move_counter
from gmtrack.rulesets.kit.own.definitions import (
    THEIR_TURN,
    OwnEffect,
    find_definitions,
)
from gmtrack.rulesets.kit.own.in_force import EffectBearer, active_effects
from gmtrack.rulesets.kit.renamed import accept_old_imports
from gmtrack.rulesets.kit.words import format_count

MOST_ROUNDS = 999
EFFECTS = "effects"
BY_TICK = "ALL-OWN-04"
START, ROUND = "round-start", ("fight", "round")
ENDED_BY = {"round-end": "round", "turn-end": "turn"}
"""The `lasts` that ends at each moment."""


class Book(Protocol):
    """The effects of a ruleset that can be put on by hand, for own effects that bring them."""

    def holds(self, who: Any, name: Any) -> bool:
        """Whether the fighter has the effect."""

    def put(self, game: Any, who: Any, name: Any) -> None:
        """Put the effect on the fighter."""

    def end(self, game: Any, who: Any, name: Any) -> None:
        """End the effect on the fighter."""


class OwnEffectRules(NamedTuple):
    """Rules of one ruleset for effects of the GM's own: `OWN` of its package.

    - `book`: its effects; `words`: those of them that can be put on
    - `follows(game, who, named)`: context around a change of numbers that applies what comes of
      them, as for `set`; it may roll `gains(who)`
    - `numbers`: names that can be changed besides the whole numbers of the sheet
    - `reactions`: words that can be forbidden besides commands, actions and defenses
    - `about`: the fields of `RollContext` that a roll knows, by the roll's name
    - `skills`: those that the rules name, besides the skills of sheets and weapons
    - `ticks`: for `damage` and `heal`, the options (type, location, pool) that they take here,
      with their words
    - `moments`: the moments that there are here; `counted`: the one at which a round is counted;
      none was over before the first
    - `full_rounds(game)`: whether the round in progress does not count for an effect that comes
      now
    - `newer_words`: words of `--with` that came when fights could have effects of these names;
      such a fight stays valid"""

    book: Book
    words: Collection[str]
    follows: Callable[
        [Any, Any, Collection[str]], AbstractContextManager[None]
    ] = lambda *_: nullcontext()
    gains: Callable[[Any], Iterable[Key]] = lambda _: ()
    numbers: Collection[str] = ()
    reactions: Collection[str] = ()
    about: Mapping[str, Collection[str]] = MappingProxyType({})
    skills: Collection[str] = ()
    ticks: Mapping[str, Mapping[str, Collection[str]]] = MappingProxyType({})
    moments: Collection[str] = MOMENTS
    counted: str = START
    full_rounds: Callable[[Any], bool] = lambda _: False
    newer_words: Collection[str] = ()


# --- by hand ---


def define(game: AnyGame, intent: Define) -> Report:
    """Carry out `define`: put definitions in, in place of those of the same name. Where somebody
    has one of these effects, what comes of their changed numbers is applied, as for `set`.
    Raises Refusal for typed words and options."""
    game.deny_words_and_options()
    own = game.package.OWN
    defined = {squash(id) for id in intent.effects}
    having = []
    for who in game.whole_cast():
        held = {str(one.id) for one in active_effects(who)}
        if held & defined:
            having.append(who)
    gains: list[Key] = []
    for who in having:
        gains += own.gains(who)
    game.expect([], gains)
    with ExitStack() as changes:
        for who in having:
            changes.enter_context(own.follows(game, who, ()))
        for id, data in intent.effects.items():
            game.draft.put((EFFECTS, id), data)
    report = game.report
    definitions = find_definitions(game.draft)
    names = ", ".join(definitions[squash(id)].name for id in intent.effects)
    report.tell("own.defined", "head", names=names, where=intent.source)
    report.body["defined"] = list(intent.effects)
    return report


def define_without_mechanics(game: AnyGame, id: str, name: str) -> None:
    """Define an effect that changes no number, with the name that screens show, and tell how
    mechanics are given."""
    shown_name = {} if name == id.replace("-", " ") else {"name": name}
    with game.draft.by("ALL-OWN-10"):
        game.draft.put((EFFECTS, id), shown_name)
    game.report.tell("own.note", "note", effect=name)


def is_own_word(game: AnyGame, word: str, book: Iterable[str]) -> bool:
    """Whether a word of `effect` means one of the GM's own: it is no word of the `book`, and
    begins the id or name of an own effect."""
    name = squash(word)
    if name in map(squash, book):
        return False
    for own in find_definitions(game.draft).values():
        spellings = (squash(own.id), squash(str(own.name)))
        if any(spelling.startswith(name) for spelling in spellings):
            return True
    return False


def put_or_end(game: AnyGame, who: EffectBearer, wanted: Wanted) -> None:
    """Put one of the GM's own effects on a combatant or end it (`wanted.end`). Raises Refusal
    for an unknown name (kind for unknown names), for ending what does not hold, and for rounds
    outside 1 to MOST_ROUNDS or for an effect that something else ends (kind for values)."""
    definitions = find_definitions(game.draft)
    names = {id: str(what.name) for id, what in definitions.items()}
    name = pick(wanted.name, names, "effect", game.WORDS.unknown)
    if wanted.end:
        end_by_hand(game, who, name)
        return
    rounds = wanted.rounds
    if rounds is not None and not 1 <= rounds <= MOST_ROUNDS:
        game.deny(
            game.WORDS.value, f"--rounds {rounds}: must be 1 to {MOST_ROUNDS}"
        )
    if rounds is not None:
        check_rounds(game, who, definitions[name])
    put_on(game, who, name, rounds)


ENDS = {
    "round": "at the end of the round",
    "turn": "at the end of the turn",
    "fight": "with the fight",
}
"""Words for the end of an effect that counts no rounds, by its `lasts`. `ended` is not among
them: it waits for the GM, who may as well type a number of rounds."""


def check_rounds(game: AnyGame, who: EffectBearer, what: OwnEffect) -> None:
    """Raise Refusal (kind for values) if `--rounds` was typed for an effect that something else
    ends: a moment, the sheet's `always`, or gear."""
    reason = ENDS.get(what.lasts)
    if what.until_turn_of:
        reason = f"when the next turn of {what.until_turn_of} begins"
    elif what.lasts == THEIR_TURN:
        reason = f"when the next turn of {who.name} begins"
    holding = [one.by for one in active_effects(who) if one.id == what.id]
    if what.id in who.own_off or (
        ALWAYS in holding and len(holding) >= what.stacks
    ):
        reason = f"by `effect {who.id} {what.id} --end`, as it is always on"
    elif len(holding) >= what.stacks and RECORD not in holding:
        reason = f"when the {holding[-1]} is put away"
    if reason is not None:
        game.deny(
            game.WORDS.value, f"{what.name} ends {reason}: leave out --rounds"
        )


def end_by_hand(game: AnyGame, who: EffectBearer, name: str) -> None:
    """End an effect by the GM's word: the last one put on, else the one that is always on, which
    is switched off. Raises Refusal (kind for values) if it does not hold, or if gear brings it."""
    holding = [one for one in active_effects(who) if one.id == name]
    if not holding:
        game.deny(
            game.WORDS.value,
            f"{who.name} is not {find_definitions(game.draft)[name].name}",
        )
    last = holding[-1]
    places = _list_places(who, name)
    if places:
        end_records(game, who, [places[-1]])
    elif last.by == "always":
        with (
            game.package.OWN.follows(game, who, ()),
            game.draft.by("ALL-OWN-09"),
        ):
            who.own_off = [*who.own_off, name]
        tell_effect(game, "own.off", who, last.what)
    else:
        game.deny(
            game.WORDS.value,
            f"{last.what.name} comes from the {last.by}: it ends when that is put away",
        )


def _list_places(who: EffectBearer, name: str) -> list[int]:
    """Return the places of the records of one effect among a combatant's records."""
    places = []
    for place, record in enumerate(who.own_effects):
        if record["effect"] == name:
            places.append(place)
    return places


def put_on(
    game: AnyGame,
    who: EffectBearer,
    name: str,
    rounds: int | None = None,
) -> None:
    """Put an effect on a combatant, with the ruleset's effects that it brings. One that the
    sheet has always on and that was switched off is switched on again. At the limit of stacking,
    the first record starts its rounds anew; if sheet or gear bring all of them, it is only told.
    `rounds` overrides the definition (None: as defined)."""
    what = find_definitions(game.draft)[name]
    own = game.package.OWN
    rounds = rounds or what.rounds
    counted: Data = {}
    if rounds:
        counted["rounds"] = rounds
        if own.full_rounds(game):
            counted["fresh"] = True
    if name in who.own_off:
        with own.follows(game, who, ()), game.draft.by("ALL-OWN-09"):
            who.own_off = [one for one in who.own_off if one != name]
        tell_effect(game, "own.on", who, what)
        return
    holds = sum(one.id == name for one in active_effects(who))
    if holds >= what.stacks:
        renewed = _renew_record(game, who, name, counted)
        key = "own.anew" if renewed and rounds else "own.same"
        tell_effect(game, key, who, what)
        return
    record: Data = {"effect": name, **counted}
    with own.follows(game, who, ()):
        with game.draft.by("ALL-OWN-03"):
            who.own_effects = [*who.own_effects, record]
        if rounds or what.ends_with_a_turn:
            left = format_count(rounds, "round") if rounds else what.lasts
            tell_effect(game, "own.on.rounds", who, what, left=left)
        else:
            tell_effect(game, "own.on", who, what)
        put_brought(game, who, what)


def _renew_record(
    game: AnyGame,
    who: EffectBearer,
    name: str,
    counted: Data,
) -> bool:
    """Start the first record of an effect anew, as the last of the combatant's records and with
    the rounds `counted`. Returns False, and changes nothing, if there is no such record."""
    places = _list_places(who, name)
    if not places:
        return False
    records = [*who.own_effects]
    again = dict(records.pop(places[0]))
    for key in ("rounds", "fresh"):
        again.pop(key, None)
    again.update(counted)
    with game.draft.by("ALL-OWN-08"):
        who.own_effects = [*records, again]
    return True


def put_brought(game: AnyGame, who: EffectBearer, what: OwnEffect) -> None:
    """Put on the ruleset's effects that an own effect brings, and note them in its record.
    Effects that hold already are not noted, so they stay when it ends."""
    book = game.package.OWN.book
    brought = [word for word in what.brings if not book.holds(who, word)]
    with game.draft.by("ALL-OWN-06"):
        for word in brought:
            book.put(game, who, word)
        if brought:
            *before, record = who.own_effects
            who.own_effects = [*before, {**record, "brought": brought}]


def end_records(
    game: AnyGame,
    who: EffectBearer,
    places: Collection[int],
    *,
    followed: bool = True,
) -> None:
    """End the effects at these places of the combatant's records, with what they brought; then
    put on the effects that follow (`then`), unless `followed` is False."""
    definitions, own = find_definitions(game.draft), game.package.OWN
    gone = [who.own_effects[place] for place in places]
    with own.follows(game, who, ()):
        with game.draft.by("ALL-OWN-03"):
            who.own_effects = [
                record
                for n, record in enumerate(who.own_effects)
                if n not in places
            ]
        for record in gone:
            what = definitions.get(record["effect"])
            if what:
                tell_effect(game, "own.off", who, what)
            with game.draft.by("ALL-OWN-06"):
                for word in record.get("brought") or ():
                    if own.book.holds(who, word):
                        own.book.end(game, who, word)
    if not followed:
        return
    for record in gone:
        what = definitions.get(record["effect"])
        if what and what.then and what.then in definitions:
            with game.draft.by("ALL-OWN-05"):
                put_on(game, who, what.then)


def tell_effect(
    game: AnyGame,
    key: str,
    who: EffectBearer,
    what: OwnEffect,
    **more: str,
) -> None:
    """Tell a fact (`key` of PHRASES, with `more` fields) about one of the GM's own effects on a
    combatant."""
    game.report.tell(key, "note", who=who.name, effect=what.label, **more)


# --- time ---


def tick_effects(game: AnyGame, who: EffectBearer, at: str) -> None:
    """Carry out whatever the effects on a combatant bring again at the moment `at`, in the order
    in which the effects came. Effects of gear and sheets bring nothing again."""
    for one in active_effects(who):
        row = one.what.each
        if one.by == RECORD and row and row.at == at:
            before = len(game.draft.changes)
            with game.draft.by(BY_TICK):
                _tell_tick(game, who, one.what)
                apply_tick(game, who, one.what)
            game.draft.cite(BY_TICK, before)


def _tell_tick(game: AnyGame, who: EffectBearer, what: OwnEffect) -> None:
    """Tell a tick before it is carried out; damage so that a story can tell it."""
    row = what.each
    if row and row.damage:
        kind = f" {row.type}" if row.type else ""
        game.report.tell(
            "own.hurts",
            "note",
            who=who.name,
            effect=what.label,
            amount=row.damage,
            kind=kind,
        )
    else:
        tell_effect(game, "own.each", who, what)


def end_at_moment(game: AnyGame, who: EffectBearer, at: str) -> None:
    """End the effects that last until the moment `at`, and take a round off those that count
    rounds if rounds are counted then."""
    if not who.own_effects:
        return
    places = _list_lasting(who, (ENDED_BY.get(at),))
    if game.package.OWN.counted == at:
        # Before the first round no round is over.
        is_first = at == START and game.draft.get(ROUND) <= 1
        if not is_first:
            places += _shorten_records(game, who, 1)
            places.sort()
    if places:
        end_records(game, who, places)


def end_with_turn_of(game: AnyGame, who: EffectBearer) -> None:
    """End the effects that last until the turn of `who`, which begins: on anybody those that
    name them, and their own that last until their next turn."""
    called = (squash(who.id), squash(who.name))
    for bearer in game.whole_cast():
        definitions = find_definitions(bearer.draft)
        places = []
        for place, record in enumerate(bearer.own_effects):
            what = definitions.get(record["effect"])
            is_own_turn = (
                bearer.id == who.id and what and what.lasts == THEIR_TURN
            )
            if is_own_turn or (what and squash(what.until_turn_of) in called):
                places.append(place)
        if places:
            end_records(game, bearer, places)


def apply_tick(game: AnyGame, who: EffectBearer, what: OwnEffect) -> None:
    """Carry out one tick of an effect: damage, healing or a counter's move. The counter is the
    combatant's or else the fight's; nothing moves if neither has it."""
    row = what.each
    if row is None:
        return
    by_hand = game.package.BY_HAND
    words = (row.type, row.location, row.pool)
    if row.damage:
        harm = Damage(who.id, row.damage, *words)
        damage = by_hand.damage(game, who, harm)
        game.report_tick(who, what.id, damage)
    if row.heal:
        healing = Heal(who.id, row.heal, *words)
        by_hand.heal(game, who, healing)
    if row.count:
        _move_named_counter(game, who, row.count, row.by)


def _move_named_counter(
    game: AnyGame,
    who: EffectBearer,
    name: str,
    by: int,
) -> None:
    """Move the combatant's counter of this id, or else the fight's; does nothing if neither has
    it."""
    for owner in (who.id, FIGHT):
        counters = counters_of(game.draft.encounter, owner)
        for counter in counters.values():
            if squash(counter.id) == name:
                to = counter.now + by
                move_counter(game, owner, counter, to)
                return


def take_rounds(game: AnyGame, who: EffectBearer, over: int) -> None:
    """Take `over` rounds off a combatant's effects and end those that have none left. An effect
    that follows another loses only the rounds that remain then."""
    while over > 0:
        left = [one["rounds"] for one in who.own_effects if "rounds" in one]
        if not left:
            return
        step = min(over, *left)
        ended = _shorten_records(game, who, step)
        if ended:
            end_records(game, who, ended)
        over -= step


def _shorten_records(game: AnyGame, who: EffectBearer, over: int) -> list[int]:
    """Take rounds off a combatant's records and return the places of those with none left. A
    `fresh` record loses one less."""
    records = []
    for record in who.own_effects:
        plain = dict(record)
        fresh = "fresh" in record
        plain.pop("fresh", None)
        if "rounds" in plain:
            lost = over - 1 if fresh else over
            plain["rounds"] = max(0, plain["rounds"] - lost)
        records.append(plain)
    with game.draft.by("ALL-OWN-03"):
        who.own_effects = records
    over_at = []
    for place, record in enumerate(records):
        if record.get("rounds") == 0:
            over_at.append(place)
    return over_at


def list_fight_records(who: EffectBearer) -> list[int]:
    """Return the places of the records that last to the end of a round, a turn or the fight, or
    until somebody's turn."""
    turns = [
        what.lasts
        for what in find_definitions(who.draft).values()
        if what.ends_with_a_turn
    ]
    return _list_lasting(who, ("round", "turn", "fight", *turns))


def _list_lasting(who: EffectBearer, ends: Collection[str | None]) -> list[int]:
    """Return the places of the records that count no rounds and whose effect's `lasts` is among
    `ends`. Undefined effects are left out."""
    definitions = find_definitions(who.draft)
    places = []
    for number, record in enumerate(who.own_effects):
        what = definitions.get(record["effect"])
        if what and what.lasts in ends and "rounds" not in record:
            places.append(number)
    return places


def end_with_fight(game: AnyGame, who: EffectBearer) -> None:
    """End the effects on a combatant that last no longer than the fight, if there are any; no
    effect follows them."""
    if places := list_fight_records(who):
        end_records(game, who, places, followed=False)


accept_old_imports(globals())
