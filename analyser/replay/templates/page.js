"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const last = data.frames.length - 1;
const known = new Array(data.pool.length);
const el = (id) => document.getElementById(id);
const player = (seat) => `player ${seat} (${data.seats[seat - 1].name})`;
let ply = 0, running = null, later = null;

// -- reading: equal values stand once, as {"$": place} --------------------------------------------------------------

function whole(value) {
  if (Array.isArray(value)) return value.map(whole);
  if (value === null || typeof value !== "object") return value;
  if ("$" in value) return known[value.$] ??= whole(data.pool[value.$]);
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, whole(entry)]));
}
const frame = (place) => whole(data.frames[place]);

// -- drawing --------------------------------------------------------------------------------------------------------

function make(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null && value !== false) node.setAttribute(key, value);
  node.append(...children);
  return node;
}
function text(value) {
  const spans = typeof value === "string" ? [] : value;
  const pieces = spans.length > 1 && spans.every((span) => (typeof span === "string" ? span : span[0]).length <= 2);
  const parts = pieces ? make("span", {class: "pieces"}) : document.createDocumentFragment();
  let piece = null;  // those between two spaces stay on one line
  for (const span of typeof value === "string" ? [value] : value) {
    const words = typeof span === "string" ? span : make("span", {class: `t-${span[1]}`}, span[0]);
    if (pieces && span !== " ") {
      if (!piece) parts.append(piece = make("span", {class: "piece"}));
      piece.append(words);
    } else {
      piece = null;
      parts.append(words);
    }
  }
  return parts;
}
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const mark = (now, before) => (before === undefined || same(now, before) ? null : "new");

function facts(rows, old) {
  const list = make("dl", {class: "facts"});
  rows.forEach(([label, value], i) =>
    list.append(make("dt", {}, text(label)), make("dd", {}, make("span", {class: mark(value, old?.[i]?.[1])}, text(value)))));
  return list;
}
function table(entry, old) {
  const rows = entry.rows.map((row, i) => make("tr", {}, ...row.map((cell, j) =>
    make(j ? "td" : "th", {class: mark(cell, old?.rows[i]?.[j])}, text(cell)))));
  const head = make("tr", {}, ...entry.head.map((name) => make("th", {}, text(name))));
  return make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows));
}
function grid(entry, old) {
  const rows = entry.rows.map((row, i) => make("tr", {}, make("th", {}, text(row[0])), ...row.slice(1).map((cell, j) =>
    make("td", {class: [`t-${cell[1]}`, mark(cell, old?.rows[i]?.[j + 1]) && "changed"].filter(Boolean).join(" ")}, cell[0]))));
  const head = make("tr", {}, make("th", {}), ...entry.head.map((name) => make("th", {}, text(name))));
  return make("table", {class: "grid", style: `--columns: ${entry.head.length}`}, make("thead", {}, head), make("tbody", {}, ...rows));
}
function tile(entry, old) {
  const lines = entry.lines.map((line, i) => make("li", {class: old && !same(line, old.lines[i]) ? "new" : null}, text(line)));
  const status = make("div", {class: old && mark(entry.status, old.status)}, text(entry.status));
  return make("div", {class: "tile"}, make("b", {}, text(entry.title)), status, ...(lines.length ? [make("ul", {}, ...lines)] : []));
}
const NS = "http://www.w3.org/2000/svg";
function svg(name, attributes, ...children) {
  const node = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}
