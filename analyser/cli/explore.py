"""`analyser explore`: ask a run in a browser."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import typer

from analyser.cli import completion as complete
from analyser.cli.option_parsers import int_option_from
from analyser.cli.options import MORE, OUTPUT, argument, declared, option

__all__ = ["explore"]

LOOPBACK, PORT, PORTS = "127.0.0.1", 8642, 20  # ports that are tried, from this one


@declared(
    runs=argument(list[Path], "RUN…", "Runs of one game; of two also the difference.", complete.runs),
    port=option(
        int, OUTPUT, "N", "Port of the page. [default: 8642, or the next free one]", parser=int_option_from(1, 65_535)
    ),
    host=option(str, MORE, "HOST", "Also serve other machines, at this address; the link then holds a secret."),
)  # fmt: skip
def explore(runs: list[Path], port: int | None, open_page: bool, host: str | None) -> None:
    """Ask a run any question in a browser, and go from any number to the games behind it.

    Questions in words to begin with, then any measure by any factors; every answer has its address, and the command
    that gives the same numbers. Nothing leaves this machine. Ctrl-C ends it.

    Example: `analyser explore my-run`

    Two versions of a game, side by side and as a difference: `analyser explore before after`
    """
    from analyser.errors import DataError
    from cext.installation import install_command

    _check_runs(runs)
    if find_spec("starlette") is None or find_spec("uvicorn") is None:
        raise DataError(f"the explorer needs starlette and uvicorn: {install_command('explorer')}")
    with _listening(host or LOOPBACK, port) as listener:
        _serve(runs, listener, host, open_page=open_page)


def _check_runs(runs: Sequence[Path]) -> None:
    """DataError for what is no run, UsageError for runs of several games."""
    from analyser.errors import UsageError
    from analyser.runs.store import RunDirectory

    games = {RunDirectory.open(run).manifest.config["game"]: run for run in runs}
    if len(games) > 1:
        listed = ", ".join(f"{run} of {game}" for game, run in games.items())
        raise UsageError(f"{listed}: name runs of one game")


def _listening(host: str, port: int | None) -> socket.socket:
    """A socket at the port, or at the first free one; DataError where there is none."""
    from analyser.errors import DataError

    ports = [port] if port else range(PORT, PORT + PORTS)
    for number in ports:
        listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, number))
            listener.listen()
        except OSError as error:
            listener.close()
            reason = error.strerror
        else:
            return listener
    where = f"port {port}" if port else f"ports {ports[0]} to {ports[-1]}"
    raise DataError(f"{host}, {where}: {reason}: give another --port")


def _serve(runs: Sequence[Path], listener: socket.socket, host: str | None, *, open_page: bool) -> None:
    """Serve until Ctrl-C."""
    import secrets
    import webbrowser

    import uvicorn

    from analyser.cli.output import print_status
    from analyser.cli.trust import refuse_unknown
    from analyser.explorer.server import Explorer, application

    port = listener.getsockname()[1]
    token = secrets.token_urlsafe(16) if host else ""
    names = [host, LOOPBACK, "localhost"] if host else [LOOPBACK, "localhost"]
    hosts = [f"{name}:{port}" for name in names] if host not in ("0.0.0.0", "::") else []
    explorer = Explorer([str(run) for run in runs], refuse_unknown)
    address = f"http://{names[0]}:{port}/{f'?token={token}' if token else ''}"
    typer.echo(address)
    print_status("Open it in a browser; Ctrl-C ends it.")
    if open_page:
        webbrowser.open(address)
    server = uvicorn.Server(uvicorn.Config(application(explorer, hosts=hosts, token=token), log_level="warning"))
    try:
        with suppress(KeyboardInterrupt):
            server.run(sockets=[listener])
    finally:
        explorer.end()
