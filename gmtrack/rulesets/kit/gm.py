"""The checks that `damage` and `heal` need in every ruleset."""

from gmtrack.core.intents import Damage, Heal
from gmtrack.rulesets.kit.commands import AnyGame, BaseGame, F
from gmtrack.rulesets.kit.renamed import accept_old_imports
from gmtrack.rulesets.kit.words import match_choice

MOST = 999


def begin_by_hand(
    game: BaseGame[F],
    intent: Damage | Heal,
    *useless: str,
    most: int = MOST,
    what: str = "points",
) -> F:
    """Check a `damage` or `heal` and return the combatant it is for, who may be away. Writes the
    document's `who` and expects no rolls. Raises Refusal for typed words, for the `useless`
    options (`type`, `location`, `pool`) where typed, for an unknown combatant, and for an amount
    outside 0 to `most`. `what` is the noun of the amount in the refusal."""
    game.deny_words_and_options()
    who = game.named(intent.who)
    for option in useless:
        game.deny_option(f"--{option}", getattr(intent, option))
    check_amount(game, intent, most, what)
    game.expect([])
    game.report.body["who"] = who.id
    return who


def check_amount(
    game: AnyGame,
    intent: Damage | Heal,
    most: int,
    what: str = "points",
) -> None:
    """Raise Refusal (kind for values) for an amount of `damage` or `heal` outside 0 to `most`.
    For a negative one the refusal says the line that does the opposite. None stands for
    everything and is always accepted."""
    amount = intent.amount
    if amount is None or 0 <= amount <= most:
        return
    kind = game.WORDS.value
    if amount < 0:
        command, other = (
            ("damage", "heal")
            if isinstance(intent, Damage)
            else ("heal", "damage")
        )
        line = f"{other} {game.named(intent.who).id} {-amount}"
        game.deny(
            kind,
            f"{command} {amount}: type 0 or more; `{line}` does the opposite",
        )
    game.deny(kind, f"{amount} {what}: must be 0 to {most}")


def is_pool_named(game: AnyGame, intent: Damage | Heal, pool: str) -> bool:
    """Whether `--pool` was typed, for a ruleset that has one pool to be named. Raises Refusal
    for another pool (kind for unknown names), and for a `--type` or `--location` beside it (kind
    for values)."""
    if intent.pool is None:
        return False
    match_choice(intent.pool, (pool,), "pool", game.WORDS.unknown)
    if intent.type or intent.location:
        game.deny(
            game.WORDS.value, f"--pool {pool} takes no --type and no --location"
        )
    return True


accept_old_imports(globals())
