"""The words of an attack: what each one means, which attacks it fits, how its value is read."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

from gmtrack.core.names import squash
from gmtrack.errors import Refusal
from gmtrack.rulesets.kit.words import Told, known, number
from gmtrack.rulesets.sr3.sheet.game import WORDS
from gmtrack.rulesets.sr3.tables import modifiers as worth
from gmtrack.rulesets.sr3.tables.fire_modes import MODES
from gmtrack.rulesets.sr3.tables.kinds import HAZES, LIGHTS
from gmtrack.rulesets.sr3.tables.ranges import CATEGORIES
from gmtrack.rulesets.sr3.tables.visibility import HAZE_WORDS, LIGHT_WORDS

Fits = Literal["melee", "ranged", "both"]
Value = int | str | None
Reader = Callable[[str, str | None], Value]
"""What the text behind `=` means for the word of this name. Raises Refusal (`option`)."""
FAR = 999_999
MOST = 99
LEAST_CHOKE, MOST_CHOKE = 2, 10
"""SR-108"""


# --- values ---


def _nothing(name: str, text: str | None) -> None:
    if text is not None:
        raise Refusal(WORDS.value, f"{name} takes no value")


def _text(name: str, text: str | None) -> str:
    """A name that is looked up later."""
    del name
    return text or ""


def _number(least: int = 0, most: int = 9_999) -> Reader:
    return lambda name, text: number(text, name, WORDS.value, least, most)


_COUNT = _number(most=MOST)
_SIGNED = _number(-MOST, MOST)


def _worth(plain: int) -> Reader:
    """What it is worth; the bare word is worth `plain`."""
    return lambda name, text: plain if text is None else _SIGNED(name, text)


def _maybe(name: str, text: str | None) -> Value:
    return None if text is None else _SIGNED(name, text)


def _one_of(choices: Mapping[str, Value], bare: str = "", what: str = "") -> Reader:
    """The value of a choice; the bare word means the choice `bare`."""
    return lambda name, text: choices[
        known(bare if text is None else text, choices, what or name, WORDS.value)
    ]


def _range(name: str, text: str | None) -> Value:
    """SR-044: metres, or a category."""
    metres = (text or "").removesuffix("m")
    if text is None or metres.lstrip("+-").isdigit():
        return number(metres, name, WORDS.value, most=FAR)
    return known(squash(text), CATEGORIES, name, WORDS.value)


def _barrier(name: str, text: str | None) -> Value:
    """SR-R08: a rating, or the id of a barrier of the scene."""
    if not text or text.lstrip("+-").isdigit():
        return number(text, name, WORDS.value, most=FAR)
    return text


def _running(name: str, text: str | None) -> Value:
    """SR-123, SR-124"""
    typed = text or "running"
    return worth.GAITS[typed] if typed in worth.GAITS else _COUNT(name, text)


_MODE = _one_of({mode: mode for mode in MODES})
_LIGHT = _one_of({**LIGHT_WORDS, **{light: light for light in LIGHTS}})
_HAZE = _one_of({**HAZE_WORDS, **{haze: haze for haze in HAZES}})
_SIDE = _one_of({"attacker": "attacker", "defender": "defender"}, bare="attacker", what="side")


# --- words ---


class AttackWord(NamedTuple):
    """One word: what it says, the attacks that it fits, the rows of RULES.md, how its value is
    read. `auto`: known by itself, and `--without` switches it off."""

    help: str
    fits: Fits
    id: str
    read: Reader = _nothing
    auto: bool = False


def _auto(help_: str, fits: Fits, id_: str, read: Reader) -> AttackWord:
    return AttackWord(help_, fits, id_, read, auto=True)


ATTACK_WORDS: Mapping[str, AttackWord] = MappingProxyType(
    {
        # what is declared
        "pool": AttackWord("combat pool dice of the attacker", "both", "SR-004, SR-005",
            _number(most=FAR)),
        "defense-pool": AttackWord("those of a melee defender", "both", "SR-004, SR-005",
            _number()),
        "resist-pool": AttackWord("those against the damage", "both", "SR-017, SR-048", _number()),
        "mode": AttackWord("ss, sa, bf or fa", "ranged", "SR-054..SR-060", _MODE),
        "rounds": AttackWord("rounds at each target, full auto", "ranged", "SR-060", _number(1,
            FAR)),
        "walk": AttackWord("metres from the target before", "ranged", "SR-065", _number(most=FAR)),
        "range": AttackWord("metres, or short, medium, long, extreme", "ranged", "SR-044", _range),
        "barrier": AttackWord("what is shot through: an id, or a rating", "ranged", "SR-R08",
            _barrier),
        "choke": AttackWord("2 to 10, for this shot of a smartgun", "ranged", "SR-114",
            _number(LEAST_CHOKE, MOST_CHOKE)),
        "deployed": _auto("bipod or tripod stands", "ranged", "SR-069", _nothing),
        "passing-by": AttackWord("the target moves past", "melee", "SR-035"),
        "subdue": AttackWord("for a hold: +2", "melee", "SR-036..SR-040"),
        "defense-weapon": AttackWord("what the target fights with", "melee", "SR-013", _text),
        "no-room": AttackWord("nowhere to be knocked back to", "melee", "SR-033"),
        # the target number, melee
        "reach": _auto("net points of the attacker", "melee", "SR-020", _SIGNED),
        "friends": _auto("the attacker's friends in the melee", "melee", "SR-025", _COUNT),
        "enemy-friends": _auto("the defender's friends there", "melee", "SR-026", _COUNT),
        "superior-position": _auto("-1 for attacker or defender", "melee", "SR-027", _SIDE),
        "opponent-prone": _auto("-2 against one who is prone", "melee", "SR-028",
            _worth(worth.OPPONENT_PRONE)),
        "several-opponents": _auto("+2 for each one before", "melee", "SR-022", _SIGNED),
        # the target number, melee and ranged
        "light": AttackWord("full, minimal, partial, glare, none", "both", "SR-127, SR-128",
            _LIGHT),
        "haze": AttackWord("mist, light, heavy, thermal-light, thermal-heavy, none", "both",
            "SR-127, SR-128", _HAZE),
        "visibility": _auto("by light, haze and eyes", "both", "SR-127..SR-131", _SIGNED),
        "cornered": _auto("+2 for one who cannot move away", "both", "SR-033",
            _worth(worth.CORNERED)),
        "wounds": _auto("the wound modifier", "both", "SR-141", _SIGNED),
        # the target number, ranged
        "recoil": _auto("what is not compensated", "ranged", "SR-068..SR-072", _SIGNED),
        "smartlink": _auto("-2 with a smartgun", "ranged", "SR-077", _maybe),
        "smart-goggles": _auto("-1 with a smartgun", "ranged", "SR-078", _maybe),
        "laser": _auto("-1 up to 50 metres, in clear air", "ranged", "SR-079", _maybe),
        "second-firearm": _auto("+2, no targeting gear", "ranged", "SR-125",
            _worth(worth.SECOND_FIREARM)),
        "aim": _auto("-1 for each action of aiming", "ranged", "SR-126", _COUNT),
        "partial-cover": _auto("+4", "ranged", "SR-117", _worth(worth.PARTIAL_COVER)),
        "blind-fire": AttackWord("+8 instead of visibility", "ranged", "SR-118, SR-132"),
        "target-running": _auto("+2", "ranged", "SR-119", _worth(worth.TARGET_RUNNING)),
        "stationary": _auto("-1 for a target that stays", "ranged", "SR-120",
            _worth(worth.STATIONARY)),
        "several-targets": _auto("+2 for each one before", "ranged", "SR-121", _SIGNED),
        "in-melee": _auto("+2 for each opponent", "ranged", "SR-122", _COUNT),
        "running": _auto("+4, =difficult: +6", "ranged", "SR-123, SR-124", _running),
        "strength-min": _auto("+1 for each point short, bow", "ranged", "SR-115", _SIGNED),
        "spread": _auto("shot: metres to either side", "ranged", "SR-109", _SIGNED),
    }
)  # fmt: skip
"""Numbers that follow a word of the target number replace its value; of `friends`,
`enemy-friends`, `aim` and `in-melee` they are what is counted."""

SWITCHES = tuple(name for name, row in ATTACK_WORDS.items() if row.auto)
"""What `--without` switches off."""


class Said(NamedTuple):
    """A word that was typed: the value that it has, and the combatant whom it is about."""

    value: Value
    who: str | None


class AttackWords:
    """All words of one attack, their values read once. Raises Refusal (`option`)."""

    def __init__(self, told: Told) -> None:
        self._said: dict[str, list[Said]] = {}
        for name, row in ATTACK_WORDS.items():
            for word in told.all(name):
                said = Said(row.read(name, word.value), word.who)
                self._said.setdefault(name, []).append(said)

    def __iter__(self) -> Iterator[str]:
        """The names that were typed, in the order of the table."""
        return iter(self._said)

    def tied(self, name: str, who: str) -> list[Said]:
        """Those about one combatant, in the order typed."""
        return [said for said in self._said.get(name, []) if said.who == who]

    def bare(self, name: str) -> Said | None:
        """The last one that names nobody."""
        return next((said for said in reversed(self._said.get(name, [])) if not said.who), None)

    def about(self, name: str, who: str) -> Said | None:
        """The last one about somebody, else the last one that names nobody."""
        tied = self.tied(name, who)
        return tied[-1] if tied else self.bare(name)

    def in_force(self, attacker: str, target: str, time: int, times: int) -> dict[str, Said]:
        """The words of the attack on one target, `time` of `times`: those about the target (if
        they are named several times, one word for each time), else those about the attacker, else
        those that name nobody."""
        found = {}
        for name in self:
            tied = self.tied(name, target)[-times:]
            said = tied[min(time, len(tied)) - 1] if tied else self.about(name, attacker)
            if said is not None:
                found[name] = said
        return found
