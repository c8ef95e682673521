"""Rulesets: one package each, behind the small protocol of `port`, found by `registry`."""
