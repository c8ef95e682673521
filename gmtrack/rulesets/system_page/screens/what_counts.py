"""What counts for simulated combatants of a page: which tracks and conditions decide, what each of
them is worth, and which modifiers somebody may choose.

All of it follows from the page alone."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from gmtrack.rulesets.port import Lost
from gmtrack.rulesets.system_page.formula.errors import FormulaError
from gmtrack.rulesets.system_page.formula.nodes import (
    HasCondition,
    NameNode,
    Negative,
    Node,
    all_parts,
    word_of,
)
from gmtrack.rulesets.system_page.page.formula_text import Formula
from gmtrack.rulesets.system_page.page.judge import Formulas
from gmtrack.rulesets.system_page.page.names import PageNames
from gmtrack.rulesets.system_page.page.parts import DeedShape, RollShape
from gmtrack.rulesets.system_page.page.rolls_and_deeds import (
    ATTACK,
    DEFENSE,
    late_words,
    paid_steps,
)
from gmtrack.rulesets.system_page.page.shapes import (
    AttackShape,
    ConditionShape,
    ModifierShape,
    PlaceShape,
    SystemPage,
)
from gmtrack.rulesets.system_page.sheet.classes import make_sheet
from gmtrack.rulesets.system_page.sheet.scopes import SheetScope
from gmtrack.rulesets.system_page.wounds.tracks import tracks_before

STEPS = (0, 1, 4, 10, 25, 60, 150, 400)
"""The numbers that a track is rounded down to. The more is left, the coarser they are."""
DECIDING = ("attacks", "modifiers", "damage", "places")
"""The sections of a page whose formulas decide what an attack comes to."""
OWN = ("", "me", "attacker")
"""The owners of names that mean whoever rolls; a bare name may also mean the target."""
ROUNDS_OF_A_FIGHT = 3.0
"""The rounds that somebody loses who cannot attack until somebody helps them, if nobody can."""
ROUNDS_UNTIL_HELP = 2.0
"""The same, if an action of somebody else ends it."""
HAMPERED = 0.3
"""The share of a round that is lost to a condition that only makes attacks worse."""
HAMPERED_ROUNDS = 2.0
"""The rounds that a condition counts that does not end by itself."""
SHARE_OF_A_POINT = 0.25
"""The worth of a point that is kept, as a share of what the track of damage holds at first."""
LEAST_WORTH = 0.25
SHARE_OF_A_STEP = 0.8
"""The worth of what a step of the damage costs, as a share of the damage that it takes."""


class ConditionInFormula(NamedTuple):
    """A condition in a formula of a page: whose it is (`me`, `target` or `attacker`), its word,
    the section of the formula, and the modifier that has it; None if another row has it."""

    person: str
    word: str
    section: str
    modifier: ModifierShape | None


# --- what formulas read ---


def _deciding_formulas(
    page: SystemPage,
) -> Iterator[tuple[str, str, Formula]]:
    """Yield each formula that decides what an attack comes to, behind its section and row."""
    for placed in Formulas(page, PageNames(page)).list_all():
        section, word = map(str, (*placed.path, "")[:2])
        if section in DECIDING:
            yield section, word, placed.formula


def _parts_of(formula: Formula) -> Iterator[Node]:
    """Yield the parts of a formula; none of one that cannot be read."""
    try:
        yield from all_parts(formula.node)
    except FormulaError:
        return


def conditions_in_formulas(page: SystemPage) -> list[ConditionInFormula]:
    """Return the conditions on which attacks hang."""
    found = []
    for section, word, formula in _deciding_formulas(page):
        modifier = page.modifiers[word] if section == "modifiers" else None
        for part in _parts_of(formula):
            if isinstance(part, HasCondition):
                condition = word_of(part.condition)
                found.append(
                    ConditionInFormula(
                        part.person, condition, section, modifier
                    )
                )
    return found


def striking_conditions(page: SystemPage) -> tuple[str, ...]:
    """Return the conditions of an attacker that change what an attack comes to. Those that only
    stop attacks are left out: such an attack is refused when it is tried."""
    defenses = _all_defenses(page)
    found = {
        one.word
        for one in conditions_in_formulas(page)
        if one.person == "attacker"
        or (one.person == "me" and not _is_of_target(page, one))
    }
    for word, row in page.conditions.items():
        if row.change or row.rolls or not defenses.issuperset(row.forbids):
            found.add(word)
    return tuple(word for word in page.conditions if word in found)


def struck_conditions(page: SystemPage) -> tuple[str, ...]:
    """Return the conditions of a target that change what an attack comes to."""
    found = {
        one.word
        for one in conditions_in_formulas(page)
        if one.person == "target"
        or (one.person == "me" and not _is_of_attacker(page, one))
    }
    for word, row in page.conditions.items():
        if row.forbids or row.change or row.rolls:
            found.add(word)
    return tuple(word for word in page.conditions if word in found)


def _is_of_target(page: SystemPage, one: ConditionInFormula) -> bool:
    """Whether `me` in a formula is the target alone: in places, in what becomes of damage, and in
    modifiers that change nothing but defenses."""
    row = one.modifier
    if row is None:
        return one.section in ("damage", "places")
    return row.damage is None and _all_defenses(page).issuperset(row.roll)


def _is_of_attacker(page: SystemPage, one: ConditionInFormula) -> bool:
    """Whether `me` in a formula is the attacker alone: in modifiers that change no defense, if no
    target rolls in the attacker's place."""
    row = one.modifier
    is_rolled_by_target = any(
        attack.by == "target" for attack in page.attacks.values()
    )
    return (
        row is not None
        and not is_rolled_by_target
        and _all_defenses(page).isdisjoint(row.roll)
    )


