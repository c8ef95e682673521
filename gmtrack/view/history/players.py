"""A fight as a story that players may read: of what they are told alone."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from gmtrack.core.encounter import Data
from gmtrack.core.history import ToldStep
from gmtrack.view.history.chronicle import cast_list, clock_of, full, heading, plain


def story(
    title: str, rules: str, form: str, sides: Mapping[str, Sequence[str]], steps: Iterable[ToldStep]
) -> str:
    """The whole text. `form` is that of the heading of a round; `sides` have the names of those
    who are on them."""
    cast = cast_list({side: [*map(plain, who)] for side, who in sides.items()})
    blocks = [f"# {plain(title)}", f"*{plain(rules)}*", cast, *_scenes(clock_of(form), steps)]
    return "\n\n".join(blocks) + "\n"


def _scenes(clock: str, steps: Iterable[ToldStep]) -> Iterator[str]:
    before, now = None, 0
    for step in steps:
        now = now if step.round is None else step.round
        if now != before and (now or step.lines):
            yield heading(clock, before, now)
            before = now
        if step.lines:
            dice = "; ".join(map(_rolled, step.dice))
            small = [f"<sub>{dice}</sub>"] if dice else []
            yield "  \n".join([" ".join(full(plain(line)) for line in step.lines), *small])


def _rolled(roll: Data) -> str:
    """`attack Joe 6 6 2 = 2 hits`"""
    faces = " ".join(map(str, (*roll["dice"], *roll["again"]))) or "no dice"
    came = f" = {plain(roll['came'])}" if roll["came"] else ""
    return f"{plain(roll['what'])} {plain(roll['who'])} {faces}{came}"
