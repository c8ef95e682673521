"""`act WHO ACTION [TARGET...]`: the list of actions, and how one of them runs; what its holder does
with the spotlight (`pass`, `share`, `forgo`; SP-SPOT)."""

from collections.abc import Mapping

from gmtrack.core.intents import Act
from gmtrack.core.report import Report
from gmtrack.rulesets.kit import actions as kit
from gmtrack.rulesets.spotlight.actions import death_spotlight, paid
from gmtrack.rulesets.spotlight.actions.context import (
    Action,
    ActionContext,
    describe_arguments,
    other_names,
    price_of,
    read_target,
)
from gmtrack.rulesets.spotlight.sheet.game import WORDS, Game
from gmtrack.rulesets.spotlight.sheet.state import Fighter
from gmtrack.rulesets.spotlight.turn.legality import (
    REACT,
    check_able,
    check_not_interrupted,
    check_not_over,
    check_started,
)
from gmtrack.rulesets.spotlight.turn.spotlight import (
    add_to_spotlight,
    close_npcs,
    count_as_had,
    end_round_if_spent,
    leave_spotlight_all,
    open_npcs,
    turn_document,
    waiting_fighters,
)
from gmtrack.rulesets.spotlight.turn.turn import (
    check_has_spotlight,
    give_spotlight,
    leave_spotlight_alone,
    lines_to_give,
    retake_spotlight,
)


def pass_on(do: ActionContext) -> None:
    """Carry out `act WHO pass TARGET`: hand the spotlight on. Raises Refusal
    (`not-in-spotlight`, `bad-target`, `down`, `spotlight-order`)."""
    game, who, other = do.game, do.who, read_target(do)
    check_has_spotlight(game, who)
    if other is who:
        game.refuse(
            "bad-target",
            f"{who.name} already holds the spotlight: name somebody else",
        )
    check_able(game, other)
    stage = game.fight.stage
    with game.draft.by(
        "SP-SPOT-04, SP-SPOT-05" if stage == "pc" else "SP-SPOT-04"
    ):
        if stage == "pc":
            pass_to_pc(game, other)
        elif stage == "npc":
            close_npcs(game)
            hand_over(game, other)
        else:
            leave_spotlight_all(game)
            hand_over(game, other)


def hand_over(game: Game, other: Fighter) -> None:
    """Give the spotlight to TARGET as `intervene` does, unless it is TARGET's first turn among
    NPCs who go one by one."""
    if not game.has_spotlight(other):
        retake_spotlight(game, other)


def pass_to_pc(game: Game, other: Fighter) -> None:
    """Pass the spotlight in stage `pc`: to an able PC without a turn, or to the NPCs when no
    such PC is left."""
    fresh = waiting_fighters(game, pcs=True)
    # TARGET, who has had it too, may take it again where no NPC is to go before.
    all_done = game.has_had_spotlight(other) and not waiting_fighters(
        game, pcs=False
    )
    if not fresh and (not other.is_pc or all_done):
        leave_spotlight_all(game)
        open_npcs(game, other)
        if game.fight.stage == "open":
            hand_over(game, other)
        return
    check_fresh(game, other, fresh)
    leave_spotlight_all(game)
    give_spotlight(game, other)


def check_fresh(game: Game, other: Fighter, fresh: list[Fighter]) -> None:
    """Refuse the spotlight to somebody who has had it while others wait (SP-R06). Raises Refusal
    (`spotlight-order`). Depends on the house rule `pass_rule`."""
    names = ", ".join(who.name for who in fresh) or "the NPCs"
    lines = (
        lines_to_give(game, fresh) if fresh else "`next` gives it to the NPCs"
    )
    if not other.is_pc:
        game.refuse(
            "spotlight-order", f"{other.name} comes after the PCs: {lines}"
        )
    elif game.has_had_spotlight(other):
        rule = game.house.pass_rule
        if rule == "fresh_first":
            game.refuse(
                "spotlight-order",
                f"{other.name} has had the spotlight: {lines}",
            )
        elif rule == "warn":
            with game.draft.by("SP-SPOT-05, SP-R06"):
                game.report.tell(
                    "pass.warn", "note", who=other.name, names=names
                )


def share_spotlight(do: ActionContext) -> None:
    """Carry out `act WHO share TARGET...`: let others hold the spotlight too. Raises Refusal
    (`unknown-name`, `not-in-spotlight`, `bad-target`, `down`, `spotlight-order`)."""
    game, who = do.game, do.who
    if not do.args:
        game.deny(
            WORDS.unknown,
            describe_arguments(do, "one or more targets", other_names(do)),
        )
    sharers = [game.find(word) for word in do.args]
    do.targets = [other.id for other in sharers]
    check_has_spotlight(game, who)
    for other in sharers:
        if other is who:
            game.refuse(
                "bad-target",
                f"{who.name} already holds the spotlight: name somebody else",
            )
        check_able(game, other)
        if not other.can_spend:
            game.refuse(
                "spotlight-order",
                f"{other.name} has no AP left to share the spotlight with",
            )
        with game.draft.by("SP-SPOT-09, SP-SPOT-12, SP-R10"):
            add_to_spotlight(game, [other], own_turn=False)
    do.tell_fact("share", "head", others=[other.name for other in sharers])


def forgo_ap(do: ActionContext) -> None:
    """Carry out `act WHO forgo`: give up the AP of this round, and the spotlight."""
    game, who = do.game, do.who
    with game.draft.by("SP-SPOT-13"):
        do.tell_fact("forgo", "note", ap=who.ap)
        who.forgone = True
        count_as_had(game, who)
        if game.has_spotlight(who):
            leave_spotlight_alone(game, who)