def _all_defenses(page: SystemPage) -> set[str]:
    """Return the defenses of a page."""
    return {
        word
        for attack in page.attacks.values()
        if attack.against
        for word in attack.against.defenses
    }


def _tracks_read(page: SystemPage, owners: Iterable[str]) -> set[str]:
    """Return the tracks of these owners that decide what an attack comes to."""
    return {
        part.field
        for *_, formula in _deciding_formulas(page)
        for part in _parts_of(formula)
        if isinstance(part, NameNode)
        and part.field in page.tracks
        and part.owner in owners
    }


def tracks_of_told_steps(page: SystemPage) -> frozenset[str]:
    """Return the tracks that attacks read in told steps of the damage alone: none of them counts in
    an attack for which no such step is told. Tracks that harm goes to are left out."""
    steps = page.damage.steps if page.damage else {}
    told: set[str] = set()
    others = set(harm_tracks(page))
    for placed in Formulas(page, PageNames(page)).list_all():
        path = [*map(str, placed.path), "", "", ""]
        if path[0] not in DECIDING:
            continue
        is_step = path[:2] == ["damage", "steps"] and path[2] in steps
        found = told if is_step and steps[path[2]].told else others
        found |= {
            part.field
            for part in _parts_of(placed.formula)
            if isinstance(part, NameNode) and part.field in page.tracks
        }
    return frozenset(told - others)


def striking_fields(page: SystemPage) -> dict[str, Sequence[int]]:
    """Return the fields of the live state of an attacker that decide what an attack comes to."""
    read = _tracks_read(page, OWN)
    return {track: STEPS for track in page.tracks if track in read}


def struck_fields(page: SystemPage) -> dict[str, Sequence[int]]:
    """Return the fields of the live state of a target that decide what an attack comes to."""
    read = _tracks_read(page, ("target", *OWN)) | set(harm_tracks(page))
    return {track: STEPS for track in page.tracks if track in read}


# --- tracks ---


