"""A verdict and what printings say of it, for tests of what is printed: they replace what they are about."""

from reports.answer import Over, Verdict

__all__ = ["OVER", "VERDICT"]

VERDICT = Verdict(
    subject="star (B)",
    sentence="Star (B) wins 6.0 pp more than A.",
    verdict="stronger",
    leaning="",
    effect=0.06,
    low=0.05,
    high=0.07,
    margin=0.02,
    unit="pp",
    p=0.0,
    n=1000,
    games_needed=None,
)
OVER = Over(
    printings=40,
    games=2000,
    mean=0.03,
    sd=0.05,
    low=-0.1,
    high=0.2,
    verdict="undecided",
    leaning="",
    holds=38,
    share_low=0.8,
    share_high=0.99,
    sentence="",
)
