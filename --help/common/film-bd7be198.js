"use strict";
(async () => {
const byId = id => document.getElementById(id);
const film = await unpacked().catch(() => null);
if (!film || !window.pbemMap) {
byId("film-missing").hidden = false;
return;
}
byId("maps").innerHTML = `<svg width="0" height="0" class="aside" aria-hidden="true"><defs>${pbemMap.defs}</defs></svg>`
+ film.maps.map(staged).join("");
const frames = film.frames, last = frames.length - 1, step = 64;
const slots = film.slots.map(name => document.querySelector(`[data-slot="${name}"]`));
const areas = {};  // area: the slots that tell of it, in the order of telling
for (const what of ["area", "base", "unit", "mark"])
film.slots.forEach((name, slot) => {
const [, kind, area] = name.split("/");
if (kind === what) (areas[area] ||= []).push(slot);
});
let at = last, since = null;
const shown = film.slots.map(() => 0);  // value 0 is nothing
wholeBoard(last).forEach((value, slot) => put(slot, value));
async function unpacked() {
const bytes = Uint8Array.from(atob(window.pbemFilm), letter => letter.charCodeAt(0));
return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}
function staged(name) {
const map = pbemMap.maps[name], ground = map.ground, known = new Set(film.slots);
const room = (what, ids) => ids.map(id => `${name}/${what}/${id}`).filter(slot => known.has(slot))
.map(slot => `<g data-slot="${slot}"></g>`).join("");
return `<figure tabindex="0"><svg class="map" viewBox="0 0 ${map.width} ${map.height}" role="img" `
+ `aria-label="Map, ${name}: every place stands in words below" font-family="DejaVu Sans, Verdana, sans-serif">`
+ ground.below + room("area", map.cells) + ground.lines + room("area", map.discs) + ground.over
+ ["base", "lead", "leader", "mark", "unit"].map(what => room(what, map.areas)).join("")
+ room("arrows", [""]) + ground.names + room("bursts", [""]) + "</svg></figure>";
}
function wholeBoard(frame) {
const start = Math.floor(frame / step) * step;
const board = film.boards[start].slice();
for (let n = start + 1; n <= frame; n++)
for (const [slot, , now] of frames[n].changes) board[slot] = now;
return board;
}
function svgOf([text, x, y, scale]) {
const drawn = film.texts[text][0];
if (x === undefined) return drawn;
return `<g transform="translate(${x} ${y})${scale ? ` scale(${scale})` : ""}">${drawn}</g>`;
}
function put(slot, value) {
if (shown[slot] === value) return;
shown[slot] = value;
slots[slot].innerHTML = film.values[value].map(svgOf).join("");
}
function move(to) {
if (Math.abs(to - at) > step) wholeBoard(to).forEach((value, slot) => put(slot, value));
else {
for (; at < to; at++) for (const [slot, , now] of frames[at + 1].changes) put(slot, now);
for (; at > to; at--) for (const [slot, before] of frames[at].changes) put(slot, before);
}
at = to;
}
function made(name, text, inside = []) {
const node = document.createElement(name);
if (text) node.textContent = text;
node.append(...inside);
return node;
}
function list(items) {
return made("ul", "", items);
}
function line([text, rule, detail]) {
const item = made("li", text);
if (detail) item.className = "detail";
if (rule) {
const mark = made("span", ` [${rule}]`);
mark.className = "rule";
item.append(mark);
}
return item;
}
function told(frame, level) {
const parts = [];
if (frame.comment) {
parts.push(made("aside", "", frame.comment.map(text => made("p", text))));
parts[0].className = "comment";
}
if (frame.note) parts.push(made("p", `Note: ${frame.note[0]}. ${frame.note[1]}`));
for (const [heading, lines] of frame.story || [])
parts.push(made(`h${level}`, heading), list(lines.map(line)));
if (frame.draws) {
const rows = frame.draws.map(([label, result]) =>
made("li", "", [made("code", label), `: ${result}`]));
parts.push(made("p", "Drawn:"), list(rows));
}
return parts.length ? parts : [made("p", "Nothing that is told.")];
}
function called(number) {
return number ? `Entry ${number} of ${last}` : "The start";
}
function showTold() {
const place = byId("told");
const numbers = [];
for (let n = since === null ? at : Math.min(since + 1, at); n <= at; n++) numbers.push(n);
place.replaceChildren(...numbers.flatMap(number => [
made("h3", `${called(number)}: ${frames[number].moment}`),
...told(frames[number], 4)]));
}
function tips(area) {
return areas[area].flatMap(slot => film.values[shown[slot]].map(([text]) => film.texts[text][1]))
.filter(Boolean).join("; ");
}
function showPlaces() {
if (!byId("places").open) return;
const rows = Object.keys(areas).map(tips).filter(Boolean).sort();
byId("place-list").replaceChildren(...rows.map(text => made("li", `${text}.`)));
}
function show(to, from = null, address = true) {
to = Math.max(0, Math.min(last, to));
since = from;
move(to);
byId("slider").value = to;
byId("slider").setAttribute("aria-valuetext", `${called(to)}: ${frames[to].moment}`);
byId("where").textContent = `${called(to)}: ${frames[to].moment}`;
byId("first").disabled = byId("back").disabled = to === 0;
byId("next").disabled = byId("end").disabled = to === last;
byId("readout").textContent = "";
showTold();
showPlaces();
if (address) history.replaceState(null, "", from === null ? `#${to}` : `#since-${from}`);
}
function fromAddress() {
const [, from, to] = /^#(?:since-(\d+)|(\d+))$/.exec(location.hash) || [];
if (from !== undefined) show(last, Math.min(last, Number(from)), false);
else show(to === undefined ? last : Number(to), null, false);
}
const slider = byId("slider");
slider.max = last;
slider.addEventListener("input", () => show(Number(slider.value)));
const steps = {first: () => 0, back: () => at - 1, next: () => at + 1, end: () => last};
for (const id of Object.keys(steps)) byId(id).addEventListener("click", () => show(steps[id]()));
const keys = {Home: "first", ArrowLeft: "back", ArrowRight: "next", End: "end"};
document.addEventListener("keydown", event => {
const busy = event.target.closest("input,select,textarea,summary,[tabindex]");
if (busy || event.altKey || event.ctrlKey || event.metaKey || !keys[event.key]) return;
event.preventDefault();
show(steps[keys[event.key]]());
});
function tellingFrom(text, entry) {
const button = made("button", text);
button.type = "button";
button.addEventListener("click", () => show(last, entry));
byId("since").append(button);
}
film.seats.forEach(([, person], seat) => {
const theirs = frames.filter(frame => (frame.by || []).includes(seat));
if (theirs.length) tellingFrom(`Since the last order of ${person}`, theirs.at(-1).n - 1);
});
if (last) tellingFrom("The whole story", 0);
byId("places").addEventListener("toggle", showPlaces);
for (const map of document.querySelectorAll("svg.map"))
map.addEventListener("click", event => {
const slot = event.target.closest("[data-slot]");
const area = slot && slot.dataset.slot.split("/")[2];
if (area && areas[area]) byId("readout").textContent = `${tips(area)}.`;
});
window.addEventListener("hashchange", fromAddress);
byId("controls").hidden = false;
fromAddress();
})();
