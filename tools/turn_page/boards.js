// The tab after the dice: boards that may come of what is written, as rehearsals led to them, drawn on the map.

const templates = [...document.querySelectorAll("template[data-runs]")];
const boardsOf = new Map(); // lines, as chances have them: templates, the likeliest first
let boardShown = null;
let takenDown = []; // [the group that a board shows, the one that is in its place otherwise]

for (const template of templates.filter((one) => one.dataset.answer)) {
  const answer = data.questions[template.dataset.question].answers[template.dataset.answer];
  for (const lines of [answer.lines, answer.full]) {
    const key = keyOfLines(lines);
    boardsOf.set(key, [...(boardsOf.get(key) || []), template]);
  }
}

const tried = templates.filter((one) => "tried" in one.dataset);
let triedKey = null; // the lines that were rehearsed: those with which the page began

if (templates.length || isServed) {
  byId("written").before(make("section", { class: "panel", id: "after", "data-tab": "After the dice", "aria-labelledby": "after-heading" },
    make("h3", { id: "after-heading", tabindex: "-1" }, "After the dice"), make("div", { id: "boards" })));
}

// The groups of a map for an area: its ground first, then what stands there.
const groupsOn = (figure, area) => [...figure.querySelectorAll(`g[data-area="${area}"]`)];
const isGround = (group) => Boolean(group.querySelector(":scope > use.shape"));

function showBoard(template) {
  takenDown.forEach(([shown, kept]) => shown.replaceWith(kept));
  takenDown = [];
  boardShown = template;
  for (const one of template ? template.content.querySelectorAll("g[data-area]") : []) {
    const [figure, shown] = [byId(`figure-${one.dataset.on}`), one.cloneNode(true)];
    let kept = groupsOn(figure, one.dataset.area).find((group) => isGround(group) === isGround(one));
    if (!kept) {
      kept = document.createElementNS(SVG, "g");
      figure.querySelector("svg").append(kept);
    }
    kept.replaceWith(shown);
    takenDown.push([shown, kept]);
  }
  const areas = takenDown.map(([shown]) => shown.dataset.area).filter(Boolean);
  if (areas.length) seePlace(areas[0]);
  mark("shown", areas);
  byId("readout").replaceChildren(...(template ? [make("p", {}, `A board that may come: ${template.dataset.said}`), boardButton(null, "The board as it is")] : []));
  showBoards();
  if (template) toMap();
}

const boardButton = (template, text) => button(text, () => showBoard(template), { "aria-pressed": String(boardShown === template), "data-board": true });

function showBoards() {
  if (!byId("boards")) return;
  const key = keyOfLines(allLines());
  if (triedKey === null) triedKey = key;
  const likely = composers.flatMap(({ place }) => boardsOf.get(keyOfLines(draft.lines[place].map((one) => one.line))) || []);
  const found = key === triedKey && tried.length ? tried : likely;
  if (boardShown && !found.includes(boardShown)) showBoard(null);
  const rows = found.map((template, place) => make("li", {},
    `${place ? "In" : "The likeliest, in"} ${template.dataset.runs} of ${template.dataset.of} rehearsals: ${template.dataset.said || "nothing is different"} `, boardButton(template, "Show on the map")));
  const none = isServed && key ? make("button", { form: "sending", name: "try", value: "1", id: "try" }, "Rehearse what is written")
    : make("p", { class: "small" }, "Choose a likely answer with chances beside it: what may come of it is drawn here.");
  byId("boards").replaceChildren(...(rows.length ? [make("ol", {}, ...rows), boardButton(null, "The board as it is")] : [none]));
}
