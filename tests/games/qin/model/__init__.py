"""A slow, plain model of Qin."""
