"""The words of an attack: what each one means, and which attacks it fits (8.2)."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

Fits = Literal["melee", "ranged", "both"]
Takes = Literal["nothing", "maybe", "number", "word"]
"""What follows `=`; `maybe`: a number or nothing."""


class AttackWord(NamedTuple):
    """One word: what it says, the attacks that it fits, ledger ids, what follows it. `auto`: the
    tracker finds it out by itself, and `--without` switches it off."""

    help: str
    fits: Fits
    id: str
    takes: Takes = "nothing"
    auto: bool = False


def _told(help_: str, fits: Fits, id_: str, takes: Takes = "nothing") -> AttackWord:
    return AttackWord(help_, fits, id_, takes)


def _auto(help_: str, fits: Fits, id_: str, takes: Takes = "maybe") -> AttackWord:
    return AttackWord(help_, fits, id_, takes, auto=True)


ATTACK_WORDS: Mapping[str, AttackWord] = MappingProxyType(
    {
        # what is declared
        "pool": _told("combat pool dice of the attacker", "both", "SR-004, SR-005", "number"),
        "defense-pool": _told("those of a melee defender", "both", "SR-004, SR-005", "number"),
        "resist-pool": _told("those against the damage", "both", "SR-017, SR-048", "number"),
        "mode": _told("ss, sa, bf or fa", "ranged", "SR-054..SR-060", "word"),
        "rounds": _told("rounds at each target, full auto", "ranged", "SR-060", "number"),
        "walk": _told("metres from the target before", "ranged", "SR-065", "number"),
        "range": _told("metres, or short, medium, long, extreme", "ranged", "SR-044", "word"),
        "barrier": _told("what is shot through: an id, or a rating", "ranged", "SR-R08", "word"),
        "choke": _told("2 to 10, for this shot of a smartgun", "ranged", "SR-114", "number"),
        "deployed": _auto("bipod or tripod stands", "ranged", "SR-069", "nothing"),
        "passing-by": _told("the target moves past", "melee", "SR-035"),
        "subdue": _told("for a hold: +2", "melee", "SR-036..SR-040"),
        "defense-weapon": _told("what the target fights with", "melee", "SR-013", "word"),
        "no-room": _told("nowhere to be knocked back to", "melee", "SR-033"),
        # the target number, melee
        "reach": _auto("net points of the attacker", "melee", "SR-020", "number"),
        "friends": _auto("the attacker's friends in the melee", "melee", "SR-025", "number"),
        "enemy-friends": _auto("the defender's friends there", "melee", "SR-026", "number"),
        "superior-position": _auto("-1 for attacker or defender", "melee", "SR-027", "word"),
        "opponent-prone": _auto("-2 against one who is prone", "melee", "SR-028"),
        "several-opponents": _auto("+2 for each one before", "melee", "SR-022", "number"),
        # the target number, melee and ranged
        "light": _told("full, minimal, partial, glare, none", "both", "SR-127, SR-128", "word"),
        "haze": _told(
            "mist, light, heavy, thermal-light, thermal-heavy, none", "both", "SR-127, SR-128",
            "word",
        ),
        "visibility": _auto("by light, haze and eyes", "both", "SR-127..SR-131", "number"),
        "cornered": _auto("+2 for one who cannot move away", "both", "SR-033"),
        "wounds": _auto("the wound modifier", "both", "SR-141", "number"),
        # the target number, ranged
        "recoil": _auto("what is not compensated", "ranged", "SR-068..SR-072", "number"),
        "smartlink": _auto("-2 with a smartgun", "ranged", "SR-077"),
        "smart-goggles": _auto("-1 with a smartgun", "ranged", "SR-078"),
        "laser": _auto("-1 up to 50 metres, in clear air", "ranged", "SR-079"),
        "second-firearm": _auto("+2, no targeting gear", "ranged", "SR-125"),
        "aim": _auto("-1 for each action of aiming", "ranged", "SR-126", "number"),
        "partial-cover": _auto("+4", "ranged", "SR-117"),
        "blind-fire": _told("+8 instead of visibility", "ranged", "SR-118, SR-132"),
        "target-running": _auto("+2", "ranged", "SR-119"),
        "stationary": _auto("-1 for a target that stays", "ranged", "SR-120"),
        "several-targets": _auto("+2 for each one before", "ranged", "SR-121", "number"),
        "in-melee": _auto("+2 for each opponent", "ranged", "SR-122", "number"),
        "running": _auto("+4, =difficult: +6", "ranged", "SR-123, SR-124", "word"),
        "strength-min": _auto("+1 for each point short, bow", "ranged", "SR-115", "number"),
        "spread": _auto("shot: metres to either side", "ranged", "SR-109", "number"),
    }
)  # fmt: skip
"""Numbers that follow a word of the target number replace its value; of `friends`,
`enemy-friends`, `aim` and `in-melee` they are what is counted."""

SWITCHES = tuple(name for name, row in ATTACK_WORDS.items() if row.auto)
"""What `--without` switches off."""


def tied_first(texts: Iterable[str]) -> list[str]:
    """8.2: `WORD=WHO:VALUE` as `WHO:WORD=VALUE`, which is how words are read."""
    found = []
    for text in texts:
        name, sign, value = text.partition("=")
        who, colon, rest = value.partition(":")
        found.append(f"{who}:{name}={rest}" if sign and colon else text)
    return found
