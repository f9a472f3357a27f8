"""The rules of Middle Kingdom: a function a paragraph, in the rulebook's order."""
