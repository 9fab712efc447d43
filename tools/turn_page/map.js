// The map: moved, tapped, and marked; a unit first.

// -- the map --------------------------------------------------------------------------------------------------------

const figures = [...document.querySelectorAll("figure[data-map]")];
const SVG = "http://www.w3.org/2000/svg";
const whole = Object.fromEntries(figures.map((figure) => [figure.dataset.map, viewOf(figure)]));
let shownMap = figures[0];
let tapped = null;

function viewOf(figure) {
  return figure.querySelector("svg").getAttribute("viewBox").split(" ").map(Number);
}

const setView = (figure, box) => figure.querySelector("svg").setAttribute("viewBox", box.map((one) => Math.round(one * 10) / 10).join(" "));
const groupOf = (id) => document.querySelector(`figure g[data-area="${CSS.escape(id)}"]`);
const shapeOf = (id) => { const group = groupOf(id); return group && group.querySelector("use").getAttribute("href"); };

// The part of a map with some places, so large that it can be read; all of it if that is hardly less.
function frame(figure, ids) {
  const svg = figure.querySelector("svg");
  const [wx, wy, ww, wh] = whole[figure.dataset.map];
  const boxes = ids.map(groupOf).filter((group) => group && figure.contains(group)).map((group) => group.getBBox());
  if (!boxes.length || figure.hidden) return;
  const shape = isNarrow() ? svg.clientWidth / Math.max(1, svg.clientHeight) : ww / wh;
  const [left, upper] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const [right, lower] = [Math.max(...boxes.map((box) => box.x + box.width)), Math.max(...boxes.map((box) => box.y + box.height))];
  const height = Math.min(wh, Math.max(ROOM * (lower - upper), (ROOM * (right - left)) / shape, wh / 3));
  const width = Math.min(ww, height * shape);
  if (height > wh * 0.85 && !isNarrow()) return;
  setView(figure, [clamp((left + right - width) / 2, wx, wx + ww - width), clamp((upper + lower - height) / 2, wy, wy + wh - height), width, height]);
}

const isNarrow = () => matchMedia("(max-width: 40rem)").matches;

// The map on which a place lies, where it is in sight.
function seePlace(id) {
  const figure = figures.find((one) => one.contains(groupOf(id)));
  if (figure && figure !== shownMap) showMap(figure);
  const [x, y, width, height] = viewOf(shownMap);
  const box = groupOf(id).getBBox();
  const isSeen = box.x + box.width > x && box.x < x + width && box.y + box.height > y && box.y < y + height;
  if (!isSeen) frame(shownMap, [id]);
}

function zoom(figure, factor, at = null) {
  const [x, y, width, height] = viewOf(figure);
  const [wx, wy, ww, wh] = whole[figure.dataset.map];
  const newWidth = Math.min(ww, Math.max(ww / 12, width * factor));
  const newHeight = newWidth * (height / width);
  const [cx, cy] = at || [x + width / 2, y + height / 2];
  const left = cx - (cx - x) * (newWidth / width);
  const upper = cy - (cy - y) * (newHeight / height);
  setView(figure, [clamp(left, wx, wx + ww - newWidth), clamp(upper, wy, wy + wh - newHeight), newWidth, newHeight]);
}

const clamp = (value, least, most) => Math.max(least, Math.min(Math.max(least, most), value));

function pan(figure, across, down) {
  const [x, y, width, height] = viewOf(figure);
  const [wx, wy, ww, wh] = whole[figure.dataset.map];
  setView(figure, [clamp(x + across, wx, wx + ww - width), clamp(y + down, wy, wy + wh - height), width, height]);
}

function showMap(figure) {
  shownMap = figure;
  figures.forEach((one) => { one.hidden = one !== figure; });
  document.querySelectorAll("[data-theatre]").forEach((one) => one.setAttribute("aria-pressed", String(one.dataset.theatre === figure.dataset.map)));
}

