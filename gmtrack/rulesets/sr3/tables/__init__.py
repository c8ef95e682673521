"""The printed tables as data, each row with its ledger id."""
