"""Reactions that were offered already, so that nobody is asked the same again and again."""

from collections.abc import Iterable

from gmtrack.play.fight_status import SeenFight

STOP = "stop"
"""Answer at a reaction after which it is not offered again in this fight."""
STOP_HINT = f"`{STOP}`: do not ask for it again in this fight"


def is_stop(text: str) -> bool:
    """Whether a text says that something is not to be offered again."""
    return text.strip().lower() == STOP


class OfferedReactions:
    """Reactions that were offered in the fight: when last, and which are stopped.

    `stopped` are the names of the latter as they were kept; anything but a list is ignored."""

    def __init__(self, stopped: object = None) -> None:
        names = stopped if isinstance(stopped, list) else []
        self.stopped = {str(name) for name in names}
        """Names of reactions that are not offered any more in this fight."""
        self._offered: dict[tuple[str, ...], tuple[object, ...]] = {}
        """When a reaction was offered last: its turn, or its round."""

    def forget_times(self) -> None:
        """Forget when reactions were offered, as after `undo`: they may come again."""
        self._offered.clear()

    def is_new_in_turn(self, key: Iterable[str], now: SeenFight) -> bool:
        """Whether a reaction was not offered yet in this turn. True while nobody has a turn."""
        doc = now.board.doc
        turn = (doc.get("round"), doc.get("pass"), now.known.acting)
        return now.known.acting is None or self._note(key, turn)

    def is_new_in_round(self, key: Iterable[str], now: SeenFight) -> bool:
        """Whether a reaction was not offered yet in this round."""
        return self._note(key, (now.board.doc.get("round"),))

    def _note(self, key: Iterable[str], when: tuple[object, ...]) -> bool:
        """Note that a reaction is offered, and return whether it was not at the same time
        before."""
        key = (str(len(when)), *key)
        is_new = self._offered.get(key) != when
        self._offered[key] = when
        return is_new
