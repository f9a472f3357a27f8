"""Toy: a complete tiny game of pushing one's luck, the one to copy (`analyser games new NAME`)."""

hidden = True  # played like any other game, but not listed
