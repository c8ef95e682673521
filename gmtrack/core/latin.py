"""Ids for names in other scripts, spelled with the letters that an id may have."""

import re
import unicodedata

_CYRILLIC = {
    "а": "a", "б": "b", "в": "v", "г": "g", "ґ": "g", "д": "d", "ђ": "dj", "е": "e", "ё": "yo",
    "є": "ye", "ж": "zh", "з": "z", "и": "i", "і": "i", "ї": "yi", "й": "y", "ј": "j", "к": "k",
    "л": "l", "љ": "lj", "м": "m", "н": "n", "њ": "nj", "о": "o", "п": "p", "р": "r", "с": "s",
    "т": "t", "ћ": "c", "у": "u", "ў": "u", "ф": "f", "х": "kh", "ц": "ts", "ч": "ch", "џ": "dz",
    "ш": "sh", "щ": "shch", "ъ": "", "ы": "y", "ь": "", "э": "e", "ю": "yu", "я": "ya",
}  # fmt: skip
_GREEK = {
    "α": "a", "β": "v", "γ": "g", "δ": "d", "ε": "e", "ζ": "z", "η": "i", "θ": "th", "ι": "i",
    "κ": "k", "λ": "l", "μ": "m", "ν": "n", "ξ": "x", "ο": "o", "π": "p", "ρ": "r", "σ": "s",
    "ς": "s", "τ": "t", "υ": "y", "φ": "f", "χ": "ch", "ψ": "ps", "ω": "o",
}  # fmt: skip
LETTERS = {**_CYRILLIC, **_GREEK}
_SOUND = re.compile(
    r"(?:LETTER|SYLLABLE|CHARACTER|VOWEL SIGN) (?:SMALL |CAPITAL )?(.+)"
)
"""Pattern for the Unicode name of a letter. Group 1 is the text after the word for the kind of
letter, in most scripts its sound: `GA` of `HANGUL SYLLABLE GA`."""
LONGEST = 60
"""The most letters of such an id."""


def latin_slug(name: str, *, plain: str) -> str:
    """Return the text of an id for a name. `plain`, the name's own Latin letters and digits with
    hyphens between, is returned as it is if it has a letter or the name is ASCII. Otherwise the
    name is spelled with Latin letters, or by what Unicode calls its signs if none is a letter or
    digit. The same name has the same id everywhere. Empty if nothing spells the name."""
    if re.search("[a-z]", plain) or name.isascii():
        return plain
    signs = unicodedata.normalize("NFKC", name).casefold()
    letters = "".join(_spell_sign(sign) for sign in signs)
    found = re.sub(r"[^a-z0-9]+", "-", letters)[:LONGEST].strip("-")
    if re.search("[a-z]", found) or "".join(signs.split()).isdecimal():
        return found
    # Nothing but signs that are no letters: the dragon of 🐉.
    words = " ".join(
        unicodedata.name(sign, "") for sign in signs if not sign.isascii()
    )
    return re.sub(r"[^a-z0-9]+", "-", f"{words} {found}".lower())[
        :LONGEST
    ].strip("-")


def _spell_sign(sign: str) -> str:
    """Return the Latin spelling of a character: from the tables, by the sound in its Unicode
    name, or by its number (`u7530`) if it is a whole word. A blank for what is no letter."""
    if sign.isascii():
        return sign
    base = unicodedata.normalize("NFD", sign)[0]
    for one in (sign, base):
        if one in LETTERS:
            return LETTERS[one]
    if unicodedata.decimal(sign, None) is not None:
        return str(unicodedata.decimal(sign))
    name = unicodedata.name(sign, "")
    if found := _SOUND.search(name):
        return found[1].lower().replace(" ", "").replace("-", "")
    return f" u{ord(sign):x} " if unicodedata.category(sign) == "Lo" else " "
