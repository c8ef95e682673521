"""`schema`: the JSON Schema of encounter files, printed or kept for editors."""

import json
from pathlib import Path
from urllib.parse import unquote, urlparse

from cli_support import Gm
from jsonschema import Draft202012Validator


def test_it_prints_the_schema_of_the_ruleset_in_play(loaded: Gm) -> None:
    shown = loaded("schema")
    assert (shown.status, shown.err) == (0, "")
    Draft202012Validator.check_schema(shown.doc)
    assert shown.doc["properties"]["ruleset"]["const"] == "toy"
    assert loaded("schema", "--json").doc == shown.doc


def test_it_prints_that_of_any_other(loaded: Gm) -> None:
    assert loaded("schema", "sr3").doc["title"] == "Shadowrun 3 encounter"


def test_it_asks_which_where_nothing_is_in_play(gm: Gm) -> None:
    refused = gm("schema")
    assert (refused.status, refused.out) == (1, "")
    assert "`gmtrack schema i2050`" in refused.err
    assert "did you mean 'sr3'" in gm("schema", "sr4").err


def test_it_is_kept_where_new_files_point_to(gm: Gm, tmp_path: Path) -> None:
    [one] = gm("schema", "sr3", "--install", "--json").doc["installed"]
    assert one == {"ruleset": "sr3", "file": str(tmp_path / "data/gmtrack/schema/sr3.json")}
    assert gm("new", "Alley", "--ruleset", "sr3", "alley.yaml").status == 0
    line = Path("alley.yaml").read_text(encoding="utf-8").partition("\n")[0]
    assert Path(unquote(urlparse(line.partition("=")[2]).path)) == Path(one["file"])
    kept = json.loads(Path(one["file"]).read_text(encoding="utf-8"))
    kept.pop("$comment")
    assert kept == gm("schema", "sr3").doc


def test_all_are_kept_and_the_line_for_older_files_is_told(gm: Gm, tmp_path: Path) -> None:
    shown = gm("schema", "--install")
    assert (shown.status, shown.err) == (0, "")
    folder = tmp_path / "data" / "gmtrack" / "schema"
    assert {"sr3.json", "swan-song.json"} < {file.name for file in folder.iterdir()}
    text = " ".join(shown.out.split())
    assert all(str(file) in text.replace(" ", "") for file in folder.iterdir())
    assert "# yaml-language-server: $schema=" in text
    assert "/RULESET.json" in text.replace(" ", "")
    assert "/sr3.json" in gm("schema", "--install", "sr3").out.replace("\n", "").split("$schema")[1]


def test_a_folder_in_which_it_cannot_be_kept_is_named(gm: Gm, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")
    refused = gm("schema", "sr3", "--install")
    assert (refused.status, refused.out) == (1, "")
    assert refused.err.startswith("error: cannot write ")
