"""Rest, the time between fights, as it goes in every ruleset (rows ALL-REST): who rests, who
helps, in which order things happen, who may not rest and why. A ruleset says what heals by its
`Regimen`."""

from collections.abc import (
    Callable,
    Collection,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from itertools import count
from typing import Any, Generic, NamedTuple, TypeVar

from gmtrack.core.counters import FIGHT
from gmtrack.core.encounter import FRIENDS
from gmtrack.core.intents import Rest as Wanted
from gmtrack.core.names import matching_words
from gmtrack.core.report import Report
from gmtrack.core.screen import Topic
from gmtrack.dice.port import Key
from gmtrack.rulesets.kit.commands import AnyGame, G
from gmtrack.rulesets.kit.effects import MOST_ROUNDS, Effects
from gmtrack.rulesets.kit.own.counters import refill_counters
from gmtrack.rulesets.kit.own.moments import count_down_own, has_own
from gmtrack.rulesets.kit.renamed import (
    accept_old_attributes,
    accept_old_imports,
)
from gmtrack.rulesets.kit.seated import AnyFighter
from gmtrack.rulesets.kit.words import WordArgs, number_owner

KINDS = ("scene", "hour", "night", "day", "week", "full")
"""The kinds of rest; each contains the shorter ones once (ALL-REST-02)."""
KEPT = ("note", "away", "counters")
"""Fields of the live state that `full` leaves to others: no harm is in them."""
MINUTES: Mapping[str, int] = {
    "scene": 5,
    "hour": 60,
    "night": 480,
    "day": 1440,
    "week": 10080,
}
DAYS: Mapping[str, int] = {"day": 1, "week": 7}
WORDS: Mapping[str, str] = {
    "medic": "medic=WHO treats everybody, PATIENT:medic=WHO one of them",
    "mechanic": "mechanic=WHO repairs what is broken",
    "hospital": "hospital, where they lie in one",
    "permanent": "permanent, in full: also what never comes back by itself",
}


F = TypeVar("F", bound=AnyFighter)


class RestInProgress(Generic[G, F]):
    """Rest at work: its kind, the words typed behind `--with`, and notes of one step for the
    next ones. Making it raises Refusal (kind for values) for a kind that is none or ambiguous,
    and (kind for unknown names) for a word that is not among `words`."""

    def __init__(
        self, game: G, wanted: Wanted, words: Mapping[str, str]
    ) -> None:
        kinds = matching_words(wanted.kind, KINDS)
        if len(kinds) != 1:
            game.deny(
                game.WORDS.value,
                f"rest how long? {', '.join(KINDS)}, not '{wanted.kind}'",
            )
        self.game = game
        self.kind = kinds[0]
        self.typed_words = WordArgs(
            game.options.words, words, game.draft.encounter, game.WORDS
        )
        self.over = wanted.over
        self.in_fight = bool(game.draft.get(("fight", "round")))
        """Whether the fight still runs, because the GM forced the rest."""
        self.extra: dict[str, int] = {}
        """Number that care adds to a patient's own recovery, by the patient's id."""
        if self.typed_words.has_word("permanent") and self.kind != "full":
            game.deny(game.WORDS.value, "--with permanent: is for `rest full`")

    def contains(self, kind: str) -> bool:
        """Whether this rest is of the kind (`hour`) or a longer one."""
        return KINDS.index(self.kind) >= KINDS.index(kind)

    @property
    def days(self) -> int:
        """The whole days that the rest takes; 0 for shorter ones and for `full`."""
        return DAYS.get(self.kind, 0)

    @property
    def minutes(self) -> int:
        """The minutes that the rest takes. A scene lasts as long as the house rule
        `scene_minutes` says, or 5 minutes in rulesets without it. 0 for `full`, which is the GM's
        word and takes no time."""
        house: Any = getattr(self.game, "house", None)
        scene: int = getattr(house, "scene_minutes", MINUTES["scene"])
        return scene if self.kind == "scene" else MINUTES.get(self.kind, 0)

    def helper(self, role: str, patient: F) -> F | None:
        """Return the combatant who was named as `medic` or `mechanic` (`role`) for a patient;
        None if nobody was. Raises Refusal for a name that fits nobody, for a helper who is away
        (unless the fight is over), and (kind for bad values) for one who is down or dead.
        `--force` overrules the last two."""
        word = self.typed_words.get_value(role, patient.id)
        if word is None:
            return None
        # After the end nobody is away any more, whatever word they have left in.
        found: F = self.game.named(word) if self.over else self.game.find(word)
        standing = found.standing
        if standing.has_fallen:
            kind = self.game.WORDS.value
            status = standing.if_back or standing.status
            self.game.refuse(kind, f"{found.name} is {status}, and cannot help")
        return found

    def gives_care(self, patient: F, *, tried: bool) -> bool:
        """Whether care is given that a patient may have once. Care that was `tried` already is
        given again only with `--force`, as an override in the report; without it the report says
        that it was tried."""
        if not tried:
            return True
        if self.game.options.force:
            self.game.refuse(
                "status", f"first aid for {patient.name} has been tried"
            )
        else:
            self.game.report.tell("rest.tried", "bad", who=patient.name)
        return bool(self.game.options.force)

    def is_in_hospital(self, patient: F) -> bool:
        """Whether `--with hospital` was typed for everybody or for this patient."""
        return self.typed_words.has_word("hospital", patient.id)

    @property
    def is_permanent(self) -> bool:
        """Whether `full` gives back what never comes back by itself."""
        return self.typed_words.has_word("permanent")


AnyRest = RestInProgress[Any, Any]
"""Rest in any ruleset."""


class RestBenefit(NamedTuple):
    """Benefits of a kind of rest beyond those of shorter ones, with their rows."""

    kind: str
    what: str
    rules: str


def make_rest_page(
    gives: Iterable[RestBenefit], words: Mapping[str, str]
) -> Topic:
    """Return the page of `rules` that lists what each kind of rest gives: the benefits of a
    ruleset (`gives`), and `no more than ...` for the kinds that it does not name. `words` are
    those of `--with`."""
    own = {one.kind: one for one in gives}
    rows, last = list[RestBenefit](), ""
    for kind in KINDS[:-1]:
        rows.append(
            own.get(kind)
            or RestBenefit(kind, f"no more than `{last}`", "ALL-REST-02")
        )
        last = kind if kind in own else last
    rows.append(
        RestBenefit(
            "full", "everything as on the sheet, without a roll", "ALL-REST-08"
        )
    )
    return Topic(
        "rest", "what each kind of rest gives besides the shorter ones",
        ("kind", "what", "rows"), tuple(rows),
        ("[roll]: made for everybody whom it concerns", f"--with {'; '.join(words.values())}",
         "counters of your own with such a `refill`, or a shorter one, are filled (ALL-COUNT-04)"),
    )  # fmt: skip


class RestHelp(NamedTuple):
    """Help for somebody in a bad state: the word for the `state`, whether a fighter has it, the
    `line` that helps (`{}`: their id), the roll that it takes and the rows. `bars`: they cannot
    rest for an hour or longer before."""

    state: str
    has: Callable[[Any], bool]
    line: str
    roll: str
    rules: str
    bars: bool = False

    def describe(self, who: AnyFighter) -> str:
        """Return the state with the line that helps: `dying: `rest vex scene --with medic=WHO`
        (no roll)`."""
        return f"{self.state}: `{self.line.format(who.id)}` ({self.roll})"


RestStep = Callable[[Any, Any], None]
"""Function of the rest and a fighter that does one thing in a rest."""


def choose_words(*names: str, **own: str) -> Mapping[str, str]:
    """Return the `--with` words of a ruleset's rest with their help: those of WORDS by `names`,
    `permanent`, and `own` ones."""
    return {
        **{name: WORDS[name] for name in names},
        "permanent": WORDS["permanent"],
        **own,
    }


class Regimen(NamedTuple):
    """Rules of rest in one ruleset.

    - `first`: steps that happen to everybody; `then`: steps from an hour on, for those whom
      nothing bars; each step for all of them before the next one
    - `full`: the step in place of both in `rest full`; None: the live state is dropped but for
      the fields in `lasting`
    - `helps`: help for those who are down or worse, the most urgent first
    - `left`: renders what a fighter has after the rest; `rolls`: the keys of all rolls that the
      rest may come to; `words`: those of `--with`
    - `effects`: the ruleset's effects, which run down like those of the GM's own, by `rounds` a
      minute (ALL-REST-07)"""

    first: Sequence[RestStep]
    then: Sequence[RestStep]
    helps: Sequence[RestHelp]
    left: Callable[[Any], str]
    rolls: Callable[[Any, Any], Iterable[Key]]
    words: Mapping[str, str]
    full: RestStep | None = None
    lasting: Collection[str] = KEPT
    effects: Effects[Any, Any, Any] | None = None
    rounds: int = MOST_ROUNDS

    def rest(self, game: AnyGame, wanted: Wanted) -> Report:
        """Carry out `rest`. Raises Refusal (kind for turns) while a fight runs, unless the GM
        forces it (ALL-REST-01), and (`status`) for somebody named who cannot rest, or if nobody
        can."""
        game.deny_options_except("--mod")
        if game.draft.get(("fight", "round")):
            message = "the fight is going on: `end` ends it, then they can rest"
            kind = game.WORDS.turn[0]
            game.refuse(kind, message)
        rest: AnyRest = RestInProgress(game, wanted, self.words)
        people, out = _find_resting(game, wanted)
        keys: list[Key] = []
        for who in people:
            keys += self.rolls(rest, who)
        game.expect(keys)
        game.report.tell("rest.head", "head", kind=rest.kind)
        if rest.kind == "full":
            self._rest_in_full(rest, people)
        else:
            out |= self._rest_by_steps(rest, people, wanted)
        _refill_counters(rest, people, out, everybody=not wanted.who)
        self._report_rest(rest, people, out)
        return game.report

    def _rest_in_full(
        self, rest: AnyRest, people: Iterable[AnyFighter]
    ) -> None:
        """Carry out `rest full` for these fighters."""
        full = self.full or self._as_on_the_sheet
        for who in people:
            self._settle_down(rest, who)
            with rest.game.draft.by("ALL-REST-08"):
                full(rest, who)

    def _rest_by_steps(
        self,
        rest: AnyRest,
        people: Sequence[AnyFighter],
        wanted: Wanted,
    ) -> dict[str, str]:
        """Carry out every step of a rest for all whom it is for. Returns by id who was barred from
        the steps of a longer rest, and why."""
        for step in (self._run_down, self._settle_down, *self.first):
            for who in people:
                step(rest, who)
        may, barred = _find_unbarred(rest, people, wanted, self)
        long_steps = self.then if rest.contains("hour") else ()
        for step in long_steps:
            for who in may:
                step(rest, who)
        return barred

    def _report_rest(
        self,
        rest: AnyRest,
        people: Iterable[AnyFighter],
        out: Mapping[str, str],
    ) -> None:
        """Tell what everybody has after the rest and who was left `out`, and write the keys of the
        document."""
        report = rest.game.report
        rested = [who for who in people if who.id not in out]
        for who in rested:
            report.tell("rest.left", "note", who=who.name, left=self.left(who))
        for left_out, why in out.items():
            name = rest.game.name(left_out)
            report.tell("rest.barred", "bad", who=name, why=why)
        report.body |= {
            "who": [who.id for who in people],
            "kind": rest.kind,
            "rested": [who.id for who in rested],
            "left_out": [{"who": who, "why": why} for who, why in out.items()],
        }

    def _run_down(self, rest: AnyRest, who: AnyFighter) -> None:
        """Take the rounds of the rest off the effects on a fighter (ALL-REST-07)."""
        over = self.rounds * rest.minutes
        with rest.game.draft.by("ALL-REST-07"):
            count_down_own(rest.game, who, over)
            if self.effects is not None:
                self.effects.count_down(rest.game, who, over)

    def _settle_down(self, rest: AnyRest, who: Any) -> None:
        """End whatever belongs to a fight and its place. Does nothing while the fight still runs
        because the GM forced the rest (ALL-REST-09)."""
        if rest.in_fight:
            return
        with rest.game.draft.by("ALL-REST-09"):
            who.lapse(*(ended for ended in who.UNTIL))
            if self.effects is not None:
                who.timed = self.effects.still_on(who)

    def _as_on_the_sheet(self, rest: AnyRest, who: AnyFighter) -> None:
        """Drop the live state of a fighter but for the `lasting` fields: the usual `full` rest."""
        drop_live_state(rest, who, self.lasting)

    def help_needed(self, who: AnyFighter) -> str:
        """Return the most urgent state of a combatant with the line that helps; empty if they
        need none."""
        return next(
            (one.describe(who) for one in self.helps if one.has(who)), ""
        )

    def reason_barred(self, who: AnyFighter) -> str:
        """Return why a combatant may not rest for an hour or longer, with the line that helps;
        empty if they may."""
        return next(
            (
                one.describe(who)
                for one in self.helps
                if one.bars and one.has(who)
            ),
            "",
        )


def drop_live_state(
    rest: AnyRest, who: AnyFighter, lasting: Collection[str]
) -> None:
    """Drop the live state of a combatant, except for the fields in `lasting` and, while a fight
    runs, those that end with it."""
    kept = set(lasting)
    if rest.in_fight:
        for fields in who.UNTIL.values():
            kept.update(fields)
    for name in who.FIELDS:
        if name not in kept:
            who.forget(name)


def _find_resting(
    game: AnyGame, wanted: Wanted
) -> tuple[list[AnyFighter], dict[str, str]]:
    """Return the fighters who rest, and by id why others are left out (ALL-REST-04). Without
    names everybody rests; after the end of a fight only the friends' side, if there is one.
    Raises Refusal (`status`) if one who was named is left out, or if nobody is there to rest."""
    encounter = game.draft.encounter
    everybody = tuple(encounter.combatants)
    friends = tuple(who for who in everybody if encounter.side(who) in FRIENDS)
    people, out = list[AnyFighter](), dict[str, str]()
    if wanted.over and friends and not wanted.who:
        why = f"the fight is over, and a rest is for your side: `rest WHO {wanted.kind}`"
        out |= {who: why for who in everybody if who not in friends}
        everybody = friends
    for who in wanted.who or everybody:
        one = game.named(who)
        away, standing = encounter.away(who), one.standing
        if away and not wanted.over:
            out[who] = f"away ({away}): `join {who}` brings them back"
        elif (standing.if_back or standing.status) == "dead":
            out[who] = "dead"
        else:
            people.append(one)
    if wanted.who and out:
        who, why = next(iter(out.items()))
        game.deny("status", f"{game.name(who)} cannot rest: {why}")
    if not people:
        game.deny("status", "nobody is there who could rest")
    return people, out


def _refill_counters(
    rest: AnyRest,
    people: Iterable[AnyFighter],
    out: Collection[str],
    *,
    everybody: bool,
) -> None:
    """Fill the GM's own counters that this kind of rest fills. For combatants in `out` only
    those that a scene fills. With `everybody`, also the counters of the fight."""
    if not has_own(rest.game):
        return
    kinds = [kind for kind in KINDS if rest.contains(kind)]
    shortest = kinds[:1]
    for who in people:
        filled = shortest if who.id in out else kinds
        refill_counters(rest.game, who.id, filled)
    if everybody:
        refill_counters(rest.game, FIGHT, kinds)


def _find_unbarred(
    rest: AnyRest,
    people: Sequence[AnyFighter],
    wanted: Wanted,
    regimen: Regimen,
) -> tuple[list[AnyFighter], dict[str, str]]:
    """Return the fighters who may rest so long, and by id the reason why the others may not.
    Refuses somebody who was named (`status`); if the GM forces that, nobody is barred."""
    barred = {}
    if rest.contains("hour"):
        for patient in people:
            why = regimen.reason_barred(patient)
            if why:
                barred[patient.id] = why
    if wanted.who and barred:
        who, why = next(iter(barred.items()))
        rest.game.refuse(
            "status", f"{rest.game.name(who)} cannot rest so long: {why}"
        )
        barred = {}  # the GM says so
    return [who for who in people if who.id not in barred], barred


def count_owners(who: str) -> Iterator[str]:
    """Yield the owners of several rolls of one name, without end: `joe`, `joe.2`, `joe.3` ..."""
    return (number_owner(who, number) for number in count(1))


def make_keys(name: str, who: str, most: int) -> list[Key]:
    """Return the keys of `most` rolls of one name for the owner WHO, numbered from 1."""
    numbers = range(1, most + 1)
    return [(name, number_owner(who, number)) for number in numbers]


accept_old_attributes(
    RestInProgress,
    holds="contains",
    helps="gives_care",
    told="typed_words",
)
accept_old_attributes(
    RestHelp,
    told="describe",
)
accept_old_attributes(
    Regimen,
    needs="help_needed",
    bars="reason_barred",
)
accept_old_imports(globals())
