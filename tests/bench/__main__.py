"""python -m tests.bench [GAME]: the table of speeds and the signature; python -m tests.bench own: games in Python."""

import sys

from tests.bench import bench, own

if sys.argv[1:2] == ["own"]:
    own.main(sys.argv[2:])
else:
    bench.main()
