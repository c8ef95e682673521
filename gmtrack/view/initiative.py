"""Rolls of initiative as lines: one for each combatant and each tie, or all in one line where
there is little room."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from gmtrack.core.report import Fact, Roll
from gmtrack.view.rolls import (
    describe_reading,
    render_bracketed_parts,
    render_faces,
    render_reading,
)
from gmtrack.view.text import (
    GAP,
    Line,
    Names,
    Span,
    blanks,
    join_faces,
    join_spans,
    pad,
    show_name,
    shown,
    space_underscores,
)

SCORE = "initiative"
TIES = ("coin", "initiative_tie")
UPSHOTS = (SCORE, "coins")
"""Keys of the facts that tell the result of such rolls."""


class TieRolls(NamedTuple):
    """Rolls that break a tie, in the order of the throws, and the fact that tells who won (None:
    none does)."""

    rolls: tuple[Roll, ...]
    won: Fact | None = None

    @property
    def faces(self) -> dict[str, list[int]]:
        """The faces that each combatant rolled, by id. First throws that were alike for all are
        left out, since they decided nothing."""
        found: dict[str, list[int]] = {}
        for roll in self.rolls:
            found.setdefault(roll.who, []).extend(roll.dice)
        least = min(map(len, found.values()))
        alike = 0
        while (
            alike < least - 1
            and len({faces[alike] for faces in found.values()}) == 1
        ):
            alike += 1
        return {who: faces[alike:] for who, faces in found.items()}


class InitiativeScore(NamedTuple):
    """A roll for initiative and the fact that tells its result (None: none does)."""

    roll: Roll
    result: Fact | None = None


def is_about_order(step: Roll | Fact) -> bool:
    """Whether a roll or fact of a report is about initiative or ties."""
    if isinstance(step, Roll):
        return step.name in (SCORE, *TIES)
    return step.key in UPSHOTS


def pair_rolls_with_facts(
    steps: Iterable[Roll | Fact],
) -> Iterator[InitiativeScore | TieRolls]:
    """Yield the scores and ties of rolls and facts about initiative, each together with the fact
    that follows. Ties between several scores that were broken together come one by one."""
    found: list[InitiativeScore | TieRolls] = []
    for step in steps:
        last = found[-1] if found else None
        if isinstance(step, Roll) and step.name in TIES:
            if isinstance(last, TieRolls) and last.won is None:
                found[-1] = TieRolls((*last.rolls, step))
            else:
                found.append(TieRolls((step,)))
        elif isinstance(step, Roll):
            found.append(InitiativeScore(step))
        elif isinstance(last, TieRolls):
            found[-1] = last._replace(won=step)
        elif last is not None:
            found[-1] = last._replace(result=step)
    scores = {
        one.roll.who: _read_score(one)
        for one in found
        if isinstance(one, InitiativeScore)
    }
    for one in found:
        yield from (
            _split_tie(one, scores)
            if isinstance(one, TieRolls) and one.won is None
            else [one]
        )


def _split_tie(tie: TieRolls, scores: Mapping[str, str]) -> Iterator[TieRolls]:
    """Split rolls that broke several ties at once into one tie for each score."""
    alike: dict[str, list[Roll]] = {}
    for roll in tie.rolls:
        alike.setdefault(scores.get(roll.who, ""), []).append(roll)
    yield from (TieRolls(tuple(rolls)) for rolls in alike.values())


def render_score(
    score: InitiativeScore,
    sentence: str,
    names: Names,
    indent: int,
    column: int,
) -> Line:
    """Render a roll for initiative in a line. `sentence` is that of its result; if it is empty,
    the dice are explained instead."""
    roll = score.roll
    who = show_name(roll.who, names)
    line = [
        blanks(indent),
        Span(pad(space_underscores(roll.name), column), "roll"),
        Span(GAP),
        Span(who, whole=True),
        Span(GAP),
        *render_faces(roll),
    ]
    if sentence:
        result = sentence.removeprefix(f"{who}: ")
        return [*line, Span(f"  = {result}")]
    line += render_reading(roll.body)
    return line + render_bracketed_parts(roll.parts)


def render_tie(
    tie: TieRolls,
    sentence: str,
    names: Names,
    indent: int,
    column: int,
) -> Line:
    """Render the throws that broke a tie in a line, with the sentence for who won if there is
    one."""
    faces = [
        f"{show_name(who, names)} {join_faces(own)}"
        for who, own in tie.faces.items()
    ]
    name = pad(space_underscores(tie.rolls[0].name), column)
    line = [
        blanks(indent),
        Span(name, "roll"),
        Span(GAP),
        *_join_texts(faces),
    ]
    if any(roll.given for roll in tie.rolls):
        line.append(Span(GAP + "(typed)", "note"))
    if sentence:
        line.append(Span(f": {sentence}"))
    return line


def render_brief_order(
    order: Sequence[InitiativeScore | TieRolls],
    names: Names,
    head: str,
) -> Line:
    """Render all scores and ties in one line behind `head`: name, score, and the dice in
    brackets."""
    thrown: dict[str, list[str]] = {}
    scores: dict[str, str] = {}
    for one in order:
        if isinstance(one, TieRolls):
            word = space_underscores(one.rolls[0].name).rpartition(" ")[2]
            for who, faces in one.faces.items():
                throw = f"{word} {join_faces(faces)}"
                thrown.setdefault(who, []).append(throw)
        else:
            roll = one.roll
            dice = join_faces(roll.dice) or "typed"
            thrown.setdefault(roll.who, []).insert(0, dice)
            scores[roll.who] = f": {_read_score(one)}"
    texts: list[str] = []
    for who, throws in thrown.items():
        score = scores.get(who, "")
        texts.append(f"{show_name(who, names)}{score} ({', '.join(throws)})")
    return [Span(head or SCORE, "head"), Span(GAP), *_join_texts(texts)]


def _read_score(score: InitiativeScore) -> str:
    """Return the score as text: from the fact if there is one, else as read from the dice; empty
    if neither tells it."""
    if score.result is not None:
        return shown(score.result.args.get("score", ""))
    read = describe_reading(score.roll.body)
    return read[0].removeprefix("total ") if read else ""


def _join_texts(texts: Sequence[str]) -> Line:
    """Join texts with commas to a line that breaks between texts only."""
    if not texts:
        return []
    *before, last = texts
    spans = [Span(f"{text},", whole=True) for text in before]
    spans.append(Span(last, whole=True))
    return join_spans(spans, Span(" "))
