"""What screens, stories and questions say is what holds, and what costs something is said."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gmtrack.app.run import Order, run_command
from gmtrack.app.step import CommandRequest
from gmtrack.core.intents import Attack, Options
from gmtrack.dice.port import Answer, Ask
from gmtrack.dice.sources import RandomDice
from gmtrack.play.choices import _attack_choices
from gmtrack.store.session import open_session

Type = Callable[[list[str]], Any]
RULESETS = ("swan-song", "spotlight", "storyteller", "sr3", "i2050")


class Play:
    """A fight of plain people, typed line by line."""

    def __init__(self, type_line: Type, ruleset: str, people: str, more: str = "") -> None:
        self._type = type_line
        text = f"gmtrack: 1\nname: Street\nruleset: {ruleset}\n{more}combatants:\n{people}"
        Path("street.yaml").write_text(text, encoding="utf-8")
        self("load street.yaml")

    def __call__(self, line: str, status: int = 0) -> str:
        done = self._type(line.split())
        assert done.status == status, (line, done.out, done.err)
        return str(done.out if status == 0 else done.err)

    def doc(self, line: str) -> Any:
        return self._type([*line.split(), "--json"]).doc


TWO = "  ann: {side: pc, name: Ann, template: '@human'}\n  bob: {name: Bob, template: '@human'}\n"
CURSE = "effects: {curse: {name: Curse, each: {at: round-end, damage: 1}}}\n"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_an_effect_does_again_and_again_is_in_stats_and_in_the_story(
    type_line: Type, ruleset: str
) -> None:
    play = Play(type_line, ruleset, TWO, CURSE)
    play("effect ann curse")
    play("roll-init --seed 1")
    for _ in range(20):
        play("next --seed 1")
        if play.doc("stats")["combatants"]["ann"]["damage_taken"]:
            break
    people = play.doc("stats")["combatants"]
    assert (people["ann"]["damage_taken"], people["bob"]["damage_dealt"]) == (1, 0)
    assert "Curse hurts Ann: 1 damage." in play("log --export -")
    [step] = [one for one in play.doc("log")["steps"] if "ticks" in one["report"]]
    [tick] = step["report"]["ticks"]
    assert (tick["who"], tick["effect"], tick["damage"]["dealt"]) == ("ann", "curse", 1)


def test_what_a_wound_bleeds_is_in_stats(type_line: Type) -> None:
    play = Play(type_line, "swan-song", TWO)
    play("effect ann bleedout")
    play("roll-init --seed 1 --roll ann=6 --roll bob=1")
    play("act ann run --force")
    play("act ann ready club --force")
    lost = 10 - play.doc("show ann")["pools"]["flesh"]["now"]
    assert play.doc("stats")["combatants"]["ann"]["damage_taken"] == lost > 0


def test_the_last_line_of_an_attack_tells_death(type_line: Type) -> None:
    people = TWO.replace("@human}", "@soldier}", 1).replace("'@human'}", "'@soldier'}", 1)
    play = Play(type_line, "swan-song", people)
    play("set bob pools.flesh=1")
    out = play("attack ann bob --mod 60 --seed 1")
    assert play.doc("show bob")["status"] == "dead"
    last = [line for line in out.splitlines() if line.startswith("  Bob: hit")][-1]
    assert ", dead," in f"{last},"


def test_a_treatment_without_dice_is_refused_and_costs_nothing(type_line: Type) -> None:
    """SS-TEST-07, R-TEST-5."""
    play = Play(type_line, "swan-song", TWO)
    play("effect bob bleedout")
    play("roll-init --roll ann=6 --roll bob=1")
    before = play.doc("show ann")["ap"]
    told = play("act ann first-aid bob --mod -30", 1)
    assert "Ann has no dice left for this treatment; --force overrules" in told
    assert play.doc("show ann")["ap"] == before
    assert "no dice are left for this: 0 hits" in play("act ann first-aid bob --mod -30 --force")


def test_a_medic_without_dice_uses_no_first_aid_up(type_line: Type) -> None:
    """SS-REST-09."""
    play = Play(type_line, "swan-song", TWO)
    play("damage bob 3")
    line = "rest bob scene --with medic=ann"
    told = play(f"{line} --mod -30")
    assert "Ann has no dice for the first aid of Bob: nothing is used up" in told
    assert [roll["name"] for roll in play.doc(f"{line} --seed 1")["rolls"]] == ["aid"]
    assert "first aid has already been tried" in play(line)


def test_the_board_says_when_a_held_action_can_come(type_line: Type) -> None:
    """SS-DELAY-02: below the own Score, not at it."""
    people = TWO + "  cat: {name: Cat, template: '@human'}\n"
    play = Play(type_line, "swan-song", people)
    play("roll-init --roll ann=5 --roll bob=5 --roll cat=1 --seed 1")
    first = play.doc("board")["acting"]
    play(f"delay {first}")
    score = play.doc(f"show {first}")["initiative"]["score"]
    assert f"(can intervene below {score})" in play("board").replace("\n", " ")
    assert f"can come in only below {score}" in play(f"intervene {first}", 1)
    play("next")
    assert "(can intervene)" in play("board")
    play(f"intervene {first} -n")
    play("act cat speak halt --force")
    assert "(can intervene after the acting one)" in " ".join(play("board").split())
    assert "--with when=after" in play(f"intervene {first}", 1)


# --- Spotlight ---

MELEE = (
    "  ann: {side: pc, name: Ann, template: '@human', skills: {athletics: 3}}\n"
    "  bob: {name: Bob, template: '@human', skills: {brawl: 3}}\n"
)


class Noted(RandomDice):
    """Chance that notes what was asked for."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asks: list[Ask] = []

    def roll(self, ask: Ask) -> Answer:
        self.asks.append(ask)
        return super().roll(ask)


