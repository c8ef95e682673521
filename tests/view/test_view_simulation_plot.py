"""What many fights came to, drawn into a file."""

import subprocess
import sys
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import pytest
import simulation_samples as samples
from long_run import part

from gmtrack.errors import StoreError
from gmtrack.view.simulation.chart import check_plot, save_plot

PNG = b"\x89PNG\r\n\x1a\n"
SHOWN = ["duel", "variants", "stuck", "cut_short", "sure"]


def drawn(tmp_path: Path, name: str, suffix: str = ".svg") -> bytes:
    pytest.importorskip("matplotlib", reason="matplotlib (gmtrack[plot]) is not installed")
    file = tmp_path / f"fight{suffix}"
    save_plot(getattr(samples, name)(), samples.NAMES, file)
    return file.read_bytes()


def texts(svg: bytes) -> list[str]:
    root = ElementTree.fromstring(svg)
    return [part.text for part in root.iter() if part.text and part.text.strip()]


def test_a_plot_has_everybody_and_everything(tmp_path: Path) -> None:
    found = texts(drawn(tmp_path, "crowd"))
    assert {"Kim", "The boss", "the party", "the foes", "9+", "40 % (10 %)", "67 %"} <= {*found}
    assert any(text.startswith("The party wins 67 % of the fights") for text in found)
    assert any(text.startswith("1,000 fights, seed 7") for text in found)


def test_variants_are_beside_each_other(tmp_path: Path) -> None:
    found = texts(drawn(tmp_path, "nine"))
    assert {"as it is", "add ganger", "* remove bob", "Mick the Knife"} <= {*found}
    assert found.count("who wins, ±3") == 9


def test_a_plot_says_of_variants_what_the_screen_says(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib (gmtrack[plot]) is not installed")
    doc = samples.variants(3) | {"even": 0, "left_out": ["add boss"]}
    file = tmp_path / "fight.svg"
    save_plot(doc, samples.NAMES, file)
    found = texts(file.read_bytes())
    assert "Nearest to even: as it is, 41 %." in " ".join(found)
    assert "not played: add boss" in found
    for one in doc["variants"]:
        one["won"] = {"pc": 0.4, "foe": 0.6, "nobody": 0.0}
    save_plot(doc, samples.NAMES, file)
    assert not [text for text in texts(file.read_bytes()) if text.startswith("* ")]


@pytest.mark.parametrize(("name", "suffix"), part(product(SHOWN, [".svg", ".png"]), 7))
def test_the_same_answer_is_drawn_alike(tmp_path: Path, name: str, suffix: str) -> None:
    first = drawn(tmp_path, name, suffix)
    assert first == drawn(tmp_path, name, suffix)
    assert first.startswith(PNG) == (suffix == ".png")


def test_a_name_is_text_and_no_formula(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib (gmtrack[plot]) is not installed")
    file = tmp_path / "fight.SVG"
    name = "<b>$\\frac{1$ & \x1b"
    save_plot(samples.duel(), {"joe": name}, file)
    assert "<b>$\\frac{1$ & \\x1b" in texts(file.read_bytes())


def test_one_may_have_settings_of_their_own(tmp_path: Path) -> None:
    matplotlib = pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    first = drawn(tmp_path, "duel")
    with matplotlib.rc_context({"font.size": 20, "axes.grid": True}):
        assert drawn(tmp_path, "duel") == first
        assert matplotlib.rcParams["font.size"] == 20


def test_only_pictures_that_can_be_drawn_are_asked_for(tmp_path: Path) -> None:
    for name in ("fight.pdf", "fight", ".svg"):
        with pytest.raises(StoreError, match=r"a plot is an \.svg or a \.png file"):
            save_plot(samples.duel(), samples.NAMES, tmp_path / name)
    assert not [*tmp_path.iterdir()]


def test_nobody_waits_for_the_library_who_draws_nothing() -> None:
    modules = "gmtrack.cli.output, gmtrack.view.simulation, gmtrack.view.simulation.chart"
    code = f"import sys, {modules}; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_without_the_library_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(StoreError, match=r"pip install 'gmtrack\[plot\]'"):
        check_plot(tmp_path / "fight.svg")


def test_a_file_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib (gmtrack[plot]) is not installed")
    with pytest.raises(StoreError, match="cannot be written"):
        save_plot(samples.duel(), samples.NAMES, tmp_path / "nowhere" / "fight.svg")


def test_of_no_fights_nothing_is_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib (gmtrack[plot]) is not installed")
    with pytest.raises(StoreError, match="no fight was played"):
        save_plot(samples.duel() | {"fights": 0}, samples.NAMES, tmp_path / "fight.svg")
