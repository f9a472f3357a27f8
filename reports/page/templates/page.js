// What a report page does beyond showing itself: a theme, sorted tables, the values behind a chart's marks.
// Everything it works with is on the page already; without it nothing is missing, and no control stands there in vain.
"use strict";

const made = (tag, properties, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

// -- theme: as the reader's system has it, until they choose ------------------------------------------------------------

const THEME = "analyser-theme";
const root = document.documentElement;

function remembered() {
  try {
    return localStorage.getItem(THEME);
  } catch {
    return null; // a browser may keep nothing for pages opened from a folder
  }
}

function remember(theme) {
  try {
    localStorage.setItem(THEME, theme);
  } catch {
    // the choice then lasts as long as the page
  }
}

function themeButton() {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const dark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  const button = made("button", { type: "button", className: "theme" });
  const name = () => (button.textContent = dark() ? "Light page" : "Dark page");
  const chosen = remembered();
  if (chosen === "dark" || chosen === "light") root.dataset.theme = chosen;
  button.addEventListener("click", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    remember(root.dataset.theme);
    name();
  });
  system.addEventListener("change", name);
  name();
  document.querySelector("nav").append(button);
}

// -- contents: folded where they stand between an answer and what it rests on ------------------------------------------

function foldContents() {
  const contents = document.querySelector("nav > details");
  if (contents && matchMedia("(max-width: 60rem)").matches) contents.open = false;
}

// -- tables -------------------------------------------------------------------------------------------------------------

// The first number of a cell such as "+13.5 [12.9, 14.1]", "< 0.001" or "1,204"; null where there is none.
function numberOf(text) {
  const plain = text.replaceAll("−", "-").replaceAll(/(\d),(?=\d{3})/g, "$1");
  const found = plain.match(/-?\d+(\.\d+)?/);
  return found && Number(found[0]) - (plain.startsWith("<") ? 1e-9 : 0);
}

function cellOf(row, column) {
  return row.cells[column].textContent.trim();
}

// Rows in the order of a column; what has no value comes last in either direction.
function ordered(rows, column, numeric, direction) {
  const key = (row) => (numeric ? numberOf(cellOf(row, column)) : cellOf(row, column));
  const missing = (value) => value === null || value === "" || value === "–";
  const compare = (a, b) => (numeric ? a - b : a.localeCompare(b, "en", { numeric: true }));
  const keyed = rows.map((row) => ({ row, value: key(row) }));
  keyed.sort((a, b) => {
    if (missing(a.value) || missing(b.value)) return missing(a.value) - missing(b.value);
    return direction * compare(a.value, b.value);
  });
  return keyed.map((one) => one.row);
}

// Headings become buttons: numbers begin with the largest, words with the first; a third press restores the page's order.
function sortable(table) {
  const body = table.tBodies[0];
  const original = [...body.rows];
  if (original.length < 2) return;
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    if (!head.textContent.trim()) return;
    const numeric = head.classList.contains("number");
    const turns = numeric ? ["descending", "ascending"] : ["ascending", "descending"];
    const button = made("button", { type: "button", className: "sort" }, ...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const next = turns[turns.indexOf(head.getAttribute("aria-sort")) + 1]; // from none: the first; after the last: none
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      if (next) head.setAttribute("aria-sort", next);
      const direction = next === "ascending" ? 1 : -1;
      body.append(...(next ? ordered(original, column, numeric, direction) : original));
    });
  });
}

// -- charts: the words behind a mark, by pointer, finger and keyboard ---------------------------------------------------

const tip = made("div", { id: "told", hidden: true });
tip.setAttribute("role", "status");
let told = null; // the mark whose words are shown

function hide() {
  told?.classList.remove("told");
  told = null;
  tip.hidden = true;
}

// Show the words beside a place of the window, inside it.
function show(mark, words, x, y) {
  told?.classList.remove("told");
  told = mark;
  mark.classList.add("told");
  const [subject, ...rest] = words.split("\n");
  tip.replaceChildren(made("b", {}, subject), ...rest.map((line) => made("span", {}, line)));
  tip.hidden = false;
  const { width, height } = tip.getBoundingClientRect();
  const wide = root.clientWidth;
  tip.style.left = `${Math.max(4, Math.min(x + 14, wide - width - 4))}px`;
  tip.style.top = `${y - height - 12 > 4 ? y - height - 12 : y + 18}px`;
}

function telling(svg) {
  const marks = [...svg.querySelectorAll(".mark")];
  if (!marks.length) return;
  const words = new Map();
  for (const mark of marks) {
    const title = mark.querySelector("title");
    words.set(mark, title.textContent);
    title.remove(); // or the browser shows it as well
  }
  const whole = svg.querySelector(":scope > title");
  svg.setAttribute("aria-label", whole.textContent);
  svg.removeAttribute("aria-labelledby");
  svg.setAttribute("aria-describedby", svg.querySelector(":scope > desc").id);
  whole.remove();
  svg.setAttribute("tabindex", "0");

  const at = (event) => {
    const mark = event.target.closest(".mark");
    if (mark) show(mark, words.get(mark), event.clientX, event.clientY);
    else hide();
  };
  const step = (to) => {
    const mark = marks[Math.max(0, Math.min(to, marks.length - 1))];
    mark.scrollIntoView({ block: "nearest", inline: "nearest" });
    const box = mark.getBoundingClientRect();
    show(mark, words.get(mark), box.x + box.width / 2, box.y + box.height / 2);
  };
  svg.addEventListener("pointermove", (event) => event.pointerType === "touch" || at(event));
  svg.addEventListener("pointerleave", (event) => event.pointerType === "touch" || hide());
  svg.addEventListener("click", at);
  svg.addEventListener("focus", () => svg.matches(":focus-visible") && step(0));
  svg.addEventListener("blur", hide);
  svg.addEventListener("keydown", (event) => {
    const place = marks.indexOf(told);
    const steps = { ArrowRight: place + 1, ArrowDown: place + 1, ArrowLeft: place - 1, ArrowUp: place - 1 };
    const to = { ...steps, Home: 0, End: marks.length - 1 }[event.key];
    if (event.key === "Escape") hide();
    if (to === undefined) return;
    event.preventDefault();
    step(to);
  });
}

themeButton();
foldContents();
for (const table of document.querySelectorAll("table.data")) {
  sortable(table);
}
document.body.append(tip);
document.querySelectorAll("figure svg").forEach(telling);
addEventListener("pointerdown", (event) => event.target.closest?.("figure svg") || hide());
