"""Whole fights that play themselves by the rules of the game: one fight (`fight`), whom each
combatant attacks (`tactics`), how sensible ones choose (`sense`, `worth`), the count of many fights
(`tally`), and the processes and machines that play them (`work`, `jobs`, `cluster`)."""
