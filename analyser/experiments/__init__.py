"""Experiments: which games are played to answer a question, before any of them is."""
