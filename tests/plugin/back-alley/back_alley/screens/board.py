"""The fight at a glance."""

from back_alley.game import Scene
from back_alley.screens.fighters import conditions_of, tracks_of
from back_alley.sheet import Fighter
from back_alley.turn import coming, document, goes_on, order, phase
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.screen import Board, Row, Turn
from gmtrack.rulesets.kit import board as frame
from gmtrack.rulesets.kit.board import HeadLine, head_line_between_rounds


def board(encounter: Encounter) -> Board:
    """Everybody in the order of the round."""
    scene = Scene(Draft(encounter))
    return Board(
        encounter.name,
        clock=_clock(scene),
        columns=("Init", "Action", "In hand"),
        rows=tuple(_row(scene, who) for who in order(scene)),
        doc={"name": encounter.name, "ruleset": encounter.ruleset, **document(scene)},
        lines=("It is dark.",) if scene.dark else (),
        turn=_turn(scene),
    )


def _clock(scene: Scene) -> HeadLine:
    fight = scene.fight
    return (
        (("round", str(fight.round)),)
        if fight.acting
        else head_line_between_rounds(scene.draft.encounter)
    )


def _turn(scene: Scene) -> Turn:
    fight = scene.fight
    if fight.acting:
        who = scene.fighter(fight.acting)
        return Turn(left=f"{who.actions} action", next=f"end {who.name}'s turn")
    if phase(scene) == "round-over" and (coming(scene) or goes_on(scene)):
        return Turn(next="begin the next turn")
    return Turn()


def _row(scene: Scene, who: Fighter) -> Row:
    acting = scene.fight.acting == who.id
    return frame.make_row(
        who,
        (who.score, who.actions if acting else None, who.in_hand),
        tracks_of(who),
        conditions_of(who),
        acting=acting,
        done=who.had_turn,
    )
