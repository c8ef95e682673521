"""Odds are for planning: whose turn it is, what it costs and what is in hand do not stop them."""

from typing import Any, NamedTuple

import pytest
from tables import each_row

from gmtrack.app.odds.attack import attack_odds
from gmtrack.app.odds.attack_rolls import OddsQuestion
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Attack
from gmtrack.errors import Refusal

from .odds_play import Sample, core, encounter


class Plan(NamedTuple):
    """An attack that cannot be made now: what has led there, and what stands against it. Without
    that (`ready`: after other lines) it has the same odds."""

    folder: str
    before: tuple[str, ...]
    line: str
    against: str
    ready: tuple[str, ...] = ()
    rest: dict[str, Any] = {}  # noqa: RUF012

    def __str__(self) -> str:
        return f"{self.folder}: {self.against}"


ROUND = ("roll-init",)
NOTHING_HELD = ("act joe drop-item", "act joe drop-item")
BLOW = "joe bob --mod -5"
SHOT = "joe bob --weapon pistol --mod -6"
PLANS = (
    Plan("swan_song", ROUND, "bob joe --mod -3", "it is Joe Schmoe's phase, not Bob Rock's"),
    Plan(
        "swan_song",
        (*ROUND, "set joe ap=0"),
        BLOW,
        "Joe Schmoe has 0 AP left, melee attack costs 2",
    ),
    Plan(
        "swan_song",
        (*ROUND, "set joe attack_used=true"),
        BLOW,
        "Joe Schmoe has already attacked in this phase",
    ),
    Plan("swan_song", NOTHING_HELD, SHOT, "the pistol of Joe Schmoe is not in hand"),
    Plan(
        "swan_song",
        NOTHING_HELD,
        "joe bob --weapon knife,pistol --with multiple=2 --mod -5",
        "the knife of Joe Schmoe is not in hand; the pistol of Joe Schmoe is not in hand",
    ),
    Plan(
        "swan_song",
        (*NOTHING_HELD, "effect joe one-armed --location right-shoulder"),
        SHOT,
        "the pistol of Joe Schmoe is not in hand",
        ("effect joe one-armed --location right-shoulder",),
    ),
    Plan(
        "swan_song",
        (*ROUND, "set bob ap=0"),
        BLOW + " --defense dodge",
        "Bob Rock has 0 AP left, dodge costs 1",
    ),
    Plan("sr3", ROUND, "gus sam", "gus cannot act now: it is the phase of sam"),
    Plan(
        "sr3",
        (*ROUND, "set sam simple_left=1"),
        "sam gus",
        "sam has 1 of 2 simple actions left, a complex action takes 2",
    ),
    Plan(
        "sr3",
        (*ROUND, "set gus rounds_this_phase=6 targets_this_phase=[] wielded=heavy-pistol"),
        "gus sam --with range=5",
        "gus cannot act now: it is the phase of sam",
        ("set gus wielded=heavy-pistol",),
    ),
    Plan(
        "sr3",
        ROUND,
        "gus sam --weapon heavy-pistol --with range=5",
        "the heavy-pistol of gus is not in hand; gus cannot act now: it is the phase of sam",
    ),
    Plan(
        "sr3",
        (*ROUND, "set sam wielded=unarmed second=heavy-pistol"),
        "sam gus --weapon smg --with range=5",
        "the smg of sam is not in hand",
        ("set sam wielded=smg second=heavy-pistol",),
    ),
    Plan("i2050", (*ROUND, "next"), "samurai lotus", "first to act: lotus at speed 12"),
    Plan(
        "i2050",
        (*ROUND, "next", "attack lotus samurai --roll attack=16"),
        "lotus samurai",
        "lotus has already acted this round",
    ),
    Plan(
        "i2050",
        (*ROUND, "act lotus dodge", "next"),
        "lotus samurai",
        "lotus has declared dodge",
        (*ROUND, "next"),
    ),
    Plan(
        "i2050",
        ("set lotus weapons.katana.status=stowed",),
        "lotus samurai --weapon katana",
        "the katana of lotus is stowed",
    ),
    Plan(
        "i2050",
        ("set lotus weapons.katana.status=dropped",),
        "lotus samurai --weapon katana",
        "the katana of lotus is dropped",
    ),
    Plan("storyteller", ROUND, "bob joe", "it is not bob's turn: joe acts now"),
    Plan(
        "storyteller",
        (*ROUND, "set joe ap=0"),
        "joe bob",
        "joe has used their action this round",
    ),
    Plan(
        "storyteller",
        (*ROUND, "set bob ap=0"),
        "joe bob --defense dodge",
        "bob has used their action this round",
    ),
    Plan(
        "storyteller",
        ("set joe weapon_at.machete=dropped",),
        "joe bob --weapon machete",
        "the machete of joe is dropped",
    ),
    Plan(
        "storyteller",
        ROUND,
        "joe bob --weapon machete",
        "drawing takes the action",
        rest={"house_rules": {"draw_cost": "action"}},
    ),
    Plan("spotlight", ROUND, "punk joe", "punk does not hold the spotlight (held by joe)"),
    Plan("spotlight", (*ROUND, "set joe ap=0"), "joe punk", "joe needs 1 AP, 0 left"),
    Plan(
        "spotlight",
        ("act joe drop uzi",),
        "joe punk --weapon uzi",
        "joe cannot use the uzi: it is not in hand",
    ),
    Plan(
        "spotlight",
        ("act joe drop uzi", "set joe locations.right_arm.lethal=6"),
        "joe punk --weapon uzi",
        "joe cannot use the uzi: it is not in hand",
        ("act joe change-hands uzi", "set joe locations.right_arm.lethal=6"),
    ),
)
PRICES = (
    ("swan_song", ROUND, BLOW, "2 AP"),
    ("swan_song", ROUND, "joe bob --called neck", "2 AP, 1 free action"),
    ("swan_song", ROUND, "joe bob --with multiple=2 --mod -5", "2 AP, 1 free action"),
    ("swan_song", ROUND, "bob joe --mod -3", "2 AP"),
    ("swan_song", (*ROUND, "set joe ap=1"), BLOW, None),
    ("swan_song", (), BLOW, None),
    ("sr3", ROUND, "sam gus", "2 simple"),
    ("i2050", ROUND, "lotus samurai", None),
    ("storyteller", ROUND, "joe bob", "1 AP"),
    ("spotlight", ROUND, "joe punk", "1 AP"),
)
BOTH_ARMS = tuple(f"effect joe one-armed --location {side}-shoulder" for side in ("left", "right"))
NO_ARM = "set joe locations.right_arm.lethal=6 locations.left_arm.lethal=6"
IMPOSSIBLE = (
    ("swan_song", ("set joe status=dying",), BLOW, "status"),
    ("swan_song", (*NOTHING_HELD, *BOTH_ARMS), SHOT, "effect"),
    ("sr3", (), "sam gus --weapon heavy-pistol --with range=5000", "range"),
    (
        "sr3",
        ("set sam ammo.heavy-pistol=0",),
        "sam gus --weapon heavy-pistol --with range=5",
        "ammo",
    ),
    ("i2050", ("set lotus weapons.katana.status=broken",), "lotus samurai -w katana", "weapon"),
    (
        "i2050",
        ("set lotus weapons.katana.status=dropped locations.right_arm=0",),
        "lotus samurai -w katana",
        "weapon",
    ),
    ("storyteller", ("set joe weapon_at.machete=wrecked",), "joe bob -w machete", "weapon"),
    ("storyteller", (*ROUND, "effect bob stunned"), "joe bob --defense dodge", "action"),
    ("spotlight", ("act joe drop uzi", NO_ARM), "joe punk -w uzi", "weapon-unusable"),
    ("spotlight", ("damage joe 12 --location head --type lethal",), "joe punk", "down"),
)


