"""The stock of every ruleset that comes with gmtrack: all of it is sound, fights, can be kept."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from long_run import crossed

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Attack, Options
from gmtrack.dice.sources import RandomDice
from gmtrack.errors import Refusal
from gmtrack.rulesets import registry
from gmtrack.rulesets.port import Ruleset
from gmtrack.store.check.lint import warnings_of
from gmtrack.store.encounter_map import data_of
from gmtrack.store.opening import load_file, validate_file
from gmtrack.store.session import open_session
from gmtrack.store.stock.check import HUMAN, faults_in, plain_human, take_from_stock
from gmtrack.store.stock.reading import (
    ARMOR,
    COMBATANTS,
    EFFECTS,
    KINDS,
    RARE,
    WEAPONS,
    Stock,
    stock_of,
)
from gmtrack.store.text.emit import dump_yaml

from .typing_in import done, gmtrack

RULESETS = [meta.id for meta in registry.metas()]
LEAST = 12
"""Ready combatants of each ruleset."""
LEAST_EFFECTS = 8
FORMAT = Path(__file__).parents[2] / "gmtrack" / "FORMAT.md"


pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture(params=RULESETS)
def ruleset(request: pytest.FixtureRequest) -> Ruleset:
    return registry.load(request.param)


def everybody(ruleset: Ruleset, folder: Path) -> Path:
    """A fight of all combatants of the stock, each named by reference."""
    names = stock_of(ruleset.META.id).things[COMBATANTS]
    cast = {name: {"template": f"@{name}"} for name in names}
    data: Data = {"gmtrack": 1, "name": "All", "ruleset": ruleset.META.id, "combatants": cast}
    path = folder / "all.yaml"
    path.write_text(dump_yaml(data), encoding="utf-8")
    return path


def test_there_is_enough_and_the_plain_human(ruleset: Ruleset) -> None:
    stock = stock_of(ruleset.META.id)
    assert not stock.broken
    assert len(stock.things[COMBATANTS]) >= LEAST
    assert stock.things[WEAPONS]
    assert stock.things[ARMOR]
    assert len(stock.things[EFFECTS]) >= LEAST_EFFECTS
    assert plain_human(ruleset)


def test_everything_is_sound_and_says_what_it_is_and_where_it_is_from(ruleset: Ruleset) -> None:
    stock = stock_of(ruleset.META.id)
    for thing in stock.all_things():
        assert not thing.faults, thing.name
        assert not faults_in(thing, stock, ruleset), thing.name
        assert thing.about.strip(), thing.name
        assert "source" in thing.document.data[thing.kind][thing.name], thing.name


def test_all_of_it_is_checked_as_one_s_own_is(ruleset: Ruleset) -> None:
    """So that the test above does not pass because nothing is looked at."""
    stock = stock_of(ruleset.META.id)
    magic = ruleset.META.id == "sr3"
    for kind in KINDS if magic else [kind for kind in KINDS if kind not in RARE]:
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
    """Each attacks every second one, and each is attacked by every second one; in the long run all
    attack all."""
    encounter, _ = validate_file(str(everybody(ruleset, tmp_path)))
    text = json.dumps(data_of(encounter))
    refused = [
        f"{who} {target}: {why}"
        for who, target in crossed(encounter.combatants, encounter.combatants, 2)
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
        assert sheet[WEAPONS][name] == take_from_stock(ruleset, WEAPONS, f"@{name}")[1]
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
    assert take_from_stock(registry.load(ruleset_id), COMBATANTS, "@human")


def test_the_example_of_the_page_on_files_is_sound() -> None:
    text = FORMAT.read_text(encoding="utf-8")
    (example,) = [part for part in text.split("```yaml\n") if part.startswith("stock:")]
    folder = Path(os.environ["XDG_DATA_HOME"], "gmtrack", "stock")
    folder.mkdir(parents=True)
    (folder / "mine.yaml").write_text(example.partition("```")[0], encoding="utf-8")
    stock = stock_of("swan-song")
    own = [thing for thing in stock.all_things() if thing.own]
    assert {thing.kind for thing in own} == set(KINDS) - set(RARE)
    for thing in own:
        assert not [*thing.faults, *faults_in(thing, stock, registry.load("swan-song"))]


def of_the_guide() -> Data:
    """The house rules that the guide has as rows."""
    text = (FORMAT.parent / "guide" / "house-rules.md").read_text(encoding="utf-8")
    (example,) = [part for part in text.split("```yaml\n") if "\nname: House rules\n" in part]
    found: Data = yaml.safe_load(example.partition("```")[0])
    assert found["ruleset"] == "sr3"
    return dict(found[EFFECTS])


HOUSE_RULES = of_the_guide()
SHIPPED = {
    (ruleset, name): thing.data
    for ruleset in RULESETS
    for name, thing in stock_of(ruleset).things[EFFECTS].items()
} | {("sr3", name): data for name, data in HOUSE_RULES.items()}
SIDES = {"ann": "pc", "bob": "foe", "boss": "foe"}


def source_of(name: str, folder: Path) -> str:
    """What `effect --define` reads it from."""
    if name not in HOUSE_RULES:
        return f"@{name}"
    file = folder / "rules.yaml"
    file.write_text(dump_yaml({EFFECTS: HOUSE_RULES}), encoding="utf-8")
    return str(file)


MELEE, RANGED = "attack bob ann --weapon blade", "attack bob ann --weapon pistol"
ROLLING = {
    "i2050": (f"{RANGED} --defense dodge", f"{MELEE} --defense fight", "test ann cool"),
    "spotlight": (f"{MELEE} --defense counter",),
    "sr3": (
        f"{RANGED} --with range=short", f"{MELEE} --defense fight",
        "test ann knockdown --with level=M --with tn=4", "test ann quickness",
        "attack ann boss --weapon pistol --with range=short --called head",
    ),
    "storyteller": (MELEE, "test ann consciousness"),
    "swan-song": (
        RANGED, f"{RANGED} --called hip --mod 20 --defense none", "test ann perception",
    ),
}  # fmt: skip
"""Lines in which whatever somebody has is rolled besides their own attack."""


@pytest.mark.parametrize(("ruleset_id", "name"), SHIPPED)
def test_every_ready_effect_counts_in_rolls(ruleset_id: str, name: str, tmp_path: Path) -> None:
    """If it says so; `--without` takes that out again."""
    pistol = "light-pistol" if ruleset_id == "spotlight" else "pistol"
    blade = "@club" if ruleset_id == "swan-song" else "@knife"
    arms = {"template": "@ganger", "weapons": {"blade": blade, "pistol": f"@{pistol}"}}
    cast = {who: {**arms, "side": side} for who, side in SIDES.items()}
    fight = {"gmtrack": 1, "name": "Two", "ruleset": ruleset_id, "combatants": cast}
    file = tmp_path / "two.yaml"
    file.write_text(dump_yaml(fight), encoding="utf-8")
    done("load", str(file))
    done("effect", "--define", source_of(name, tmp_path))
    done("effect", "ann", name)
    lines = ("attack ann bob --weapon blade", *ROLLING[ruleset_id])
    found = [[rolled(f"{line} {more}") for line in lines] for more in ("", f"--without {name}")]
    rolls = "rolls" in SHIPPED[ruleset_id, name]
    assert (found[0] != found[1]) is rolls


def rolled(line: str) -> Data:
    answer = gmtrack(*line.split(), "--force", "--dry-run", "--json", "--seed", "3")
    assert answer.code == 0, (line, answer.err)
    return answer.doc


@pytest.mark.parametrize(("ruleset_id", "name"), SHIPPED)
def test_every_effect_counts_when_it_is_there(ruleset_id: str, name: str, tmp_path: Path) -> None:
    """Numbers, what is brought and forbidden, what comes again, what follows."""
    data = SHIPPED[ruleset_id, name]
    cast = {who: {"template": f"@{HUMAN}", "side": side} for who, side in SIDES.items()}
    fight = {"gmtrack": 1, "name": "Two", "ruleset": ruleset_id, "combatants": cast}
    file = tmp_path / "two.yaml"
    file.write_text(dump_yaml(fight), encoding="utf-8")
    done("load", str(file))
    before = shown()
    done("effect", "--define", source_of(name, tmp_path))
    done("effect", "ann", name)
    assert {name, *data.get("brings", ())} <= effects_of("ann")
    now = shown()
    # It is in the line of effects, and then in that of each number.
    assert len(now - before) > (1 if "change" in data else 0)
    for word in data.get("forbids", ()):
        line = ["attack", "ann", "bob"] if word == "attack" else ["act", "ann", word, "bob"]
        called = data.get("name", name.replace("-", " "))
        assert f"cannot {word}: {called}" in gmtrack(*line).err
    if "each" in data:
        ticks, whole = 0, tracks()
        while tracks() == whole:
            done("roll-init" if not ticks else "next", "--force", "--seed", "1")
            ticks += 1
            assert ticks < 9
    if "then" in data:
        done("effect", "ann", name, "--end")
        assert data["then"] in effects_of("ann")


def shown() -> set[str]:
    return set(gmtrack("show", "ann").out.splitlines())


def tracks() -> Any:
    doc = gmtrack("show", "ann", "--json").doc
    return doc.get("track"), doc["pools"], doc.get("locations")


def effects_of(who: str) -> set[str]:
    found = gmtrack("show", who, "--json").doc["effects"]
    return {one["effect"].replace("_", "-") for one in found}


@pytest.mark.parametrize(
    ("word", "who"), [("@boss --count 2", "boss-2"), ("Bo --template @boss", "bo"), ("", "boss")]
)
def test_what_somebody_of_the_stock_has_in_them_comes_along(
    word: str, who: str, tmp_path: Path
) -> None:
    """By `add`, and by a file that names them; written out as stock it is a stock file again."""
    folder = Path(os.environ["XDG_DATA_HOME"], "gmtrack", "stock")
    folder.mkdir(parents=True)
    human = stock_of("sr3").things[COMBATANTS][HUMAN].data
    boss = {"about": "x", **human, "always": ["ware"], "armor": [{"name": "s", "effect": "suit"}]}
    own = {"ware": {"about": "x", "rolls": [{"roll": "test", "by": -1}]}}
    page = {"stock": "sr3", COMBATANTS: {"boss": boss}, EFFECTS: own | {"suit": own["ware"]}}
    (folder / "mine.yaml").write_text(dump_yaml(page), encoding="utf-8")
    done("validate", str(folder / "mine.yaml"))
    cast = {"joe": {"template": f"@{HUMAN}"}} | ({} if word else {"boss": {"template": "@boss"}})
    file = tmp_path / "f.yaml"
    fight = {"gmtrack": 1, "name": "F", "ruleset": "sr3", "combatants": cast}
    file.write_text(dump_yaml(fight), encoding="utf-8")
    done("load", str(file))
    if word:
        done("add", *word.split())
        done("undo")
        done("redo")
    assert effects_of(who) == {"ware", "suit"}
    done("save", str(tmp_path / "again.yaml"), "--as", "stock")
    done("validate", str(tmp_path / "again.yaml"))


def test_the_stock_is_not_named_where_an_effect_is_due(tmp_path: Path) -> None:
    done("new", "x", "--ruleset", "sr3", "--example")
    done("add", "Ann")
    refused = gmtrack("set", "ann", "always=[@wired-reflexes]")
    assert "`effect --define @wired-reflexes`" in refused.err
    done("effect", "--define", "@wired-reflexes")
    done("set", "ann", "always=[wired-reflexes]")
