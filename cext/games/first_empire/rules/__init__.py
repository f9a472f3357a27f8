"""The rules of ZhanGuo: a function a paragraph, in the rulebook's order."""
