"""Questions a designer asks of a run: frames of games in, result tables and verdicts in words out."""
