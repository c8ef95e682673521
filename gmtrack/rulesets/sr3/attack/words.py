"""The words of an attack and the readers of their values. Some words declare the attack; the
others come from the modifiers of both target numbers."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from gmtrack.core.names import squash
from gmtrack.rulesets.kit.modifiers import Modifier
from gmtrack.rulesets.kit.words import match_choice, parse_number
from gmtrack.rulesets.sr3 import tables
from gmtrack.rulesets.sr3.attack.aim import SYSTEMS
from gmtrack.rulesets.sr3.attack.plan import (
    AttackWord,
    Fits,
    Reader,
    Value,
    take_no_value,
)
from gmtrack.rulesets.sr3.attack.target_number import (
    MELEE_MODIFIERS,
    OPPONENT,
    OWN,
    RANGED_MODIFIERS,
)
from gmtrack.rulesets.sr3.rulings import House
from gmtrack.rulesets.sr3.sheet.game import WORDS
from gmtrack.rulesets.sr3.wounds.blast import BLAST_WORDS

FAR = 999_999
MOST = 99


def keep_name_as_typed(name: str, text: str | None) -> str:
    """Return the text as typed, or an empty text; the name in it is looked up later."""
    del name
    return text or ""


def count_to(most: int, least: int = 0) -> Reader:
    """Return a reader of a whole number between `least` and `most`, which raises Refusal
    `option` for anything else."""
    return lambda name, text: parse_number(text, name, WORDS.value, least, most)


count = count_to(MOST)
dice = count_to(9_999)
signed = count_to(MOST, -MOST)
ALL = "all"


def number_or_all_reader(read: Reader) -> Reader:
    """Return a reader that accepts `all` beside what `read` accepts."""
    return lambda name, text: (
        ALL if squash(text or "") == ALL else read(name, text)
    )


def amount_reader(plain: int) -> Reader:
    """Return a reader of a signed number, for which the bare word means `plain`."""
    return lambda name, text: plain if text is None else signed(name, text)


def parse_gait(name: str, text: str | None) -> Value:
    """Parse a gait or a number into the modifier for running; the bare word (`text` None) means
    plain running. Raises Refusal `option` for anything else."""
    typed = text or "running"
    return tables.GAITS[typed] if typed in tables.GAITS else count(name, text)


def parse_pace(name: str, text: str | None) -> Value:
    """Parse a way of walking or a number into the modifier for walking; the bare word (`text`
    None) means on open ground. Raises Refusal `option` for anything else."""
    typed = text or "walking"
    return tables.PACES[typed] if typed in tables.PACES else count(name, text)


def parse_amount(name: str, text: str | None) -> Value:
    """Parse a signed number; the bare word (`text` None) returns None, which leaves the number
    to the rules. Raises Refusal `option` for anything else."""
    return None if text is None else signed(name, text)


def choice_reader(
    choices: Mapping[str, Value], bare: str = "", what: str = ""
) -> Reader:
    """Return a reader that looks a choice up; the bare word means the choice `bare`. `what`
    names the kind of choice in the refusal `option`; empty: the word itself."""
    return lambda name, text: choices[
        match_choice(
            bare if text is None else text, choices, what or name, WORDS.value
        )
    ]


def parse_distance(name: str, text: str | None) -> Value:
    """Parse a distance: metres, also as `8m`, or a range category. Raises Refusal `option` for
    anything else, and for the bare word (`text` None)."""
    metres = (text or "").removesuffix("m")
    if text is None or metres.lstrip("+-").isdigit():
        return parse_number(metres, name, WORDS.value, most=FAR)
    return match_choice(squash(text), tables.CATEGORIES, name, WORDS.value)


def parse_barrier_word(name: str, text: str | None) -> Value:
    """Parse a barrier: a number is a rating, other text an id that is looked up later. Raises
    Refusal `option` for a rating beyond the limits and for the bare word."""
    if not text or text.lstrip("+-").isdigit():
        return parse_number(text, name, WORDS.value, most=FAR)
    return text


LEAST_CHOKE, MOST_CHOKE = 2, 10
# A bare `full` is rather full auto.
_LIGHT = choice_reader(
    {
        **tables.LIGHT_WORDS,
        "full": "full_darkness",
        **{light: light for light in tables.LIGHTS},
    }
)
_HAZE = choice_reader(
    {**tables.HAZE_WORDS, **{haze: haze for haze in tables.HAZES}}
)

_DECLARED = (
    AttackWord("pool", "combat pool dice for the attack: N up to the skill, or all", "both",
               "SR-004, SR-005", number_or_all_reader(count_to(FAR))),
    AttackWord("defense-pool", "combat pool dice of the defense", "both", "SR-004, SR-005",
               dice),
    AttackWord("resist-pool", "combat pool dice against damage: N, or all", "both",
               "SR-017, SR-048", number_or_all_reader(dice)),
    AttackWord("mode", "fire mode: ss, sa, bf or fa",
               "ranged", "SR-054..SR-060",
               choice_reader({**{mode: mode for mode in tables.MODES}, **tables.MODE_NAMES}),
               choices=tuple(tables.MODES)),
    AttackWord("rounds", "full auto: rounds at each target", "ranged", "SR-060", count_to(FAR, 1)),
    AttackWord("walk", "full auto: metres between targets", "ranged", "SR-065", count_to(FAR)),
    AttackWord("range", "metres, or short, medium, long, extreme", "ranged", "SR-044",
               parse_distance, choices=tables.CATEGORIES),
    AttackWord("barrier", "what is shot through: an id or a rating", "ranged", "SR-R08",
               parse_barrier_word),
    AttackWord("choke", "2 to 10, for this shot of a smartgun", "ranged", "SR-114",
               count_to(MOST_CHOKE, LEAST_CHOKE)),
    AttackWord("deployed", "bipod or tripod deployed", "ranged", "SR-069", auto=True),
    AttackWord("passing-by", "free attack on a target moving past", "melee", "SR-035"),
    AttackWord("defense-weapon", "what the target defends with", "melee", "SR-013",
               keep_name_as_typed),
    AttackWord("no-room", "no room behind: cornered instead", "melee", "SR-033"),
    AttackWord("reach-on", "the target number that reach changes: own, or opponent", "melee",
               "SR-020, SR-R59", choice_reader({OWN: OWN, OPPONENT: OPPONENT}, OWN, "side"),
               choices=(OWN, OPPONENT)),
    AttackWord("light", "full-darkness, minimal, partial, glare, none", "both", "SR-127, SR-128",
               _LIGHT, choices=tuple(tables.LIGHT_WORDS)),
    AttackWord("at-once", "goes off where it lands", "blast", "SRX-R12"),
    AttackWord("scatter", "metres off, not rolled", "blast", "SRX-107", count_to(999)),
    AttackWord("distance", BLAST_WORDS["distance"], "blast", "SRX-112", keep_name_as_typed),
    AttackWord("power", BLAST_WORDS["power"], "blast", "SRX-116", keep_name_as_typed),
    AttackWord("unseen", BLAST_WORDS["unseen"], "blast", "SRX-119", keep_name_as_typed),
    AttackWord("haze", "mist, light, heavy, thermal-light, thermal-heavy, none", "both",
               "SR-127, SR-128", _HAZE, choices=tuple(tables.HAZE_WORDS)),
)  # fmt: skip
SIDES = ("attacker", "defender")
_CHOICES = {
    "superior-position": SIDES,
    "running": ("difficult",),
    "walking": ("difficult",),
}
_READ: Mapping[str, Reader] = {
    **dict.fromkeys(("friends", "enemy-friends", "aim", "in-melee"), count),
    **dict.fromkeys((row.label for row in SYSTEMS), parse_amount),
    "superior-position": choice_reader(
        {side: side for side in SIDES}, "attacker", "side"
    ),
    "running": parse_gait,
    "walking": parse_pace,
}


def _reader(row: Modifier[Any, House]) -> Reader:
    """Return the reader for the word of a modifier, whose number replaces what the modifier is
    worth."""
    if row.label in _READ:
        return _READ[row.label]
    if not row.off:
        return take_no_value
    return (
        amount_reader(row.amount)
        if isinstance(row.amount, int) and row.amount != 1
        else signed
    )


def _modifier_words(
    rows: Iterable[Modifier[Any, House]], fits: Fits
) -> dict[str, AttackWord]:
    """Return the attack words of all modifiers that the GM can type, by name."""
    return {
        row.label: AttackWord(
            row.label,
            row.help,
            fits,
            row.rules,
            _reader(row),
            row.off,
            _CHOICES.get(row.label, ()),
        )
        for row in rows
        if row.told
    }


def _word_in_both(name: str) -> AttackWord:
    """Return the word that both target numbers know, with the rules of both."""
    melee, ranged = _MELEE[name], _RANGED[name]
    rules = {*melee.rules.split(", "), *ranged.rules.split(", ")}
    return melee._replace(fits="both", rules=", ".join(sorted(rules)))


_MELEE = _modifier_words(MELEE_MODIFIERS, "melee")
_RANGED = _modifier_words((*SYSTEMS, *RANGED_MODIFIERS), "ranged")

_EVERY_WORD: Mapping[str, AttackWord] = {
    **{row.name: row for row in _DECLARED},
    **_MELEE,
    **_RANGED,
    **{name: _word_in_both(name) for name in _MELEE if name in _RANGED},
}
_BY_HOUSE_RULE: Mapping[str, Callable[[House], bool]] = {
    "reach-on": lambda house: house.reach_side == "one",
    "walking": lambda house: house.walking == "counts",
}
"""Words that only a house rule brings."""
ATTACK_WORDS: Mapping[str, AttackWord] = {
    name: row for name, row in _EVERY_WORD.items() if name not in _BY_HOUSE_RULE
}
"""The words of `attack --with` at every table. A number behind the word of a modifier replaces its
worth; behind `friends`, `enemy-friends`, `aim` and `in-melee` it is what is counted."""

SWITCHES = tuple(name for name, row in ATTACK_WORDS.items() if row.auto)
"""Words that `--without` switches off at every table."""


def attack_words(house: House) -> Mapping[str, AttackWord]:
    """Return the words of `attack --with` under these house rules."""
    more = [name for name, holds in _BY_HOUSE_RULE.items() if holds(house)]
    if not more:
        return ATTACK_WORDS
    return {**ATTACK_WORDS, **{name: _EVERY_WORD[name] for name in more}}


def attack_switches(house: House) -> tuple[str, ...]:
    """Return the words that `--without` switches off under these house rules."""
    words = attack_words(house)
    if words is ATTACK_WORDS:
        return SWITCHES
    return tuple(name for name, row in words.items() if row.auto)
