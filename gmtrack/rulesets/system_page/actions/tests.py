"""`test`: one roll of one person, and what comes of it for them."""

from gmtrack.core.intents import Test as Wanted
from gmtrack.core.report import Report
from gmtrack.rulesets.kit.words import match_choice
from gmtrack.rulesets.system_page.actions.bands import find_band, tell_band
from gmtrack.rulesets.system_page.dice.modifiers import (
    TypedWords,
    check_mods,
    check_tied_word,
    collect_modifiers,
)
from gmtrack.rulesets.system_page.dice.rolls import (
    RollRequest,
    keys_of_roll,
    make_roll,
    number_keys,
)
from gmtrack.rulesets.system_page.dice.scopes import RollScope
from gmtrack.rulesets.system_page.dice.typed_words import (
    switch_words,
    told_words,
)
from gmtrack.rulesets.system_page.formula.errors import FormulaError
from gmtrack.rulesets.system_page.page.shapes import (
    TestShape,
)
from gmtrack.rulesets.system_page.sheet.fighter import Fighter
from gmtrack.rulesets.system_page.sheet.game import WORDS, Game
from gmtrack.rulesets.system_page.turn.order import do_due
from gmtrack.rulesets.system_page.wounds.damage import (
    DEED,
    do_deed,
    most_deed_rolls,
)
from gmtrack.rulesets.system_page.wounds.told_prices import (
    pay_for_told_words,
)

MOST_NUMBER = 9_999


def test(game: Game, intent: Wanted) -> Report:
    """Carry out `test`. Raises Refusal (kind for unknown names) for a test that the page does not
    have, and (kind for values) for a number beyond the limits."""
    word = match_choice(
        intent.what, tuple(game.page.tests), "test", WORDS.unknown
    )
    who = game.find(intent.who)
    row = game.page.tests[word]
    game.deny_options_except("--mod")
    game.deny_option("--limit", intent.limit)
    typed = _read_words(game, who, word)
    check_mods(game, "--mod", game.options.mods, [who.id])
    _check_number(game, intent.threshold)
    game.check_forbidden(who, "test", word)
    scope = RollScope(game, who)
    try:
        game.expect(
            keys_of_roll(scope, word, row.roll, who),
            number_keys(DEED, most_deed_rolls(game, scope), who),
        )
        _make_test(game, scope, who, word, row, intent.threshold, typed)
    except FormulaError as error:
        game.deny_fault(error)
    return game.report


def _read_words(game: Game, who: Fighter, word: str) -> TypedWords:
    """Return the typed words of a test. Raises Refusal (kind for unknown names) for one that the
    test does not know, or that is tied to somebody else."""
    telling = told_words(game.page, word)
    switching = switch_words(game.page, word)
    told, off = game.parse_words(telling, switching)
    for name in telling:
        check_tied_word(game, told, name, [who.id])
    for name in switching:
        check_tied_word(game, off, name, [who.id])
    return TypedWords(told, off, lambda _: (who.id,))


def _check_number(game: Game, number: int | None) -> None:
    if number is not None and not 0 <= number <= MOST_NUMBER:
        game.deny(
            WORDS.value, f"--threshold {number}: must be 0 to {MOST_NUMBER}"
        )


def _make_test(
    game: Game,
    scope: RollScope,
    who: Fighter,
    word: str,
    row: TestShape,
    threshold: int | None,
    typed: TypedWords,
) -> None:
    """Roll, find the outcome and carry out what it does."""
    do_due(game, who, f"test {who.id} {word}")
    number = threshold
    if number is None and row.against is not None:
        number = row.against.number(scope)
    game.report.tell("test", "head", who=who.name, what=word)
    # Before they are paid for: a modifier may end the condition on which it counts.
    modified = collect_modifiers(game, scope, word, typed)
    pay_for_told_words(game, who, scope, word, typed, set())
    request = RollRequest(
        word,
        who,
        row.roll,
        ("tests", word, "roll"),
        modified.parts,
        modified.again,
        goal=number,
        mods=game.parse_mods(game.options.mods, who),
    )
    known = make_roll(game, scope, request)
    if number is not None:
        known["against"] = number
        if "total" in known:
            known["margin"] = known["total"] - number
    scope = scope.knowing(**known)
    outcome, band = find_band(scope, row.bands)
    path = ("tests", word, "bands", outcome)
    tell_band(game, outcome, band, *path)
    if band is not None:
        do_deed(game, band.self, who, scope, *path, "self")
    game.report.body |= {"who": who.id, "test": word, "outcome": outcome}
