// Composing: likely answers, the forms of orders, and the steps back.

// -- composing ------------------------------------------------------------------------------------------------------
// A composer makes one line of one question.  Its frames are the form and, inside it, the part that repeats, or the form
// of an order inside the order; the top one is asked for its next field.

const composers = data.questions.map((question, place) => ({
  question, place, form: null, frames: [], taken: null, wanted: null, field: null,
}));
let active = composers[0] || null; // the composer whose choices the map shows
let isFromMap = false; // the eye is on the map, and stays there

// -- going back -----------------------------------------------------------------------------------------------------
// Each click keeps what was before it, with a name, so that all that came after can be taken back.

let points = []; // [{label, was}]

const snapshot = () => JSON.stringify([draft, composers.map(({ form, frames, taken, wanted }) => ({ form, frames, taken, wanted }))]);
const remember = (label) => points.push({ label, was: snapshot() });

function goBack(number) {
  const [was, steps] = JSON.parse(points[number].was);
  points = points.slice(0, number);
  draft = was;
  showAll(steps);
  tell("Undone.");
}

function showAll(steps) {
  const shown = active;
  composers.forEach((composer, place) => Object.assign(composer, steps[place]));
  composers.forEach(go);
  showSwitches();
  changed();
  if (shown) go(shown);
}

function click(composer, label, change) {
  remember(label);
  change();
  go(composer);
}

const top = (composer) => composer.frames[composer.frames.length - 1];
const fieldOf = (part, frame) => part.fields.find((field) => field.name === frame.name);
const partOf = (composer, depth) => composer.frames.slice(1, depth + 1).reduce(
  (part, frame, above) => ("inner" in frame
    ? Menu.innerForms(fieldOf(part, frame), scopeOf(composer, above + 1))[frame.inner] : fieldOf(part, frame)),
  composer.question.menu.forms[composer.form],
);

// The values that a frame sees: an order inside the order begins anew.
function scopeOf(composer, depth = composer.frames.length) {
  const frames = composer.frames.slice(0, depth);
  const start = Math.max(0, frames.findLastIndex((frame) => "inner" in frame));
  return Object.assign({}, ...frames.slice(start).map((frame) => frame.values));
}

// Things that earlier lines of the answer, or earlier parts of the line, hold in a field.
function goneFrom(composer, field) {
  const frame = top(composer);
  const parts = composer.frames.length > 1 ? composer.frames[composer.frames.length - 2].parts || [] : [];
  const lines = composer.question.many ? draft.lines[composer.place].map((one) => one.values || {}) : [];
  const held = [...parts, ...(composer.frames.length > 1 ? [] : lines)].map((values) => values[field.name]);
  return frame && field.is === "list" ? held.filter(Array.isArray).flat() : [];
}

function begin(composer, form) {
  click(composer, doing(composer.question.menu.forms[form]), () => {
    composer.form = form;
    composer.frames = [{ values: {}, skipped: [] }];
    composer.taken = null;
  });
}

function set(composer, field, value) {
  click(composer, inWords(Menu.wordsOf(field, value)), () => {
    top(composer).values[field.name] = value;
    composer.taken = null;
    composer.wanted = null;
  });
}

function skip(composer, field) {
  click(composer, `Without ${field.name}`, () => {
    const part = partOf(composer, composer.frames.length - 1);
    const mates = (part.together || []).filter((row) => row.includes(field.name)).flat();
    top(composer).skipped.push(field.name, ...mates);
    composer.taken = null;
  });
}

// What is left to ask: a field, or null when the line is whole.
function nextStep(composer) {
  while (composer.frames.length) {
    const frame = top(composer);
    const part = partOf(composer, composer.frames.length - 1);
    const field = part.fields.find((one) => one.name === composer.wanted) || Menu.nextField(part, frame.values, frame.skipped);
    if (field) {
      const none = field.is === "parts" && !mayBegin(composer, field) ? [] : null;
      const offered = field.is === "parts" ? none : Menu.offered(composer.question.menu, field, scopeOf(composer));
      const due = Menu.isDue(composer.question.menu, part, field, scopeOf(composer), frame.skipped);
      if (offered && !offered.length && !due) frame.skipped.push(field.name);
      else return field;
    } else if ("inner" in frame) {
      composer.frames.pop();
      top(composer).values[frame.name] = Menu.lineOf(part, frame.values);
    } else if (composer.frames.length > 1) {
      return null; // the part is whole: another one, or on with the line
    } else {
      finish(composer);
      return null;
    }
  }
  return null;
}

