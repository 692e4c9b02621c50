"""`python -m aquaromana`: the command `aqua`, where it is not on the path."""

from aquaromana.cli import main

if __name__ == "__main__":
    main()
