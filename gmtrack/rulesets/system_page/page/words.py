"""The words by which one row of a page names another, and those that nothing declares."""

from collections.abc import Iterable, Iterator, Mapping

from gmtrack.core.draft import Path
from gmtrack.core.names import propose_near_word
from gmtrack.rulesets.port import Problem
from gmtrack.rulesets.system_page.page.faces import face_problems
from gmtrack.rulesets.system_page.page.parts import (
    FieldShape,
    RollShape,
)
from gmtrack.rulesets.system_page.page.rolls_and_deeds import (
    ATTACK,
    DAMAGE,
    NO_DEFENSE,
    deeds_of,
    roll_names,
)
from gmtrack.rulesets.system_page.page.shapes import (
    SystemPage,
)


def word_problems(page: SystemPage) -> Iterator[Problem]:
    """Yield every word of a page that should name a condition, a track, a roll, a defense or a
    part of the turn, and names none."""
    for path, deed in deeds_of(page):
        yield from _conditions(page, (*path, "put"), deed.put)
        yield from _conditions(page, (*path, "end"), deed.end)
        yield from _tracks(page, (*path, "add"), deed.add)
        if deed.damage and page.damage is None:
            yield Problem(
                (*path, "damage"),
                "the page has no `damage`, which says what damage does",
            )
    yield from _problems_of_tracks(page)
    yield from _problems_of_turns(page)
    yield from _problems_of_attacks(page)
    for kind, rest in page.rest.items():
        yield from _tracks(page, ("rest", kind, "add"), rest.add)
        yield from _conditions(page, ("rest", kind, "end"), rest.end)
    for word, condition in page.conditions.items():
        following = [condition.then] if condition.then else []
        yield from _conditions(page, ("conditions", word, "then"), following)
    for section, fields in (("sheet", page.sheet), ("weapon", page.weapon)):
        for name, field in fields.items():
            if problem := _problem_of_default(page, field):
                yield Problem((section, name, "default"), problem)


def _unknown(
    path: Path, words: Iterable[str], known: Iterable[str], what: str
) -> Iterator[Problem]:
    """Yield each word that is not among the known ones."""
    known = list(known)
    for word in words:
        if word not in known:
            near = propose_near_word(word, known)
            yield Problem(path, f"no {what} '{word}'{near}")


def _conditions(
    page: SystemPage, path: Path, words: Iterable[str]
) -> Iterator[Problem]:
    return _unknown(path, words, page.conditions, "condition")


def _tracks(
    page: SystemPage, path: Path, words: Iterable[str]
) -> Iterator[Problem]:
    return _unknown(path, words, page.tracks, "track")


def _problems_of_tracks(page: SystemPage) -> Iterator[Problem]:
    for name, track in page.tracks.items():
        before = [track.before] if track.before else []
        others = [other for other in page.tracks if other != name]
        yield from _unknown(
            ("tracks", name, "before"), before, others, "other track"
        )
        if name != track.before and name in _tracks_behind(page, name):
            yield Problem(
                ("tracks", name, "before"),
                f"'{name}' would stand before itself, by way of '{track.before}'",
            )
    if page.damage:
        yield from _tracks(page, ("damage", "track"), [page.damage.track])
        yield from _problem_of_first_track(page, page.damage.track)
        for word, landing in page.damage.lands.items():
            yield from _tracks(
                page, ("damage", "lands", word, "to"), landing.to or ()
            )


def _problem_of_first_track(page: SystemPage, name: str) -> Iterator[Problem]:
    """Yield a problem if damage goes to a track that stands before another, as what it cannot
    hold would be lost."""
    track = page.tracks.get(name)
    if track and track.before in page.tracks:
        yield Problem(
            ("damage", "track"),
            f"'{name}' stands before '{track.before}': name the last track here, and damage "
            "empties those before it first",
        )


def _tracks_behind(page: SystemPage, name: str) -> set[str]:
    """Return the tracks that lose their points after this one: the one that it stands `before`,
    the one that that stands before, and so on."""
    found: set[str] = set()
    behind = page.tracks[name].before
    while behind is not None and behind in page.tracks:
        if behind in found:
            break
        found.add(behind)
        behind = page.tracks[behind].before
    return found


def _problems_of_turns(page: SystemPage) -> Iterator[Problem]:
    """Yield prices that the turn has nothing for."""
    budget = page.turn.budget
    prices: dict[Path, Mapping[str, int]] = {
        ("attacks", way, "costs"): attack.costs
        for way, attack in page.attacks.items()
    }
    prices |= {
        ("actions", word, "costs"): action.costs
        for word, action in page.actions.items()
    }
    for path, costs in prices.items():
        yield from _unknown(path, costs, budget, "part of the turn")
        for word, price in costs.items():
            if price > budget.get(word, price):
                yield Problem(
                    (*path, word),
                    f"costs {price}, and a turn has {budget[word]} of it",
                )


