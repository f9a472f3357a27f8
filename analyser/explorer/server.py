"""The explorer over HTTP: its addresses, who may ask, and the processes that answer."""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import TimeoutError as OverTime
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from queue import LifoQueue
from typing import Any, TypeVar
from urllib.parse import parse_qs, urlencode, urlsplit

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.base import BaseHTTPMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from analyser.errors import AnalyserError, LimitExceeded, UsageError
from analyser.explorer.asking import (
    AskedComparison,
    ComparisonAnswer,
    GameLink,
    RunMenu,
    answer_question,
    describe_run,
    stamps_of,
    typical_games,
    warm_up,
)
from analyser.explorer.game_page import chance_piece, replay_page
from analyser.explorer.page import page_html, page_policy, read_questions, save_question
from analyser.runs.executors import PipeExecutor, WorkerDied
from analyser.runs.limits import ResourceLimits
from reports.comparison_text import ComparisonText, split_list
from reports.presets import in_arm

__all__ = ["Explorer", "address_of", "application", "question_of"]

T = TypeVar("T")
SECONDS, BYTES = 10.0, 1_000_000_000  # of a question
THREADS = 2  # that read a run
PROCESSES = 2  # a question that takes long holds no other up
START_SECONDS = 60.0  # for the first look at a run
GAME_SECONDS = 60.0  # for a game that is played again
ANSWERS = 64  # that are kept
COOKIE = "analyser-explorer"
MOST_BODY = 20_000  # bytes of a form


class LimitedProcess:
    """A process that works on one thing at a time, and is ended where that takes too long or too much memory; it begins
    with the runs in these directories, before anybody asks."""

    def __init__(self, paths: Sequence[str]) -> None:
        self._paths = paths
        self._start()

    def _start(self) -> None:
        self._pool = PipeExecutor(1, ResourceLimits(BYTES), threads=THREADS)
        self._pool.submit(warm_up, self._paths)

    def call(self, work: Callable[..., T], *arguments: Any, seconds: float = SECONDS, **keywords: Any) -> T:
        """What the work gives; LimitExceeded where it was ended, and whatever it raises."""
        future = self._pool.submit(work, *arguments, **keywords)
        try:
            result: T = future.result(timeout=seconds)
        except OverTime:
            self.end()
            self._start()
            reason = f"this takes longer than {seconds:g} seconds: ask of fewer rows with a filter"
            raise LimitExceeded(reason) from None
        except (LimitExceeded, WorkerDied):
            reason = f"this takes more than {BYTES / 1e9:g} GB of memory: ask of fewer rows with a filter"
            raise LimitExceeded(reason) from None
        return result

    def end(self) -> None:
        """End the process, whatever it works on."""
        self._pool.shutdown(cancel_futures=True)


