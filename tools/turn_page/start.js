// Sections as tabs, lines for later, and how the page begins.

// -- sections -------------------------------------------------------------------------------------------------------
// What is asked, what comes later, and what is asked when others act: a tab each, as the form has them.

const panels = [...document.querySelectorAll(".panel")];
const tabOf = new Map(panels.map((panel) => [panel, button(panel.dataset.tab, () => showPanel(panel), { "aria-controls": panel.id })]));

function showPanel(panel) {
  panels.forEach((one) => { one.hidden = one !== panel; });
  tabOf.forEach((tab, one) => tab.setAttribute("aria-pressed", String(one === panel)));
  const composer = composers.find(({ place }) => panel.id === `question-${place}`);
  if (composer) { active = composer; offerOnMap(composer, composer.field); }
}

// What comes later in the turn comes after the dice: the chances of what is written stand above it.
function showDice() {
  const told = composers.map(({ place }) => chancesOf(place, draft.lines[place].map((one) => one.line))).filter(Boolean);
  document.querySelectorAll(".dice").forEach((box) => box.replaceChildren(
    ...(told.length ? [make("p", { class: "small" }, "After the dice of what you have written:"), ...told.map((one) => one.cloneNode(true))] : [])));
  showBoards();
}

const saidIn = (panel) => draft.lines.some((lines, place) => lines.length && panel.id === `question-${place}`)
  || draft.later.some((one) => one.panel === panel.id);

function markTabs() {
  tabOf.forEach((tab, panel) => { tab.textContent = panel.dataset.tab + (saidIn(panel) ? " ✓" : ""); });
}

// For which of the seat's powers a line for later is meant: before it stands its name.
const whose = make("select", { "aria-label": "For whom" }, ...data.powers.map(([id, name]) => make("option", { value: id }, `For ${name}`)));
const leadOf = () => (data.powers.length ? `${whose.value}: ` : "");

function addLater(panel, line, standing = "") {
  remember(line);
  draft.later.push({ line, panel: panel.id, standing });
  tell(`Written for later: ${line}`);
  changed();
}

// A box for a line of a section, with its examples; ways are [[what the button says, what stands before the line]].
function lineBox(panel, box, ways) {
  const input = textBox(`A line for ${panel.dataset.tab}`);
  const add = (before) => {
    if (!input.value.trim()) return;
    addLater(panel, `${leadOf()}${before}${input.value.trim()}`);
    input.value = "";
  };
  box.querySelectorAll(".example").forEach((one) => one.after(" ", startWith(input, textOf(one))));
  const forms = box.querySelector(".forms");
  box.append(make("div", { class: "line" }, input, completion(input), make("div", { class: "bar" }, ...ways.map(([text, before]) => button(text, () => add(before))))));
  if (forms) box.append(make("details", {}, make("summary", {}, "How it is written"), forms));
}

// A standing order as a switch: what is always answered, without being asked.
const switches = [];

function addSwitch(panel, box, kind, answers) {
  const row = make("div", { class: "bar switch", role: "group", "aria-label": `Always: ${kind}` });
  const isSet = (one) => one.standing === leadOf() + kind;
  const set = (answer) => {
    const standing = leadOf() + kind;
    remember(`Always ${kind}`);
    draft.later = draft.later.filter((one) => !isSet(one));
    if (answer) draft.later.push({ line: `${leadOf()}always ${kind}: ${answer}`, panel: panel.id, standing });
    showSwitches();
    changed();
  };
  switches.push(() => {
    const { line = "" } = draft.later.find(isSet) || {};
    const now = line.split(`always ${kind}: `)[1] || "";
    row.replaceChildren(...answers.map(([text, answer]) => button(text, () => set(answer), { "aria-pressed": String(now === answer) })));
  });
  box.querySelector(".small").after(row);
}

const showSwitches = () => switches.forEach((show) => show());

// Answers without anything to fill in.
const fixedIn = (box) => [...box.querySelectorAll(".forms > li > code:first-child")].map(textOf)
  .filter((shown) => !/[A-Z|[(]/.test(shown)).map((shown) => [capital(shown), shown]);

function showSections() {
  for (const panel of document.querySelectorAll(".later")) {
    const { kind } = panel.dataset;
    panel.querySelector(".small").before(make("div", { class: "dice" }));
    addSwitch(panel, panel, kind, [["Ask me when it comes", ""], ["Always as if I said nothing", "default"]]);
    lineBox(panel, panel, [["Write it for this turn", ""], ["Write it for my next turn", "next "]]);
  }
  for (const box of document.querySelectorAll(".standing")) {
    const { kind } = box.dataset;
    addSwitch(byId("standing"), box, kind, [["As if I said nothing", ""], ["Ask me", "ask me"], ...fixedIn(box)]);
    lineBox(byId("standing"), box, [["Always this", `always ${kind}: `]]);
  }
  byId("tabs").replaceChildren(choices([...tabOf.values()]), data.powers.length ? whose : "");
  whose.addEventListener("change", showSwitches);
  showSwitches();
  if (panels.length) showPanel(panels[0]);
}

// -- start ----------------------------------------------------------------------------------------------------------

readDraft();
document.querySelectorAll(".plain").forEach((one) => { one.hidden = true; });
mapTools();
figures.forEach(watch);
// It begins with one's own places: on the map that has most of them.
const own = ownPlaces();
const ownOn = (figure) => own.filter((id) => figure.contains(groupOf(id))).length;
if (figures.length) showMap(figures.reduce((best, figure) => (ownOn(figure) > ownOn(best) ? figure : best)));
if (shownMap) frame(shownMap, own);
showSections();
composers.slice().reverse().forEach(go);
changed();
if (tried.length) showPanel(byId("after"));
// Ready is what is seen and can be clicked: when the first frame was drawn.
requestAnimationFrame(() => setTimeout(() => performance.mark("ready")));
