"""The pages of the site are those of the repository, which `gmtrack guide` shows."""

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)#:]+)(#[^)]*)?\)")


def on_files(files: Files, config: Any) -> Files:
    """All pages and pictures, by their paths in the repository."""
    theme = [file for file in files if not file.src_uri.endswith(".svg")]
    pages = [
        *ROOT.glob("*.md"),
        *ROOT.glob("gmtrack/**/*.md"),
        *ROOT.glob("pictures/*"),
    ]
    ours = (
        File.generated(
            config, page.relative_to(ROOT).as_posix(), abs_src_path=str(page)
        )
        for page in sorted(pages)
    )
    return Files([*theme, *ours])


def on_page_markdown(text: str, page: Any, files: Files, **_: Any) -> str:
    """Without links to what is in the repository but not on the site."""
    folder = (ROOT / page.file.src_uri).parent

    def linked(found: re.Match[str]) -> str:
        target = (folder / found[2]).resolve()
        there = target.is_relative_to(ROOT) and target.exists()
        on_site = there and files.get_file_from_path(
            target.relative_to(ROOT).as_posix()
        )
        return found[1] if there and not on_site else found[0]

    return LINK.sub(linked, text)