class Explorer:
    """Runs that are asked, the processes that answer, and which comparisons were looked at. check: raises for a program
    of a strategy that may not be run."""

    def __init__(self, paths: Sequence[str], check: Callable[[Path], None]) -> None:
        self.paths, self._check = tuple(paths), check
        self._processes = [LimitedProcess(self.paths) for _ in range(PROCESSES)]
        self._idle: LifoQueue[LimitedProcess] = LifoQueue()  # the last that answered knows the game, or the estimates
        for process in self._processes:
            self._idle.put(process)
        self._answers = lru_cache(maxsize=ANSWERS)(self._fresh_answer)
        self._looked_at: set[tuple[ComparisonText, int | None]] = set()

    def answer(self, question: AskedComparison) -> ComparisonAnswer:
        """The answer to a question; with an error where there is none."""
        try:
            answer = self._answers(question, tuple(map(stamps_of, self.paths)))
        except AnalyserError as error:  # asked once more, it may be answered in time
            answer = ComparisonAnswer(question, error=str(error))
        if not answer.error:
            self._looked_at.add((question.text, question.run))
        return answer

    def _fresh_answer(self, question: AskedComparison, stamps: tuple[tuple[int, ...], ...]) -> ComparisonAnswer:
        return self._call(answer_question, self.paths, question)

    def _call(self, work: Callable[..., T], *arguments: Any, **how: Any) -> T:
        """What the work gives in the next idle process; see `LimitedProcess.call`."""
        process = self._idle.get()
        try:
            return process.call(work, *arguments, **how)
        finally:
            self._idle.put(process)

    def page(self, texts: Mapping[str, str]) -> str:
        """The page of an address."""
        question = question_of(texts, len(self.paths))
        number = question.run or 0 if question else min(_number(texts.get("run"), 0), len(self.paths) - 1)
        menu, saved = self.menu(number), read_questions(Path(self.paths[number]))
        if question is None:
            return page_html(self.paths, number, menu, saved, address_of)
        answer, row = self.answer(question), texts.get("row", "")
        games: Sequence[GameLink] = ()
        reason = ""
        if (row_number := _number(row, -1)) >= 0 and not answer.error:
            try:
                games = self._call(typical_games, self.paths, question, row_number)
            except AnalyserError as error:
                reason = str(error)
        return page_html(
            self.paths, number, menu, saved, address_of,
            answer=answer, looks=len(self._looked_at), row=row, games=games, reason=reason,
        )  # fmt: skip

    def menu(self, number: int) -> RunMenu:
        """What a run can be asked."""
        return self._call(describe_run, self.paths[number], seconds=START_SECONDS)

    def replay(self, run: int, scenario: str, number: int, *, mistakes: bool) -> str:
        """The page of a game."""
        if run >= len(self.paths):
            raise UsageError("no such run")
        return self._call(
            replay_page, self.paths[run], scenario, number, mistakes=mistakes, check=self._check,
            source=f"/game/{run}/{scenario}/{number}/chances", seconds=GAME_SECONDS,
        )  # fmt: skip

    def chances(self, run: int, scenario: str, number: int, piece: int) -> dict[str, Any]:
        """A piece of the chances to win over a game, for its page."""
        if run >= len(self.paths):
            raise UsageError("no such run")
        return self._call(
            chance_piece, self.paths[run], scenario, number, piece, check=self._check, seconds=GAME_SECONDS,
        )  # fmt: skip

    def end(self) -> None:
        """End the processes that answer."""
        for process in self._processes:
            process.end()


# -- addresses --------------------------------------------------------------------------------------------------------


def question_of(texts: Mapping[str, str], runs: int) -> AskedComparison | None:
    """The question that an address asks; None: it asks none."""
    if not set(texts) & set(ComparisonText.__dataclass_fields__):
        return None
    is_difference = texts.get("run") == "difference" and runs > 1
    run = None if is_difference else min(_number(texts.get("run"), 0), runs - 1)
    return AskedComparison(ComparisonText.of_texts(texts), run, max(1, _number(texts.get("comparisons"), 1)))


def _number(text: str | None, default: int) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 7 else default


def address_of(question: AskedComparison, **more: object) -> str:
    """The address that asks a question."""
    run = "difference" if question.run is None else question.run or ""
    comparisons = question.comparisons if question.comparisons > 1 else ""
    texts = {**question.text.texts, "run": run, "comparisons": comparisons, **more}
    return f"/?{urlencode({name: text for name, text in texts.items() if text != ''})}"


def address_of_menus(texts: Mapping[str, str], runs: int, arm: str = "") -> str:
    """The address of what the menus say: two factors, a reference among them, one more filter; in the games of the arm
    where nothing else decides which."""
    by = ",".join(dict.fromkeys(texts[name] for name in ("by1", "by2") if texts.get(name)))
    against = texts.get("against", "")
    factors = [part.partition("=")[0].strip() for part in split_list(against) if "=" in part]
    against = against if by and set(factors) <= set(split_list(by)) else ""
    where = texts.get("where", "")
    if term := _condition(texts.get("column", ""), texts.get("sign", "="), texts.get("value", "").strip()):
        where = f"({where}) and {term}" if " or " in where else f"{where} and {term}" if where else term
    question = question_of({**texts, "by": by, "against": against, "where": where}, runs)
    return address_of(replace(question, text=in_arm(question.text, arm))) if question else "/"


