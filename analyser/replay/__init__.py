"""A game record to watch: step by step in the terminal, as a log, or as one page for a browser."""
