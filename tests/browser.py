"""Pages in the system's headless Chromium, each opened under the fonts a test asks for."""

import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, Playwright, sync_playwright

from tests.needs import lacking

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run",
    "--disable-quic", "--disable-gpu", "--disable-extensions", "--hide-scrollbars",
    "--allow-file-access-from-files",  # some versions count the styles that fonts_shown() asks for as a foreign file
)  # fmt: skip
FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts")
# Sets of fonts a machine may have and no others: family of running text -> one of its files. Widths differ by a sixth.
FONTS = {"DejaVu Sans": "DejaVuSans.ttf", "Liberation Sans": "LiberationSans-Regular.ttf"}
FONTCONFIG = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
<dir>{fonts}</dir>
<cachedir>{cache}</cachedir>
<include ignore_missing="yes">/etc/fonts/conf.d</include>
</fontconfig>
"""

Launch = Callable[..., Browser]
Window = Callable[..., Page]


def chromium() -> str | None:
    """The browser's program, None where there is none."""
    return next((path for name in PROGRAMS if (path := shutil.which(name))), None)


def font_folder(family: str) -> Path | None:
    """Where the family lies, None where it is not installed."""
    found = (path.parent for folder in FONT_FOLDERS for path in Path(folder).rglob(FONTS[family]))
    return next(found, None)


@pytest.fixture(scope="session")
def playwright_driver() -> Iterator[Playwright]:
    """The driver of all browsers of this process."""
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def browser(playwright_driver: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Launch]:
    """browser(fonts): a Chromium on a machine that has the fonts of that set alone, None: those of this machine."""
    started: dict[str | None, Browser] = {}

    def of(fonts: str | None = None) -> Browser:
        if fonts not in started:
            program = chromium()
            if program is None:
                lacking("there is no Chromium to show pages in: install Debian's chromium")
            folder = tmp_path_factory.mktemp("browser")
            environment: dict[str, Any] = {**os.environ, "HOME": str(folder), "DBUS_SESSION_BUS_ADDRESS": "disabled:"}
            if fonts is not None:
                where = font_folder(fonts)
                if where is None:
                    lacking(f"{fonts} is not installed: Debian's fonts-dejavu-core and fonts-liberation")
                file = folder / "fonts.conf"
                file.write_text(FONTCONFIG.format(fonts=where, cache=folder / "fontconfig"), encoding="utf-8")
                environment["FONTCONFIG_FILE"] = str(file)
            sandbox = os.geteuid() != 0  # Chromium refuses to start as root with one
            started[fonts] = playwright_driver.chromium.launch(
                executable_path=program, args=list(FLAGS), chromium_sandbox=sandbox, env=environment
            )
        return started[fonts]

    yield of
    for one in started.values():
        one.close()


@pytest.fixture
def window(browser: Launch) -> Iterator[Window]:
    """window(fonts=…, width=…, …): an empty page, as on a phone where it is narrow, in a context as playwright has it;
    its scripts must not fail, unless faults are wanted."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def opened(
        *, fonts: str | None = None, width: int = 1200, height: int = 900, faults: bool = False, **how: Any
    ) -> Page:
        size: Any = {"width": width, "height": height}
        contexts.append(browser(fonts).new_context(viewport=size, is_mobile=width < 700, **how))
        page = contexts[-1].new_page()
        if faults:
            return page
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert problems == []


@pytest.fixture
def tab(window: Window) -> Page:
    """A wide empty page with the fonts of this machine."""
    return window()


def open_page(tab: Page, file: Path, address: str = "") -> None:
    """Load a file anew, also where only the address behind # differs."""
    tab.goto("about:blank")
    tab.goto(file.as_uri() + address)


def as_phone(tab: Page, width: int, height: int) -> CDPSession:
    """Show the page as a phone of that size does, without loading it anew: until its viewport is set again and, for
    another page too, the session is detached."""
    session = tab.context.new_cdp_session(tab)
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True}
    session.send("Emulation.setDeviceMetricsOverride", size)
    return session


