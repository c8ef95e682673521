"""The Score: it follows the initiative attribute and the wounds at once, and AP and the place in
the order follow it."""

from collections.abc import Iterator
from contextlib import contextmanager

from gmtrack.rulesets.swan_song.sheet.fighter import Fighter
from gmtrack.rulesets.swan_song.sheet.game import Game, rank_of, to_come


@contextmanager
def initiative_follows(game: Game, who: Fighter) -> Iterator[None]:
    """Whatever changes inside, the Score moves by the change of the initiative attribute at
    once."""
    base, wounds = who.initiative_base, who.wound_modifier
    yield
    shift = who.initiative_base - base
    if game.house.wound_initiative == "immediate":
        shift += who.wound_modifier - wounds
    tell_wounds(game, who, wounds)
    shift_score(game, who, shift, "SS-INIT-18, SS-INIT-21, R-INIT-7")


def tell_wounds(game: Game, who: Fighter, before: int) -> None:
    after = who.wound_modifier
    if after != before:
        tone = "bad" if after < before else "good"
        with game.draft.by("SS-WND-01, SS-WND-02, SS-WND-03, SS-WND-06"):
            game.report.tell("wounds", tone, who=who.name, before=before, after=after)


def shift_score(game: Game, who: Fighter, shift: int, rules: str) -> None:
    """Move a Score within the round, by these rows; a coin tossed for the old one counts no
    more."""
    if shift == 0 or who.score is None:
        return
    places = to_come(game) if game.fight.running else []
    with game.draft.by(rules):
        before, who.score = who.score, who.score + shift
        who.coin = None
        game.report.tell(
            "score", "bad" if shift < 0 else "good", who=who.name, before=before, after=who.score
        )
    grant_ap(game, who)
    if game.fight.running:
        tell_place(game, who, places)


def tell_place(game: Game, who: Fighter, before: list[str]) -> None:
    """The new place in the order, where a changed Score moves somebody."""
    after = to_come(game)
    if who.id in before and who.id not in after:
        with game.draft.by("SS-INIT-21, SS-INIT-22"):
            game.report.tell("place.none", "bad", who=who.name)
    elif who.id in after and before != after:
        with game.draft.by("SS-INIT-09, SS-INIT-21"):
            tell_neighbour(game, who, after)


def tell_neighbour(game: Game, who: Fighter, order: list[str]) -> None:
    """Whom they come after; among equals a coin will be tossed."""
    rank = rank_of(who, game.house)[:3]
    ranks = {one: rank_of(game.fighter(one), game.house)[:3] for one in order if one != who.id}
    level = [game.name(one) for one in ranks if ranks[one] == rank]
    ahead = [game.name(one) for one in ranks if ranks[one] > rank]
    if level:
        game.report.tell("place.level", "note", who=who.name, other=", ".join(level))
    elif ahead:
        game.report.tell("place.after", "note", who=who.name, other=ahead[-1])
    else:
        game.report.tell("place.next", "note", who=who.name, other="")


def grant_ap(game: Game, who: Fighter) -> None:
    """AP come when the Score is above 0 and none were granted in this pass yet."""
    entitled = (who.score or 0) > 0 or game.house.ap_at_zero_score == "base"
    if game.fight.running and entitled and not who.ap_granted and who.score is not None:
        with game.draft.by("R-INIT-9"):
            who.ap = who.sheet.ap_base
            who.ap_granted = True