// Whether a part that may be left out has anything to begin with, to be clicked: other units from elsewhere, say.
function mayBegin(composer, field) {
  composer.frames.push({ values: {}, skipped: [], name: field.name });
  const part = partOf(composer, composer.frames.length - 1);
  const first = Menu.nextField(part, {}, []);
  const found = () => Menu.viable(composer.question.menu, part, first, scopeOf(composer), [], goneFrom(composer, first));
  const isOpen = !first || first.is === "counts" || (!isFree(first) && (found() || [null]).length > 0);
  composer.frames.pop();
  return isOpen;
}

function finish(composer) {
  const { question, place } = composer;
  const form = question.menu.forms[composer.form];
  const { values } = composer.frames[0];
  const look = question.many || Menu.needsALook(question.menu, form, values); // several lines are judged together
  addLine(place, {
    line: question.lead + Menu.lineOf(form, values), look, values, said: Menu.sentenceOf(question.menu, question.told, composer.form, values),
  });
  composer.form = null;
  composer.frames = [];
  composer.taken = null;
}

// A line takes the place of the one that was written about the same: a unit has one order.
function addLine(place, line) {
  const { many, about } = data.questions[place];
  const isSame = ({ values }) => about.some((name) => line.values && values && name in values && values[name] === line.values[name]);
  draft.lines[place] = many ? [...draft.lines[place].filter((one) => !isSame(one)), line] : [line];
  note(place);
  tell(`Written: ${line.said || inWords(line.line)}`);
  changed();
}

// How often an answer was written, what was told of it, and whether all is certain: for those who look from outside.
function note(place) {
  const section = byId(`question-${place}`);
  section.dataset.written = String(Number(section.dataset.written || 0) + 1);
  section.dataset.told = draft.lines[place].every((one) => one.said) ? draft.lines[place].map((one) => one.said).join(" ") : "";
  section.dataset.look = draft.lines[place].some((one) => one.look) ? "yes" : "no";
}

function take(place, answer) {
  remember(answer.said);
  draft.lines[place] = answer.lines.map((line) => ({ line, look: false }));
  if (answer.lines.length === 1) draft.lines[place][0].said = answer.said;
  note(place);
  composers[place].form = null;
  composers[place].frames = [];
  tell(`Written: ${answer.said}`);
  changed();
  go(composers[place]);
  focusOn(byId(`question-${place}-heading`));
}

// -- what a composer shows ------------------------------------------------------------------------------------------

const boxOf = (composer) => byId(`question-${composer.place}`).querySelector(".composer");
const focusOn = (element) => { if (element) element.focus({ preventScroll: false }); };

function go(composer) {
  active = composer;
  const field = composer.form === null ? null : nextStep(composer);
  composer.field = field;
  const parts = composer.form === null ? showStart(composer) : showStep(composer, field);
  boxOf(composer).replaceChildren(...parts);
  if (!isFromMap) { byId("readout").replaceChildren(); mark("shown", []); }
  offerOnMap(composer, field);
  if (!isFromMap && points.length) focusOn(boxOf(composer).querySelector(".step"));
}

// -- chances --------------------------------------------------------------------------------------------------------
// Those that were reckoned when the page was made, as `pbem odds` tells them: by lines, lists in any order.

const inOrder = (line) => line.replace(/(via )?(\S+(?:, \S+)+)/g, (all, via, list) => (via ? all : list.split(", ").sort().join(", ")));
const keyOfLines = (lines) => lines.map(inOrder).sort().join("\n");
const chances = data.questions.map((question) => new Map(question.answers.flatMap((answer) => (
  [answer.lines, answer.full].map((lines) => [keyOfLines(lines), answer.chances])))));

function chancesOf(place, lines) {
  const found = chances[place].get(keyOfLines(lines)) || [];
  return found.length ? make("p", { class: "chances" }, found.join(" · ")) : null;
}

// Of lines that were not reckoned: where their chances are told, if there are any on this question.
function howToAsk(place, lines) {
  const isRolled = [...chances[place].values()].some((found) => found.length) && !chances[place].has(keyOfLines(lines));
  const said = lines.map((line) => `"${line}"`).join(" ");
  return isRolled ? make("p", { class: "small" }, "Its chances: ", make("code", {}, `pbem odds ${data.game}.json ${data.seat} ${said}`)) : "";
}

