"""A headless Chromium driven over its pipe: pages opened, keys pressed, expressions evaluated."""

import base64
import json
import os
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Any

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync",
    "--no-first-run", "--no-default-browser-check", "--disable-component-update", "--disable-extensions",
    "--hide-scrollbars", "--remote-debugging-pipe",
)  # fmt: skip
# The browser listens on descriptor 3 and answers on 4; the pipe's own numbers may be these.
START = """
import fcntl, os, sys
ends = [fcntl.fcntl(int(number), fcntl.F_DUPFD, 10) for number in sys.argv[1:3]]
for end, number in zip(ends, (3, 4)):
    os.dup2(end, number, inheritable=True)
os.execv(sys.argv[3], sys.argv[3:])
"""
SECONDS = 60.0  # to an answer
KEYS = {"ArrowRight": 39, "ArrowLeft": 37, "Home": 36, "End": 35, " ": 32}


def chromium() -> str | None:
    """The browser's program, None where there is none."""
    return next((path for name in PROGRAMS if (path := shutil.which(name))), None)


class Browser:
    """One page of a headless Chromium; `with Browser(folder) as browser`."""

    def __init__(self, folder: Path) -> None:
        program = chromium()
        assert program is not None
        to_browser, self.out = os.pipe()
        self.inp, from_browser = os.pipe()
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-c",
                START,
                str(to_browser),
                str(from_browser),
                program,
                *FLAGS,
                f"--user-data-dir={folder}",
                "about:blank",
            ],
            pass_fds=(to_browser, from_browser),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"HOME": str(folder), "DBUS_SESSION_BUS_ADDRESS": "disabled:"},
        )
        os.close(to_browser)
        os.close(from_browser)
        self.number = 0
        self.buffer = b""
        self.problems: list[str] = []  # errors of scripts and of the console
        self.requests: list[str] = []  # addresses the page asked for
        self.session: str | None = None

    def __enter__(self) -> "Browser":
        try:
            self.attach()
        except BaseException:
            self.close()
            raise
        return self

    def attach(self) -> None:
        """Open a page to work with."""
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.send(f"{domain}.enable")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the browser."""
        os.close(self.out)
        os.close(self.inp)
        self.process.terminate()
        self.process.wait(timeout=20)

    # -- protocol ----------------------------------------------------------------------------------------------------

    def send(self, method: str, **params: Any) -> Any:
        """The result of a command."""
        self.number += 1
        message: dict[str, Any] = {"id": self.number, "method": method, "params": params}
        if self.session is not None:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == self.number:
                assert "error" not in answer, answer["error"]
                return answer["result"]

    def message(self) -> Any:
        """The next message; events of interest are kept."""
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.inp], [], [], SECONDS)
            data = os.read(self.inp, 1 << 16) if ready else b""
            assert data, "the browser does not answer"
            self.buffer += data
        text, _, self.buffer = self.buffer.partition(b"\0")
        event = json.loads(text)
        params = event.get("params", {})
        if event.get("method") == "Runtime.exceptionThrown":
            self.problems.append(json.dumps(params["exceptionDetails"]))
        elif event.get("method") == "Log.entryAdded":
            self.problems.append(params["entry"]["text"])
        elif event.get("method") == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        return event

    # -- what tests do -----------------------------------------------------------------------------------------------

    def open(self, page: Path, address: str = "", *, width: int = 1200, height: int = 900) -> float:
        """Load a page in a window of that size (narrow ones as on a phone); seconds until its script has run."""
        phone = width < 700
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=phone)
        self.send("Page.navigate", url="about:blank")
        begin = time.monotonic()
        self.send("Page.navigate", url=page.as_uri() + address)
        while not self.value("document.readyState === 'complete' && 'ply' in document.body.dataset"):
            assert time.monotonic() < begin + SECONDS, "the page does not load"
            time.sleep(0.02)
        return time.monotonic() - begin

    def value(self, expression: str) -> Any:
        """What a JavaScript expression gives."""
        answer = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def press(self, key: str) -> None:
        """Press and let go of a key."""
        code = {"key": key, "windowsVirtualKeyCode": KEYS.get(key, ord(key[0].upper()))}
        self.send("Input.dispatchKeyEvent", type="rawKeyDown", **code)
        if len(key) == 1:
            self.send("Input.dispatchKeyEvent", type="char", text=key, **code)
        self.send("Input.dispatchKeyEvent", type="keyUp", **code)

    def click(self, selector: str) -> None:
        """Click on the middle of an element."""
        where = f"(() => {{const r = document.querySelector({selector!r}).getBoundingClientRect();"
        x, y = self.value(where + " return [r.x + r.width / 2, r.y + r.height / 2]; })()")
        for kind in ("mousePressed", "mouseReleased"):
            self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def picture(self, path: Path, *, whole: bool = False) -> None:
        """A screenshot, of the whole page or of the window."""
        data = self.send("Page.captureScreenshot", captureBeyondViewport=whole)["data"]
        path.write_bytes(base64.b64decode(data))

    def pdf(self) -> bytes:
        """The page as it prints."""
        return base64.b64decode(self.send("Page.printToPDF", preferCSSPageSize=True)["data"])
