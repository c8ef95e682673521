"""Completion in real shells at a terminal: Tab puts a word into the line, Enter hands it to the
program as it is, whatever characters stand in it, and nothing of it is ever carried out."""

import json
import os
import pty
import select
import shutil
import string
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from long_run import part

ROOT = Path(__file__).parents[2]
Type = Callable[[list[str]], Any]

HOSTILE = ["$(touch pwned)", "it's", "'", '"', "\\", "!!", string.punctuation]
WORDS = [
    *HOSTILE, f"a{string.punctuation[::-1]}", "ä\N{EM DASH}ß",
    "`touch pwned`", "a;touch pwned|x&", "<(touch pwned)",
    "~", "~root", "-rf", "#no", " a ", "*", "{a,b}", "=ls", "a=b:c", "^a^b", "mode=",
]  # fmt: skip
UNSEEN = ["a\nb", "a\tb", "\x1b[31mred", "a\N{RIGHT-TO-LEFT OVERRIDE}b"]
SHELLS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], 'eval "$(gmtrack completion bash)"'),
    "zsh": (
        ["zsh", "-f", "-i"],
        'autoload -Uz compinit && compinit -u -D && eval "$(gmtrack completion zsh)"',
    ),
    "fish": (["fish", "--no-config", "-i"], "gmtrack completion fish | source"),
}
GMTRACK = f"""\
#!/bin/sh
case "$1" in
--complete | completion) exec "{sys.executable}" -m gmtrack "$@" ;;
esac
printf '%s\\0' "$@" >"$HEARD.part"
mv "$HEARD.part" "$HEARD"
"""
"""Completes as the real one does, and for the rest writes down what it was called with."""


class Shell:
    """An interactive shell at a terminal of its own, with gmtrack as a command and a fight whose
    words are those that a test gives."""

    def __init__(self, name: str, folder: Path, learnt: Path) -> None:
        self.name, self.learnt = name, learnt
        self.heard = folder / "heard"
        words, setup = SHELLS[name]
        self.end, inner = pty.openpty()
        env = os.environ | {"HEARD": str(self.heard), "TERM": "dumb"}
        env |= {"HOME": str(folder), "LC_ALL": "C.UTF-8"}
        self.process = subprocess.Popen(
            # The first terminal that a new session opens is the one that controls it.
            ["sh", "-c", 'exec "$@" <"$0" >"$0" 2>&1', os.ttyname(inner), *words],
            env=env, cwd=folder, start_new_session=True,
        )  # fmt: skip
        self.screen, self.inner = b"", inner
        self.setup = f"{setup}; gmtrack ready"

    def enter(self, line: str) -> list[str]:
        """What gmtrack was called with after a line was typed and Enter was pressed."""
        self.heard.unlink(missing_ok=True)
        os.write(self.end, f"{line}\r".encode())
        until = time.monotonic() + 60
        while not self.heard.exists():
            assert time.monotonic() < until, f"{line!r}: {self.screen.decode(errors='replace')}"
            if select.select([self.end], [], [], 0.05)[0]:
                self.screen = (self.screen + os.read(self.end, 65536))[-4000:]
        return self.heard.read_bytes().decode().split("\0")[:-1]

    def knows(self, word: str) -> None:
        """From now on this is what there is in the fight: somebody, and a mode."""
        learnt = json.loads(self.learnt.read_text())
        learnt["scene"]["people"] = [[word, "line\nbreak \x1b[31m", "pc", "up", False, False]]
        learnt["scene"]["lexicon"]["values"] = {"mode": [[word, ""]]}
        self.learnt.write_text(json.dumps(learnt))

    def close(self) -> None:
        self.process.kill()
        self.process.wait(10)
        os.close(self.end)
        os.close(self.inner)


@pytest.fixture(params=SHELLS)
def shell(
    request: pytest.FixtureRequest, type_line: Type, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Shell]:
    if shutil.which(request.param) is None:
        pytest.skip(f"there is no {request.param} here")
    assert type_line(["load", "encounters/ninth-street.yaml"]).status == 0
    command = tmp_path / "bin" / "gmtrack"
    command.parent.mkdir()
    command.write_text(GMTRACK)
    command.chmod(0o755)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("PATH", f"{command.parent}{os.pathsep}{os.environ['PATH']}")
    subprocess.run([command, "--complete", "gmtrack attack "], check=True, capture_output=True)
    [learnt] = (tmp_path / "state" / "encounters").glob("*/completion.json")
    shell = Shell(request.param, tmp_path, learnt)
    try:
        assert shell.enter(shell.setup) == ["ready"]
        yield shell
    finally:
        shell.close()


def test_tab_goes_on_with_the_word(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "encounters" / "my $HOME fight.yaml").touch()
    for line, rest in [
        ("attack jo", "e"),
        ("attack joe punk --called le", "ft-"),
        ("attack joe punk --with mode=bu", "rst"),
        ("damage joe,wen", "dy"),
        ("load encounters/nin", "th-street.yaml"),
    ]:
        assert shell.enter(f"gmtrack {line}\t") == f"{line}{rest}".split(" ")
    assert shell.enter("gmtrack attack 'Joe Schmoe' bos\t") == ["attack", "Joe Schmoe", "boss"]
    assert shell.enter("gmtrack load encounters/my\t") == ["load", "encounters/my $HOME fight.yaml"]


def test_a_word_arrives_as_it_is(shell: Shell, tmp_path: Path) -> None:
    for word in part(WORDS, 2):
        shell.knows(word)
        # fish cannot be given a tilde there that it would not take for a folder.
        gets = [] if shell.name == "fish" and word.startswith("~") else [word]
        assert shell.enter("gmtrack remove \t") == ["remove", *gets]
    assert not list(tmp_path.glob("**/pwned"))


def test_a_word_that_is_begun_goes_on_as_it_is(shell: Shell, tmp_path: Path) -> None:
    for line, before in [
        ("remove '", ""),
        ('remove "', ""),
        ("damage joe,", "joe,"),
        ("attack --with mode=", "mode="),
        ("attack --with 'mode=", "mode="),
        ('attack --with "mo"de=', "mode="),
    ]:
        words = line.split(" ")[:-1]
        for word in part(HOSTILE, 3):
            shell.knows(word)
            assert shell.enter(f"gmtrack {line}\t") == [*words, before + word]
    assert not list(tmp_path.glob("**/pwned"))


def test_what_cannot_be_seen_is_not_put_into_the_line(shell: Shell) -> None:
    for word in UNSEEN:
        shell.knows(word)
        assert shell.enter("gmtrack remove \t") == ["remove"]