// The line as it would be if nothing more were said; null while something has to be.
function lineSoFar(composer) {
  const [frame] = composer.frames;
  const form = composer.question.menu.forms[composer.form];
  const values = { ...frame.values };
  if (composer.field && composer.taken && composer.frames.length === 1) values[composer.field.name] = composer.taken;
  const isWhole = form.fields.every((field) => !field.needed || field.name in values);
  return isWhole ? composer.question.lead + Menu.lineOf(form, values) : null;
}

function showChances(composer) {
  const line = lineSoFar(composer);
  if (line === null) return null;
  const before = composer.question.many ? draft.lines[composer.place].map((one) => one.line) : [];
  return chancesOf(composer.place, [...before, line]);
}

const isUsable = (menu) => menu && menu.forms.some((form) => Menu.isOpen(menu, form, {}));

function showStart(composer) {
  const { question, place } = composer;
  const parts = [...writtenLines(question, place)];
  const answers = question.answers.map((answer) => make("span", {}, button(
    answer.said + (answer.default ? " (the default)" : ""), () => take(place, answer),
    { "data-answer": true, title: answer.lines.join("; ") },
  ), chancesOf(place, answer.lines)));
  if (isUsable(question.menu) && !question.whole) parts.push(...unitPlaces(question));
  parts.push(make("h4", { class: "step", tabindex: "-1" }, question.whole ? "Choose an answer" : "Likely answers"));
  parts.push(limited(answers, answers, FEW_ANSWERS));
  if (isUsable(question.menu) && !question.whole) parts.push(...formChoices(composer));
  if (question.is_too_large) parts.push(make("p", { class: "warn" }, "The whole menu of this question is too large to send along; type your order below."));
  if (!question.whole) parts.push(typing(question, place));
  return parts;
}

function formChoices(composer) {
  const { menu } = composer.question;
  const shown = menu.forms.map((form, place) => [form, place]).filter(([form]) => Menu.isOpen(menu, form, {}));
  const typed = (form) => form.fields.some((field) => field.needed && isFree(field) && field.takes !== "unit");
  const buttons = [...shown.filter(([form]) => !typed(form)), ...shown.filter(([form]) => typed(form))]
    .map(([form, place]) => button(doing(form) + (typed(form) ? " (a part is typed)" : ""),
      () => begin(composer, place), { "data-form": form.form, title: form.means || form.shows }));
  return [make("h4", {}, composer.question.many ? "Step by step: another line" : "Step by step: choose an order"), choices(buttons)];
}

function writtenLines(question, place) {
  if (!draft.lines[place].length) return [];
  const rows = draft.lines[place].map((one, number) => make("li", {},
    `${one.said || inWords(one.line)} `, make("code", { class: "small" }, one.line),
    one.look ? make("span", { class: "small" }, " Check will look at this.") : null, " ",
    button("Remove", () => { remember(`Remove: ${inWords(one.line)}`); draft.lines[place].splice(number, 1); changed(); go(composers[place]); },
      { "aria-label": `Remove: ${inWords(one.line)}` })));
  const parts = [make("p", {}, "Your answer:"), make("ul", {}, ...rows)];
  const lines = draft.lines[place].map((one) => one.line);
  parts.push(chancesOf(place, lines) || howToAsk(place, lines));
  const open = notNamedYet(question, place);
  if (open.length) parts.push(make("p", { class: "small" }, `Not named yet: ${open.join(", ")}.`));
  if (!question.many && !question.own && draft.lines[place].length === 1) parts.push(standingButton(question, place));
  return parts;
}

// Of an answer of several lines, the things of a list that no line names.
function notNamedYet(question, place) {
  const lines = draft.lines[place].map((one) => one.values);
  if (!question.many || !question.menu || !lines.every((one) => one)) return [];
  return question.menu.forms.flatMap((form) => form.fields)
    .filter((field) => field.is === "list" && "values" in field)
    .flatMap((field) => Menu.offered(question.menu, field, {}, [], lines.map((values) => values[field.name] || []).flat())
      .filter((one) => typeof one === "string").map((one) => nameOf(field, one)));
}

function standingButton(question, place) {
  const said = draft.lines[place][0].line.slice(question.lead.length);
  return button("From now on the same, whenever this is asked", () => {
    remember("From now on the same");
    draft.later.push({ line: `${question.lead}always ${question.kind}: ${said}` });
    tell("A standing line was written.");
    changed();
  });
}
