"""Documents of `simulate` made by hand: short, crowded, cut short, stuck, sure, side by side."""

from typing import Any

Data = dict[str, Any]

NAMES = {
    "joe": "Joe Schmoe",
    "vex": "[red]Vex[/] \x1b[2J\u202eexe.\x9b31m\u200b",
    "wolf": "狼の森 ウルフ",
    "kim": "Kim",
    "bob": "Bob Rock",
    "ganger-1": "Ganger of the Northside Rail Yard Crew 11",
    "ganger-2": "Ganger of the Northside Rail Yard Crew 12",
    "boss": "The boss",
}


def one(
    side: str, out: float, dead: float, *, won: tuple[float, float] | None = None,
    flesh: float = 6.2, strain: float = 3.1, **more: Any,
) -> Data:  # fmt: skip
    """One combatant; `won`: out and dead among the fights that their side won."""
    return {
        "side": side,
        "out": out,
        "dead": dead,
        "if_won": won and {"out": won[0], "dead": won[1]},
        "tracks": {
            "flesh": {"mean": flesh, "max": 10, "unit": "left"},
            "strain": {"mean": strain, "max": 10, "unit": "filled"},
        },
        **more,
    }


def answer(won: Data, combatants: Data, **more: Any) -> Data:
    rounds = {"1": 0.02, "2": 0.11, "3": 0.27, "4": 0.3, "5": 0.16, "6": 0.08, "7": 0.04}
    return {
        "fights": 1000,
        "seed": 7,
        "won": won,
        "margin": 0.03,
        "rounds": {"mean": 4.1, "distribution": rounds | {"8": 0.008, "9": 0.005, "11": 0.007}},
        "combatants": combatants,
        "tactics": {},
        "limit": 50,
        **more,
    }


def duel() -> Data:
    """Two, and a fight that is not often nobody's."""
    people = {
        "joe": one("pc", 0.4, 0.12, won=(0.02, 0.0), flesh=6.24),
        "bob": one("foe", 0.63, 0.3, won=(0.08, 0.01), flesh=-1.2, strain=8.9),
    }
    return _said(answer({"pc": 0.62, "foe": 0.35, "nobody": 0.03}, people))


def crowd() -> Data:
    """Eight, two with hardly different names, some with tracks of their own."""
    people = {
        "joe": one("pc", 0.4, 0.1, won=(0.3, 0.05)),
        "vex": one("pc", 0.61, 0.22, won=(0.5, 0.16), flesh=2.5),
        "wolf": one("ally", 0.2, 0.004, won=(0.1, 0.0)),
        "kim": one("pc", 0.0, 0.0, won=(0.0, 0.0), flesh=10, strain=0),
        "bob": one("foe", 0.8, 0.41, won=(0.2, 0.1), flesh=1),
        "ganger-1": one("foe", 0.9, 0.6, won=(0.3, 0.1), flesh=0.4),
        "ganger-2": one("foe", 0.998, 0.7, won=(0.9, 0.2), flesh=-0.2),
        "boss": one("foe", 0.7, 0.2, won=(0.1, 0.1), flesh=3),
    }
    people["vex"]["tracks"] = {"shield": {"mean": 0.4, "max": 6, "unit": "left"}} | people["vex"][
        "tracks"
    ]
    tactics = {"pc": "focus", "boss": "weakest"}
    return _said(answer({"pc": 0.667, "foe": 0.326, "nobody": 0.007}, people, tactics=tactics))


def limbs() -> Data:
    """Everybody has more tracks than there is room for."""
    doc = duel()
    for place, person in enumerate(doc["combatants"].values()):
        person["tracks"] = {
            limb: {"mean": most / (1 + place) - n / 2, "max": most, "unit": ""}
            for n, (limb, most) in enumerate(
                [("head", 3), ("torso", 12), ("r.arm", 6), ("l.arm", 6), ("r.leg", 6), ("l.leg", 6)]
            )
        }
    return doc


def cut_short() -> Data:
    """Ctrl-C after few fights."""
    doc = duel() | {"fights": 41, "asked": 1000, "margin": 0.14}
    doc["won"] = {"pc": 0.805, "foe": 0.195, "nobody": 0.0}
    return doc


def stuck() -> Data:
    """Many fights that cannot go on, or last too long; one side has a word of its own."""
    people = {
        "joe": one("pc", 0.1, 0.0, won=(0.0, 0.0)),
        "bob": one("cops", 0.3, 0.02, won=(0.1, 0.0)),
    }
    doc = answer({"pc": 0.3, "cops": 0.1, "nobody": 0.6}, people)
    doc["stuck"] = {"joe holds an action: `intervene joe`, or `next`": 0.15}
    doc["rounds"] = {"mean": 24.0, "distribution": {"3": 0.3, "4": 0.15, "7": 0.13, "50": 0.42}}
    return _said(doc)


def sure() -> Data:
    """The party wins, always and unhurt."""
    people = {
        "joe": one("pc", 0.0, 0.0, won=(0.0, 0.0), flesh=10, strain=0),
        "bob": one("foe", 1.0, 1.0, flesh=-3.3, strain=10),
    }
    doc = answer({"pc": 1.0, "foe": 0.0, "nobody": 0.0}, people, margin=0.0019)
    doc["rounds"] = {"mean": 1.0, "distribution": {"1": 1.0}}
    return _said(doc)


def decided() -> Data:
    """All foes are out already."""
    doc = sure() | {"fights": 0, "margin": 0.0, "decided": "pc"}
    return doc | {"rounds": {"mean": 0.0, "distribution": {"0": 1.0}}}


def variants(count: int = 3) -> Data:
    """The duel as it is and in other ways; somebody is in one of them alone."""
    more = {"mick": one("foe", 0.5, 0.1, won=(0.3, 0.1), name="Mick the Knife")}
    ways = [("", 0.41, {}), ("add ganger", 0.2, more), ("remove bob", 0.79, {})]
    ways += [(f"set joe attributes.body={n}", 0.4 + n / 50, {}) for n in range(4, 14)]
    people = duel()["combatants"]
    each = []
    for words, chance, others in ways[:count]:
        won = {"pc": chance, "foe": 0.97 - chance, "nobody": 0.03}
        each.append({"words": words, **answer(won, people | others)})
    best = max(range(count), key=lambda place: ways[place][1])
    return {"command": "simulate", "ruleset": "swan-song", "variants": each, "best": best}


def five() -> Data:
    return variants(5)


def nine() -> Data:
    """More than fit beside each other."""
    return variants(9)


def _said(doc: Data) -> Data:
    return {"command": "simulate", "ruleset": "swan-song", **doc}
