"""The ready-made fights: valid, commented, playable, and what their comments propose works."""

import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gmtrack.core.encounter import Encounter
from gmtrack.store.opening import validate_file

FILES = sorted((Path(__file__).parents[1] / "encounters").glob("*.yaml"))
PARTIES = [file for file in FILES if "\nkind: party\n" in file.read_text(encoding="utf-8")]
FIGHTS = [file for file in FILES if file not in PARTIES]

each_file = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
each_fight = pytest.mark.parametrize("file", FIGHTS, ids=lambda file: file.stem)

Type = Callable[[list[str]], Any]
WITHOUT_ATTACKS = ("plain",)
"""The rulesets whose attacks are played by hand."""

NOT_NOW = {
    "turn", "ap", "attack-used", "status", "effect", "prone", "movement", "hands", "treat",
    "no-ap", "not-in-spotlight", "spotlight-order", "suppressed", "down", "weapon-unusable",
    "action", "ammo", "cover", "defense", "range", "subdual",
    "phase", "lost", "intent", "weapon", "reach", "state", "aim", "burst", "split", "unarmed",
    "unsupported", "budget", "forbidden",
}  # fmt: skip
"""Refusals that depend on where the fight stands; any other means that a comment is wrong."""


BRIEFLY = (
    "--fights", "1", "--rounds", "1", "--tactics", "pc=plain", "--tactics", "foe=plain",
)  # fmt: skip
"""What a proposed simulation is typed with in addition. The tests of `simulation` play whole
fights; here it counts that the simulation can be asked for where the fight stands. One fight of
each answer is played with sense all the same."""

WAYS_TO_TRY = [
    "delay ",
    "intervene ",
    " alert",
    " surprise",
    "ambusher",
    "shake-off-surprise",
    " activate ",
    " detonate ",
    " intercept ",
    " evade-interception ",
    "barrier=",
    "concealed",
    " carry-body ",
    "in_vehicle=",
    "defense_pool=",
    "demolitions",
    "multiple=",
    "dice=",
    "reroll",
    ":initiative",
    "fight-for-your-life",
    " first-aid ",
    " medicine ",
    " set-charge ",
    " continue",
    " pass ",
    " share ",
    " react",
    " opportunity",
    "--defense dodge",
    "--defense counter",
    "mode=burst",
    "mode=full-auto",
    "suppressive",
    " suppression ",
    "cover=",
    "--without cover",
    " take-cover ",
    " leave-cover",
    " change-hands ",
    " pick-up ",
    " cheat-death ",
    " invite ",
    " save bill",
    "intent=",
    " go-first",
    " ambush ",
    "--defense none",
    "--defense willpower",
    "--defense parry",
    "--defense active",
    " static",
    " dodge",
    "unaware",
    "all-out",
    "charge=",
    "pull=",
    "pull-bashing",
    "off-hand",
    "killing-blow",
    " disarm ",
    " touch ",
    " grab ",
    " grapple ",
    " take-move ",
    " escape ",
    "with thrown",
    "burst=medium",
    " covering-fire ",
    " aim ",
    "range=",
    "close-quarters",
    "with club",
    "spare=",
    "concealment=",
    "cover=booth",
    " human-shield ",
    " drop-prone",
    " reload",
    " quick-combat ",
    "--type aggravated",
    " consciousness ",
    "mode=bf",
    "mode=fa",
    " resist_pool=",
    " attack_again=",
    " misfire=",
    "ammo-type=",
    "choke=",
    "blind-fire",
    "light=",
    "haze=",
    " fill-loader",
    " fill-belt",
    " unmount",
    " deploy",
    "hand=second",
    "--defense full",
    "defense-pool=",
    "passing-by",
    "no-room",
    " move-away",
    " subdue",
    " subdual-keep ",
    " subdual-break ",
    " disengage",
    " load crossbow",
    "--with first=foe",
    " fight samurai",
    " shoot sally",
    " burst geezer-1 geezer-2",
    " aim sally",
    " weave",
    " move johnny",
    "to=0,3",
    " stop",
    " unjam",
    " pickup",
    " draw",
    " repair",
    " other",
    "split=6,6",
    "share=4",
    "thug-3:behind",
    "defend-weapon=",
    "unarmed-combat=defender",
    "disable_resist=",
    "aim=4",
    "shift=-2",
    "burst=3",
    " unaware",
    "under-fire",
    "poor-visibility",
    "without foe-below",
    " height=",
    "defend_awareness=",
    "--defense weave",
    "accessory=",
    "attack_fumble=",
    "with blow",
    "against=samurai:siz",
    "load @couriers",
    "simulate @cold-store",
    "rest scene --with medic=",
    " --everybody",
    "stats --party",
]
"""What the opening comments must propose somewhere, so that each rule has a fight to try it in."""


