"""What ZhanGuo tells of itself: moves in words, records, screen, facts of reports."""
