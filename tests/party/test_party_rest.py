"""Rest and coming home, alike in every ruleset (ALL-REST, contract section 6)."""

from typing import Any

import pytest

from .conftest import Table

RULESETS = ("swan-song", "spotlight", "storyteller", "sr3", "i2050")
KINDS = ("scene", "hour", "night", "day", "week", "full")


@pytest.fixture(params=RULESETS)
def town(gm: Table, request: pytest.FixtureRequest) -> Table:
    """Four plain humans, one of whom is called like a kind of rest; Dora is dead, Carl has fled."""
    dead = {"swan-song": "set dora status=dead", "sr3": "set dora dead=true",
            "i2050": "set dora out=dead", "spotlight": "set dora fate=dead",
            "storyteller": "set dora dead=true"}  # fmt: skip
    people = ("Anna", "Week", "Carl", "Dora")
    gm.begin(
        f"new Town --ruleset {request.param}",
        *(f"add {who} side=pc" for who in people),
        "leave carl",
        dead[request.param],
    )
    return gm


def alley(gm: Table, ruleset: str) -> None:
    """Two plain humans."""
    gm.begin(f"new Alley --ruleset {ruleset}", "add Anna side=pc", "add Kim side=pc")


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_taken_and_who_cannot_rest_is_left_out_and_told(
    town: Table, kind: str
) -> None:
    doc = town.doc(f"rest {kind}")
    assert (doc["command"], doc["kind"], doc["rested"]) == ("rest", kind, ["anna", "week"])
    out = {one["who"]: one["why"] for one in doc["left_out"]}
    assert out == {"carl": "away (fled): `join carl` brings them back", "dora": "dead"}


def test_by_name_they_are_refused(town: Table) -> None:
    for who, why in (("carl", "join carl"), ("dora", "dead")):
        error = town.doc(f"rest {who} night", 1)["error"]
        assert error["kind"] == "status"
        assert why in error["message"]


def test_the_kind_comes_last_and_wins_over_a_name(town: Table) -> None:
    assert town.doc("rest week")["kind"] == "week"
    doc = town.doc("rest week week")
    assert (doc["who"], doc["kind"]) == (["week"], "week")
    doc = town.doc("rest week anna night")
    assert (doc["who"], doc["kind"]) == (["week", "anna"], "night")
    assert "rest how long? scene, hour, night, day, week, full" in town("rest anna", 1)
    assert "no combatant 'night'" in town("rest night week", 1)


def test_nobody_rests_from_the_first_roll_init_to_the_end(town: Table) -> None:
    town("roll-init --seed 1")
    assert "`end` ends it" in town("rest anna scene", 1)
    before = town.doc("board")["order"]
    assert town.doc("rest anna scene --force")["rested"] == ["anna"]
    assert [one["id"] for one in town.doc("board")["order"]] == [one["id"] for one in before]
    for _ in range(20):
        town("next --seed 1")
        if town.doc("board")["phase"] == "round-over":
            assert "`end` ends it" in town("rest anna scene", 1)
            break
    town("end")
    assert town.doc("rest anna scene")["rested"] == ["anna"]


def test_who_helps_is_up_and_words_are_those_of_the_rules(town: Table) -> None:
    assert "dead, and cannot help" in town("rest anna scene --with medic=dora", 1)
    assert "is away" in town("rest anna scene --with medic=carl", 1)
    assert town.doc("rest scene medic=week")["rested"] == ["anna", "week"]
    assert town.doc("rest scene --with anna:medic=week")["rested"] == ["anna", "week"]
    told = " ".join(town("rules rest").split())
    for word in ("medic", "mechanic", "hospital", "permanent"):
        line = f"rest full --with {word}" + ("=anna" if word in ("medic", "mechanic") else "")
        known = f"{word}=" in told or f"{word}," in told
        town(line, 0 if known else 1)


def test_the_page_lists_every_kind_in_its_order(town: Table) -> None:
    lines = town("rules rest").splitlines()
    listed = [line.split()[0] for line in lines if line.split()[:1] and line.split()[0] in KINDS]
    assert listed == list(KINDS)


@pytest.mark.parametrize(
    ("ruleset", "aided", "skill"),
    [
        ("swan-song", "true", "first_aid"),
        ("storyteller", "true", "medicine"),
        ("sr3", "true", "biotech"),
        ("i2050", "[hp]", "first_aid"),
    ],
)
def test_first_aid_that_has_been_tried_is_tried_again_by_the_gms_word(
    gm: Table, ruleset: str, aided: str, skill: str
) -> None:
    """SS-REST-09, ST-REST-08, SR-REST-08, IN-REST-09."""
    alley(gm, ruleset)
    gm(f"set kim skills.{skill}=3")
    gm("damage anna 3")
    gm(f"set anna aided={aided}")
    line = "rest anna scene --with medic=kim"
    assert "Anna: first aid has already been tried (`--force` tries again)" in gm(line)
    assert gm.doc(line)["rolls"] == []
    doc = gm.doc(f"{line} --force --seed 1")
    assert all(roll["name"].startswith("aid") for roll in doc["rolls"])
    assert doc["rolls"]
    assert [one["kind"] for one in doc["forced"]] == ["status"]


