"""What Middle Kingdom tells of itself: moves in words, records, screen, facts of reports."""
