"""The moment on the players' page: what has just come of a command, in a few sentences, for
everybody and for each friend whom it concerns in words to them (`You fall`). Numbers of friends
stand in it; of foes only what the story tells."""

import copy
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from gmtrack.app.players_story import (
    PlayerKnowledge,
    capitalize_first,
    count_repeated,
    describe_wound,
    lines_beside_attacks,
    lines_of_step,
    name_blast,
    space_word,
    story_line_of_attack,
    wounds_of_attack,
)
from gmtrack.core.deeds import ENDINGS, UNDECIDED, attacks_in
from gmtrack.core.draft import undo_changes
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.history import Casualty, LogEntry
from gmtrack.core.players import FRIENDS, without_secrets
from gmtrack.core.screen import LEFT, Track

if TYPE_CHECKING:
    from gmtrack.rulesets.port import Ruleset

BLOWS: Mapping[str, str] = {
    "hit": "{who} {hits} {whom}",
    "graze": "{who} {grazes} {whom}",
    "miss": "{who} {misses} {whom}",
    "blocked": "{who} {hits} {whom}, but nothing gets through",
    "dodged": "{whom} {dodges} {whose} attack",
    "countered": "{whom} {strikes} back at {who}",
}
"""Sentences for an attack by its outcome."""
IN_STORY = UNDECIDED | ENDINGS.keys() - BLOWS.keys()
"""The outcomes that are told as in the story."""
OTHERWISE = "{who} {attacks} {whom} ({outcome})"
"""The sentence for an attack with any other outcome."""
OF_WHOM = ("dodged", "countered")
"""Outcomes whose sentence tells what the target does."""
VERBS = {
    "hits": "hit",
    "grazes": "graze",
    "misses": "miss",
    "dodges": "dodge",
    "strikes": "strike",
    "attacks": "attack",
}
"""The verbs of these sentences, each with its form for whoever is spoken to."""
SECOND_PERSON = (
    (" takes ", "You take "),
    (" goes down", "You fall"),
    (" is ", "You are "),
    (" leaves", "You leave"),
    (": ", "You: "),
)
"""What follows a name at the beginning of a sentence, and what stands there in a sentence to whom
the name belongs."""
TAKEN_BACK, AMENDED = "The GM took back: ", "The GM corrected it: "
COUNTER = "counter"
"""The kind of boxes that count anything; none of them is lost."""
NEW = "new"
Tracks = Mapping[str, Mapping[str, Track]]
"""Tracks of friends, by id and by label."""


class MomentLine(NamedTuple):
    """A sentence of a moment. `hurt` is the id of a friend whose damage it tells, else empty."""

    text: str
    hurt: str = ""


def moment_document(
    seen: PlayerKnowledge,
    step: LogEntry,
    stood: Sequence[Casualty],
    before: Tracks,
    now: Tracks,
) -> Data:
    """Return what the page shows of a step at once: its `lines`, `own` lines by the name of each
    friend who is told otherwise, and the names of friends who are hurt or fall (`felt`).

    `stood` are the step's changes of standing, `before` and `now` the friends' tracks around it."""
    friends = [who for who in now if seen.is_friend(who)]
    changed: dict[str, list[str]] = {}
    for who in friends:
        texts = _changed_tracks(seen, before.get(who, {}), now[who])
        if told := list(texts):
            changed[who] = told
    lines = _lines_for(seen, step, stood, changed, None)
    own: dict[str, list[str]] = {}
    for who in friends:
        to_them = _lines_for(seen, step, stood, changed, who)
        if to_them != lines:
            own[seen.name(who)] = to_them
    wounded = [
        wound.who
        for block in attacks_in(step.report)
        for wound in wounds_of_attack(seen, block)
    ]
    fallen = [one.who for one in stood if one.fell and seen.is_friend(one.who)]
    felt = dict.fromkeys(map(seen.name, (*wounded, *fallen)))
    return {"lines": lines, "own": own, "felt": list(felt)}


