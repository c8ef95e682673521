"""What the tests of rulesets from outside share."""

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path

from screen import Screen

SCUFFLE = Path(__file__).parent / "scuffle"
BRAWL = Path(__file__).parent / "brawl"
COIN_FLIP = Path(__file__).parent / "coin-flip"
BACK_ALLEY = Path(__file__).parent / "back-alley"
GROUP = "gmtrack.rulesets"


Gm = Callable[..., Screen]


def announce(site: Path, name: str, rulesets: Mapping[str, str]) -> None:
    """What an installer would leave of a distribution: its name and its entry points."""
    info = site / f"{name.replace('-', '_')}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    points = "".join(f"{ruleset_id} = {package}\n" for ruleset_id, package in rulesets.items())
    (info / "entry_points.txt").write_text(f"[{GROUP}]\n{points}")


def announce_project(site: Path, folder: Path) -> None:
    """A distribution by its own pyproject.toml."""
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    announce(site, project["name"], project["entry-points"][GROUP])
