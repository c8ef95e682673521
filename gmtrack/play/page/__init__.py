"""The players' page of a session: the process that serves it, and who is there."""
