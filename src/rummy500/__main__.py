"""`python -m rummy500` is the command `rummy500`."""

from rummy500.cli import main

if __name__ == "__main__":
    main()