def opening_comment(file: Path) -> list[str]:
    lines = file.read_text(encoding="utf-8").splitlines()
    end = next(number for number, line in enumerate(lines) if not line.startswith("#"))
    return lines[:end]


def proposed_commands(file: Path) -> Iterator[list[str]]:
    """The command lines of the opening comment; two spaces part them from their explanation."""
    for line in opening_comment(file):
        found = re.fullmatch(r"# {3}gmtrack (.+?)(?: {2,}.*)?", line)
        if found:
            yield shlex.split(found[1])


def with_party(file: Path) -> Encounter:
    """A fight with the people whom it brings along."""
    encounter, _ = validate_file(str(file))
    if encounter.party:
        people, _ = validate_file(str(file.parent / encounter.party))
        encounter.combatants |= people.combatants
    return encounter


def first_of_two_sides(encounter: Encounter) -> tuple[str, str]:
    fighters = [who for who in encounter.combatants if not encounter.sheet(who).get("vehicle")]
    character = next(who for who in fighters if encounter.side(who) == "pc")
    foe = next(who for who in fighters if encounter.side(who) == "foe")
    return character, foe


def test_there_are_at_least_three_fights() -> None:
    assert len(FIGHTS) >= 3


def test_a_campaign_has_a_party_and_two_fights() -> None:
    [party] = PARTIES
    encounters = [validate_file(str(file))[0] for file in FIGHTS]
    campaign = [one for one in encounters if one.party]
    assert {one.party for one in campaign} == {party.name}
    assert len(campaign) == 2
    # Nobody's sheet stands twice.
    assert all(one.side(who) == "foe" for one in campaign for who in one.combatants)


@each_fight
def test_saving_never_writes_over_a_prepared_encounter(type_line: Type, file: Path) -> None:
    prepared = Path("encounters", file.name)
    before = prepared.read_bytes()
    for line in ("load " + shlex.quote(str(prepared)), "roll-init --seed 1", "save"):
        done = type_line(shlex.split(line))
        assert done.status == 0, done.err
    assert prepared.read_bytes() == before
    assert prepared.with_name(f"{file.stem}-saved.yaml").is_file()


@each_fight
def test_a_fight_is_valid_and_has_two_sides(file: Path) -> None:
    assert first_of_two_sides(with_party(file))


@each_file
def test_a_fight_opens_with_a_comment_that_says_what_it_shows(file: Path) -> None:
    comment = " ".join(opening_comment(file))
    assert "What it shows:" in comment
    assert "What to try" in comment


@each_fight
def test_an_attack_runs_in_both_directions(file: Path, type_line: Type) -> None:
    encounter = with_party(file)
    character, foe = first_of_two_sides(encounter)
    assert type_line(["load", f"encounters/{file.name}"]).status == 0
    for attacker, target in [(character, foe), (foe, character)]:
        words = ["attack", attacker, target, "--seed", "1"]
        done = type_line(words)
        if encounter.ruleset in WITHOUT_ATTACKS:
            assert "has no command attack" in done.err
            continue
        assert done.status == 0, done.err
        steps = type_line(["log", "--json"]).doc["steps"]
        assert steps[-1]["line"].split() == words
        assert type_line(["undo"]).status == 0


@pytest.mark.usefixtures("roughly")
@each_file
def test_what_the_comment_proposes_can_be_typed_and_is_refused_where_it_says_so(
    file: Path, type_line: Type
) -> None:
    text = "\n".join(opening_comment(file))
    refused = [shlex.split(line) for line in re.findall(r"gmtrack (.+?) {2,}refused", text)]
    commands = list(proposed_commands(file))
    assert commands[0] == ["load", f"@{file.stem}"]
    kinds = []
    for words in commands:
        if words[0] == "simulate":
            screen = type_line([*words, *BRIEFLY, "--json"])
            assert screen.status == 0, (words, screen.err)
            assert {*screen.doc["by_tactics"]} == {"sensible", "plain"}
            continue
        screen = type_line([*words, "--json"])
        assert screen.status == 0 or screen.doc["error"]["kind"] in NOT_NOW, (words, screen.out)
        if words in refused:
            kinds.append(screen.doc.get("error", {}).get("kind"))
    assert None not in kinds
    assert len(kinds) == len(refused)


def test_every_rule_can_be_tried_from_a_ready_made_fight() -> None:
    lines = [" ".join(line) for file in FILES for line in proposed_commands(file)]
    assert not [words for words in WAYS_TO_TRY if not any(words in line for line in lines)]


@each_file
def test_a_combatant_is_they(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert not re.findall(r"\b(?:[Hh]e|[Ss]he|[Hh]is|[Hh]ers?|[Hh]im|(?:him|her)self)\b", text)
