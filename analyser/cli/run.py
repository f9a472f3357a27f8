"""`analyser run`: play an experiment of one's own, or play a stored configuration again."""

from analyser.cli import options as o

__all__ = ["run"]


@o.guarded
def run(
    game: o.Game = None,
    players: o.Players = None,
    games: o.Games = None,
    strategies: o.Strategies = None,
    boards: o.Boards = None,
    rotate: o.Rotate = None,
    seed: o.Seed = None,
    record: o.Record = None,
    sample: o.Sample = None,
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
    """Play an experiment of your own, go on with an interrupted one, or play a stored configuration again.

    As many strategies as players sit in the order given (repeat a name to seat it twice); other numbers meet in
    balanced line-ups.

    Example: `analyser run zhanguo --strategies builder,random,random,random --boards A --games 20000 --out my-run`

    Again: `analyser run --config my-run --seed 2 --out my-second-run`

    Go on: `analyser run --resume --out my-run`
    """
    given = dict(locals())
    from analyser.cli.experiments import play

    play(given)
