"""Screens of a fight's history: log, story, statistics, `why` and replays."""
