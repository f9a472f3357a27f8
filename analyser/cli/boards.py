"""`analyser boards`: Are player boards, cards from the start, or maps fair? By how much, for whom, how sure?"""

from analyser.cli import options as o

__all__ = ["boards"]


@o.guarded
def boards(
    game: o.Game = None,
    players: o.Players = None,
    games: o.Games = None,
    strategies: o.Strategies = None,
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
    """Is one board stronger than another, or does a map favour somebody? By how much, for whom, how sure?

    Where every seat has a board: each strategy plays in every seat, A and B sides in every pattern over the same
    deals; then strategies and sides are crossed. Where all play on one map: every line-up plays on every map, from
    every seat, on the same deal.

    Example: `analyser boards zhanguo --games 50000 --margin 3`
    """
    given = dict(locals())
    from analyser.cli.experiments import ask

    ask("boards", given)
