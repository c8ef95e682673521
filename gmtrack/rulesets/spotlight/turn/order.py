"""Who comes before whom (SP-INIT-02 to SP-INIT-04)."""

from collections.abc import Iterable

from gmtrack.rulesets.spotlight.sheet.live import Fighter

Rank = tuple[int, int, int, int]


def rank(who: Fighter) -> Rank:
    """The higher one is first: successes, initiative, agility, then dice of a tie."""
    return (
        who.initiative_successes or 0,
        who.sheet.initiative,
        who.sheet.agility,
        who.tiebreak or 0,
    )


def in_order(fighters: Iterable[Fighter]) -> list[Fighter]:
    """PCs that rolled, the best first; after them the others in the order given."""
    everybody = list(fighters)
    rolled = [who for who in everybody if who.is_pc and who.initiative_successes is not None]
    rolled.sort(key=rank, reverse=True)
    first = {who.id for who in rolled}
    return rolled + [who for who in everybody if who.id not in first]


def best(fighters: Iterable[Fighter]) -> list[Fighter]:
    """The one whose initiative is best, or all who are tied in every respect."""
    candidates = list(fighters)
    if not candidates:
        return []
    top = max(map(rank, candidates))
    return [who for who in candidates if rank(who) == top]