def moment_taken_back(
    seen: PlayerKnowledge, steps: Iterable[LogEntry]
) -> Data | None:
    """Return what the page shows after an undo: what was taken back, as the story told it. None if
    players were told of none of these `steps`."""
    told = [line for one in steps for line in lines_of_step(seen, one, ())]
    return _plain_moment(TAKEN_BACK, told)


def moment_amended(
    seen: PlayerKnowledge, step: LogEntry, stood: Iterable[Casualty]
) -> Data | None:
    """Return what the page shows after a `step` was amended, or left out. None if players are told
    nothing of it."""
    told = lines_of_step(seen, step, stood)
    return _plain_moment(TAKEN_BACK if step.dropped else AMENDED, told)


def _plain_moment(head: str, lines: Sequence[str]) -> Data | None:
    """Return a moment that everybody is told alike, and that nobody feels. None without lines."""
    if not lines:
        return None
    return {"lines": [head + ". ".join(lines)], "own": {}, "felt": []}


def tracks_before(
    encounter: Encounter,
    ruleset: "Ruleset",
    steps: Sequence[LogEntry],
    seq: int,
) -> Tracks:
    """Return the tracks of friends before the step `seq`. `encounter` is the state after the last
    of the `steps` in effect. Empty if the ruleset cannot show that state without who is hidden."""
    earlier = copy.deepcopy(encounter)
    for step in reversed(steps):
        undo_changes(earlier, step.changes)
        if step.seq == seq:
            break
    try:
        board = ruleset.board(without_secrets(earlier))
    except Exception:
        # As for the board itself: friends are shown, without what has changed.
        return {}
    return {
        row.id: {track.label: track for track in row.tracks}
        for row in board.rows
        if row.side in FRIENDS
    }


def segments_with_news(
    track: Track, before: Track | None
) -> list[list[object]]:
    """Return the segments of a track as a document: kind and count of each. Boxes that were not
    lost in `before` have NEW as a third value; None: there is nothing to compare."""
    kinds = list(_box_kinds(track))
    old = list(_box_kinds(before)) if before is not None else kinds
    if before is None or COUNTER in kinds or len(old) != len(kinds):
        return [[part.kind, part.count] for part in track.segments]
    found: list[list[object]] = []
    at = 0
    for part in track.segments:
        news = [
            part.kind not in LEFT and old[place] != part.kind
            for place in range(at, at + part.count)
        ]
        at += part.count
        found += _split_segment(part.kind, news)
    return found


def _split_segment(kind: str, news: list[bool]) -> Iterator[list[object]]:
    """Yield the boxes of a segment in runs that are all new or all old."""
    start = 0
    for place in range(1, len(news) + 1):
        if place == len(news) or news[place] != news[start]:
            mark = [NEW] if news[start] else []
            yield [kind, place - start, *mark]
            start = place


def _box_kinds(track: Track) -> Iterator[str]:
    """Yield the kind of each box of a track."""
    for part in track.segments:
        yield from [part.kind] * part.count


def _changed_tracks(
    seen: PlayerKnowledge, before: Mapping[str, Track], now: Mapping[str, Track]
) -> Iterator[str]:
    """Yield the tracks that have changed as texts: `flesh 3 of 10 left`."""
    for label, track in now.items():
        kinds, old = list(_box_kinds(track)), before.get(label)
        if old is None or COUNTER in kinds or kinds == list(_box_kinds(old)):
            continue
        if not seen.has_secret(label):
            yield describe_track(track)


def describe_track(track: Track) -> str:
    """Return a track with its number: `flesh 3 of 10 left`, `hp 18 of 23 left (light)`; without a
    number of its own how many boxes are left."""
    if track.text:
        number, _, word = track.text.partition(" ")
        told = f"{track.label} {number.replace('/', ' of ')} {track.unit}"
        return f"{told.strip()} ({word})" if word else told.strip()
    left = sum(part.count for part in track.segments if part.kind in LEFT)
    return f"{track.label} {left} of {track.size} left"