def last_tracks(page: SystemPage) -> list[str]:
    """Return the tracks that damage goes to in the end: that of the page, and those of rows of
    `lands` that may take somebody out. Of a page without damage all tracks that may do so."""
    taking_out = {
        part.field
        for row in page.status.values()
        if row.is_out
        for part in _parts_of(row.when)
        if isinstance(part, NameNode)
    }
    if page.damage is None:
        return [track for track in page.tracks if track in taking_out]
    found = {page.damage.track: None}
    for row in page.damage.lands.values():
        for track in row.to or ():
            if track in taking_out:
                found[track] = None
    return list(found)


def harm_tracks(page: SystemPage) -> list[str]:
    """Return the tracks whose points are boxes of harm: those of `last_tracks`, each behind those
    that damage empties first."""
    found: dict[str, None] = {}
    for track in last_tracks(page):
        found |= dict.fromkeys((*tracks_before(page, track), track))
    return list(found)


def worth_of_a_point(page: SystemPage) -> float:
    """Return what a point that no turn gives back is taken to be worth, in boxes: a share of those
    that somebody with the usual values of the sheet has."""
    for track in last_tracks(page):
        try:
            scope = SheetScope(make_sheet(page).from_data({}))
            most = page.tracks[track].max.number(scope)
        except FormulaError:
            continue
        return max(LEAST_WORTH, SHARE_OF_A_POINT * most)
    return 1.0


def prices_of(page: SystemPage) -> dict[str, float]:
    """Return the price of a point of each track that somebody may choose to spend, in boxes."""
    usual = worth_of_a_point(page)
    worth = _worth_by_steps(page) | dict.fromkeys(harm_tracks(page), 1.0)
    return {
        track: page.weighing.get(track, worth.get(track, usual))
        for track in page.tracks
        if track in _spent_tracks(page)
    }


def _worth_by_steps(page: SystemPage) -> dict[str, float]:
    """Return what a point is worth, in boxes, of each track that steps of the damage cost: a share
    of the damage that a step takes. So the smallest step is chosen that does."""
    found: dict[str, float] = {}
    for step in page.damage.steps.values() if page.damage else ():
        less = known_number(step.less)
        if step.told and less:
            for track, points in points_of_deed(page, step.target).items():
                found[track] = SHARE_OF_A_STEP * less / points
    return found


def _spent_tracks(page: SystemPage) -> set[str]:
    """Return the tracks that choices of a page may cost."""
    found: set[str] = set()
    for modifier in page.modifiers.values():
        if is_choice(modifier):
            found |= spent_by(page, modifier).keys()
    for step in page.damage.steps.values() if page.damage else ():
        if step.told:
            found |= points_of_deed(page, step.target).keys()
    for action in page.actions.values():
        found |= points_of_deed(page, action.self).keys()
    for attack in page.attacks.values():
        if attack.roll.push:
            found |= set(tracks_of_ones(page, attack.bands.values()))
    return found


def tracks_of_ones(page: SystemPage, bands: Iterable[object]) -> list[str]:
    """Return the tracks that the ones of a pushed roll move, in these outcomes."""
    found: dict[str, None] = {}
    for band in bands:
        deed: DeedShape | None = getattr(band, "self", None)
        for track, formula in deed.add.items() if deed else ():
            names = [getattr(part, "text", "") for part in _parts_of(formula)]
            if "ones" in names:
                found[track] = None
    return list(found)


def spent_by(page: SystemPage, row: ModifierShape) -> dict[str, float]:
    """Return what a modifier takes of the tracks of whoever rolls, by track."""
    found = points_of_deed(page, row.self)
    for track, points in row.costs.items():
        found[track] = found.get(track, 0.0) + points
    return found


def points_of_deed(
    page: SystemPage, deed: DeedShape | None
) -> dict[str, float]:
    """Return the points that a deed costs by track: those that it takes off a track, or the boxes
    that it fills. A number that the page alone does not tell counts as 1; what it gives back is
    left out."""
    found: dict[str, float] = {}
    for track, formula in deed.add.items() if deed else ():
        sign = 1 if page.tracks[track].counts == "up" else -1
        number = known_number(formula)
        if number is None:
            number = sign
        if sign * number > 0:
            found[track] = float(abs(number))
    return found


