"""Actors of Foundry VTT as they are exported (`Export Data`): JSON, one actor or a list of them,
of the systems that have a module of their own here."""

from collections.abc import Callable
from typing import Any

from gmtrack.characters.file import ForeignFile, refuse_file
from gmtrack.characters.foundry_actor import name_of, system_name, system_of
from gmtrack.characters.json_file import parse_json
from gmtrack.characters.plain import value_under
from gmtrack.characters.shadowrun import EXPORTED
from gmtrack.core.foreign import ForeignCharacter, SkippedCharacter
from gmtrack.errors import BadFile

MOST = 500
"""The most actors of one file."""
SHADOWRUN, CHRONICLES = ("shadowrun5e", "sr5"), ("mta", "cofd")
THIRD = "sr3e"
"""Foundry's names of the systems that are read."""
KNOWN = "shadowrun5e, sr3e and mta"
NO_ACTOR = "this is JSON, but no actor: in Foundry use Export Data on an actor"
WRAPPED = {"character", "characters"}
OF_CHUMMER = {
    "alias", "appversion", "armors", "attributes", "cyberwares", "gameedition", "metatype",
    "newskills", "qualities", "skills", "weapons",
}  # fmt: skip
"""Keys of a character in an export of Chummer; three of them show that it is one."""
Reader = Callable[[ForeignFile, dict[str, Any], str], ForeignCharacter]


def read_actors(
    file: ForeignFile, left_out: list[SkippedCharacter] | None = None
) -> list[ForeignCharacter]:
    """Return the actors in a file. Of several, those who cannot be read are added to `left_out`,
    if it is given.

    Raises BadFile for what holds no actors or too many, if nobody can be read, and without
    `left_out` for anybody who cannot be read."""
    found = parse_json(file)
    if _is_of_chummer(found):
        refuse_file(file, EXPORTED)
    actors = found if isinstance(found, list) else [found]
    if not actors or not all(isinstance(one, dict) for one in actors):
        refuse_file(file, NO_ACTOR)
    if len(actors) > MOST:
        refuse_file(
            file,
            f"{len(actors)} actors are more than the {MOST} that are read at once",
        )
    if len(actors) == 1:
        return [_read_actor(file, actors[0], "")]
    known: list[ForeignCharacter] = []
    errors: list[BadFile] = []
    for number, one in enumerate(actors):
        try:
            known.append(_read_actor(file, one, f"[{number}]"))
        except BadFile as error:
            errors.append(error)
            if left_out is not None:
                why = "; ".join(fault.message for fault in error.faults)
                left_out.append(
                    SkippedCharacter(
                        name_of(one, "somebody"), why, f"[{number}]"
                    )
                )
    if errors and (left_out is None or not known):
        raise BadFile([fault for error in errors for fault in error.faults])
    return known


def _is_of_chummer(found: Any) -> bool:
    """Whether a JSON value is an export of Chummer: a character as Chummer has it, wrapped or in
    a list."""
    first = found[0] if isinstance(found, list) and found else found
    if not isinstance(first, dict) or isinstance(
        first.get("system", first.get("data")), dict
    ):
        return False
    return bool(WRAPPED & first.keys()) or len(OF_CHUMMER & first.keys()) > 2


def _read_actor(
    file: ForeignFile, actor: dict[str, Any], at: str
) -> ForeignCharacter:
    """Return one actor; `at` is the place in the file. Raises BadFile for what is no actor, for
    an unknown system, and as the system's reader."""
    if not isinstance(actor.get("system", actor.get("data")), dict):
        refuse_file(file, NO_ACTOR, at)
    reader = _actor_reader(actor)
    if reader is None:
        name = system_name(actor)
        told = (
            f"of the system '{name}'"
            if name
            else "of a system that is not known here"
        )
        who = name_of(actor, "this actor")
        refuse_file(file, f"{who} is {told}; read are {KNOWN}", at)
    return reader(file, actor, at)


def _actor_reader(actor: dict[str, Any]) -> Reader | None:
    """Return the function that reads actors of this system, known by its name or by what only it
    has; None if there is none."""
    name, system = system_name(actor), system_of(actor)
    if name in SHADOWRUN or (
        not name and value_under(system, "attributes", "agility") is not None
    ):
        from gmtrack.characters.foundry_shadowrun import read_actor as shadowrun

        return shadowrun
    if name in CHRONICLES or (not name and "attributes_physical" in system):
        from gmtrack.characters.foundry_chronicles import (
            read_actor as chronicles,
        )

        return chronicles
    if name == THIRD or (
        not name and value_under(system, "attributes", "quickness") is not None
    ):
        from gmtrack.characters.foundry_sr3e import read_actor as third

        return third
    return None