@pytest.mark.parametrize(("faces", "asked"), [("1", []), ("6", ["dodge"])])
def test_nobody_is_asked_how_they_dodge_a_miss(
    type_line: Type, faces: str, asked: list[str]
) -> None:
    """SP-R12: the AP is spent, and that is said before."""
    play = Play(type_line, "spotlight", MELEE)
    play("roll-init --seed 1")
    noted = Noted()
    order = Order("attack bob ann", rolls=(f"attack={faces}",))
    options = Options(defense=("dodge",), without=("untrained",), force=True)
    step = CommandRequest(Attack("bob", ("ann",), options=options))
    outcome = run_command(order, step, lambda rest, occasion: noted)
    assert [ask.name for ask in noted.asks if not ask.secret and ask.name == "dodge"] == asked
    assert [roll.name for roll in outcome.report.rolls][:2] == ["attack", "dodge"]
    assert play.doc("show ann")["ap"]["now"] == 3
    with open_session(None, write=False) as session:
        lexicon = session.ruleset.lexicon(session.encounter)
        choices = _attack_choices(
            Options(), ["bob", "ann"], session.encounter, lexicon, lambda who, _: who == "ann"
        )
        texts = [choice.text for choice in choices]
    assert texts == ["Ann: defense (1 AP, also if the attack misses)"]


@pytest.mark.parametrize("side", ["ally", "foe"])
def test_a_latecomer_who_has_not_had_the_spotlight_may_take_it(type_line: Type, side: str) -> None:
    """SP-INIT-07."""
    play = Play(type_line, "spotlight", MELEE)
    play("roll-init --seed 1")
    play("next")
    play("next")
    assert play.doc("board")["stage"] == "open"
    play(f"add Kim side={side}")
    play("roll-init kim --seed 1")
    assert "kim" in play("board").lower()
    play("intervene kim")
    assert play.doc("board")["acting"] == "kim"
    play("next")
    assert "only PCs and important NPCs can" in play("intervene kim", 1)


# --- i2050 ---


def test_a_burst_says_which_shots_are_still_to_come(type_line: Type) -> None:
    """IN-BURST-03: at the speeds of the board."""
    people = (
        "  ann: {side: pc, name: Ann, template: '@human', skills: {smg: 12}, "
        "weapons: {smg: '@smg'}}\n"
        "  bob: {name: Bob, template: '@human'}\n  cat: {name: Cat, template: '@human'}\n"
    )
    play = Play(type_line, "i2050", people)
    play("roll-init")
    play("act ann burst bob bob cat")
    play("next")
    told = play("attack ann bob --seed 1 --force")
    assert "Shot 2 at Bob" in told
    assert "still to come, with `next`: shot 3 at speed " in told
    speed = int(told.partition("shot 3 at speed ")[2].split()[0])
    assert f"Ann acts at speed {speed}" in play("next")
    assert "still to come" not in play("attack ann cat --seed 1 --force")


def test_an_intent_of_the_last_fight_does_not_come_along(type_line: Type) -> None:
    play = Play(type_line, "i2050", TWO)
    play("party new crew")
    play("roll-init")
    play("act ann fight bob")
    play("leave ann")
    play("new Second --ruleset i2050 --party crew")
    play("roll-init")
    [ann] = play.doc("board")["order"]
    assert (ann["id"], ann["acted"]) == ("ann", False)
    assert "Still to declare: Ann" in play("board")


# --- Storyteller ---

GRAPPLE = (
    "  ann: {side: pc, name: Ann, template: '@human', skills: {firearms: 4}, "
    "weapons: {gun: '@pistol'}}\n"
    "  pal: {side: pc, name: Pal, template: '@human'}\n"
    "  bob: {name: Bob, template: '@human'}\n  cat: {name: Cat, template: '@human'}\n"
)


def test_a_shot_into_a_friends_grapple_is_told_what_spares_them(type_line: Type) -> None:
    """ST-111."""
    play = Play(type_line, "storyteller", GRAPPLE)
    play("act pal grab bob --mod 20 --seed 1")
    told = play("attack ann bob --weapon gun --seed 1")
    assert "Pal grapples with Bob: `--with spare-grappling` spares them and costs 4 dice" in told
    spared = play("attack ann bob --weapon gun --with spare-grappling --seed 1")
    assert "grapples with" not in spared
    assert "- 4 spare grappling" in spared
    for line in ("attack ann cat --weapon gun --seed 1", "attack cat bob --seed 1"):
        assert "grapples with" not in play(line)