def after(folder: str, lines: tuple[str, ...], line: str, rest: dict[str, Any]) -> Encounter:
    """The fight after these lines."""
    cast = line.split()[:2]
    fight = encounter(Sample(folder, {"cast": cast, **rest}, line))
    for one in lines:
        core(folder).resolved(fight, one.split())
    return fight


def told(folder: str, fight: Encounter, line: str) -> dict[str, Any]:
    play = core(folder)
    intent = play.intent(play.parsed(["attack", *line.split()]), fight)
    assert isinstance(intent, Attack)
    return attack_odds(OddsQuestion(play.ruleset, fight, intent))


@pytest.mark.parametrize("plan", PLANS, ids=str)
def test_what_stands_against_it_now_is_told_and_changes_no_odds(plan: Plan) -> None:
    fight = after(plan.folder, plan.before, plan.line, plan.rest)
    found = told(plan.folder, fight, plan.line)
    assert found.pop("not_now") == plan.against
    ready = told(plan.folder, after(plan.folder, plan.ready, plan.line, {}), plan.line)
    found["effects"].pop("lost", None)
    ready["effects"].pop("lost", None)
    for doc in (found, ready):
        doc.pop("cost", None)
        doc.pop("noted", None)  # who has declared nothing yet is told while a round is on
    assert found == ready


@pytest.mark.parametrize(("folder", "before", "line", "cost"), PRICES)
def test_odds_tell_what_the_attack_costs(
    folder: str, before: tuple[str, ...], line: str, cost: str | None
) -> None:
    assert told(folder, after(folder, before, line, {}), line).get("cost") == cost


@each_row(("folder", "before", "line", "kind"), IMPOSSIBLE)
def test_what_is_impossible_is_refused_as_ever(
    folder: str, before: tuple[str, ...], line: str, kind: str
) -> None:
    line = line.replace("-w ", "--weapon ")
    fight = after(folder, before, line, {})
    with pytest.raises(Refusal) as caught:
        told(folder, fight, line)
    assert caught.value.kind == kind
