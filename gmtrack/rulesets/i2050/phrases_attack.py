"""The sentences of attacks."""

PHRASES: dict[str, str] = {}
