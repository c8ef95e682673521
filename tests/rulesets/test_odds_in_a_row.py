"""Attacks in a row: by several people, and by one until somebody is down."""

from collections import Counter
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from long_run import LONG

from gmtrack.app.odds import several_attacks
from gmtrack.app.odds.attack_rolls import OddsQuestion
from gmtrack.app.several import resolve_all
from gmtrack.app.typed_dice import TypedDice
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Attack, Several, without_defense
from gmtrack.dice.sources import ChanceDice, RandomDice
from gmtrack.errors import Refusal
from gmtrack.odds import attacks_needed
from gmtrack.odds.amounts import margin_of_error
from gmtrack.odds.attacks_needed import RepeatedAttack, chances_of_attacks_needed
from gmtrack.odds.engine import Search
from gmtrack.rulesets.registry import load
from gmtrack.store.opening import validate_file

from .odds_play import FOLDERS, Sample, core, encounter, same, samples, whole

ENCOUNTERS = Path(__file__).resolve().parents[2] / "encounters"
TIMES = 3
TRIALS, MARGINS = (2_500, 2.0) if LONG else (250, 1.6)
"""The trials, and the margins of error by which what they give may be off. Of 250 trials 1.6 are as
much as two of 400: 0.1."""


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is likely is found, and little of the rest is played: its margins say so."""
    if not LONG:
        monkeypatch.setattr(attacks_needed, "MOST_RUNS", 300)
        monkeypatch.setattr(attacks_needed, "MOST_PLAYED", 500)


def small(folder: str) -> Sample:
    """The first small attack of a ruleset that is on one target."""
    return next(
        one for one in samples("small") if one.folder == folder and "--roll" not in one.line
    )


def attack(sample: Sample, fight: Encounter) -> Attack:
    play = core(sample.folder)
    intent = play.intent(play.parsed(sample.line.split()), fight)
    assert isinstance(intent, Attack)
    return intent


def search(sample: Sample, fight: Encounter, times: int, **options: Any) -> Search:
    intents = [attack(sample, fight)] * times
    ruleset: Any = core(sample.folder).ruleset
    return Search(ruleset, fight, intents, lambda everything: everything, **options)


def down(sample: Sample, fight: Encounter, draft: Draft) -> bool:
    ruleset = core(sample.folder).ruleset
    return bool(ruleset.standing_of(draft, attack(sample, fight).targets[0]).out)


@pytest.mark.parametrize("folder", FOLDERS)
def test_two_in_a_row_say_the_same_merged_and_alone(folder: str) -> None:
    sample = small(folder)
    fight = encounter(sample)
    together = search(sample, fight, 2).odds(10**6)
    whole(together)
    same(together, search(sample, fight, 2, merging=False).odds(10**6))
    assert len(together.blocks) == 2
    assert encounter(sample).fight == fight.fight


def asked(sample: Sample, fight: Encounter) -> RepeatedAttack:
    ruleset: Any = core(sample.folder).ruleset
    over = partial(down, sample, fight)
    return RepeatedAttack(
        ruleset, fight, attack(sample, fight), over, lambda everything: everything
    )


def played(question: RepeatedAttack, most: int, trials: int) -> dict[int, float]:
    """How often it took so many attacks, one after the other with dice as they fall."""
    found: Counter[int] = Counter()
    of_file: dict[str, Any] = {}
    for seed in range(trials):
        draft = Draft(question.encounter, of_file=of_file)
        dice = ChanceDice(f"played/{seed}")
        for number in range(1, most + 1):
            with suppress(Refusal):
                question.ruleset.resolve(draft, question.intent, dice)
            if question.until(draft):
                found[number] += 1
                break
        draft.rollback()
    return {number: count / trials for number, count in found.items()}


def agree(question: RepeatedAttack, most: int, trials: int) -> None:
    """What is found and what is played."""
    found = chances_of_attacks_needed(question, most)
    assert 0 <= sum(found.chances.values()) <= 1 + 1e-9
    assert bool(found.margins) == bool(found.trials)
    tried = played(question, most, trials)
    for number in found.chances.keys() | tried.keys():
        off = found.chances[number] - tried.get(number, 0)
        assert abs(off) < MARGINS * margin_of_error(trials) + found.margins.get(number, 0)


@pytest.mark.parametrize("folder", FOLDERS)
def test_until_somebody_is_down_agrees_with_trials(folder: str) -> None:
    sample = small(folder)
    agree(asked(sample, encounter(sample)), TIMES, TRIALS)


@pytest.mark.parametrize("folder", FOLDERS)
def test_rare_states_are_in_place_and_bounds_say_how_far_off_that_may_be(
    folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing that is left over goes into `more` alone."""
    several = (one for one in samples("large") if one.folder == folder and "range=15" in one.line)
    sample = next(several, small(folder))
    question = asked(sample, encounter(sample))
    monkeypatch.setattr(attacks_needed, "UNLIKELY", 0.5)
    monkeypatch.setattr(attacks_needed, "MOST_RUNS", 3_000)
    monkeypatch.setattr(attacks_needed, "WORTH_IT", (0.0,))
    exact = chances_of_attacks_needed(question, 2)
    assert not exact.bounds
    for rare in (0.001, 0.005, 0.02, 0.05, 0.1, 0.2):
        monkeypatch.setattr(attacks_needed, "WORTH_IT", (rare,))
        found = chances_of_attacks_needed(question, 2)
        if not found.bounds:
            continue
        assert not found.trials
        for number, chance in exact.chances.items():
            assert abs(found.chances[number] - chance) <= found.bounds[number] + 1e-9
        more = sum(exact.chances.values()) - sum(found.chances.values())
        assert abs(more) <= found.more_bound + 1e-9
        assert found.more_bound <= 0.5
        return
    raise AssertionError("nothing was rare")


