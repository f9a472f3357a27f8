"""Estimators: what is no comparison, and what a question needs before it compares; frames in, a table out."""
