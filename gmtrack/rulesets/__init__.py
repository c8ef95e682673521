"""Rulesets: one package each, behind the protocol of `port`, found by `registry`."""
