"""Answers of `odds` made by hand: what is rare, long, hostile, or refused."""

from typing import Any

Data = dict[str, Any]


def _damage(distribution: dict[int, float]) -> Data:
    mean = sum(n * chance for n, chance in distribution.items())
    return {"mean": mean, "distribution": {str(n): p for n, p in distribution.items()}}


def one() -> Data:
    """What may come of one attack."""
    return {
        "attacker": "joe",
        "target": "bob",
        "outcomes": {"hit": 0.625, "miss": 0.3746, "both_miss": 0.0004},
        "damage": _damage({0: 0.375, 5: 0.25, 6: 0.2, 7: 0.1, 8: 0.0747, 9: 0.0003}),
        "effects": {"stunned": 0.25, "critical-injury": 0.0002},
        "down": 0.05,
        "dead": 0.0,
    }


def far() -> Data:
    """More damage than there are rows, by somebody with a hostile name at a long one."""
    spread = dict.fromkeys(range(10, 50), 1 / 40)
    rest: Data = {"effects": {}, "down": 1.0, "dead": 0.9997}
    outcomes = {"hit": 1.0}
    return {
        "attacker": "vex",
        "target": "long",
        "outcomes": outcomes,
        "damage": _damage(spread),
    } | rest


def several() -> Data:
    """Two attacks of one action, and both together."""
    first = one()
    second = one() | {"target": "wolf", "damage": _damage({0: 0.5, 4: 0.5}), "effects": {}}
    second["outcomes"] = {"hit": 0.5, "not-fired": 0.5}
    whole = {key: first[key] for key in ("effects", "down", "dead")}
    whole["damage"] = _damage({0: 0.1875, 4: 0.1875, 5: 0.25, 9: 0.375})
    total = {"targets": ["bob", "wolf"], **whole}
    return {"attacker": "joe", "target": "bob", "attacks": [first, second], "total": total, **whole}


def variants() -> Data:
    """One attack in three ways, and two that cannot be."""
    better = one() | {"words": "--called neck", "effects": {"bleedout": 0.4, "stunned": 0.25}}
    worse = one() | {"words": "--with mode=burst", "damage": _damage({0: 0.9, 3: 0.1}), "down": 0.0}
    who = {"attacker": "joe", "target": "bob"}
    why = "no place 'nose' on bob; did you mean 'toe'? Or one of many others that are not told here"
    refused = [{**who, "words": "--called nose", "kind": "called", "why": why}]
    return {"variants": [one() | {"words": ""}, better, worse], "refused": refused}


def against() -> Data:
    """Everybody against one."""
    answers = [one() | {"attacker": who, "target": "bob"} for who in ("joe", "vex", "long", "wolf")]
    answers[2]["down"] = 0.5
    why = "bob is out of reach"
    refused = [{"attacker": "kid", "target": "bob", "kind": "distance", "why": why}]
    return {"against": answers, "refused": refused}


def _risk(of_damage: dict[int, float], **effects: float) -> Data:
    rest = {"effects": effects, "down": 0.0, "dead": 0.0}
    return {
        "any": max(1 - of_damage[0], *effects.values(), 0),
        "damage": _damage(of_damage),
        **rest,
    }


NO_RISK = _risk({0: 1.0})


def both() -> Data:
    """What may come of it for both sides, what it costs, what stands against it, as stories."""
    stories = [
        {"chance": 0.37, "outcome": "miss", "damage": 0, "effects": ["full-defense"]},
        {"chance": 0.24, "outcome": "hit", "damage": 6, "effects": ["prone", "knockdown"]},
        {"chance": 0.0004, "outcome": "both_miss", "damage": 0, "effects": [], "down": True},
    ]
    effects = {"full-defense": 1.0, "prone": 0.25, "knockdown": 0.25, "dead": 0.05, "light": 0.4}
    risk = _risk({0: 0.88, 6: 0.12}, prone=0.2, **{"off-balance": 1.0}) | {"any": 0.2, "down": 0.01}
    return one() | {
        "effects": effects,
        "stories": [{"down": False, "dead": False} | story for story in stories],
        "risk": risk,
        "cost": "2 AP, 3 rounds",
        "not_now": "it is not joe's turn",
        "down": 0.07,
        "dead": 0.05,
    }


def sure() -> Data:
    """Nothing is in doubt."""
    effects = {"stunned": 1.0, "prone": 1.0, "knockdown": 1.0}
    story = {"chance": 1.0, "outcome": "hit", "damage": 4, "effects": [*effects]}
    return one() | {
        "outcomes": {"hit": 1.0, "miss": 0.0},
        "damage": _damage({4: 1.0}),
        "effects": effects,
        "stories": [story | {"down": False, "dead": False}],
        "risk": NO_RISK,
        "down": 0.0,
    }


def volley() -> Data:
    """Two who attack one at a time, each with stories and a risk of their own."""
    first = both() | {"attacker": "long"}
    second = one() | {"attacker": "vex", "risk": NO_RISK}
    whole = {key: first[key] for key in ("damage", "effects", "down", "dead")}
    stories = [
        {"chance": 0.3, "damage": 0, "effects": ["full-defense"]},
        {"chance": 0.2, "damage": 12, "effects": ["prone", "knockdown"], "down": True},
    ]
    whole["stories"] = [{"down": False, "dead": False} | story for story in stories]
    total = {"targets": ["bob"], **whole, "risk": _risk({0: 0.88, 6: 0.12}, prone=0.2)}
    return {"attacker": "long", "target": "bob", "attacks": [first, second], "total": total} | whole


def risky() -> Data:
    """Everybody against one: who hits best risks most, and who does not is helped by it."""
    answers = [
        both() | {"attacker": "joe", "target": "bob"},
        one() | {"attacker": "long", "risk": NO_RISK, "cost": "1 AP"},
        one() | {"attacker": "wolf", "damage": _damage({0: 0.1, 9: 0.9}), "effects": {}},
    ]
    many = ("useless-left-arm", "useless-right-arm", "useless-left-leg", "useless-right-leg")
    answers[1]["effects"] = {"full-defense": 1.0, **dict.fromkeys(many, 0.1)}
    answers[2]["risk"] = _risk({0: 0.5, 3: 0.5})
    return {"against": answers}


def ways() -> Data:
    """Variants of which one is dearer and has a risk."""
    return {
        "variants": [
            both() | {"words": ""},
            both() | {"words": "--with mode=burst", "cost": "3 AP", "risk": NO_RISK},
        ]
    }
