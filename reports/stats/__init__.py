"""Estimators: pure functions from arrays and frames to estimates with deal-clustered 95 % intervals."""