function mapTools() {
  const theatres = figures.length < 2 ? [] : figures.map((figure) => button(capital(figure.dataset.map), () => showMap(figure), { "data-theatre": figure.dataset.map }));
  byId("map-tools").replaceChildren(make("div", { class: "bar", role: "group", "aria-label": "The map" }, ...theatres,
    button("Zoom in", () => zoom(shownMap, 0.7)), button("Zoom out", () => zoom(shownMap, 1 / 0.7)),
    button("←", () => pan(shownMap, -viewOf(shownMap)[2] / 4, 0), { "aria-label": "To the left" }),
    button("→", () => pan(shownMap, viewOf(shownMap)[2] / 4, 0), { "aria-label": "To the right" }),
    button("↑", () => pan(shownMap, 0, -viewOf(shownMap)[3] / 4), { "aria-label": "Up" }),
    button("↓", () => pan(shownMap, 0, viewOf(shownMap)[3] / 4), { "aria-label": "Down" }),
    button("Whole map", () => setView(shownMap, whole[shownMap.dataset.map]))));
}

// Dragging moves the map and never chooses; two fingers and the wheel zoom; a tap without a drag reads an area.
function watch(figure) {
  const svg = figure.querySelector("svg");
  const fingers = new Map();
  let moved = 0;
  let span = 0;
  const scale = () => viewOf(figure)[2] / svg.clientWidth;
  svg.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (fingers.size === 1) moved = 0;
    span = 0;
  });
  svg.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) return;
    const [x, y] = fingers.get(event.pointerId);
    const [across, down] = [event.clientX - x, event.clientY - y];
    moved += Math.abs(across) + Math.abs(down);
    if (moved > 8 && !svg.hasPointerCapture(event.pointerId)) svg.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (fingers.size === 1 && moved > 8) pan(figure, -across * scale(), -down * scale());
    if (fingers.size === 2) {
      const [one, other] = [...fingers.values()];
      const apart = Math.hypot(one[0] - other[0], one[1] - other[1]);
      if (span) zoom(figure, span / apart);
      span = apart;
    }
  });
  const up = (event) => {
    const alone = fingers.size === 1;
    fingers.delete(event.pointerId);
    const group = event.target.closest && event.target.closest("[data-area]");
    if (event.type === "pointerup" && alone && moved <= 8 && group) tap(group.dataset.area);
  };
  svg.addEventListener("pointerup", up);
  svg.addEventListener("pointercancel", up);
  svg.addEventListener("wheel", (event) => {
    event.preventDefault();
    const box = svg.getBoundingClientRect();
    const [x, y, width, height] = viewOf(figure);
    const at = [x + ((event.clientX - box.left) / box.width) * width, y + ((event.clientY - box.top) / box.height) * height];
    zoom(figure, event.deltaY > 0 ? 1.2 : 1 / 1.2, at);
  }, { passive: false });
}

// A first tap shows what is there, and its units; a second one chooses the place, where it may be chosen.  Where units are
// chosen, a tap on a place to which they can go sends them there.
function tap(id) {
  const there = chosen && chosen.area !== id ? waysNow().filter(({ way }) => way.goal === id) : [];
  if (there.length === 1) return takeWay(there[0]);
  const buttons = there.length ? there.map(wayButton) : active && active.form !== null ? offersAt(active, id) : [];
  if (typingIn && typingIn.isConnected) buttons.push(writeButton(id));
  if (tapped === id && buttons.length === 1) {
    tapped = null;
    return buttons[0].click();
  }
  tapped = id;
  mark("shown", [id]);
  if (!there.length) chosen = null;
  readOut(id, buttons, there.length || (active && active.form !== null) ? [] : unitsAt(id));
}

const placeTold = (id) => {
  const place = document.querySelector(`[data-place="${CSS.escape(id)}"]`);
  return make("p", {}, place ? place.textContent : nameOfPlace(id));
};
const readOut = (id, buttons, more = []) => byId("readout").replaceChildren(placeTold(id), choices(buttons), ...more);

// -- a unit first ---------------------------------------------------------------------------------------------------

let chosen = null; // {area, things: {key: number}}: units that somebody pointed at

const usable = () => composers.filter(({ question, form }) => form === null && isUsable(question.menu) && !question.whole);
const isPlace = (value) => typeof value === "string" && groupOf(value) !== null;

