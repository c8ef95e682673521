"""Work out what completion in a shell has to know of the commands and of a fight, and cache it for
the next key press.

It can be worked out again at any time, so a cache that cannot be written does no harm."""

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from gmtrack.completion.read_cache import (
    CACHE_FILE,
    Data,
    digest_state,
    make_program_stamp,
)
from gmtrack.completion.words import CommandWords, make_completion_scene
from gmtrack.core.lexicon import Lexicon
from gmtrack.errors import StoreError
from gmtrack.store import state_folder
from gmtrack.store.atomic_files import replace_file
from gmtrack.store.session import open_session


def cache_commands(described: Mapping[str, CommandWords]) -> Data:
    """Cache the commands with their options, and return them as they will be read from the
    cache."""
    commands = {name: command._asdict() for name, command in described.items()}
    write_cache_file(
        state_folder.home_folder(),
        {"stamp": make_program_stamp(), "commands": commands},
    )
    return dict(json.loads(json.dumps(commands)))


def cache_scene(file: str | None, folder: str) -> Data:
    """Cache the people and words of an encounter in `folder`, and return them as they will be
    read from the cache: `people` (id, name, side), `lexicon`, `topics`, `ruleset` and
    `counters`. `file` is the encounter's file; None: the active encounter. Raises StoreError if
    it cannot be opened."""
    with open_session(file, write=False) as session:
        encounter, ruleset = session.encounter, session.ruleset
        scene = make_completion_scene(
            encounter, ruleset, ruleset.board(encounter)
        )
    state = {name: getattr(encounter, name) for name in encounter.__slots__}
    people = [(who.id, who.name, who.side) for who in scene.people]
    data = {
        "people": people,
        "lexicon": lexicon_to_data(scene.lexicon),
        "topics": scene.topics,
        "ruleset": scene.ruleset,
    }
    data["counters"] = dict(scene.counters)
    document = {
        "stamp": make_program_stamp(),
        "of": digest_state(state),
        "scene": data,
    }
    write_cache_file(folder, document)
    return dict(json.loads(json.dumps(data)))


def lexicon_to_data(lexicon: Lexicon) -> Data:
    """Return a lexicon as the cache has it. What is used up is left out: that changes while the
    fight goes on, and the cache does not."""
    lasting = lexicon._replace(unusable={})
    return {
        name: dict(value) if hasattr(value, "keys") else value
        for name, value in lasting._asdict().items()
    }


def write_cache_file(folder: str, document: Data) -> None:
    """Write a document to the cache in a folder. Does nothing if there is no such folder, or if it
    cannot be written."""
    if Path(folder).is_dir():
        with suppress(StoreError):
            replace_file(
                Path(folder) / CACHE_FILE,
                json.dumps(document).encode(),
                lasting=False,
            )