def _problems_of_attacks(page: SystemPage) -> Iterator[Problem]:
    if page.attacks and page.damage is None:
        hits = (
            band.damage or attack.damage
            for attack in page.attacks.values()
            for band in attack.bands.values()
        )
        if any(hits):
            yield Problem(
                ("attacks",),
                "attacks do damage, and the page has no `damage`, which says what it does",
            )
    for way, attack in page.attacks.items():
        if attack.against and attack.against.default:
            known = [*attack.against.defenses, NO_DEFENSE]
            path: Path = ("attacks", way, "against", "default")
            yield from _unknown(
                path, [attack.against.default], known, "defense"
            )
    names = roll_names(page)
    for word, modifier in page.modifiers.items():
        yield from _unknown(
            ("modifiers", word, "roll"), modifier.roll, names, "roll"
        )
    yield from _rolls_without_modifiers(page)
    yield from _problems_of_prices(page)
    yield from _problems_of_late_modifiers(page)
    yield from face_problems(page)


def _problems_of_prices(page: SystemPage) -> Iterator[Problem]:
    """Yield prices of modifiers in tracks that the page lacks, and those of modifiers that nobody
    tells and so nobody chooses; and prices of simulated people for what the page lacks."""
    for word, modifier in page.modifiers.items():
        path: Path = ("modifiers", word)
        yield from _tracks(page, (*path, "costs"), modifier.costs)
        for key in ("costs", "self"):
            if getattr(modifier, key) and not modifier.told:
                why = f"only a modifier that is told (`told: yes`) has `{key}`"
                yield Problem((*path, key), why)
        if modifier.self and modifier.self.damage:
            why = "what a modifier takes is written `costs: {TRACK: N}`"
            yield Problem((*path, "self", "damage"), why)
    known = [*page.tracks, *page.conditions]
    yield from _unknown(
        ("weighing",), page.weighing, known, "track or condition"
    )


def _problems_of_late_modifiers(page: SystemPage) -> Iterator[Problem]:
    """Yield the modifiers that count when the dice have fallen (`after`) and cannot: what is added
    then is a number, for the sum of an attack or a defense, and somebody has to tell it."""
    sums = (
        {ATTACK}
        if _are_sums(one.roll for one in page.attacks.values())
        else set()
    )
    sums |= {
        word
        for attack in page.attacks.values()
        for word, roll in (
            attack.against.defenses if attack.against else {}
        ).items()
        if _are_sums([roll])
    }
    for word, modifier in page.modifiers.items():
        path: Path = ("modifiers", word, "after")
        if not modifier.after:
            continue
        if not modifier.told or modifier.plus is None:
            yield Problem(
                path, "only a modifier that is told and has `plus` has `after`"
            )
        if modifier.again is not None or modifier.damage is not None:
            yield Problem(
                path,
                "what rolls anew or adds damage cannot come after the dice",
            )
        attacked = [one for one in modifier.roll if one not in page.tests]
        if not attacked or not sums.issuperset(attacked):
            yield Problem(
                path, "it needs an attack or a defense that is a sum of dice"
            )


def _are_sums(rolls: Iterable[RollShape]) -> bool:
    """Whether all of some rolls are sums of dice."""
    return all(roll.under is None and roll.pool is None for roll in rolls)


def _rolls_without_modifiers(page: SystemPage) -> Iterator[Problem]:
    """Yield the rolls that a modifier names although no modifier changes them: the damage and its
    steps."""
    steps = page.damage.steps if page.damage else {}
    for word, modifier in page.modifiers.items():
        if modifier.plus is None and modifier.again is None:
            continue
        path: Path = ("modifiers", word, "roll")
        for name in modifier.roll:
            if name == DAMAGE:
                yield Problem(
                    path, "what it adds to the damage is written `damage: 2`"
                )
            elif name in steps:
                why = f"a step of the damage, such as '{name}', is changed by its own formula"
                yield Problem(path, why)


def _problem_of_default(page: SystemPage, field: FieldShape) -> str:
    """Return what is wrong with the default of a field; empty if nothing is."""
    default = field.default
    if default is None:
        return ""
    if field.formula:
        return "a field with a formula has no default"
    wanted: Mapping[str, tuple[type, ...]] = {
        "number": (int,),
        "switch": (bool,),
        "word": (str,),
        "text": (str,),
        "dice": (str, int),
        "words": (tuple, list),
        "places": (int,),
    }
    if isinstance(default, bool) != (field.kind == "switch") or not isinstance(
        default, wanted[field.kind]
    ):
        return f"does not fit the kind {field.kind}"
    if field.kind in ("word", "words"):
        types = page.damage.types if page.damage else ()
        known = field.of or types
        chosen = [default] if isinstance(default, str) else default
        for word in chosen:  # type: ignore[union-attr]
            if word not in known:
                return f"no such word '{word}'{propose_near_word(str(word), known)}"
    return ""