function waysNow() {
  const seen = new Set();
  return usable().flatMap((composer) => Units.ways(composer.question.menu, chosen, isPlace, (field) => heldBy(composer, field))
    .map((way) => ({ composer, way, what: doneBy(composer, way) }))
    .map((found) => ({ ...found, label: found.way.goal ? `${found.what}: ${nameOfPlace(found.way.goal)}` : found.what })))
    .filter(({ label }) => !seen.has(label) && seen.add(label));
}

function heldBy(composer, field) {
  const lines = composer.question.many ? draft.lines[composer.place].map((one) => one.values || {}) : [];
  return field.is === "list" ? lines.map((values) => values[field.name]).filter(Array.isArray).flat() : [];
}

const nameOfPlace = (id) => data.names[id] || id;

function doneBy({ question }, way) {
  const form = question.menu.forms[way.form];
  const words = form.fields.filter((field) => field.is === "word" && way.values[field.name] && field.needed).map((field) => nameOf(field, way.values[field.name]));
  return [capital(form.form), ...words].join(" ");
}

const wayButton = (found, text = found.label) => button(text, () => takeWay(found), { "data-way": found.way.goal || "", "aria-label": found.label });

function takeWay({ composer, way, label }) {
  const { area } = chosen;
  isFromMap = true;
  click(composer, label, () => {
    composer.form = way.form;
    composer.frames = [{ values: way.values, skipped: way.skipped }];
    if (way.inside) composer.frames = [{ values: way.outer, skipped: [] }, { ...composer.frames[0], name: way.inside }];
    composer.taken = way.taken;
    composer.wanted = null;
  });
  isFromMap = false;
  chosen = null;
  afterChoice(way.goal || area);
}

// The units of a place that can be ordered, each a switch, and what those that are chosen can do.
function unitsAt(area) {
  seePlace(area);
  const found = [...new Set(usable().flatMap(({ question }) => Units.things(question.menu, area, data.where, isPlace)))];
  if (!found.length) return [];
  const things = chosen ? chosen.things : {};
  const chips = stacked({}, found).map(([label, values]) => {
    const count = values.reduce((all, one) => all + (things[one] || 0), 0);
    return button(label + (count ? ` ${count > 1 ? `${count} ` : ""}✓` : ""), () => point(area, values), { "aria-pressed": String(count > 0), "data-unit-first": values[0] });
  });
  const none = chosen ? [button("None of them", () => { chosen = null; readUnits(area); })] : [];
  const ways = chosen ? waysNow() : [];
  mark("offer", [...new Set(ways.map(({ way }) => way.goal).filter(Boolean))]);
  const told = chosen ? [make("p", { class: "small" }, ways.length ? "Tap a marked place, or:" : "Together they can do nothing."), ...waysTold(ways)] : [];
  return [make("p", { class: "small" }, `Choose units, and see where they can go${data.values_are ? ` (${data.values_are})` : ""}:`), choices([...chips, ...none]), ...told];
}

// What units can do, each thing with the places where it is done.
function waysTold(ways) {
  const rows = new Map();
  ways.forEach((found) => rows.set(found.what, [...(rows.get(found.what) || []), found]));
  return [...rows].map(([what, found]) => make("div", { class: "bar ways" }, make("span", {}, what),
    ...found.map((one) => wayButton(one, one.way.goal ? nameOfPlace(one.way.goal) : "Do this"))));
}

// One more of a stack; of a unit with an id the next one that is not chosen yet.
function point(area, values) {
  const things = chosen && chosen.area === area ? { ...chosen.things } : {};
  const free = values.find((one) => !things[one]) || (data.where[values[0]] ? null : values[0]);
  if (free) things[free] = (things[free] || 0) + 1;
  chosen = { area, things };
  readUnits(area);
}

const readUnits = (area) => readOut(area, [], unitsAt(area));

// On a screen where the map stands below, the eye goes there.
const toMap = () => { if (matchMedia("(max-width: 64rem)").matches) byId("map-section").scrollIntoView(); };

