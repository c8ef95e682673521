"""The topics of `gmtrack guide`: the word that shows a page, its file and its title.

Completion imports this module while somebody is typing, so it imports little itself."""

from collections.abc import Mapping
from typing import NamedTuple


class GuideTopic(NamedTuple):
    """A page of the program's own guide: its file below the package, and what it is about."""

    file: str
    title: str


def _in_guide(titles: Mapping[str, str]) -> dict[str, GuideTopic]:
    """Return the topics whose pages lie in the folder `guide`, each named like its word."""
    return {
        word: GuideTopic(f"guide/{word}.md", title)
        for word, title in titles.items()
    }


INDEX = "program"
"""The topic that lists all others."""

GUIDE_TOPICS: Mapping[str, GuideTopic] = {
    INDEX: GuideTopic("GUIDE.md", "the list of all pages"),
    **_in_guide(
        {
            "first-evening": "your first fight, from start to save",
            "three-fights": "the same people in three fights",
            "prompt": "run the evening at one prompt",
            "dice": "use the dice on the table",
            "latecomer": "add a latecomer",
            "stock": "take ready people and weapons",
            "by-hand": "change anything by hand",
            "counter": "count blood, sanity or an alarm",
            "mistake": "mend a mistake",
            "ask-why": "ask where a number comes from",
            "odds": "know the odds of an attack",
            "judge": "judge a fight beforehand",
            "party": "keep a party",
            "rest": "rest between fights",
            "drug": "make a drug",
            "systems": "play any game, or write its rules as a page",
            "pages": "see what works by a system page",
            "house-rules": "write a house rule as an effect",
            "import": "import characters",
            "second-screen": "show the board on a second screen",
            "phones": "run phones",
            "files": "keep fights and files",
            "story": "tell the story afterwards",
            "shell": "complete words in a shell",
            "commands": "all commands and their options",
            "screens": "what the signs on the screens mean",
            "effects": "the keys of an effect of your own",
        }
    ),
    "format": GuideTopic("FORMAT.md", "files, dice, JSON, exit status"),
    "scripts": GuideTopic("PROGRAMS.md", "use gmtrack from a program"),
    **_in_guide(
        {
            "design": "why it is so, and what is promised",
            "tactics": "how simulated fighters choose",
        }
    ),
    "versions": GuideTopic("VERSIONS.md", "what stays from version to version"),
    "port": GuideTopic("PORT.md", "write a ruleset of your own"),
}
"""The topics in the order of the list. Those besides the folder `guide` are older: what people and
scripts have typed goes on working."""