def known_number(formula: Formula | None) -> int | None:
    """Return the number that a formula comes to whoever rolls; None if that is not known, or if
    there is no formula."""
    if formula is None:
        return None
    try:
        return formula.number(SheetScope(None))
    except FormulaError:
        return None


def sign_of(formula: Formula | None) -> int:
    """Return 1 or -1 for the sign of a formula, as far as it is written there; else 0."""
    number = known_number(formula)
    if number is not None:
        return (number > 0) - (number < 0)
    if formula is None:
        return 0
    try:
        return -1 if isinstance(formula.node, Negative) else 0
    except FormulaError:
        return 0


# --- modifiers ---


def is_choice(row: ModifierShape) -> bool:
    """Whether a modifier is the choice of whoever rolls, and not the GM's: it is told and has a
    price, `costs` or `self`; or it takes from the roll and gives to the damage, or the other way
    round."""
    if not row.told:
        return False
    if row.costs or row.self:
        return True
    if row.damage is None:
        return False
    # Dice, and fields of a sheet, are taken to add something.
    adds = sign_of(row.damage) or 1
    return sign_of(row.plus) == -adds


def is_place_worth_calling(
    page: SystemPage, word: str, row: PlaceShape
) -> bool:
    """Whether it can matter that an attack hits a place: the place does something, sheets have
    numbers for places, or a formula asks for it."""
    if row.target or any(
        field.kind == "places" for field in page.sheet.values()
    ):
        return True
    names = {
        word_of(part.text)
        for *_, formula in _deciding_formulas(page)
        for part in _parts_of(formula)
        if isinstance(part, NameNode)
    }
    return word in names


# --- defenses ---


def may_harm_to_defend(row: AttackShape) -> bool:
    """Whether an attack may do more to somebody who defends than to somebody who does not: an
    outcome that harms asks for the defense, or takes it into its damage."""
    for band in row.bands.values():
        formulas = [band.when, band.damage]
        harms = band.damage is not None or band.target is not None
        if harms and any(map(_reads_defense, formulas)):
            return True
    return row.damage is not None and _reads_defense(row.damage)


def _reads_defense(formula: Formula | None) -> bool:
    """Whether a formula reads what a defense came to, or which one it was."""
    return formula is not None and any(
        isinstance(part, NameNode) and part.text in ("theirs", DEFENSE)
        for part in _parts_of(formula)
    )


def are_alike_but_for_chance(
    page: SystemPage, row: AttackShape, one: str, other: str
) -> bool:
    """Whether two defenses differ in nothing but the chance that they roll under."""
    first, second = _roll_of_defense(row, one), _roll_of_defense(row, other)
    if first is None or second is None or row.against is None:
        return False
    names = {one, other}
    told_apart = [
        *(modifier.roll for modifier in page.modifiers.values()),
        *(condition.forbids for condition in page.conditions.values()),
    ]
    return (
        first.under is not None
        and second.under is not None
        and first.dice.text == second.dice.text
        and all(len(names & set(words)) != 1 for words in told_apart)
        and not any(condition.rolls for condition in page.conditions.values())
        and not _knows_which_defense(page)
    )


def _roll_of_defense(row: AttackShape, word: str) -> RollShape | None:
    return row.against.defenses.get(word) if row.against else None


def _knows_which_defense(page: SystemPage) -> bool:
    """Whether a formula that decides an attack asks for the chosen defense by its name."""
    return any(
        isinstance(part, NameNode) and part.text == DEFENSE
        for *_, formula in _deciding_formulas(page)
        for part in _parts_of(formula)
    )


# --- conditions ---