def wait_until(tab: Page, expression: str, seconds: float = 10) -> None:
    """Wait until the expression is true: by asking again, for a page's policy forbids it to wait by itself."""
    end = time.monotonic() + seconds
    while not tab.evaluate(expression):
        assert time.monotonic() < end, f"{expression} after {seconds:g} seconds"
        tab.wait_for_timeout(20)


def fonts_shown(tab: Page, selector: str = "body") -> set[str]:
    """Families the text directly inside the first element of that kind is really drawn with."""
    session = tab.context.new_cdp_session(tab)
    for domain in ("DOM", "CSS"):
        session.send(f"{domain}.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    node = session.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
    fonts = session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    return {font["familyName"] for font in fonts}


# A text is out of place when it leaves the window, or the box it is meant to fill without anything to scroll it by.
OUT_OF_PLACE = """
() => {
  const bad = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const wide = document.documentElement.clientWidth;
  const scrolls = (e) => ["auto", "scroll", "hidden"].includes(getComputedStyle(e).overflowX);
  for (let node; (node = walker.nextNode());) {
    const element = node.parentElement, words = node.data.trim().slice(0, 60);
    if (!words || element.closest("script, style, title, desc, metadata") || !element.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 0);
    if (!boxes.length) continue;
    const right = Math.max(...boxes.map((box) => box.right)), left = Math.min(...boxes.map((box) => box.left));
    let around = element;
    while (getComputedStyle(around).display.startsWith("inline") && around.parentElement) around = around.parentElement;
    let scroller = element;
    while (scroller && !scrolls(scroller)) scroller = scroller.parentElement;
    if (!scroller && (right > wide + 1 || left < -1)) bad.push(["window", words]);
    if (element.closest("svg") || scrolls(around)) continue;
    const box = around.getBoundingClientRect();
    if (right > box.right + 1 || left < box.left - 1) bad.push([around.tagName, words]);
  }
  return bad;
}
"""


def texts_out_of_place(tab: Page) -> list[list[str]]:
    """[box, text] of every text that leaves the window or runs out of its cell, tile or paragraph."""
    found: list[list[str]] = tab.evaluate(OUT_OF_PLACE)
    return found


# Texts of a drawn table: none covers another, none leaves its picture, none leaves the card or square it stands on.
IN_COLLISION = """
() => {
  const bad = [], least = [];
  for (const root of document.querySelectorAll("svg.picture")) {
    const frame = root.getBoundingClientRect(), texts = [...root.querySelectorAll("text")];
    const boxes = texts.map((text) => text.getBoundingClientRect());
    boxes.forEach((box, i) => {
      const aside = box.left < frame.left - 1 || box.right > frame.right + 1;
      if (aside || box.top < frame.top - 1 || box.bottom > frame.bottom + 3)
        bad.push(["picture", texts[i].textContent]);
      const ground = texts[i].parentElement.querySelector(":scope > rect:not(.frame)")?.getBoundingClientRect();
      if (ground && ground.width > 30 && (box.left < ground.left - .5 || box.right > ground.right + .5))
        bad.push(["ground", texts[i].textContent]);
      for (let k = i + 1; k < boxes.length; k++) {
        const other = boxes[k];
        const across = Math.min(box.right, other.right) - Math.max(box.left, other.left);
        const down = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
        if (across > 1 && down > 3) bad.push([texts[i].textContent, texts[k].textContent]);
      }
    });
  }
  return bad;
}
"""


def texts_in_collision(tab: Page) -> list[list[str]]:
    """[what, text] of every text of a picture that stands on another text, or leaves its ground or the picture."""
    found: list[list[str]] = tab.evaluate(IN_COLLISION)
    return found


# The contrast of WCAG 2 between every visible text and what lies behind it: for words of a page the grounds of the
# elements around them, for words of a drawing the shapes drawn before them where they stand.
CONTRAST = """
(least) => {
  const parse = (colour) => {
    const found = colour.match(/[\\d.]+/g)?.map(Number);
    return found && colour.startsWith("rgb") ? [found[0], found[1], found[2], found[3] ?? 1] : [0, 0, 0, 0];
  };
  const over = (top, under, veil = 1) => {
    const part = top[3] * veil;
    return [0, 1, 2].map((i) => top[i] * part + under[i] * (1 - part)).concat(1);
  };
  const light = (colour) => {
    const [r, g, b] = colour.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    const style = getComputedStyle(element);
    const under = element.parentElement ? ground(element.parentElement) : [255, 255, 255, 1];
    return over(parse(style.backgroundColor), under);
  };
  const shapes = (svg) => [...svg.querySelectorAll("path, use")].filter((one) => !one.closest("defs")).map((one) => {
    const style = getComputedStyle(one), box = one.getBoundingClientRect();
    return { one, fill: parse(style.fill), veil: style.fillOpacity * style.opacity, box };
  }).filter((one) => one.fill[3] && one.veil > 0);
  const covers = (shape, x, y) => {
    const { one, box } = shape;
    if (x < box.left || x > box.right || y < box.top || y > box.bottom) return false;
    if (one.tagName !== "path") return true;
    const at = new DOMPoint(x, y).matrixTransform(one.getScreenCTM().inverse());
    return one.isPointInFill(at);
  };
  const known = new Map(), bad = [];
  let seen = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode());) {
    const element = node.parentElement, words = node.data.trim();
    if (!words || element.closest("script, style, title, desc, metadata") || !element.checkVisibility()) continue;
    const style = getComputedStyle(element), svg = element.closest("svg");
    let ink = parse(svg ? style.fill : style.color), back = ground(svg ? svg.parentElement : element);
    if (svg) {
      if (!known.has(svg)) known.set(svg, shapes(svg));
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
      for (const shape of known.get(svg)) {
        const before = shape.one.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING;
        if (before && covers(shape, x, y)) back = over(shape.fill, back, shape.veil);
      }
    }
    ink = over(ink, back, style.opacity);
    const [more, less] = [light(ink), light(back)].sort((a, b) => b - a);
    const contrast = (more + 0.05) / (less + 0.05);
    seen += 1;
    if (contrast < least) bad.push([words.slice(0, 60), element.tagName, Math.round(100 * contrast) / 100]);
  }
  return { seen, bad };
}
"""


def faint_texts(tab: Page, *, least: float = 4.5) -> tuple[int, list[list[object]]]:
    """How many texts are shown, and [text, element, contrast] of each whose contrast is less."""
    found = tab.evaluate(CONTRAST, least)
    return found["seen"], found["bad"]


# Pieces of a drawn table, each with the number beside it: none covers another.
PIECES = """
() => {
  const bad = [];
  for (const root of document.querySelectorAll("svg.picture")) {
    const pieces = [...root.querySelectorAll("[data-piece]")].filter((e) => Number(e.dataset.count));
    const boxes = pieces.map((piece) => {
      const shapes = [...piece.querySelectorAll("path, rect:not(.frame), circle, text")];
      const own = shapes.map((shape) => shape.getBoundingClientRect());
      const [left, top] = ["left", "top"].map((side) => Math.min(...own.map((box) => box[side])));
      const [right, bottom] = ["right", "bottom"].map((side) => Math.max(...own.map((box) => box[side])));
      return {left, top, right, bottom};
    });
    const name = (e) => `${e.dataset.piece} ${e.textContent}`;
    boxes.forEach((box, i) => {
      for (let k = i + 1; k < boxes.length; k++) {
        if (pieces[i].contains(pieces[k])) continue;
        const other = boxes[k];
        const across = Math.min(box.right, other.right) - Math.max(box.left, other.left);
        const down = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
        if (across > 1 && down > 1) bad.push([name(pieces[i]), name(pieces[k])]);
      }
    });
  }
  return bad;
}
"""


def pieces_in_collision(tab: Page) -> list[list[str]]:
    """[piece, piece] of every two pieces of a picture of which one covers a part of the other."""
    found: list[list[str]] = tab.evaluate(PIECES)
    return found