def test_a_medic_without_dice_uses_nothing_up(gm: Table) -> None:
    """SR-REST-08."""
    alley(gm, "sr3")
    gm("damage anna 12")
    line = "rest anna scene --with medic=kim --seed 1"
    assert "no dice for aid" in gm(line)
    gm("set kim skills.biotech=3")
    assert [roll["name"] for roll in gm.doc(line)["rolls"]] == ["aid"]
    told = "dying: `rest anna scene --with medic=WHO --force` (aid once more: biotech against 10)"
    assert told in " ".join(gm("rest anna hour", 1).split())


def test_who_lies_does_not_fall_while_they_rest(gm: Table) -> None:
    alley(gm, "i2050")
    gm("damage anna 30")
    assert "falls prone" not in gm("rest scene")
    assert [one["effect"] for one in gm.doc("show anna")["effects"]] == ["prone"]


def test_what_a_mechanic_does_not_repair_is_not_told_of(gm: Table) -> None:
    """SS-REST-12: nor is anything rolled for those who need none."""
    gm("load @ganger-ambush")
    gm("damage unit7 5 --pool armored")
    told = gm("rest day --with mechanic=unit7 --roll repair=1,2,3")
    assert "armored 7/12" in told
    assert "nothing to heal" not in told


# --- home again ---

FALLEN: dict[str, list[tuple[str, str]]] = {
    "swan-song": [
        ("set {} pools.flesh=-1", "dying: `rest {} scene --with medic=WHO` (no roll)"),
        (
            "effect {} bleedout",
            "bleeding out: `rest {} scene --with medic=WHO` (aid: logic + first aid, 4 hits)",
        ),
        (
            "effect {} slow-death",
            "in Slow Death: `rest {} scene --with medic=WHO`"
            " (aid: logic + first aid, 16 hits in all)",
        ),
        ("set {} strain=10", "unconscious: `rest {} hour` (no roll)"),
        (
            "set {} pools.flesh=-1 stable=true",
            "down, but stable: `rest {} day` (recover: twice body, till flesh is above 0)",
        ),
    ],
    "spotlight": [
        ("effect {} dying --force", "dying: `effect {} dying --end` (the GM says who lives)"),
    ],
    "storyteller": [
        (
            "damage {} 8 --type lethal",
            "dying: `rest {} scene --with medic=WHO`"
            " (aid: dexterity + medicine, a success for each point of damage)",
        ),
        ("set {} conscious=false", "unconscious: `rest {} scene` (no roll)"),
        ("set {} bashing=7 conscious=false", "unconscious: `rest {} hour` (no roll)"),
        ("set {} lethal=2 conscious=false", "unconscious: `rest {} hour` (no roll)"),
        ("set {} lethal=7 conscious=false dying=false", "unconscious: `rest {} week` (no roll)"),
    ],
    "sr3": [
        ("damage {} 11", "dying: `rest {} scene --with medic=WHO` (aid: biotech against 10)"),
        (
            "damage {} 10 --type stun",
            "unconscious: `rest {} hour` (recover: body or willpower against 2 and the wounds)",
        ),
        (
            "set {} physical=10 conscious=false dying=false",
            "unconscious: `rest {} week` (recover: body against 10, stage by stage)",
        ),
    ],
    "i2050": [
        ("damage {} 25", "dying: `rest {} scene --with medic=WHO` (aid: first aid)"),
        ("set {} out=unconscious", "unconscious: `rest {} hour` (no roll)"),
        ("damage {} 17", "unconscious: `rest {} week --with medic=WHO` (recover, care: medicine)"),
        (
            "set {} out=unconscious locations.head=0 pools.hp=12",
            "unconscious: `rest {} week` (recover)",
        ),
    ],
}


@pytest.mark.parametrize(
    ("ruleset", "line", "told"),
    [(ruleset, *one) for ruleset, every in FALLEN.items() for one in every],
)
def test_who_is_down_comes_home_so_and_is_told_with_what_helps(
    gm: Table, ruleset: str, line: str, told: str
) -> None:
    alley(gm, ruleset)
    gm("party new Heroes")
    gm("roll-init --seed 1")
    gm(f"{line.format('anna')} --seed 1")
    status = gm.doc("show anna")["status"]
    help_ = f"Anna needs help: {told.format('anna')}"
    assert help_ in " ".join(gm("end --force").split())
    assert gm.member("anna")["status"] == status
    shown = " ".join(gm("party").split())
    assert help_ in shown
    assert shown.count("needs help") == 1 + (status == "dying")
    assert "Kim needs" not in shown
    # No time goes by in a party.
    before: Any = gm.member("anna")
    gm("party open heroes")
    assert "next point in" not in gm("show anna")
    assert gm.member("anna") == before
    assert help_ in " ".join(gm("log 2").split())


