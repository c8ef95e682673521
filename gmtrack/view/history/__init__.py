"""What has happened, looked back on: the log, the story, what each did."""
