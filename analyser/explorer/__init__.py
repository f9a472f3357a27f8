"""The explorer: a run asked in a browser. Every answer is a comparison, its address the question."""