def _lines_for(
    seen: PlayerKnowledge,
    step: LogEntry,
    stood: Iterable[Casualty],
    changed: Mapping[str, list[str]],
    reader: str | None,
) -> list[str]:
    """Return the sentences of a step for a reader, or for everybody (None). `changed` are the
    tracks that have changed, by friend: they stand in the last sentence of that friend's damage,
    or else in one of their own."""
    found = [
        *_attack_lines(seen, step, reader),
        *_other_lines(seen, lines_beside_attacks(seen, step, stood), reader),
    ]
    last = {one.hurt: place for place, one in enumerate(found) if one.hurt}
    lines: list[str] = []
    for place, one in enumerate(found):
        texts = changed.get(one.hurt, []) if last.get(one.hurt) == place else []
        lines.append(", ".join([one.text, *texts]))
    for who, texts in changed.items():
        if who not in last:
            name = "You" if who == reader else seen.name(who)
            lines.append(f"{name}: {', '.join(texts)}")
    return list(count_repeated(lines))


def _attack_lines(
    seen: PlayerKnowledge, step: LogEntry, reader: str | None
) -> Iterator[MomentLine]:
    """Yield the sentences for the attacks of a step, each with the damage that a friend takes."""
    for block in attacks_in(step.report):
        story = story_line_of_attack(seen, block)
        if not story:
            continue
        target = str(block["target"])
        wounds = list(wounds_of_attack(seen, block))
        of_target = [
            f"{one.dealt} damage{one.where}"
            for one in wounds
            if one.who == target
        ]
        text = _describe_attack(seen, block, reader) or story
        if of_target:
            text += f": {' and '.join(of_target)}"
        yield MomentLine(text, target if of_target else "")
        beside = (one for one in wounds if one.who != target)
        yield from _other_lines(
            seen, (describe_wound(seen, one) for one in beside), reader
        )


def _describe_attack(
    seen: PlayerKnowledge, block: Data, reader: str | None
) -> str:
    """Return an attack as a short sentence: `Dodger hits you`. Empty for an outcome that only the
    story can tell."""
    attacker, target = str(block["attacker"]), str(block["target"])
    whom = "you" if target == reader else seen.name(target)
    if block.get("blast"):
        return f"{name_blast(seen, block)} goes off near {whom}"
    outcome = str(block["outcome"])
    if outcome in IN_STORY:
        return ""
    sentence = BLOWS.get(outcome, OTHERWISE)
    who = "you" if attacker == reader else seen.name(attacker)
    does = whom if outcome in OF_WHOM else who
    verbs = {
        verb: second if does == "you" else verb
        for verb, second in VERBS.items()
    }
    whose = "your" if who == "you" else f"{who}'s"
    return capitalize_first(
        sentence.format(
            who=who,
            whom=whom,
            whose=whose,
            outcome=space_word(outcome),
            **verbs,
        )
    )


def _other_lines(
    seen: PlayerKnowledge, lines: Iterable[str], reader: str | None
) -> Iterator[MomentLine]:
    """Yield sentences of the story, in words to the reader where they begin with the reader's
    name, and with the friend whose damage they tell."""
    for line in lines:
        hurt = next(
            (
                who
                for who in seen.encounter.combatants
                if seen.is_friend(who)
                and line.startswith(f"{seen.name(who)} takes ")
            ),
            "",
        )
        yield MomentLine(
            address(line, seen.name(reader)) if reader else line, hurt
        )


def address(line: str, name: str) -> str:
    """Return a sentence that begins with a name in words to whoever has it: `You fall`. Any other
    sentence stays as it is."""
    for third, second in SECOND_PERSON:
        if line.startswith(name + third):
            return second + line.removeprefix(name + third)
    return line
