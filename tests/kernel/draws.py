"""The draws of the kernel in Python's integers, by the definitions they follow."""

__all__ = ["GAMMA", "M", "below", "mix", "stream"]

M = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15


def mix(z: int) -> int:
    """The finaliser of SplitMix64, in Python's integers."""
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & M
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & M
    return z ^ (z >> 31)


def stream(key: int, number: int) -> int:
    """The key of a stream of draws."""
    return mix(key + (number + 1) * 0x8CB92BA72F3D8DD7 & M)


def below(key: int, index: int, n: int) -> int:
    """Draw `index` of a stream, below n of 32 bits by Lemire's method as in his paper: reject while the low half is
    below 2**32 mod n."""
    bits = mix(key + (index + 1) * GAMMA & M)
    while (bits >> 32) * n & 0xFFFFFFFF < (1 << 32) % n:
        bits = mix(bits + GAMMA & M)
    return (bits >> 32) * n >> 32