function keyed(nodes, found = new Map()) {  // key -> group of a picture
  for (const node of nodes) if (typeof node !== "string") {
    if ("data-key" in node[1]) found.set(node[1]["data-key"], node);
    keyed(node.slice(2), found);
  }
  return found;
}
function grown([name, attributes, ...children], before, marked) {
  const node = svg(name, attributes, ...children.map((child) => typeof child === "string" ? child : grown(child, before, marked)));
  const key = attributes["data-key"];
  if (before && key !== undefined && !same(before.get(key), [name, attributes, ...children])) marked.push(node);
  return node;
}
function picture(entry, old) {
  const marked = [], before = old && keyed(old.nodes);
  const around = entry.margin, size = [entry.width, entry.height].map((side) => side + 2 * around).join(" ");
  const frame = {viewBox: `${-around} ${-around} ${size}`, role: "img", "aria-label": entry.label, class: "picture"};
  const root = svg("svg", frame, ...entry.nodes.map((node) => grown(node, before, marked)));
  root.marked = marked;
  return root;
}
function frameMarked() {  // boxes are known once the picture stands on the page
  for (const root of document.querySelectorAll(".picture")) for (const node of root.marked) {
    const {x, y, width, height} = node.getBBox();
    if (width) node.append(svg("rect", {x: x - 1.5, y: y - 1.5, width: width + 3, height: height + 3, rx: 4, class: "frame"}));
  }
}
function block(entry, old) {
  if (entry.svg) return picture(entry.svg, old?.svg);
  if (entry.facts) return facts(entry.facts, old?.facts);
  if (entry.table) return table(entry.table, old?.table);
  if (entry.grid) return grid(entry.grid, old?.grid);
  return make("div", {class: "tiles"}, ...entry.tiles.map((one, i) => tile(one, old?.tiles?.[i])));
}
function part(entry, old, moving) {
  const colour = entry.seat ? `border-top-color: var(--seat${entry.seat})` : null;
  const aside = make("span", {class: "aside"}, make("span", {class: mark(entry.aside, old?.aside)}, text(entry.aside)));
  const head = make("div", {class: "part-head"}, make("h2", {}, text(entry.title)), aside);
  return make("article", {class: moving ? "part to-move" : "part", style: colour, "data-seat": entry.seat || null}, head,
    ...entry.blocks.map((one, i) => block(one, old?.blocks[i])));
}
function scores() {
  const seats = data.end.seats;
  const row = (name, values, sum) => make("tr", {class: sum ? "sum" : null}, make("th", {}, name), ...values.map((v) => make("td", {}, String(v))));
  const head = make("tr", {}, make("th", {}), ...seats.map((seat) => make("th", {}, text([[String(seat.seat), `on-seat${seat.seat}`]]), make("span", {class: "name"}, ` ${data.seats[seat.seat - 1].name}`))));
  const rows = Object.keys(data.categories).map((name) => row(name.replaceAll("_", " "), seats.map((seat) => seat.by_category[name])));
  return make("table", {class: "scores"}, make("thead", {}, head), make("tbody", {}, ...rows,
    row("score", seats.map((seat) => seat.score), true), row("rank", seats.map((seat) => seat.rank))));
}
function showLast(move) {
  const label = move ? [[player(move.seat), `seat${move.seat}`]] : "The beginning";
  const words = move ? [make("p", {class: "move"}, move.text)] : [make("p", {class: "move"}, "The set-up is done.")];
  const events = move ? make("ul", {class: "events"}, ...move.events.map((event) => make("li", {}, event))) : "";
  el("last").replaceChildren(make("p", {class: "label"}, text(label)), ...words, events);
}
function showNext(next) {
  document.body.classList.toggle("over", !next);
  el("next").scrollTop = 0;
  if (!next) {
    el("next").replaceChildren(make("p", {class: "label"}, data.end.outcome), scores());
    return;
  }
  const count = next.legal.length === 1 ? "no choice" : `${next.legal.length} options`;
  const values = data.values[ply], judge = values ? data.judges[next.seat] : null;
  const most = judge ? Math.max(...values.map((value) => value ?? -Infinity)) : null;
  const worth = (i) => {
    if (!judge) return [];
    const told = values[i] === null ? "–" : values[i].toFixed(judge[1] === "%" ? 1 : 2).replace("-", "−");
    return [make("span", {class: values[i] === most ? "value best" : "value"}, told), " "];
  };
  const moves = next.legal.map((words, i) =>
    make("li", {class: i === next.chosen ? "chosen" : null, "aria-current": i === next.chosen ? "true" : null},
      ...worth(i), make("span", {}, words)));
  const valued = judge ? `; values in ${judge[1]} by ${judge[0]}` : "";
  el("next").replaceChildren(
    make("p", {class: "label"}, text(["Next: ", [player(next.seat), `seat${next.seat}`], ` decides (${next.stage}), ${count}${valued}`])),
    make("ul", {class: judge ? "legal valued" : "legal"}, ...moves));
  const chosen = el("next").querySelector(".chosen");
  const top = chosen.offsetTop;
  if (top + chosen.offsetHeight > el("next").clientHeight) el("next").scrollTop = top - 40;
}
function show() {
  const now = frame(ply), before = ply ? frame(ply - 1).drawn : null;
  const parts = now.drawn.parts.map((entry, i) => [entry, part(entry, before?.parts[i], now.next?.seat === entry.seat && entry.seat)]);
  el("table").replaceChildren(...parts.filter(([entry]) => !entry.seat).map(([, node]) => node));
  el("boards").replaceChildren(...parts.filter(([entry]) => entry.seat).map(([, node]) => node));
  el("tabletop").classList.toggle("wordy", !el("tabletop").querySelector(".picture"));
  frameMarked();
  showLast(now.last);
  showNext(now.next);
  el("slider").value = ply;
  el("slider").setAttribute("aria-valuetext", `${ply} of ${last} decisions made, ${now.turn}`);
  el("where").textContent = `${now.turn || now.drawn.title} · ${ply} of ${last}`;
  el("back").disabled = el("turn-back").disabled = ply === 0;
  el("on").disabled = el("turn-on").disabled = ply === last;
  const round = data.rounds.filter(([, begin]) => begin <= ply).at(-1)?.[0];
  for (const button of el("rounds").querySelectorAll("button"))
    button.setAttribute("aria-current", String(Number(button.dataset.round) === round));
  document.body.dataset.ply = ply;
  showMarker();
  showChances();
}
const narrow = matchMedia("(max-width: 48rem)");
function scrollToChange() {  // on a phone, where the table is higher than the screen
  const marked = [...document.querySelectorAll("#tabletop .frame, #tabletop .new, #tabletop .changed")];
  const mover = frame(ply).last?.seat;
  const change = marked.find((node) => node.closest(`[data-seat="${mover}"]`)) ?? marked[0];
  if (!narrow.matches || !change) return;
  const {top, bottom} = change.getBoundingClientRect();
  const above = el("last").getBoundingClientRect().height, below = el("bar").getBoundingClientRect().top;
  if (top < above || bottom > below) window.scrollBy({top: (top + bottom - above - below) / 2, behavior: "instant"});
}

