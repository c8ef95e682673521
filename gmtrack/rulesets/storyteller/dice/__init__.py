"""Storyteller's rolls: pools of d10, successes, contests."""
