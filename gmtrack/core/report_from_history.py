"""A report once more, from what the history has kept of it."""

from collections.abc import Sequence

from gmtrack.core.deeds import attacks_in, rolls_in
from gmtrack.core.draft import Change, net
from gmtrack.core.encounter import Data
from gmtrack.core.report import Block, Fact, Override, Part, Report, Roll, StoryStep

OWN = ("name", "who", "pool", "dice", "again", "given", "parts")
"""Keys of a roll's document that are no reading of its dice."""


def report_from_history(
    document: Data, story: Sequence[StoryStep], shown: Sequence[Data], changes: list[Change]
) -> Report:
    """The report as it was told. An early history does not say which dice were good."""
    found = rolls_in(document)
    known = [*shown, *({} for _ in found[len(shown) :])]
    rolls = [_roll(roll, seen) for roll, seen in zip(found, known, strict=False)]
    return Report(
        document.get("command", ""),
        document.get("ruleset", ""),
        body=document,
        rolls=rolls,
        story=[rolls[part] if isinstance(part, int) else Fact(*part) for part in story],
        overrides=[Override(one["kind"], one["message"]) for one in document.get("forced", ())],
        unused=list(document.get("unused", ())),
        changes=list(net(changes)),
        blocks=[
            Block(one["attacker"], one["target"], one, effects=one["effects"])
            for one in attacks_in(document)
        ],
        friends=[(one["attacker"], one["target"]) for one in document.get("friendly_fire", ())],
        understood=tuple(document.get("understood", ())),
    )


def _roll(document: Data, shown: Data) -> Roll:
    dice, again = tuple(document["dice"]), tuple(document.get("again", ()))
    good = set(shown.get("good", ()))
    parts = shown.get("parts") or [(p["label"], p["value"]) for p in document.get("parts", ())]
    return Roll(
        document["name"],
        document["who"],
        tuple(Part(*part) for part in parts),
        dice,
        bool(document["given"]),
        {key: value for key, value in document.items() if key not in OWN},
        tuple(place in good for place in range(len(dice) + len(again))),
        document.get("pool"),
        again,
    )
