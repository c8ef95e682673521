"""Odds are what the rules do, counted out."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import factorial, prod

import pytest
from long_run import LONG, part

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.dice.port import Ask
from gmtrack.dice.sources import RandomDice, TableDice
from gmtrack.dice.typed import parse_rolls
from gmtrack.odds.chances import NOT_FIRED, Chances, Odds

from .odds_play import (
    FOLDERS,
    FaceDice,
    KnownDice,
    Sample,
    SeenDice,
    attacked,
    core,
    encounter,
    one_of_each,
    same,
    samples,
    search,
    whole,
)

SMALL = pytest.mark.parametrize("sample", part(samples("small"), 3), ids=str)
LARGE = pytest.mark.parametrize("sample", one_of_each("large"), ids=str)
MEDIUM = pytest.mark.parametrize(
    "sample", [*one_of_each("medium"), *(samples("small") if LONG else ())], ids=str
)
NO_EFFECT = {"check"}
"""A check that is won is nothing that a blow does to anybody."""
MOST_FACES = 1_000
"""So many results of one roll are typed in one after the other."""


@SMALL
def test_odds_are_those_of_every_face_of_every_die(sample: Sample) -> None:
    fight = encounter(sample)
    quick = search(sample, fight, sample.line).odds()
    slow = search(sample, fight, sample.line, FaceDice).odds(most=10**6)
    whole(quick)
    same(quick, slow)


@MEDIUM
def test_random_variables_say_what_each_value_alone_says(sample: Sample) -> None:
    fight = encounter(sample)
    random = search(sample, fight, sample.line).odds()
    whole(random)
    same(random, search(sample, fight, sample.line, KnownDice).odds(most=10**6))


@pytest.mark.parametrize("sample", [*samples("merged"), *samples("several")], ids=str)
def test_merged_branches_say_what_each_alone_says(sample: Sample) -> None:
    fight = encounter(sample)
    together = search(sample, fight, sample.line).odds()
    whole(together)
    same(together, search(sample, fight, sample.line, merging=False).odds(most=10**6))


@LARGE
def test_odds_of_many_dice_add_up_to_1(sample: Sample) -> None:
    whole(search(sample, encounter(sample), sample.line).odds())


def asked(sample: Sample, fight: Encounter) -> list[Ask]:
    """The rolls that there may be, as they are asked for on some branch."""
    found: list[Ask] = []
    search(sample, fight, sample.line, lambda all_dice: SeenDice(all_dice, found)).odds()
    return found


def faces_of(ask: Ask) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """What may be typed for a roll and how likely that is: the marked dice in their order, of the
    others how many show what."""
    count, each = int(ask.count), range(1, ask.sides + 1)
    marked = min(count, abs(ask.reading.marked))
    for first in product(each, repeat=marked):
        for rest in combinations_with_replacement(each, count - marked):
            ways = factorial(len(rest)) // prod(map(factorial, Counter(rest).values()))
            faces = (*first, *rest) if ask.reading.marked >= 0 else (*rest, *first)
            yield faces, Fraction(ways, ask.sides**count)


def typed(ask: Ask, faces: tuple[int, ...]) -> str:
    return f" --roll {ask.name}.{ask.key}={','.join(map(str, faces))}"


@SMALL
def test_odds_with_the_first_dice_on_the_table_mix_to_those_before(sample: Sample) -> None:
    fight = encounter(sample)
    rolls = [ask for ask in asked(sample, fight) if ask.count]
    if not rolls:
        return
    mixed: list[Counter[object]] = []
    ways = list(faces_of(rolls[0]))
    assert len(ways) < MOST_FACES
    for faces, chance in ways:
        found = search(sample, fight, sample.line + typed(rolls[0], faces)).odds()
        mixed.append(Counter({key: share * chance for key, share in flat(found, 2).items()}))
    assert sum(mixed, Counter()) == flat(search(sample, fight, sample.line).odds(), 2)


def flat(odds: Odds, attacks: int) -> Counter[object]:
    """All chances of an answer under one key each; so many attacks, made or not."""
    found: Counter[object] = Counter()
    for place in range(attacks):
        if place < len(odds.blocks):
            found.update(_flat(place, odds.blocks[place].chances))
        else:
            found.update({(place, "outcome", NOT_FIRED): Fraction(1), (place, "damage", 0): 1})
    odds.total.outcomes = {}
    found.update(_flat("total", odds.total))
    return found


def _flat(place: object, chances: Chances) -> Iterator[object]:
    parts = {"outcome": chances.outcomes, "damage": chances.damage, "effect": chances.effects}
    found = {(place, part, key): p for part, told in parts.items() for key, p in told.items()}
    return Counter({**found, (place, "down"): chances.down, (place, "dead"): chances.dead})


@SMALL
def test_when_all_dice_lie_on_the_table_it_is_the_attack_itself(sample: Sample) -> None:
    fight = encounter(sample)
    for seed in range(8):
        real = attacked(sample.folder, fight, sample.line.split(), seed)
        line = " --roll ".join([sample.line, *real.rolls])
        odds = search(sample, fight, line).odds()
        for block, upshot, end in zip(odds.blocks, real.upshots, real.ends, strict=True):
            chances = block.chances
            assert (block.attacker, block.target) == (upshot.attacker, upshot.target)
            assert chances.outcomes == {upshot.outcome: 1}
            assert chances.damage == {upshot.damage: 1}
            assert chances.effects == dict.fromkeys(upshot.effects, 1)
            # How they stand after the last attack on them is how they stand in the end.
            last = [other.target for other in odds.blocks].count(block.target) == 1
            assert not last or (chances.down, chances.dead) == (end.out, end.dead)
        ends = [end.out for fate in real.ends], [end.dead for fate in real.ends]
        assert (odds.total.down, odds.total.dead) == tuple(map(any, ends))


@SMALL
def test_every_effect_that_the_attack_tells_is_one_of_the_odds(sample: Sample) -> None:
    play, fight = core(sample.folder), encounter(sample)
    odds = search(sample, fight, sample.line).odds().total
    words = play.parsed(sample.line.split())
    for seed in range(4):
        draft, dice = Draft(fight), RandomDice(seed)
        typed = TableDice(parse_rolls(words.rolls, ""), dice, "")
        report = play.ruleset.resolve(draft, play.intent(words, fight), typed)
        draft.rollback()
        told = {effect["effect"] for effect in report.effects} - NO_EFFECT
        assert told <= odds.effects.keys() | odds.risk.effects.keys()


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_samples_touch_what_attacks_can_come_to(folder: str) -> None:
    """A net under the file itself: several outcomes and effects, and more than one attack."""
    found = [
        search(sample, encounter(sample), sample.line).odds()
        for sample in samples("small")
        if sample.folder == folder
    ]
    outcomes = {name for odds in found for block in odds.blocks for name in block.chances.outcomes}
    assert {"hit", "miss"} < outcomes
    assert any(odds.total.effects for odds in found)
    assert any(0 < odds.total.down < 1 for odds in found)


def test_who_is_down_is_told_as_it_is_at_the_end() -> None:
    """Who fights for their life was down after the first part of the attack."""
    (sample,) = (one for one in samples("several") if "fight-for-your-life" in one.line)
    found = search(sample, encounter(sample), sample.line).odds()
    assert found.blocks[0].chances.down > Fraction(1, 2)
    assert (found.total.down, found.total.dead) == (0, 0)


def test_what_is_so_after_an_action_but_by_none_of_its_attacks_is_told_of_the_whole() -> None:
    """It comes when all parts of the attack are over."""
    (sample,) = (one for one in samples("several") if "fight-for-your-life" in one.line)
    fight = encounter(sample)
    found = search(sample, fight, sample.line).odds()
    same(found, search(sample, fight, sample.line, merging=False).odds())
    assert found.blocks[0].chances.down < found.total.effects["fight-for-your-life"] < 1


@pytest.mark.parametrize("sample", samples("several"), ids=str)
def test_the_stories_of_several_attacks_and_what_is_risked_are_those_of_the_whole(
    sample: Sample,
) -> None:
    found = search(sample, encounter(sample), sample.line).odds()
    damage: Counter[int] = Counter()
    for story, chance in found.total.stories.items():
        damage[story.damage] += chance
    assert damage == found.total.damage
    assert sum(p for story, p in found.total.stories.items() if story.down) == found.total.down
    risks = [block.chances.risk.any or 0 for block in found.blocks]
    assert max(risks) <= found.total.risk.any <= sum(risks)


def test_whoever_suffers_damage_in_an_attack_has_risked_it() -> None:
    (sample, *_) = (one for one in samples("risky") if one.folder == "spotlight")
    [block] = search(sample, encounter(sample), sample.line).odds().blocks
    risk = block.chances.risk
    hurt = 1 - risk.damage[0]
    assert 0 < hurt <= (risk.any or 0)
