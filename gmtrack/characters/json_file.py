"""JSON files that anybody may have written."""

import json
from typing import Any

from gmtrack.characters.file import ForeignFile, check_length, refuse_file
from gmtrack.characters.plain import is_deep


def parse_json(file: ForeignFile) -> Any:
    """Return the JSON value in a file. Raises BadFile for anything else, and for what is too
    long or nested too deep."""
    check_length(file)
    try:
        text = file.content.decode("utf-8-sig")
    except UnicodeDecodeError:
        refuse_file(file, "this is not UTF-8 text")
    try:
        found = json.loads(text)
    except RecursionError:
        refuse_file(
            file, "lists and maps lie deeper in each other than in any actor"
        )
    except json.JSONDecodeError as error:
        refuse_file(file, f"this is not JSON: {error.msg}", line=error.lineno)
    except ValueError as error:  # a number of thousands of digits
        refuse_file(file, f"this is not JSON: {error}")
    if is_deep(found):
        refuse_file(
            file, "lists and maps lie deeper in each other than in any actor"
        )
    return found
