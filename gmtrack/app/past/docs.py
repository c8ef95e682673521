"""What a function says of itself, also where Python has left it out (`python -OO`)."""

import sys
from functools import cache
from types import CodeType

_HAS_DOCSTRING = 0x4000000
"""The flag of code with a docstring, from Python 3.14 on: `inspect.CO_HAS_DOCSTRING`."""


def docstring(code: CodeType) -> str:
    """The docstring of a function; empty where it has none. Where none are kept it is read from
    the source, and empty where that is not there either."""
    if sys.flags.optimize >= 2:
        return _written(code.co_filename).get(code.co_firstlineno, "")
    if sys.version_info >= (3, 14):
        return code.co_consts[0] if code.co_flags & _HAS_DOCSTRING else ""
    # Before, it is the first constant; what is `<lambda>` or `<genexpr>` has any there.
    first = code.co_consts[0] if code.co_consts and code.co_name[0] != "<" else None
    return first if isinstance(first, str) else ""


@cache
def _written(path: str) -> dict[int, str]:
    """The docstrings of a file's functions, by the lines where these begin (decorators too)."""
    import ast
    import linecache

    found = {}
    for node in ast.walk(ast.parse("".join(linecache.getlines(path)))):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            found[first] = ast.get_docstring(node, clean=False) or ""
    return found