// -- score race -----------------------------------------------------------------------------------------------------

const chart = {};
const pen = document.createElement("canvas").getContext("2d");
function widthOf(words) {
  pen.font = `600 12px ${getComputedStyle(document.body).fontFamily}`;
  return pen.measureText(words).width;
}
function drawChart() {
  if (!el("race").open) return;
  const box = el("chart"), width = Math.max(260, box.clientWidth), height = Math.max(150, box.clientHeight);
  const narrow = width < 560, left = 30, top = 18, bottom = 20, ending = narrow ? 18 : 34;
  const names = data.end.seats.map((seat, i) => narrow ? `${i + 1}: ${seat.score}` : `${i + 1} ${data.seats[i].name} ${seat.score}`);
  const right = Math.min(width * .4, Math.max(narrow ? 58 : 150, ...names.map(widthOf)) + 8);
  const races = data.frames.map((_, place) => frame(place).points);
  const finals = data.end.seats.map((seat) => seat.score);
  const all = [...finals, ...races.flat(), 1], most = Math.max(...all), least = Math.min(0, ...all);
  const x = (place) => left + (width - left - right - ending) * place / Math.max(1, last);
  const y = (points) => height - bottom - (height - top - bottom) * (points - least) / (most - least);
  const step = [5, 10, 20, 25, 50, 100, 200, 500].find((size) => (most - least) / size <= 5) ?? 1000;
  const root = svg("svg", {viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "Points of every player after every decision"});
  for (let points = Math.ceil(least / step) * step; points <= most; points += step) root.append(
    svg("line", {x1: left, x2: width - right, y1: y(points), y2: y(points), stroke: "var(--rule)"}),
    svg("text", {x: left - 6, y: y(points) + 4, "text-anchor": "end", fill: "var(--muted)"}, String(points)));
  let free = 0;  // where the next number has room
  data.rounds.forEach(([number, begin], i) => {
    root.append(svg("line", {x1: x(begin), x2: x(begin), y1: top - 6, y2: height - bottom, stroke: "var(--rule)", "stroke-dasharray": "2 3"}));
    if (x(begin) < free) return;
    root.append(svg("text", {x: x(begin) + 3, y: height - 5, fill: "var(--muted)"}, i || narrow ? String(number) : `round ${number}`));
    free = x(begin) + (i || narrow ? 24 : 54);
  });
  root.append(svg("text", {x: left - 24, y: 10, fill: "var(--muted)"}, "points"));
  if (ending > 20) root.append(svg("text", {x: width - right, y: height - 5, "text-anchor": "end", fill: "var(--muted)"}, "final"));
  const labels = finals.map((score, i) => ({i, score, y: y(score)})).sort((a, b) => a.y - b.y);
  labels.forEach((label, k) => { if (k) label.y = Math.max(label.y, labels[k - 1].y + 14); });
  const over = labels.length ? labels.at(-1).y - (height - 6) : 0;
  if (over > 0) for (const label of labels) label.y -= over;
  for (const {i, score, y: place} of labels) {
    const points = races.map((race) => race[i]);
    let path = `M${x(0)} ${y(points[0]).toFixed(1)}`;
    points.forEach((value, k) => { if (k && value !== points[k - 1]) path += `H${x(k).toFixed(1)}V${y(value).toFixed(1)}`; });
    path += `H${x(last).toFixed(1)}L${width - right} ${y(score).toFixed(1)}`;
    root.append(svg("path", {d: path, fill: "none", stroke: `var(--seat${i + 1})`, "stroke-width": 1.8, class: "race"}),
      svg("text", {x: width - right + 6, y: place + 4, fill: `var(--seat${i + 1})`, "font-weight": 600}, names[i]));
  }
  const marker = svg("g", {id: "marker"}, svg("line", {y1: top - 6, y2: height - bottom, stroke: "var(--ink)", "stroke-width": 1.2}),
    ...finals.map((_, i) => svg("circle", {r: 3.6, fill: `var(--seat${i + 1})`, stroke: "var(--paper)"})));
  root.append(marker);
  const pick = (event) => go(Math.round((event.clientX - box.getBoundingClientRect().left - x(0)) / (x(last) - x(0)) * last));
  root.addEventListener("pointerdown", (event) => { root.setPointerCapture(event.pointerId); pick(event); });
  root.addEventListener("pointermove", (event) => { if (event.buttons) pick(event); });
  Object.assign(chart, {x, y, marker});
  box.replaceChildren(root);
}
function showMarker() {
  if (!el("race").open || !chart.marker) return;
  chart.marker.setAttribute("transform", `translate(${chart.x(ply)} 0)`);
  frame(ply).points.forEach((points, i) => chart.marker.children[i + 1].setAttribute("cy", chart.y(points)));
}

