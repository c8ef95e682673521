"""The form of the keys that a GM chooses, for the annotations of sheets and scenes: narrow
enough to stand in any command line as they are, or in quotes if there is a blank in them."""

from typing import Annotated

from gmtrack.core.encounter import ID_PATTERN
from gmtrack.core.record import Pattern

Id = Annotated[
    str,
    Pattern(
        ID_PATTERN,
        "lower-case letters, digits and hyphens, a letter or digit first",
    ),
]
"""The id of a combatant."""
TemplateId = Annotated[
    str,
    Pattern(
        f"@?{ID_PATTERN}",
        "lower-case letters, digits and hyphens, a letter or digit first",
    ),
]
"""The id of a template; one with an `@` was taken from the stock."""
Key = Annotated[
    str,
    Pattern(
        r"[a-z0-9][a-z0-9_-]*",
        "lower-case letters, digits, hyphens and underscores, a letter or digit first",
    ),
]
"""The id of a weapon or of a piece of the scene; `-` and `_` are the same when it is typed."""
Name = Annotated[
    str,
    Pattern(
        r"\w[\w .,:+/%@=-]*",
        "letters, digits, blanks and _ - . , : + / % @ =, no sign first",
    ),
]
"""The name of a skill or of a type of damage, in any language."""
