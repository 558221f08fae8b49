"""`python -m gabata`."""

from gabata.cli import main

if __name__ == "__main__":
    main()