def _condition(column: str, sign: str, value: str) -> str:
    """The condition of a column, a sign and a value; flags are conditions by themselves."""
    if not column or not value:
        return ""
    if value in ("yes", "no"):
        return column if (value == "yes") == (sign == "=") else f"not {column}"
    is_number = value.replace(".", "", 1).lstrip("-").isdecimal()
    quoted = value if is_number else "'" + value.strip("'").replace("'", "''") + "'"
    return f"{column} {sign} {quoted}"


# -- requests ---------------------------------------------------------------------------------------------------------


def application(explorer: Explorer, *, hosts: Sequence[str], token: str) -> Starlette:
    """The pages, for requests that name one of these hosts ([]: any). token: what a request must bring, in its address
    or as a cookie ("": nothing)."""

    def show(request: Request) -> Response:
        return HTMLResponse(explorer.page(dict(request.query_params)))

    def choose(request: Request) -> Response:
        texts = dict(request.query_params)
        arm = explorer.menu(0).arm
        return RedirectResponse(address_of_menus(texts, len(explorer.paths), arm), status_code=303)

    def table(request: Request) -> Response:
        question = question_of(dict(request.query_params), len(explorer.paths))
        answer = explorer.answer(question) if question else None
        if answer is None or answer.error:
            raise UsageError(answer.error if answer else "name a measure")
        headers = {"Content-Disposition": 'attachment; filename="comparison.csv"'}
        return Response(answer.csv, media_type="text/csv", headers=headers)

    def game(request: Request) -> Response:
        return HTMLResponse(
            explorer.replay(**request.path_params, mistakes=request.query_params.get("mistakes") == "1")
        )

    def chances(request: Request) -> Response:
        return JSONResponse(
            explorer.chances(**request.path_params, piece=_number(request.query_params.get("piece"), 0))
        )

    async def save(request: Request) -> Response:
        body = b""
        async for chunk in request.stream():
            body += chunk
            if len(body) > MOST_BODY:
                return PlainTextResponse(f"give a question of at most {MOST_BODY:,} bytes", status_code=413)
        texts = {name: values[0] for name, values in parse_qs(body.decode(errors="replace")).items()}
        question = question_of(texts, len(explorer.paths))
        name = " ".join(texts.get("name", "").split())
        if question is None or not name:
            return PlainTextResponse("give the question a name", status_code=400)
        save_question(Path(explorer.paths[question.run or 0]), name, question.text)
        return RedirectResponse(address_of(question), status_code=303)

    guard = Middleware(BaseHTTPMiddleware, dispatch=_guard(hosts, token))
    routes = [
        Route("/", show),
        Route("/choose", choose),
        Route("/comparison.csv", table),
        Route("/game/{run:int}/{scenario}/{number:int}", game),
        Route("/game/{run:int}/{scenario}/{number:int}/chances", chances),
        Route("/save", save, methods=["POST"]),
    ]
    return Starlette(
        routes=routes,
        middleware=[guard],
        exception_handlers={AnalyserError: lambda _, error: PlainTextResponse(str(error), status_code=404)},
    )


Next = Callable[[Request], Awaitable[Response]]


def _guard(hosts: Sequence[str], token: str) -> Callable[[Request, Next], Awaitable[Response]]:
    """What every request goes through. A page of elsewhere cannot read an answer, not by a name that it has made mean
    this machine (Host), and cannot save a question (Origin)."""

    async def guard(request: Request, handle: Next) -> Response:
        host = request.headers.get("host", "")
        if hosts and host not in hosts:
            return PlainTextResponse(f"this page is at http://{hosts[0]}/", status_code=421)
        origin = request.headers.get("origin")
        if request.method == "POST" and (origin is None or urlsplit(origin).netloc != host):
            return PlainTextResponse("not from this page", status_code=403)
        token_sent = request.query_params.get("token") or request.cookies.get(COOKIE, "")
        if token and not hmac.compare_digest(token_sent.encode(), token.encode()):
            return PlainTextResponse("open the address that `explore` printed", status_code=403)
        response = await handle(request)
        if token and "token" in request.query_params:
            response.set_cookie(COOKIE, token, httponly=True, samesite="strict")
        if not request.url.path.startswith("/game/"):
            response.headers["Content-Security-Policy"] = page_policy()
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "same-origin"  # none at all would hide where a form comes from, too
        response.headers["X-Frame-Options"] = "DENY"
        return response

    return guard