// -- chances to win -------------------------------------------------------------------------------------------------

function showChances() {  // a forced move leads to the next decision, whose chances are known
  const here = el("plot")?.querySelector(".here");
  if (!here) return;
  here.style.left = `${100 * ply / Math.max(1, last)}%`;
  const row = data.chances.find(([place]) => place >= ply) ?? data.chances.at(-1);
  if (!row) return;
  const told = row[1].map(([share, low, high], i) => {
    const seat = el("plot").querySelectorAll(".now > span")[i];
    seat.querySelector("b").textContent = `${share} %`;
    seat.querySelector("small").textContent = low === high ? "" : `${low} to ${high}`;
    return `${player(i + 1)} ${share} %`;
  });
  el("plot").setAttribute("aria-valuenow", ply);
  el("plot").setAttribute("aria-valuetext", `${ply} of ${last} decisions made: ${told.join(", ")}`);
}
function pickChance(event) {
  const {left, width} = el("plot").querySelector("svg").getBoundingClientRect();
  go(Math.round((event.clientX - left) / width * last));
}
el("plot")?.addEventListener("pointerdown", (event) => {
  if (!event.target.closest(".plot")) return;
  el("plot").setPointerCapture(event.pointerId);
  pickChance(event);
});
el("plot")?.addEventListener("pointermove", (event) => { if (event.buttons && el("plot").hasPointerCapture(event.pointerId)) pickChance(event); });
async function fillChances() {  // in pieces, each with the drawing of all before it
  for (let piece = 0, left = 1; left; piece++) {
    const answer = await fetch(`${data.source}?piece=${piece}`);
    if (!answer.ok) throw new Error(await answer.text());
    const told = await answer.json();
    data.chances = told.rows;
    left = told.left;
    el("plot").innerHTML = told.chart;
    el("chances-note").textContent = told.note;
    showChances();
  }
}
if (data.source) fillChances().catch((error) => { el("chances-note").textContent = `There are no chances to show: ${error.message}`; });

