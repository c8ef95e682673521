"""The actions of `act` and the tests of `test`."""
