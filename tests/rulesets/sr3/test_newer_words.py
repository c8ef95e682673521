"""Files that were written before magic, grenades and Karma had words stay valid and playable."""

from pathlib import Path

import pytest

from gmtrack.rulesets.sr3.gm.own import NEWER_WORDS

from ..stocked import Type


@pytest.mark.parametrize("word", NEWER_WORDS)
def test_an_effect_of_the_gm_may_have_the_name_of_a_word_that_came_later(
    type_line: Type, word: str
) -> None:
    assert type_line(["load", "@garage-night"]).status == 0
    text = f"effects:\n  {word}:\n    lasts: fight\n    rolls: [{{roll: attack, by: 2}}]\n"
    Path("earlier.yaml").write_text(text, encoding="utf-8")
    assert type_line(["effect", "--define", "earlier.yaml"]).status == 0
    assert type_line(["effect", "rook", word]).status == 0
    told = type_line(["attack", "rook", "boss", "--dry-run", "--seed", "1"])
    assert "= 5 base + 2 visibility - 2 smartlink + 2" in " ".join(told.out.split())