def test_what_is_left_over_goes_on_as_the_rest_does() -> None:
    """Half of the others are over with each attack: so is what was left after the first one."""
    sample = small("swan_song")
    chain = attacks_needed._StateChain(asked(sample, encounter(sample)), 3)
    chain.over = {1: 0.0, 2: 0.4, 3: 0.2}
    chain.left = {(1, ()): 0.2}
    found = chain._keep_rest_in_place()
    assert found.chances == pytest.approx({1: 0.0, 2: 0.5, 3: 0.25})
    assert found.bounds == pytest.approx({1: 0.0, 2: 0.1, 3: 0.15})
    assert found.more_bound == pytest.approx(0.15)


@pytest.mark.parametrize("pair", [("joe", "bob"), ("bob", "joe")])
def test_states_are_searched_as_long_as_runs_are_left(pair: tuple[str, str]) -> None:
    fight, ruleset = validate_file(str(ENCOUNTERS / "knife-fight.yaml"))
    who, target = pair

    def over(draft: Draft) -> bool:
        return ruleset.standing_of(draft, target).out

    intent = Attack(who, (target,))
    question = RepeatedAttack(ruleset, fight, intent, over, lambda everything: everything)
    found = chances_of_attacks_needed(question, IN_A_ROW)
    assert not found.trials
    assert max(found.bounds.values(), default=0.0) < 1e-4


READY = ("knife-fight", "stand-off", "stairwell", "back-room", "street-samurai-duel")
"""One ready-made fight of each ruleset."""
IN_A_ROW = 6


def facing(fight: Encounter) -> tuple[str, str]:
    """The first of the party, and the first foe."""
    pcs = (who for who in fight.combatants if fight.side(who) == "pc")
    return next(pcs), next(who for who in fight.combatants if fight.side(who) == "foe")


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("name", READY)
def test_ready_made_attacks_in_a_row_agree_with_trials(name: str) -> None:
    fight, ruleset = validate_file(str(ENCOUNTERS / f"{name}.yaml"))
    who, target = facing(fight)

    def over(draft: Draft) -> bool:
        return ruleset.standing_of(draft, target).out

    agree(
        RepeatedAttack(ruleset, fight, Attack(who, (target,)), over, lambda everything: everything),
        IN_A_ROW, TRIALS,
    )  # fmt: skip


def test_what_one_attack_needs_is_there_again_for_the_next_where_nothing_came_of_it() -> None:
    """Misses change nothing: the second attack is down as often as the first one."""
    sample = small("spotlight")
    found = chances_of_attacks_needed(asked(sample, encounter(sample)), 2)
    first = found.chances[1]
    assert found.chances[2] >= first * (1 - first) * 0.9


def test_it_is_the_same_exactly_and_with_most_of_it_played(monkeypatch: Any) -> None:
    """The margins of what is played hold the truth nineteen times of twenty."""
    question = asked(small("spotlight"), encounter(small("spotlight")))
    exact = chances_of_attacks_needed(question, IN_A_ROW)
    assert not exact.trials
    monkeypatch.setattr(attacks_needed, "MOST_RUNS", 30)
    monkeypatch.setattr(attacks_needed, "MOST_PLAYED", 300)
    within = numbers = 0
    for seed in range(100 if LONG else 25):
        monkeypatch.setattr(attacks_needed, "SEED", seed)
        found = chances_of_attacks_needed(question, IN_A_ROW)
        assert found.trials
        for number, chance in found.chances.items():
            numbers += 1
            within += abs(chance - exact.chances[number]) <= found.margins[number]
        numbers += 1
        more, truth = (1 - sum(one.chances.values()) for one in (found, exact))
        within += abs(more - truth) <= found.more_margin
        assert found.more_margin > 0
    assert within >= 0.9 * numbers


