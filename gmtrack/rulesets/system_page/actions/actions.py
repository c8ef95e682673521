"""`act`: the actions of the page."""

from gmtrack.core.intents import Act
from gmtrack.core.names import squash
from gmtrack.core.report import Report
from gmtrack.dice.port import Key
from gmtrack.rulesets.kit.words import match_choice
from gmtrack.rulesets.system_page.dice.rolls import count_rolls, number_keys
from gmtrack.rulesets.system_page.dice.scopes import RollScope
from gmtrack.rulesets.system_page.formula.errors import FormulaError
from gmtrack.rulesets.system_page.page.shapes import (
    ActionShape,
)
from gmtrack.rulesets.system_page.sheet.fighter import Fighter
from gmtrack.rulesets.system_page.sheet.game import WORDS, Game
from gmtrack.rulesets.system_page.turn.order import (
    check_may_act,
    do_due,
    pay,
)
from gmtrack.rulesets.system_page.wounds.damage import (
    DAMAGE,
    DEED,
    do_deed,
    most_deed_rolls,
)


def act(game: Game, intent: Act) -> Report:
    """Carry out `act`. Raises Refusal (kind for unknown names) for an action that the page does
    not have, and (kind for values) for too many or too few words behind it."""
    word = match_choice(
        squash(intent.action),
        tuple(game.page.actions),
        "action",
        WORDS.unknown,
    )
    row = game.page.actions[word]
    who = game.find(intent.who)
    game.deny_words_and_options()
    game.deny_option("--threshold", intent.threshold)
    target = _target(game, who, word, row, intent)
    scope = _scope_of(game, who, target)
    game.expect((), _keys_of_deeds(game, scope, row))
    check_may_act(game, who, "act")
    game.check_forbidden(who, word)
    _refuse_needless(game, row, who, target)
    pay(game, who, row.costs)
    do_due(game, who, f"act {who.id} {word}")
    _tell_action(game, who, word, target)
    try:
        _carry_out(game, who, word, row, target)
    except FormulaError as error:
        game.deny_fault(error)
    game.report.body |= {"who": who.id, "action": word, "outcome": "done"}
    if target is not None:
        game.report.body["target"] = target.id
    return game.report


def _scope_of(game: Game, who: Fighter, target: Fighter | None) -> RollScope:
    """Return the scope in which somebody acts on a target, or on themselves."""
    people = {"attacker": who, "target": target or who}
    return RollScope(game, who, people, known={"type": "", "place": ""})


def _keys_of_deeds(game: Game, scope: RollScope, row: ActionShape) -> list[Key]:
    """Return the keys of the dice of what an action adds to tracks, and of its damage."""
    found = number_keys(DEED, most_deed_rolls(game, scope), scope.who)
    for deed in (row.self, row.target):
        if deed is not None and deed.damage is not None:
            count = count_rolls(scope, deed.damage.node)
            found += number_keys(DAMAGE, count, scope.who)
    return found


def _target(
    game: Game, who: Fighter, word: str, row: ActionShape, intent: Act
) -> Fighter | None:
    """Return the target that an action names; None for an action without one."""
    wanted = 1 if row.target else 0
    if len(intent.args) != wanted:
        line = f"act {who.id} {word}{' TARGET' * wanted}"
        game.deny(WORDS.value, f"type `{line}`")
    return game.find(intent.args[0]) if wanted else None


def _refuse_needless(
    game: Game, row: ActionShape, who: Fighter, target: Fighter | None
) -> None:
    """Refuse (`condition`) an action that does nothing but end conditions which nobody has, or that
    passes on a condition which whoever acts does not have."""
    for word in _passed_on(row):
        if not who.has_condition(word):
            condition = word.replace("-", " ")
            game.refuse("condition", f"{who.name} is not {condition}")
    deeds = [(row.self, who), (row.target, target)]
    ends = [
        (word, person)
        for deed, person in deeds
        if deed is not None and person is not None
        for word in deed.end
    ]
    does_more = any(
        deed and (deed.put or deed.add or deed.damage) for deed, _ in deeds
    )
    if does_more or not ends:
        return
    if not any(person.has_condition(word) for word, person in ends):
        word, person = ends[0]
        condition = word.replace("-", " ")
        game.refuse("condition", f"{person.name} is not {condition}")


def _passed_on(row: ActionShape) -> list[str]:
    """Return the conditions that an action ends for whoever acts and puts on the target."""
    if row.self is None or row.target is None:
        return []
    return [word for word in row.self.end if word in row.target.put]


def _tell_action(
    game: Game, who: Fighter, word: str, target: Fighter | None
) -> None:
    action = word.replace("-", " ")
    if target is None:
        game.report.tell("act", "head", who=who.name, action=action)
    else:
        game.report.tell(
            "act.at", "head", who=who.name, action=action, target=target.name
        )


def _carry_out(
    game: Game,
    who: Fighter,
    word: str,
    row: ActionShape,
    target: Fighter | None,
) -> None:
    """Do what the page says to whoever acts and to the target."""
    scope = _scope_of(game, who, target)
    do_deed(game, row.self, who, scope, "actions", word, "self")
    if target is not None:
        theirs = scope.as_seen_by(target)
        do_deed(game, row.target, target, theirs, "actions", word, "target")
