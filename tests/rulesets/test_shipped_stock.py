"""The stock of every ruleset that comes with gmtrack: all of it is sound, fights, can be kept."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Attack, Options
from gmtrack.dice.sources import RandomDice
from gmtrack.errors import Refusal
from gmtrack.rulesets import registry
from gmtrack.rulesets.port import Ruleset
from gmtrack.store.check.lint import warnings_of
from gmtrack.store.session import load_file, open_session, validate_file
from gmtrack.store.state import data_of
from gmtrack.store.stock.check import HUMAN, faults_in, plain_human, taken
from gmtrack.store.stock.reading import ARMOR, COMBATANTS, KINDS, WEAPONS, Stock, stock_of
from gmtrack.store.text.emit import dump

from .typing_in import at_home_in, gmtrack

RULESETS = [meta.id for meta in registry.metas()]
LEAST = 12
"""Ready combatants of each ruleset."""
FORMAT = Path(__file__).parents[2] / "gmtrack" / "FORMAT.md"


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_home_in(tmp_path, monkeypatch)


@pytest.fixture(params=RULESETS)
def ruleset(request: pytest.FixtureRequest) -> Ruleset:
    return registry.load(request.param)


def everybody(ruleset: Ruleset, folder: Path) -> Path:
    """A fight of all combatants of the stock, each named by reference."""
    names = stock_of(ruleset.META.id).things[COMBATANTS]
    cast = {name: {"template": f"@{name}"} for name in names}
    data: Data = {"gmtrack": 1, "name": "All", "ruleset": ruleset.META.id, "combatants": cast}
    path = folder / "all.yaml"
    path.write_text(dump(data), encoding="utf-8")
    return path


def test_there_is_enough_and_the_plain_human(ruleset: Ruleset) -> None:
    stock = stock_of(ruleset.META.id)
    assert not stock.broken
    assert len(stock.things[COMBATANTS]) >= LEAST
    assert stock.things[WEAPONS]
    assert stock.things[ARMOR]
    assert plain_human(ruleset)


def test_everything_is_sound_and_says_what_it_is_and_where_it_is_from(ruleset: Ruleset) -> None:
    stock = stock_of(ruleset.META.id)
    for thing in stock.all():
        assert not thing.faults, thing.name
        assert not faults_in(thing, stock, ruleset), thing.name
        assert thing.about.strip(), thing.name
        assert "source" in thing.document.data[thing.kind][thing.name], thing.name


def test_all_of_it_is_checked_as_one_s_own_is(ruleset: Ruleset) -> None:
    """So that the test above does not pass because nothing is looked at."""
    stock = stock_of(ruleset.META.id)
    for kind in filter(stock.things.get, KINDS):
        thing = next(iter(stock.things[kind].values()))
        spoilt = thing._replace(data={**thing.data, "nonsense": 1})
        things = {**stock.things, kind: {**stock.things[kind], thing.name: spoilt}}
        (fault,) = faults_in(spoilt, Stock(stock.ruleset, things), ruleset)
        assert fault.path == f"{kind}.{thing.name}.nonsense"


def test_everybody_joins_without_a_slip_and_is_kept_as_they_are(
    ruleset: Ruleset, tmp_path: Path
) -> None:
    path = everybody(ruleset, tmp_path)
    assert warnings_of(str(path)) == []
    state = data_of(validate_file(str(path))[0])
    assert len(state["combatants"]) >= LEAST
    saved = tmp_path / "saved.yaml"
    load_file(str(path))
    with open_session(None, write=True) as session:
        session.save(str(saved))
    assert data_of(load_file(str(saved), fresh=True).encounter) == state
    assert not [value for value in _values(_unnamed(state)) if str(value).startswith("@")]


def _unnamed(state: Data) -> Data:
    """Without the templates that combatants name."""
    cast = [{k: v for k, v in one.items() if k != "template"} for one in state[COMBATANTS].values()]
    return {"cast": cast, "templates": list(state["templates"].values())}


def _values(value: Any) -> Iterator[Any]:
    inner = value.values() if isinstance(value, dict) else value
    if not isinstance(value, (dict, list)):
        yield value
        return
    for one in inner:
        yield from _values(one)


def test_everybody_can_be_attacked_by_everybody_with_their_first_weapon(
    ruleset: Ruleset, tmp_path: Path
) -> None:
    encounter, _ = validate_file(str(everybody(ruleset, tmp_path)))
    text = json.dumps(data_of(encounter))
    refused = [
        f"{who} {target}: {why}"
        for who in encounter.combatants
        for target in encounter.combatants
        if who != target and (why := _refusal(ruleset, encounter, who, target))
    ]
    assert not refused
    assert json.dumps(data_of(encounter)) == text


def _refusal(ruleset: Ruleset, encounter: Encounter, who: str, target: str, *words: str) -> str:
    """Why an attack is not possible; empty where it is. Nothing of it stays."""
    weapon = next(iter(encounter.sheet(who).get(WEAPONS) or {}), None)
    draft = Draft(encounter)
    try:
        intent = Attack(who, (target,), options=Options(weapon=weapon, words=words))
        ruleset.resolve(draft, intent, RandomDice(1))
    except Refusal as refusal:
        if "--with range=" in refusal.message and not words:
            return _refusal(ruleset, encounter, who, target, "range=short")
        return refusal.message
    finally:
        draft.rollback()
    return ""


def test_everything_can_be_given_to_the_plain_human(ruleset: Ruleset) -> None:
    stock, ruleset_id = stock_of(ruleset.META.id), ruleset.META.id
    assert gmtrack("new", "All", "--ruleset", ruleset_id).code == 0
    assert gmtrack("add", "@human").code == 0
    weapons = ", ".join(f"{name}: @{name}" for name in stock.things[WEAPONS])
    armor = ", ".join(f"@{name}" for name in stock.things[ARMOR])
    given = gmtrack("set", HUMAN, f"weapons={{{weapons}}}", f"armor=[{armor}]")
    assert given.code == 0, given.err
    sheet = gmtrack("show", HUMAN, "--json").doc["sheet"]
    for name in stock.things[WEAPONS]:
        assert sheet[WEAPONS][name] == taken(ruleset, WEAPONS, f"@{name}")[1]
    assert len(sheet[ARMOR]) == len(stock.things[ARMOR])


def test_a_new_encounter_is_a_fight_with_two_names(ruleset: Ruleset) -> None:
    """What `new` suggests and what that suggests in turn works as it stands."""
    assert gmtrack("new", "Brawl", "--ruleset", ruleset.META.id).code == 0
    for name in ("Mara", "Joe"):
        added = gmtrack("add", name, "--json").doc
        assert gmtrack(*added["assumed"]["change"].split()).code == 0
    assert gmtrack("add", "@ganger").code == 0
    assert gmtrack("attack", "mara", "joe", "--seed", "1").code == 0
    assert gmtrack("roll-init", "--seed", "1").code == 0
    acting = gmtrack("board", "--json").doc["acting"]
    assert acting is None or acting in ("mara", "joe", "ganger")


@pytest.mark.parametrize("ruleset_id", RULESETS)
def test_what_stock_shows_is_a_stock_file(ruleset_id: str) -> None:
    shown = gmtrack("stock", "human", "--ruleset", ruleset_id)
    assert shown.code == 0
    folder = Path(os.environ["XDG_DATA_HOME"], "gmtrack", "stock")
    folder.mkdir(parents=True)
    (folder / "mine.yaml").write_text(shown.out, encoding="utf-8")
    stock = stock_of(ruleset_id)
    assert stock.things[COMBATANTS][HUMAN].own
    assert taken(registry.load(ruleset_id), COMBATANTS, "@human")


def test_the_example_of_the_page_on_files_is_sound() -> None:
    text = FORMAT.read_text(encoding="utf-8")
    (example,) = [part for part in text.split("```yaml\n") if part.startswith("stock:")]
    folder = Path(os.environ["XDG_DATA_HOME"], "gmtrack", "stock")
    folder.mkdir(parents=True)
    (folder / "mine.yaml").write_text(example.partition("```")[0], encoding="utf-8")
    stock = stock_of("swan-song")
    own = [thing for thing in stock.all() if thing.own]
    assert {thing.kind for thing in own} == {COMBATANTS, WEAPONS, ARMOR}
    for thing in own:
        assert not [*thing.faults, *faults_in(thing, stock, registry.load("swan-song"))]
