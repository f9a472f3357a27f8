"""Estimates that are no comparison of the grammar: frames in, tables out."""