// -- moving ---------------------------------------------------------------------------------------------------------

function go(place) {
  place = Math.min(last, Math.max(0, place || 0));
  if (place === ply) return;
  ply = place;
  show();
  scrollToChange();
  clearTimeout(later);
  later = setTimeout(() => history.replaceState(null, "", `#move=${ply}`), 200);
}
const mistakes = [...document.querySelectorAll(".mark")].map((mark) => Number(mark.hash.slice(6))).sort((a, b) => a - b);
const turnAfter = () => data.turns.find((begin) => begin > ply) ?? last;
const turnBefore = () => data.turns.findLast((begin) => begin < ply) ?? 0;
function play(on) {
  clearInterval(running);
  running = on ? setInterval(() => { go(ply + 1); if (ply === last) play(false); }, 700 * el("speed").value) : null;
  el("run").textContent = running ? "❚❚" : "▶";
  el("run").setAttribute("aria-label", running ? "Pause" : "Play");
}
const run = () => play(!running);
function changeSpeed(by) {
  const speeds = el("speed");
  speeds.selectedIndex = Math.min(speeds.length - 1, Math.max(0, speeds.selectedIndex + by));
  if (running) play(true);
}
const keys = {
  ArrowRight: () => go(ply + 1), ArrowLeft: () => go(ply - 1), ArrowUp: null, ArrowDown: null,
  n: () => go(turnAfter()), p: () => go(turnBefore()), PageDown: null, PageUp: null,
  Home: () => go(0), End: () => go(last), " ": run, "+": () => changeSpeed(1), "-": () => changeSpeed(-1),
  m: () => go(mistakes.find((place) => place > ply) ?? mistakes[0] ?? ply),
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("select")) return;
  const round = data.rounds.find(([number]) => String(number) === event.key);
  if (event.key === " " && event.target.closest("button, summary")) return;
  const act = round ? () => go(round[1]) : keys[event.key];
  if (act) { event.preventDefault(); act(); }
});
el("back").onclick = keys.ArrowLeft;
el("on").onclick = keys.ArrowRight;
el("turn-back").onclick = keys.p;
el("turn-on").onclick = keys.n;
el("run").onclick = run;
el("speed").onchange = () => changeSpeed(0);
el("slider").max = last;
el("slider").oninput = () => go(Number(el("slider").value));
el("rounds").classList.toggle("many", data.rounds.length > 8);
for (const [number, begin] of data.rounds) {
  const button = make("button", {type: "button", "data-round": number, title: `To round ${number}`, "aria-label": `Round ${number}`}, String(number));
  button.onclick = () => go(begin);
  el("rounds").append(button);
}
const fromAddress = () => go(Number(/move=(\d+)/.exec(location.hash)?.[1] ?? 0));
window.addEventListener("hashchange", fromAddress);
window.addEventListener("resize", () => { drawChart(); showMarker(); });
el("race").addEventListener("toggle", () => { drawChart(); showMarker(); });
show();
fromAddress();