def losses_of(page: SystemPage) -> dict[str, Lost]:
    """Return what each condition costs whoever has it. Those that cost nothing are left out."""
    found: dict[str, Lost] = {}
    in_formulas = conditions_in_formulas(page)
    for word, row in page.conditions.items():
        if word in page.weighing:
            found[word] = Lost(boxes=page.weighing[word])
            continue
        share = _share_lost(
            row, [one for one in in_formulas if one.word == word]
        )
        if share:
            found[word] = Lost(rounds=share * _rounds_of(page, word, row))
    return found


def harmless_effects(page: SystemPage) -> list[str]:
    """Return the conditions that help whoever has them to attack, and the modifiers that somebody
    decides for when the dice have fallen: in odds they are no harm to the attacker."""
    found = dict.fromkeys(late_words(page).values())
    losses = losses_of(page)
    for one in conditions_in_formulas(page):
        row = one.modifier
        if row is None or one.person == "target" or one.word in losses:
            continue
        if ATTACK in row.roll and (
            sign_of(row.plus) > 0 or row.again == "best"
        ):
            found[one.word] = None
    return [*found]


def losses_of_steps(page: SystemPage) -> dict[str, Lost]:
    """Return what each told step of the damage costs whoever takes it."""
    points = {
        word: points_of_deed(page, step.target)
        for word, step in paid_steps(page).items()
    }
    return {word: Lost(points=spent) for word, spent in points.items() if spent}


def losses_of_late_words(page: SystemPage) -> dict[str, Lost]:
    """Return what each modifier costs that is decided for when the dice have fallen."""
    points = {
        word: spent_by(page, page.modifiers[word])
        for word in late_words(page).values()
    }
    return {word: Lost(points=spent) for word, spent in points.items() if spent}


def _share_lost(
    row: ConditionShape, in_formulas: Sequence[ConditionInFormula]
) -> float:
    """Return the share of their attacks that a condition takes from whoever has it."""
    if ATTACK in row.stops:
        return 1.0
    added = [*row.change.values(), *(one.by for one in row.rolls)]
    hampers = sum(added) < 0 or any(map(_hampers, in_formulas))
    return HAMPERED if hampers else 0.0


def _hampers(one: ConditionInFormula) -> bool:
    """Whether a modifier makes the rolls of whoever has a condition worse, or those against them
    better."""
    row = one.modifier
    if row is None:
        return False
    signs = {sign_of(row.plus), {"best": 1, "worst": -1, None: 0}[row.again]}
    if one.person != "target":
        return -1 in signs
    return ATTACK in row.roll and 1 in signs


def _rounds_of(page: SystemPage, word: str, row: ConditionShape) -> float:
    """Return the rounds that a condition lasts, as far as they count."""
    if row.lasts not in ("fight", "ended"):
        return 1.0
    if ATTACK not in row.stops:
        return 1.0 if _ends_besides_attack(page, word) else HAMPERED_ROUNDS
    if any(word in deed.end for deed in deeds_on_oneself(page)):
        return 1.0
    ended = (action.target for action in page.actions.values())
    if any(deed and word in deed.end for deed in ended):
        return ROUNDS_UNTIL_HELP
    return ROUNDS_OF_A_FIGHT


def _ends_besides_attack(page: SystemPage, word: str) -> bool:
    """Whether whoever has a condition can end it in their turn and still attack: by an action that
    takes nothing of the turn that an attack takes."""
    usual = next(iter(page.turn.budget))
    attacks = [row.costs or {usual: 1} for row in page.attacks.values()]
    taken = {name for costs in attacks for name in costs if costs[name]}
    for action in page.actions.values():
        if not action.self or action.target or word not in action.self.end:
            continue
        costs = action.costs or {usual: 1}
        if taken.isdisjoint(name for name in costs if costs[name]):
            return True
    return False


def deeds_on_oneself(page: SystemPage) -> Iterator[DeedShape]:
    """Yield what tests and actions may do to whoever makes them."""
    for test in page.tests.values():
        for band in test.bands.values():
            if band.self:
                yield band.self
    for action in page.actions.values():
        if action.self:
            yield action.self
