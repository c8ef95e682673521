"""Rulesets that a game master writes as one YAML page, without Python."""
