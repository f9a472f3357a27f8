"""python -m tests.bench [GAME]: the table of speeds and the signature."""

from tests.bench.bench import main

main()
