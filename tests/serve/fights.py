"""Documents of the players, as the server sends them."""

import copy
from typing import Any

Document = dict[str, Any]

ROLLS = [
    {
        "who": "Joe",
        "what": "attack",
        "dice": [6, 6, 2, 4],
        "again": [5],
        "good": [0, 1, 4],
        "came": "3 hits",
    },
    {
        "who": "Bob",
        "what": "defense",
        "dice": [1, 5, 2],
        "again": [],
        "good": [1],
        "came": "1 hit",
    },
]


def friend(name: str, **given: Any) -> Document:
    return {
        "name": name,
        "side": "pc",
        "acting": False,
        "done": False,
        "status": "up",
        "out": False,
        "health": "hurt",
        "tracks": [
            {
                "label": "flesh",
                "text": "6/10",
                "unit": "left",
                "segments": [["full", 6], ["lost", 4]],
            },
            {
                "label": "strain",
                "text": "2/8",
                "unit": "filled",
                "segments": [["strain", 2], ["empty", 6]],
            },
        ],
        "conditions": [],
        "cells": [["Score", "10"], ["AP", "2"]],
        **given,
    }


def foe(name: str, health: str = "unhurt", **given: Any) -> Document:
    return {
        "name": name,
        "side": "foe",
        "acting": False,
        "done": False,
        "status": health,
        "out": health == "down",
        "health": health,
        "tracks": [],
        "conditions": [],
        "cells": [],
        **given,
    }


FIGHT: Document = {
    "title": "Two in an alley",
    "stale": False,
    "clock": [["round", "2"], ["pass", "1"]],
    "turn": {"now": ["Joe"], "next": ["Bob"], "left": "2 AP"},
    "rows": [
        foe("Rat", "badly hurt", done=True),
        friend("Joe", acting=True, conditions=["prone", "stunned, 2 rounds"]),
        foe("Bob", "hurt"),
        friend("Kat", status="unconscious", out=True, health="down"),
        foe("Third thug", "down"),
    ],
    "last": {"line": "Joe attacks Bob: hit", "dice": ROLLS},
    "story": [
        {"head": "Round 1", "lines": ["Rat attacks Kat: hit", "Kat is down"]},
        {"head": "Round 2", "lines": ["Rat attacks Joe: miss", "Joe attacks Bob: hit"]},
    ],
}

QUESTION: Document = {
    "id": "k3-question",
    "who": "joe",
    "name": "Joe",
    "what": "defense",
    "about": "Bob attacks Joe with cue",
    "line": "Joe: defense, 7 dice (4 reaction + 3 intuition)",
    "count": 7,
    "sides": 6,
    "help": ["a die counts at 5 or more"],
    "hits_alone": True,
    "problem": "",
}


def turn_of(name: str, then: str, number: int = 2) -> Document:
    """The fight when somebody else acts, a line of the story on."""
    fight = copy.deepcopy(FIGHT)
    fight["clock"][0][1] = str(number)
    fight["turn"] = {"now": [name], "next": [then], "left": ""}
    for row in fight["rows"]:
        row["acting"] = row["name"] == name
    fight["story"][-1]["lines"].append(f"{name} acts")
    return fight


def hostile() -> Document:
    """Names that try to be HTML, to be wider than a phone, or to turn the line around."""
    names = [
        "<img src=x onerror=\"document.title='owned'\"><script>alert(1)</script>",
        "W" * 300,
        "\u202eeciruam \u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627",
        "\U0001f9db\U0001f3fd\u200d\u2642\ufe0f" * 20,
        "Z" + "\u0300\u0316\u0489" * 40,
        "</title></style>&amp;${1}{{2}}",
    ]
    fight = copy.deepcopy(FIGHT)
    fight["title"] = names[0]
    fight["clock"] = [["round", "9" * 60]]
    fight["turn"] = {"now": names[:3], "next": names[3:], "left": names[1]}
    fight["rows"] = [
        make(name, acting=acting, conditions=[name], cells=[["Score", name]])
        for name in names
        for make, acting in ((friend, True), (foe, False))
    ]
    for row in fight["rows"]:
        row["status"] = row["name"]
        for track in row["tracks"]:
            track.update(label=row["name"], text=row["name"])
    rolls = [{**ROLLS[0], "who": name, "what": name, "came": name} for name in names]
    rolls.append({**ROLLS[0], "dice": [6] * 200})
    fight["last"] = {"line": " ".join(names), "dice": rolls}
    fight["story"] = [{"head": name, "lines": names} for name in names]
    return fight
