"""Whole fights that play themselves, by the rules as everywhere: one fight (`fight`), whom each
attacks (`tactics`), what many of them came to (`tally`), and where they are played (`jobs`,
`cluster`)."""
