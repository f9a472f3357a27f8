"""The rules of Qin: a function a paragraph, in the rulebook's order."""
