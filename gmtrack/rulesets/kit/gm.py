"""`damage` and `heal`: what the GM's hand does alike in every ruleset."""

from typing import Any

from gmtrack.core.intents import Damage, Heal
from gmtrack.rulesets.kit.commands import F, Table
from gmtrack.rulesets.kit.words import known

MOST = 999


def begun(
    game: Table[F],
    intent: Damage | Heal,
    *useless: str,
    most: int = MOST,
    what: str = "points",
) -> F:
    """Whom points are taken from or given back, away or not; writes the document's `who`, and rolls
    nothing. `useless`: the options that are not taken (`type`, `location`, `pool`). Raises
    Refusal."""
    game.takes_nothing()
    who = game.named(intent.who)
    for option in useless:
        game.takes_none(f"--{option}", getattr(intent, option))
    check_amount(game, intent, most, what)
    game.expect([])
    game.report.body["who"] = who.id
    return who


def check_amount(
    game: Table[Any], intent: Damage | Heal, most: int, what: str = "points"
) -> None:
    """How much of `damage` and `heal`; nothing stands for all. Raises Refusal (the word for
    values)."""
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


def by_pool(game: Table[Any], intent: Damage | Heal, pool: str) -> bool:
    """Whether the points are of the one pool that can be named. Raises Refusal for other pools, or
    a type or place beside it."""
    if intent.pool is None:
        return False
    known(intent.pool, (pool,), "pool", game.WORDS.unknown)
    if intent.type or intent.location:
        game.deny(
            game.WORDS.value, f"--pool {pool} takes no --type and no --location"
        )
    return True
