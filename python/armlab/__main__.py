"""`python -m armlab` is the armlab command."""

from ._cli import main

main()
