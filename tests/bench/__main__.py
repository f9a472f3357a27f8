"""python -m tests.bench [GAME]: the table of speeds and the signature; python -m tests.bench own: games in Python;
python -m tests.bench leaf: searches with a leaf."""

import sys

from tests.bench import bench, leaf, own

if sys.argv[1:2] == ["own"]:
    own.main(sys.argv[2:])
elif sys.argv[1:] == ["leaf"]:
    leaf.main()
else:
    bench.main()
