"""What one ruling of section 6 is."""

from typing import Literal, NamedTuple


class Ruling(NamedTuple):
    """One row: a doubt about the source, how it is settled, and the house rule that changes it.

    `kind`: A the source is ambiguous, C it contradicts itself, G it has a gap.
    `key`: the house rule; None where the reading is fixed, or set per weapon or per sheet.
    `values`: what the key may be, the default first; or `dict`, a free map that is empty by
    default. The word "off" is the same as False. Numbers and truth values are different things
    here: 1 is not True.
    `free`: a type whose values are allowed too (`int` any number, `list` a list of words).
    `why_fixed`: why this key cannot be switched; empty where it can.
    """

    id: str
    kind: Literal["A", "C", "G"]
    question: str
    default: str
    key: str | None = None
    values: tuple[object, ...] | type = ()
    free: type | None = None
    why_fixed: str = ""