const findPlaces = ({ menu }) => [...new Set([...Units.namedIn(menu)].map((one) => data.where[one] || one))]
  .filter((id) => isPlace(id) && Units.hasAny(menu, id, data.where, isPlace));

const found = new Map(); // places by question: they stay while the page is open
const placesOf = (question) => found.get(question) || found.set(question, findPlaces(question)).get(question);

// The places where units stand that can be ordered: for those who have no map under their finger.
function unitPlaces(question) {
  const ids = placesOf(question);
  if (!ids.length) return [];
  const buttons = ids.map((id) => button(data.names[id] || id, () => { tap(id); toMap(); focusOn(byId("readout").querySelector("button")); }, { "data-units-of": id }));
  const heading = make("h4", {}, "A unit first: tap it on the map, or choose where it stands");
  const isLong = ids.length > FEW_PLACES;
  return [heading, isLong ? make("details", {}, make("summary", {}, `${ids.length} places`), choices(buttons)) : choices(buttons)];
}

// What a tap on an area does for a text box: the units there can be added one by one, or its name is written.
function writeButton(id) {
  const picker = byId("unit-picker");
  if (typingIn.dataset.takes === "unit" && picker && data.stacks[id]) {
    return button("Choose from these units", () => { picker.showPlace(id); focusOn(picker.querySelector("button")); });
  }
  return button(`Write “${id}”`, () => {
    if (typingIn.dataset.joint !== undefined) addArea(typingIn, id);
    else typingIn.value = `${typingIn.value.trimEnd()} ${id} `.trimStart();
  });
}

// The choices of the present step that belong to an area: the area itself, or units that stand there.
function offersAt(composer, id) {
  const shown = [...boxOf(composer).querySelectorAll("button[data-value]")];
  const fitting = shown.filter((one) => placeOfValue(composer.field, one.dataset.value) === id);
  const choose = (one) => {
    isFromMap = true;
    one.click();
    isFromMap = false;
    afterChoice(id);
  };
  return fitting.map((one) => button(`Choose ${one.textContent}`, () => choose(one)));
}

function afterChoice(id) {
  const more = active && active.form !== null ? offersAt(active, id) : [];
  const step = active && boxOf(active).querySelector(".step");
  const back = button("Back to the question", () => focusOn(step || byId("asked-heading")));
  const next = step && active.form !== null ? make("p", {}, `Next: ${step.textContent}`) : null;
  readOut(id, [...more, back], next ? [next] : []);
}

// Where the units stand that can be ordered now.
const ownPlaces = () => [...new Set(data.questions.filter((question) => question.menu).flatMap(placesOf))];

function mark(kind, ids) {
  document.querySelectorAll(`use.${kind}`).forEach((one) => one.remove());
  for (const id of ids) {
    const href = shapeOf(id);
    const group = href && groupOf(id);
    if (group) {
      const use = document.createElementNS(SVG, "use");
      use.setAttribute("href", href);
      use.setAttribute("class", kind);
      group.append(use);
    }
  }
}

// The place of a choice: where a unit stands, or an area.  A nation may have the name of an area, and is none.
const placeOfValue = (field, value) => data.where[value] || (field && field.takes === "area" ? value : null);

// The places that were chosen for the line so far.
function chosenPlaces(composer) {
  return composer.frames.flatMap((frame, depth) => partOf(composer, depth).fields
    .filter((field) => field.takes === "area" && field.name in frame.values).flatMap((field) => frame.values[field.name]));
}

function offerOnMap(composer, field) {
  const values = field ? [...boxOf(composer).querySelectorAll("button[data-value]")].map((one) => one.dataset.value) : [];
  const ids = [...new Set(values.map((value) => placeOfValue(field, value)))].filter((id) => id && groupOf(id));
  mark("offer", ids);
  mark("chosen", composer.form === null ? [] : chosenPlaces(composer).filter(isPlace));
  const here = ids.length && ids.every((id) => !shownMap.contains(groupOf(id)));
  if (here) showMap(figures.find((figure) => figure.contains(groupOf(ids[0]))));
}
