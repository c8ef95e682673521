"""Pages of Markdown as a terminal shows them."""

from typing import ClassVar

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import CodeBlock, Markdown, MarkdownElement
from rich.syntax import Syntax


class _CodeAtFullWidth(CodeBlock):
    """A code block without the margins that rich adds: the screens on the pages of the guide were
    recorded at 80 columns and would be folded."""

    def __rich_console__(
        self, console: Console, options: ConsoleOptions
    ) -> RenderResult:
        yield Syntax(
            str(self.text).rstrip(),
            self.lexer_name,
            theme=self.theme,
            word_wrap=True,
        )


class MarkdownPage(Markdown):
    """A page of Markdown that rich lays out, with code blocks at the terminal's full width."""

    elements: ClassVar[dict[str, type[MarkdownElement]]] = {
        **Markdown.elements,
        "fence": _CodeAtFullWidth,
        "code_block": _CodeAtFullWidth,
    }
