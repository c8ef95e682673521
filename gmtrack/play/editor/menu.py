"""The prompt with its menu of completions: there is room for it while it is open, and none is kept
free above the bottom line before."""

from prompt_toolkit import PromptSession

MOST_ROWS = 6
"""Rows of the menu at most: what was told above is still to be seen."""


class Prompt(PromptSession[str]):
    """A prompt whose rows are those that are written on."""

    @property
    def reserve_space_for_menu(self) -> int:
        """The row that is typed on, and one for each completion of an open menu."""
        state = self.default_buffer.complete_state
        return 1 + min(MOST_ROWS, len(state.completions)) if state else 0

    @reserve_space_for_menu.setter
    def reserve_space_for_menu(self, rows: int) -> None:
        """How many rows are kept free is not to be chosen."""
