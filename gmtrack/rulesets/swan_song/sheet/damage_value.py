"""SS-ATK-09: a weapon's damage value as written, and what it comes to for somebody."""

from gmtrack.rulesets.swan_song.sheet.live import Fighter

SHORT_ATTRIBUTES = {
    "BOD": "body", "AGI": "agility", "REA": "reaction", "STR": "strength",
    "WIL": "willpower", "LOG": "logic", "INT": "intuition", "CHA": "charisma",
}  # fmt: skip


def dv_terms(dv: int | str) -> list[tuple[int, str, bool]]:
    """A DV expression as (sign, number or attribute name, halved). Raises ValueError."""
    text = str(dv).replace(" ", "")
    if text[-1:] in ("P", "S"):
        text = text[:-1]
    terms: list[tuple[int, str, bool]] = []
    for chunk in text.replace("-", "+-").split("+"):
        if not chunk:
            continue
        sign, word = (-1, chunk[1:]) if chunk.startswith("-") else (1, chunk)
        word, slash, half = word.partition("/")
        name = SHORT_ATTRIBUTES.get(word.upper(), word.lower())
        if not (name.isdigit() or name in SHORT_ATTRIBUTES.values()) or (slash and half != "2"):
            raise ValueError(word)
        terms.append((sign, name, bool(slash)))
    return terms


def evaluate_dv(dv: int | str, who: Fighter) -> int:
    """The DV for this attacker, at least 0."""
    value = 0
    for sign, name, halved in dv_terms(dv):
        term = int(name) if name.isdigit() else who.attributes()[name]
        value += sign * (who.house.div(term, 2) if halved else term)
    return max(0, value)