def test_an_attack_with_many_states_is_told_to_a_hundredth() -> None:
    """A punk who hurts Wendy limb by limb: a thousand runs followed a seventh of the states."""
    fight = validate_file(str(ENCOUNTERS / "ninth-street.yaml"))[0]
    ruleset = load(fight.ruleset)
    question = RepeatedAttack(
        ruleset,
        fight,
        Attack("punk", ("wendy",)),
        lambda draft: ruleset.standing_of(draft, "wendy").out,
        lambda everything: everything,
    )
    found = chances_of_attacks_needed(question, 20)
    assert max(found.more_margin, *found.margins.values()) < 0.01


@pytest.mark.usefixtures("hurried")
def test_it_takes_no_more_runs_and_attacks_than_it_may(monkeypatch: Any) -> None:
    sample = small("i2050")
    runs: list[int] = []
    states = attacks_needed.StateSearch.states

    def counted(step: attacks_needed.StateSearch, most: int) -> Any:
        try:
            return states(step, most)
        finally:
            runs.append(step.runs)

    monkeypatch.setattr(attacks_needed.StateSearch, "states", counted)
    found = chances_of_attacks_needed(asked(sample, encounter(sample)), 20)
    assert sum(runs) <= attacks_needed.MOST_RUNS + 2
    assert 0 < found.trials <= attacks_needed.MOST_PLAYED


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("name", READY)
def test_all_chances_of_an_answer_add_up_to_one(name: str) -> None:
    fight, ruleset = validate_file(str(ENCOUNTERS / f"{name}.yaml"))
    who, target = facing(fight)
    doc = several_attacks.attacks_until(
        OddsQuestion(ruleset, fight, Attack(who, (target,))), "down"
    )
    found = doc["until"]
    assert sum(found["attacks"].values()) + found["more"] == pytest.approx(1)
    assert found.get("margins", found["attacks"]).keys() == found["attacks"].keys()
    assert ("more_margin" in found) == ("margins" in found)


def dodging(kind: str = "bruise") -> tuple[Any, Encounter, list[Attack]]:
    """Two blows in Spotlight at somebody who dodges, whom the first may well knock out."""
    play = core("spotlight")
    weak = {"head": {"bruise": 2}}
    bat = {"skill": "melee_weapons", "damage": 1, "damage_type": kind, "pierces": "none"}
    sheet = {
        "strength": 3, "fortitude": 3, "weapons": {"bat": bat},
        "skills": {"melee_weapons": 12, "athletics": 1},
    }  # fmt: skip
    fight = play.encounter(
        {
            "gmtrack": 1,
            "name": "alley",
            "ruleset": "spotlight",
            "combatants": dict.fromkeys(("mug", "axel", "eve"), sheet),
            "fight": {"combatants": {"eve": {"locations": weak}}},
        }
    )
    intents = []
    for who in ("mug", "axel"):
        line = f"attack {who} eve --called head --defense dodge"
        intents.append(play.intent(play.parsed(line.split()), fight))
    return play.ruleset, fight, intents


def test_who_cannot_dodge_any_more_is_attacked_all_the_same() -> None:
    """SP-TRIG-02: the unconscious are no harder to hit; nobody attacks the dead."""
    ruleset, fight, intents = dodging()
    odds = Search(ruleset, fight, intents, lambda everything: everything).odds(10**6)
    first, second = (block.chances for block in odds.blocks)
    assert first.down > first.dead
    assert second.outcomes.get("not-fired", 0) == first.dead
    free = without_defense(intents[1])
    assert free is not None
    hits, of_file = 0, dict[str, Any]()
    for trial in range(TRIALS):
        draft, dice = Draft(fight, of_file=of_file), ChanceDice(f"dodge/{trial}")
        ruleset.resolve(draft, intents[0], dice)
        able = not ruleset.standing_of(draft, "eve").out
        with suppress(Refusal):
            report = ruleset.resolve(draft, intents[1] if able else free, dice)
            hits += report.to_json()["outcome"] == "hit"
        draft.rollback()
    assert abs(hits / TRIALS - second.outcomes["hit"]) < MARGINS * margin_of_error(TRIALS)


def test_blows_go_on_until_somebody_who_cannot_dodge_any_more_is_dead() -> None:
    ruleset, fight, intents = dodging("lethal")

    def dead(draft: Draft) -> bool:
        return bool(ruleset.standing_of(draft, "eve").dead)

    asked = RepeatedAttack(ruleset, fight, intents[0], dead, lambda everything: everything)
    assert sum(chances_of_attacks_needed(asked, 20).chances.values()) > 0.5


def test_played_together_the_second_is_made_without_the_defense_and_says_so() -> None:
    ruleset, fight, intents = dodging()
    fight.fight["combatants"]["eve"]["unconscious"] = "head"
    free = without_defense(intents[0])
    assert free is not None
    draft = Draft(fight)
    report = resolve_all(
        ruleset,
        draft,
        Several([free, intents[1]]),
        TypedDice((), RandomDice(1), ruleset.WORDS, fight.names()),
    )
    assert len(report.blocks) == 2
    assert "eve is unconscious" in report.warnings[0]
