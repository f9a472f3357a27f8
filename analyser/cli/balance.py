"""`analyser balance`: Are seats and strategies balanced? Where do points come from, how do games go?"""

from analyser.cli import options as o

__all__ = ["balance"]


@o.guarded
def balance(
    game: o.Game = None,
    players: o.Players = None,
    games: o.Games = None,
    strategies: o.Strategies = None,
    boards: o.Boards = None,
    rotate: o.Rotate = None,
    seed: o.Seed = None,
    option: o.Option = None,
    components: o.Components = None,
    margin: o.Margin = None,
    workers: o.Workers = None,
    engine: o.Engine = None,
    batch: o.Batch = None,
    resume: o.Resume = False,
    config: o.Config = None,
    out: o.Out = None,
    json: o.Json = False,
    quiet: o.Quiet = False,
    debug: o.Debug = False,
) -> None:
    """Are seats and strategies balanced? Where do points come from, how do games go?

    Strategies meet in balanced line-ups, each played from every seat; for a sample of the deals every decision is
    stored.

    Example: `analyser balance zhanguo --players 3`
    """
    given = dict(locals())
    from analyser.cli.experiments import ask

    ask("balance", given)