_MOD = ("--mod",)
ACTIONS: Mapping[str, Action] = kit.index_actions(
    Action("move", "[TEXT...]", "1", "SP-AP-02", "up to Speed; a useless leg needs --with helped",
           paid.move, paid.MOVE_WORDS),
    Action("draw", "WEAPON", "1", "SP-AP-04", "take a weapon in hand", paid.take_in_hand,
           REACT),
    Action("pick-up", "[WEAPON]", "1", "SP-AP-04",
           "take a weapon or anything else from the ground", paid.pick_up, REACT),
    Action("change-hands", "WEAPON", "1", "SP-AP-03", "take a weapon in the other hand",
           paid.change_hands, REACT),
    Action("drop", "WEAPON", "1", "SP-R51", "let go of a weapon", paid.drop, REACT,
           kind="free"),
    Action("take-cover", "COVER", "1", "SP-AP-04", "get behind a piece of the scene",
           paid.take_cover, REACT),
    Action("leave-cover", "", "1", "SP-R51", "get out of cover", paid.leave_cover, REACT,
           kind="free"),
    Action("throw", "[TEXT...]", "1", "SP-AP-04", "throw what need not hit; else use attack",
           paid.with_hands, REACT),
    Action("open-door", "[TEXT...]", "1", "SP-AP-04", "open a door", paid.with_hands, REACT),
    Action("press-button", "[TEXT...]", "1", "SP-AP-04", "press a button", paid.with_hands,
           REACT),
    Action("set-explosives", "[TEXT...]", "1", "SP-AP-04", "set a charge", paid.with_hands,
           REACT),
    Action("activate-implant", "[TEXT...]", "1", "SP-AP-04", "activate an implant",
           paid.do_plain_action, REACT),
    Action("jack-in", "[TEXT...]", "1", "SP-AP-04", "jack into a system",
           paid.do_plain_action, REACT),
    Action("activate-hacked-device", "[TEXT...]", "1", "SP-AP-04", "use a device that was hacked",
           paid.do_plain_action, REACT),
    Action("hack", "[TEXT...]", "1", "SP-AP-04", "hack a system", paid.do_plain_action, REACT),
    Action("other", "[TEXT...]", "1", "SP-AP-03", "do anything else", paid.do_plain_action, REACT),
    Action("first-aid", "TARGET", "1", "SP-INJ-06", "wake somebody unconscious: medicine test",
           paid.first_aid, REACT, options=_MOD, rolls=None),
    Action("pass", "TARGET", "0", "SP-SPOT-04", "hand the spotlight on", pass_on,
           kind="turn"),
    Action("share", "TARGET...", "0", "SP-SPOT-09", "share the spotlight", share_spotlight,
           kind="turn"),
    Action("forgo", "", "0", "SP-SPOT-13", "give up the rest of this round's AP", forgo_ap,
           kind="turn"),
    Action("cheat-death", "", "0", "SP-DEATH-04", "willpower test; costs a point of Fortitude",
           death_spotlight.cheat_death, options=_MOD, rolls=None, kind="death"),
    Action("invite", "TARGET", "0", "SP-DEATH-11", "ask another PC for a dramatic save",
           death_spotlight.invite, kind="death"),
    Action("save", "TARGET", "1", "SP-DEATH-13", "dramatic save: medicine test, 1 of its 4 AP",
           death_spotlight.save, death_spotlight.SAVE_WORDS, options=_MOD, rolls=None,
           kind="death"),
    Action("die", "", "0", "SP-DEATH-02", "die", death_spotlight.give_up, kind="death"),
)  # fmt: skip
"""The table of actions; the price is in AP. An action without a kind is paid for, in the
spotlight or on a trigger; kind `turn` passes the spotlight around, kind `free` is free where
SP-R51 says so, kind `death` is a choice of the death spotlight."""


def act(game: Game, intent: Act) -> Report:
    """Carry out `act WHO ACTION`. Raises Refusal, and nothing has changed then: `unknown-name`
    for an unknown action or word, `bad-value` for `--threshold`, and the kinds of `check_time`
    and of the action itself."""
    do: ActionContext = kit.begin_action(
        game, game.find(intent.who), intent, ACTIONS
    )
    row = do.row
    if intent.threshold is not None:
        other = (
            "; `--mod N:WHY` changes the Difficulty"
            if row.rolls is None
            else ""
        )
        game.deny(WORDS.value, f"`--threshold` is for `test` only{other}")
    check_no_more_words(do)
    check_time(do)
    do.expect_rolls()
    row.run(do)
    end_round_if_spent(game)
    game.report.body |= {
        "who": do.who.id, "action": row.name, "targets": do.targets, "outcome": do.outcome,
        **do.body,
    }  # fmt: skip
    if row.kind in ("turn", "death") and game.narrated:
        game.report.body |= turn_document(game)
    return game.report


def check_no_more_words(do: ActionContext) -> None:
    """Raise Refusal (`bad-value`) for words behind an action that takes none."""
    if do.args and not do.row.usage:
        do.game.deny(
            WORDS.value,
            f"unexpected `{do.args[0]}`: {do.name} takes nothing more",
        )


def check_time(do: ActionContext) -> None:
    """Whether an action of this kind can be taken now. Raises Refusal."""
    game, save, row = do.game, do.game.fight.save, do.row
    if row.kind == "death":
        return
    helper = bool(save) and save["by"] == do.who.id if save else False
    if not (helper and row.name == "move"):
        check_not_interrupted(game)
    if row.kind == "turn":
        check_started(game)
    elif not row.kind or price_of(row, game.house):
        check_not_over(game)
    if not (row.name == "pass" and game.has_spotlight(do.who)):
        check_able(game, do.who)
