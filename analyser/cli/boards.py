"""`analyser boards`: Is a B side stronger than the A side? By how much, for whom, how sure?"""

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
    """Is a B side stronger than the A side? By how much, for whom, how sure?

    Each strategy plays in every seat, A and B sides in every pattern over the same deals; then strategies and sides
    are crossed.

    Example: `analyser boards zhanguo --games 50000 --margin 3`
    """
    given = dict(locals())
    from analyser.cli.experiments import ask

    ask("boards", given)