# --- after the end of a fight ---


def ended(gm: Table, ruleset: str, *, party: bool = False) -> None:
    """The end of a fight with a hurt foe and with Kim, who had fled from it hurt."""
    alley(gm, ruleset)
    gm.begin(
        "add Thug side=foe",
        *(["party new Heroes"] if party else []),
        "roll-init --seed 1",
        *(f"damage {who} 2" for who in ("anna", "kim", "thug")),
        "leave kim",
        "end --force",
    )


@pytest.mark.parametrize("ruleset", RULESETS)
def test_after_the_end_foes_rest_by_name_and_who_left_rests_too(gm: Table, ruleset: str) -> None:
    """ALL-REST-04."""
    ended(gm, ruleset)
    doc = gm.doc("rest scene --seed 1")
    assert doc["rested"] == ["anna", "kim"]
    [out] = doc["left_out"]
    assert (out["who"], "`rest WHO scene`" in out["why"]) == ("thug", True)
    assert gm.doc("rest thug scene --seed 1")["rested"] == ["thug"]
    assert gm.doc("rest kim scene --seed 1")["rested"] == ["kim"]
    words = gm("rules rest")
    if "medic=" in words:
        assert gm.doc("rest anna scene --with medic=kim --seed 1")["rested"] == ["anna"]
    dead = {"swan-song": "status=dead", "i2050": "out=dead", "spotlight": "fate=dead"}
    gm(f"set kim {dead.get(ruleset, 'dead=true')}")
    assert {"who": "kim", "why": "dead"} in gm.doc("rest scene --seed 1")["left_out"]
    # Once more before its first round, everybody does, but for who is away.
    gm("roll-init --seed 1")
    assert "the fight is going on" in gm("rest scene", 1)


def test_an_amendment_has_the_same_rest(gm: Table) -> None:
    ended(gm, "swan-song")
    gm("rest hour")
    step = next(one["seq"] for one in gm.doc("log")["steps"] if one["line"] == "damage anna 2")
    gm(f"amend {step} damage anna 3")
    assert gm.doc("log")["steps"][-1]["line"].startswith("amend")
    rested = [one for one in gm.doc("log")["steps"] if one["line"] == "rest hour"]
    assert rested[0]["report"]["rested"] == ["anna", "kim"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_rest_after_an_end_that_sent_people_home_goes_to_the_party(gm: Table, ruleset: str) -> None:
    ended(gm, ruleset, party=True)
    doc = gm.doc("rest week --seed 1")
    assert (doc["party"], doc["rested"]) == ("heroes", ["anna", "kim"])
    assert "The fight is over, so Heroes rests at home" in gm("rest scene --seed 1")
    steps = len(gm.doc("log")["steps"])
    gm("party open heroes")
    assert [one["line"] for one in gm.doc("log")["steps"]][-2:] == [
        "rest week --seed 1 --json", "rest scene --seed 1",
    ]  # fmt: skip
    gm("switch alley")
    # Foes by name, here.
    assert gm.doc("rest thug scene --seed 1")["rested"] == ["thug"]
    assert len(gm.doc("log")["steps"]) == steps + 1
    told = gm("rest anna thug scene", 1)
    assert "Anna rest at home, in heroes: `rest anna scene` and `rest thug scene`" in told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_party_made_after_the_end_takes_the_fight_along(gm: Table, ruleset: str) -> None:
    ended(gm, ruleset)
    doc = gm.doc("party new Heroes")
    hurt = gm.member("anna")["tracks"]
    assert [(one["fight"], one["rounds"]) for one in doc["fights"]] == [("alley", 1)]
    assert doc["fights"][0]["ended"]
    assert {one["in"] for one in doc["members"]} == {None}
    taken = {who: one["damage_taken"] for who, one in gm.doc("stats")["combatants"].items()}
    found = gm.doc("stats --party")
    assert (found["fights"], found["rounds"]) == (1, 1)
    assert found["combatants"]["anna"]["damage_taken"] == taken["anna"] > 0
    # The rest that the program proposes is theirs.
    assert gm.doc("rest week --seed 1")["party"] == "heroes"
    gm("party open heroes")
    gm("undo")
    gm("switch alley")
    # What was one step is taken back as one, and the fight may go on.
    gm("undo")
    assert gm.doc("party heroes")["fights"] == []
    gm("redo")
    assert len(gm.doc("party heroes")["fights"]) == 1
    gm("roll-init --seed 2")
    assert gm.member("anna")["in"] == "alley"
    gm("damage anna 1")
    gm("end --force")
    assert len(gm.doc("party heroes")["fights"]) == 1
    assert gm.member("anna")["tracks"] != hurt
