"""`analyser openings`: Which opening wins: as chosen, and as forced on the same deals?"""

from analyser.cli import options as o

__all__ = ["openings"]


@o.guarded
def openings(
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
    """Which opening wins: as chosen, and as forced on the same deals?

    On each deal strategies play freely, then again with one seat's opening forced in every way in question.

    Example: `analyser openings zhanguo --strategies builder,governors`
    """
    given = dict(locals())
    from analyser.cli.experiments import ask

    ask("openings", given)
