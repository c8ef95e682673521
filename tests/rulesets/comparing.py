"""Comparing JSON documents with what a case expects of them, and every roll with itself.

Maps are compared by subset; lists element by element; and, for lists of maps, by `{any: [...],
none: [...]}`, or by a map of the element's own name (`rolls`, `effects`, `parts`, `order`), where
a number stands for the sum of the values and `name@who` for one of several of that name.
"""

from collections.abc import Iterator
from typing import Any

Data = dict[str, Any]

ABSENT = "(absent)"
NAMES = ("id", "name", "effect", "label")


def differences(expected: Any, found: Any, where: str = "") -> list[str]:
    """What of `expected` is not in `found`, one line each."""
    if expected == ABSENT:
        return [f"{where}: expected nothing, found {found!r}"]
    if isinstance(expected, dict) and isinstance(found, list):
        return _in_list(expected, found, where)
    if isinstance(expected, dict) and isinstance(found, dict):
        wrong: list[str] = []
        for key, value in expected.items():
            place = f"{where}.{key}" if where else str(key)
            if key in found:
                wrong += differences(value, found[key], place)
            elif value != ABSENT:
                wrong.append(f"{place}: expected {value!r}, found nothing")
        return wrong
    if isinstance(expected, list) and isinstance(found, list):
        if expected and isinstance(expected[0], str) and found and isinstance(found[0], dict):
            found = [_named(item) for item in found]
        if len(expected) != len(found):
            return [f"{where}: expected {expected!r}, found {found!r}"]
        pairs = enumerate(zip(expected, found, strict=True))
        return [line for i, (a, b) in pairs for line in differences(a, b, f"{where}[{i}]")]
    same = expected == found and isinstance(expected, bool) == isinstance(found, bool)
    return [] if same else [f"{where}: expected {expected!r}, found {found!r}"]


def _in_list(expected: Data, found: list[Any], where: str) -> list[str]:
    if expected.keys() <= {"any", "none"}:
        wrong = [
            f"{where}: nothing like {item!r} in {found!r}"
            for item in expected.get("any", [])
            if all(differences(item, other) for other in found)
        ]
        return wrong + [
            f"{where}: {item!r} should not be in {found!r}"
            for item in expected.get("none", [])
            if not all(differences(item, other) for other in found)
        ]
    return [line for key, value in expected.items() for line in _by_name(key, value, found, where)]


def _by_name(key: str, expected: Any, found: list[Any], where: str) -> list[str]:
    place = f"{where}[{key}]"
    name, _, who = str(key).partition("@")
    those = [item for item in found if _named(item) == name and who in ("", item.get("who"))]
    if isinstance(expected, int) and not isinstance(expected, bool):
        total = sum(part["value"] for part in those)
        return [] if total == expected else [f"{place}: expected {expected}, found {found!r}"]
    if expected == ABSENT:
        return [f"{place}: expected none, found {those!r}"] if those else []
    tries = [differences(expected, item, place) for item in those]
    if not tries:
        return [f"{place}: not in {found!r}"]
    return min(tries, key=len)


def _named(item: Data) -> Any:
    return next((item[key] for key in NAMES if key in item), None)


def rolls_in(node: Any) -> Iterator[Data]:
    """Every roll anywhere in a document."""
    if isinstance(node, dict):
        if "dice" in node and "name" in node:
            yield node
        for value in node.values():
            yield from rolls_in(value)
    elif isinstance(node, list):
        for item in node:
            yield from rolls_in(item)


def faults_of_roll(roll: Data) -> list[str]:
    """What is wrong with a roll in itself: a wrong count of dice, parts that do not sum to the
    pool, or `X_parts` that do not sum to their X. Some rolls have no parts; those without a pool
    are summed, and a chance die is one die whatever the pool."""
    wrong = []
    name, pool = roll["name"], roll.get("pool")
    if pool is not None and len(roll["dice"]) != (1 if roll.get("chance") else pool):
        wrong.append(f"{name}: {len(roll['dice'])} dice for a pool of {pool}")
    sums = {"parts": "total" if pool is None else "pool"} | {
        key: key.removesuffix("_parts") for key in roll if key.endswith("_parts")
    }
    for parts, number in sums.items():
        if parts in roll and sum(part["value"] for part in roll[parts]) != roll.get(number):
            wrong.append(f"{name}: {roll[parts]} do not sum to {number} {roll.get(number)}")
    return wrong
