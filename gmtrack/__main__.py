"""`python -m gmtrack` is the same program as the console script."""

from gmtrack.cli.main import main

if __name__ == "__main__":
    main()
