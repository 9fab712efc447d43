// The program of the turn page: questions become buttons, choices become order lines, lines become a mail.
// It knows no rules: menu.js and units.js walk what the game may answer, and whoever adjudicates checks every line again.
(() => {
  const data = JSON.parse(document.getElementById("asked").textContent);
  // Every name that may be written: printed, and as orders have it.
  const known = [...Object.entries(data.names).map(([id, name]) => [name, id]), ...data.words]
    .sort(([one], [other]) => one.localeCompare(other));
  const MOST_OF_A_LINK = 2000;
  const ROOM = 1.4; // around the places of a part of a map
  const FEW_PLACES = 8; // that are shown without being asked for
  const MANY = 40; // choices that are shown at once
  const PROMPTS = {
    from: "From where?", to: "To where?", at: "Against which place?", units: "Which units?", unit: "Which unit?",
    via: "By which way? Name the areas, one after the other.", attack: "Attack there?", fire: "Who fires at whom?",
    shooters: "Who fires?", target: "At which target?", cargo: "What is loaded?", ship: "On which ship?",
    load: "Load something?", area: "Where?", country: "Which country?", submerge: "How many submarines submerge?", way: "Along which way? From where they are to where they go.",
    aboard: "With what aboard?", nation: "For which nation?",
    moves: "Which moves?", count: "How many?", number: "How many?", zone: "In which sea zone?", losses: "Which losses?",
    sea: "In which sea zone do they board?", by: "Aboard which ship?", over: "Over which areas on the way?",
  };

  // -- small helpers --------------------------------------------------------------------------------------------------

  const byId = (id) => document.getElementById(id);

  // What an element says; where its lines are broken means nothing.
  const textOf = (element) => (element ? element.textContent.replace(/\s+/g, " ").trim() : "");

  // The forms of orders that a section of the page lists.
  const formsIn = (id) => [...byId(id).querySelectorAll(".forms > li")].map((row) => ({
    row, shown: textOf(row.querySelector("code")), means: textOf(row.querySelector("span")), example: textOf(row.querySelector(".example")),
  }));

  // The answers that the page lists for those who have no scripts: the default first.
  function answersIn(place) {
    return [...byId(`question-${place}`).querySelectorAll(".plain > ul > li")].filter((row) => row.querySelector("a")).map((row, number) => ({
      said: textOf(row.querySelector("a")), default: number === 0, short: row.dataset.short || "",
      lines: [...row.querySelectorAll("code")].map(textOf), chances: [...row.querySelectorAll(".chances li")].map(textOf),
    }));
  }

  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name === "onclick") element.addEventListener("click", value);
      else if (value === true) element.setAttribute(name, "");
      else if (value !== false && value !== null) element.setAttribute(name, value);
    }
    element.append(...children.filter((child) => child !== null));
    return element;
  }

  data.questions.forEach((question, place) => {
    question.answers = answersIn(place);
    const means = Object.fromEntries(formsIn(`question-${place}`).map((row) => [row.shown, row.means]));
    (question.menu || { forms: [] }).forms.forEach((form) => { form.means = means[form.shows]; });
  });

  const button = (text, onclick, attributes = {}) => make("button", { type: "button", onclick, ...attributes }, text);
  const choices = (buttons) => make("ul", { class: "choices" }, ...buttons.map((one) => make("li", {}, one)));
  const tell = (text) => { byId("told").textContent = text; };
  const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

  // Names in the place of ids: a line as people say it.
  function inWords(line) {
    return capital(line.replace(/[a-z0-9][a-z0-9/&.+-]*/gi, (word) => data.names[word] || word).replaceAll("->", "to"));
  }

  const nameOf = (field, value) => {
    if (value === true) return "Yes";
    const key = Menu.keyOf(value);
    return data.names[key] || (field.written || {})[key] || key;
  };

  // An order by its own word, and what it does in short; in full where somebody points at it.
  const doing = (form) => capital(form.means ? `${form.form}: ${form.means.split(/[:;(]/)[0].trim()}` : form.form);

  // The numbers printed on a unit, or on those of its type.
  const valueOf = (key) => data.values[key] || data.values[key.split("/").pop()];
  const labelOf = (field, value) => {
    const printed = valueOf(Menu.keyOf(value));
    return capital(nameOf(field, value)) + (printed ? ` (${printed})` : "");
  };

  // Things that are alike but for their numbers, as one: [[label, things]].
  function stacked(field, found) {
    const stacks = new Map();
    for (const value of found) {
      const [, name, number] = capital(nameOf(field, value)).match(/^(.*?)(?: (\d+))?$/);
      const printed = valueOf(Menu.keyOf(value));
      const key = [name, printed, data.where[Menu.keyOf(value)]].join("|");
      if (!stacks.has(key)) stacks.set(key, { name, printed, numbers: [], values: [] });
      stacks.get(key).values.push(value);
      if (number) stacks.get(key).numbers.push(number);
    }
    return [...stacks.values()].map(({ name, printed, numbers, values }) => (
      [`${[name, numbers.join(", ")].join(" ").trim()}${printed ? ` (${printed})` : ""}`, values]));
  }

  // Where a unit stands, if those offered stand in different places.
  function placeOf(value, offered) {
    const places = new Set(offered.map((one) => data.where[Menu.keyOf(one)]));
    const place = data.where[Menu.keyOf(value)];
    return place && places.size > 1 ? `, in ${data.names[place] || place}` : "";
  }

  // -- the draft ------------------------------------------------------------------------------------------------------
  // lines[n] are those of question n: {line, look}; later holds lines for later ones.  The store may be missing, may
  // throw, and may be shared by every page that lies on this machine, so keys name the game, the seat and the head.

  const BASE = `pbem/${data.game}/${data.seat}/`;
  const KEY = BASE + data.head;
  let draft = { lines: data.questions.map(() => []), later: [], ready: false };

  function readDraft() {
    try {
      const old = Object.keys(localStorage).filter((key) => key.startsWith(BASE) && key !== KEY);
      old.forEach((key) => localStorage.removeItem(key));
      const kept = JSON.parse(localStorage.getItem(KEY) || "null");
      if (kept && kept.lines.length === data.questions.length) draft = kept;
    } catch (error) { /* without a store the draft lives as long as the page */ }
  }

  function keepDraft() {
    try {
      localStorage.setItem(KEY, JSON.stringify(draft));
    } catch (error) { /* as above */ }
  }

  function allLines() {
    const lines = draft.lines.flat().concat(draft.later).map((one) => one.line);
    return draft.ready && !lines.length ? ["ready"] : lines;
  }

  function orderText(lines) {
    const head = [`game ${data.game}`, `seat ${data.seat}`, `entry ${data.entry}`, `head ${data.head}`];
    return [...head, "", ...lines, "--", ""].join("\r\n");
  }

  function mailLink(lines) {
    const what = data.is_draft ? "draft" : "orders";
    const subject = `[pbem ${data.game} e${data.entry}] ${what} of ${data.seat}`;
    const fields = `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(orderText(lines))}`;
    return `mailto:${encodeURIComponent(data.address).replaceAll("%40", "@").replaceAll("%2B", "+")}?${fields}`;
  }

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
    tell("Taken back.");
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

  function addLine(place, line) {
    if (!data.questions[place].many) draft.lines[place] = [];
    draft.lines[place].push(line);
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
    [answer.lines, [answer.short]].map((lines) => [keyOfLines(lines), answer.chances])))));

  function chancesOf(place, lines) {
    const found = chances[place].get(keyOfLines(lines)) || [];
    return found.length ? make("ul", { class: "chances" }, ...found.map((one) => make("li", {}, one))) : null;
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
    parts.push(choices(answers));
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

  function showStep(composer, field) {
    if (composer.form === null) return showStart(composer);
    const { menu } = composer.question;
    const form = menu.forms[composer.form];
    const soFar = progress(composer);
    const parts = [make("p", { class: "small" }, `${doing(form)}: ${soFar}`)];
    const told = showChances(composer);
    if (told) parts.push(told);
    const back = button("Undo", () => goBack(points.length - 1), { "data-back": true });
    const see = button("Look at the map", () => byId("map-heading").scrollIntoView(), { class: "to-map" });
    if (field === null) parts.push(...showAnother(composer));
    else {
      const shown = showField(composer, field);
      const isMore = shown[0].matches && shown[0].matches("ul.choices") && shown[0].querySelector("[data-done]");
      const prompt = isMore ? "Is there more to say?" : PROMPTS[field.name] || `${capital(field.name)}?`;
      parts.push(make("h4", { class: "step", tabindex: "-1" }, prompt), ...shown);
    }
    parts.push(make("div", { class: "bar" }, back, see));
    return parts;
  }

  // What is chosen so far, in words.
  function progress(composer) {
    const said = composer.frames.flatMap((frame, depth) => {
      const part = partOf(composer, depth);
      const values = part.fields.filter((one) => one.name in frame.values)
        .map((one) => `${one.name} ${inWords(Menu.wordsOf(one, frame.values[one.name]))}`);
      const inner = (frame.parts || []).length ? [`${frame.parts.length} part(s)`] : [];
      return [...values, ...inner];
    });
    return said.join(", ") || "…";
  }

  function showField(composer, field) {
    const { menu } = composer.question;
    const part = partOf(composer, composer.frames.length - 1);
    const due = Menu.isDue(menu, part, field, scopeOf(composer), top(composer).skipped);
    if (!due && isFree(field) && composer.wanted !== field.name) return showMore(composer, part);
    const leave = due ? [] : [button(field.is === "word" ? "No" : "Leave it out", () => skip(composer, field), { "data-skip": true })];
    if (field.is === "parts") return showParts(composer, field, leave);
    if (field.is === "order" && openInside(composer, field).length) return showInside(composer, field, leave);
    if (field.is === "list") return showList(composer, field, leave);
    if (field.is === "counts") return showCounts(composer, field, leave);
    const found = Menu.viable(menu, part, field, scopeOf(composer), [], goneFrom(composer, field));
    if (found === null) return showTyped(composer, field, leave);
    const label = (value) => labelOf(field, value) + placeOf(value, found);
    const buttons = found.map((value) => button(label(value), () => set(composer, field, value), { "data-value": Menu.keyOf(value) }));
    return [limited([...buttons, ...leave], found)];
  }

  const isFree = (field) => field.is !== "parts" && !("values" in field) && !("table" in field);

  // What may still be said and need not: all of it at once, so that nobody leaves out one thing after the other.
  function showMore(composer, part) {
    const { values, skipped } = top(composer);
    const left = part.fields.filter((one) => !(one.name in values) && !skipped.includes(one.name) && isFree(one) && !one.needed);
    const say = (one) => button(`Say more: ${(PROMPTS[one.name] || capital(one.name)).toLowerCase()}`, () => click(composer, "Say more", () => { composer.wanted = one.name; }));
    const done = () => click(composer, "Done", () => { skipped.push(...left.map((one) => one.name)); });
    return [choices([button("Done", done, { class: "go", "data-done": true }), ...left.map(say)])];
  }

  function limited(buttons, found) {
    if (!found.length && buttons.length === 0) return make("p", {}, "Nothing is possible here; take back the last choice.");
    if (buttons.length <= MANY) return choices(buttons);
    const rest = make("details", {}, make("summary", {}, `${buttons.length - MANY} more`), choices(buttons.slice(MANY)));
    return make("div", {}, choices(buttons.slice(0, MANY)), rest);
  }

  function showList(composer, field, leave) {
    const { menu } = composer.question;
    const taken = composer.taken || [];
    const found = choosable(composer, field, taken);
    if (found === null) return showTyped(composer, field, leave);
    const add = (value) => click(composer, labelOf(field, value), () => { composer.taken = [...taken, value]; });
    const buttons = stacked(field, found).map(([label, values]) => button(
      label + placeOf(values[0], found) + (values.length > 1 ? `: one of ${values.length}` : ""), () => add(values[0]), { "data-value": Menu.keyOf(values[0]) }));
    const chosen = taken.map((value) => button(`${labelOf(field, value)} ✓`, () => click(composer, `Without ${nameOf(field, value)}`, () => {
      composer.taken = taken.filter((one) => Menu.keyOf(one) !== Menu.keyOf(value));
    }), { "aria-pressed": "true" }));
    const bar = [];
    if (Menu.isComplete(menu, field, scopeOf(composer), taken)) bar.push(button("Done", () => set(composer, field, taken), { class: "go", "data-done": true }));
    if (found.length > 1) bar.push(button("All of them", () => click(composer, "All of them", () => { composer.taken = allOf(composer, field, taken); })));
    if (!found.length && !taken.length && !leave.length) return [make("p", {}, "Nothing is possible here; take back the last choice.")];
    const count = "exactly" in field ? [make("p", { class: "small" }, `${taken.length} of ${field.exactly} chosen.`)] : [];
    return [...count, ...(chosen.length ? [choices(chosen)] : []), limited(buttons, found), make("div", { class: "bar" }, ...bar, ...(taken.length ? [] : leave))];
  }

  function choosable(composer, field, taken) {
    const part = partOf(composer, composer.frames.length - 1);
    return Menu.viable(composer.question.menu, part, field, scopeOf(composer), taken, goneFrom(composer, field));
  }

  function allOf(composer, field, taken) {
    let all = [...taken];
    for (;;) {
      const more = choosable(composer, field, all);
      if (!more.length || field.twice) return all;
      all = [...all, more[0]];
    }
  }

  const priceOf = (field, thing) => (field.price && field.price[thing] > 1 ? `: ${field.price[thing]}` : "");

  function showCounts(composer, field, leave) {
    const counts = composer.taken || {};
    const { menu } = composer.question;
    const domain = Menu.offered(menu, field, scopeOf(composer));
    if (domain === null) return showTyped(composer, field, leave);
    const sum = Object.values(counts).reduce((all, one) => all + one, 0);
    const buttons = Menu.countable(menu, field, scopeOf(composer), counts).filter((thing) => domain.includes(thing))
      .map((thing) => button(`${labelOf(field, thing)}${priceOf(field, thing)}${counts[thing] ? `, ${counts[thing]} chosen` : ""}`,
        () => click(composer, labelOf(field, thing), () => { composer.taken = { ...counts, [thing]: (counts[thing] || 0) + 1 }; }), { "data-value": thing }));
    const done = "exactly" in field ? sum === field.exactly : sum > 0;
    const bar = done ? [button("Done", () => set(composer, field, counts), { class: "go", "data-done": true })] : [];
    const told = "exactly" in field ? `${sum} of ${field.exactly} chosen.` : `${sum} chosen.`;
    const left = Menu.purseLeft(field, scopeOf(composer), counts);
    const room = left === null ? "" : ` ${left} left.`;
    return [make("p", { class: "small" }, told + room), choices(buttons), make("div", { class: "bar" }, ...bar, ...leave)];
  }

  function showParts(composer, field, leave) {
    const start = () => click(composer, capital(field.name), () => {
      top(composer).parts = top(composer).parts || [];
      composer.frames.push({ values: {}, skipped: [], name: field.name });
      composer.taken = null;
    });
    return [choices([button("Yes, choose", start, { "data-part": true }), ...leave])];
  }

  // The forms of an order inside the order that can be said now, each with its number.
  function openInside(composer, field) {
    return Menu.innerForms(field, scopeOf(composer)).map((form, place) => [form, place])
      .filter(([form]) => Menu.isOpen(composer.question.menu, form, {}));
  }

  function showInside(composer, field, leave) {
    const start = (inner) => click(composer, capital(field.name), () => {
      composer.frames.push({ values: {}, skipped: [], name: field.name, inner });
      composer.taken = null;
      composer.wanted = null;
    });
    const buttons = openInside(composer, field).map(([form, place]) => button(doing(form), () => start(place), { "data-form": form.form, title: form.means || form.shows }));
    return [choices([...buttons, ...leave])];
  }

  // A part is whole: another one, or on with the line.
  function showAnother(composer) {
    const close = () => {
      const inner = composer.frames.pop();
      const outer = top(composer);
      outer.parts = [...(outer.parts || []), inner.values];
      return [inner.name, outer];
    };
    const more = () => click(composer, "Another one", () => {
      const [name] = close();
      composer.frames.push({ values: {}, skipped: [], name });
    });
    const done = () => click(composer, "Done", () => {
      const [name, outer] = close();
      outer.values[name] = outer.parts;
      outer.parts = [];
    });
    return [make("h4", { class: "step", tabindex: "-1" }, "Another one?"),
      choices([button("Done", done, { class: "go", "data-done": true }), button("Another one", more, { "data-more": true })])];
  }

  // A field of which only the rules know what is legal: typed, with completion; areas can be tapped on the map.
  function showTyped(composer, field, leave) {
    const input = make("input", { type: "text", id: "typed-field", autocomplete: "off", autocapitalize: "none", spellcheck: "false", "aria-label": PROMPTS[field.name] || field.name });
    const done = () => { if (input.value.trim()) set(composer, field, input.value.trim()); };
    input.addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); done(); } });
    const help = field.takes === "unit" ? unitPicker(composer, field, input) : field.takes === "area" ? [areaPicker(field, input)] : [];
    if (field.takes === "area" && field.is === "list" && field.joint && composer.place_of_units) input.value = composer.place_of_units;
    const form = composer.question.menu.forms[composer.form];
    const { example = "" } = formsIn(`question-${composer.place}`).find((row) => row.shown === form.shows) || {};
    const hint = make("p", { class: "small" }, "The whole line: ", make("code", {}, form.shows), example ? ", for example: " : "", make("code", {}, example));
    typingIn = input;
    input.dataset.joint = field.is === "list" ? field.joint || ", " : "";
    input.dataset.takes = field.takes || "";
    return [hint, ...help, input, completion(input), make("div", { class: "bar" }, button("Go on", done, { class: "go", "data-typed": true }), ...leave)];
  }

  // Areas from a list, for a field that only the rules know; on the map they can be tapped.
  function areaPicker(field, input) {
    const areas = known.filter(([, id]) => groupOf(id));
    const select = make("select", { "aria-label": "An area" }, make("option", { value: "" }, "Choose an area, or tap it on the map"), ...areas.map(([name, id]) => make("option", { value: id }, name)));
    select.addEventListener("change", () => { if (select.value) addArea(input, select.value); });
    return select;
  }

  function addArea(input, id) {
    const joint = input.dataset.joint;
    input.value = joint && input.value.trim() ? `${input.value.trim()}${joint}${id}` : id;
  }

  // Units by their place and type: each press adds one.
  function unitPicker(composer, field, input) {
    const places = Object.keys(data.stacks);
    const box = make("div", { id: "unit-picker" });
    const show = (place) => {
      composer.place_of_units = place;
      const rows = place ? data.stacks[place] : known.filter(([, id]) => data.types.includes(id)).map(([name, id]) => [id, name, 0]);
      box.replaceChildren(choices(rows.map(([type, name, count]) => button(
        count ? `One of ${count} ${name}` : `One ${name.toLowerCase()}`,
        () => { input.value = addOne(input.value, type, count); }, { "data-unit": type },
      ))));
    };
    const select = make("select", { "aria-label": "Where they are" }, make("option", { value: "" }, "Any unit"), ...places.map((id) => make("option", { value: id }, data.names[id] || id)));
    select.addEventListener("change", () => show(select.value));
    box.showPlace = (place) => { select.value = place; show(place); };
    show("");
    return [places.length ? select : "", box];
  }

  // "2 infantry, armor" with one more of a type.
  function addOne(text, type, most) {
    const items = text.split(",").map((one) => one.trim()).filter((one) => one);
    const place = items.findIndex((one) => one === type || one.endsWith(` ${type}`));
    if (place < 0) return [...items, type].join(", ");
    const count = (parseInt(items[place], 10) || 1) + 1;
    items[place] = most && count > most ? items[place] : `${count} ${type}`;
    return items.join(", ");
  }

  // -- typing ---------------------------------------------------------------------------------------------------------

  let typingIn = null; // the text box into which a tap on the map writes

  // Buttons under a text box that finish the name at its end.
  function completion(input) {
    const box = make("div", { class: "bar", role: "group", "aria-label": "Names that fit" });
    const fit = () => {
      const words = input.value.match(/[^\s,;:>]*$/)[0].toLowerCase();
      const near = words.length < 2 ? [] : known.filter(([name, id]) => `${name} ${id}`.toLowerCase().split(/[\s-]/)
        .some((one) => one.startsWith(words)) || id.startsWith(words)).slice(0, 6);
      box.replaceChildren(...near.map(([name, id]) => button(name, () => {
        input.value = `${input.value.slice(0, input.value.length - words.length)}${id} `;
        input.focus();
        fit();
      }, { title: id })));
    };
    input.addEventListener("input", fit);
    input.addEventListener("focus", () => { typingIn = input; });
    return box;
  }

  const textBox = (label) => make("input", { type: "text", autocomplete: "off", autocapitalize: "none", spellcheck: "false", "aria-label": label });

  function startWith(input, example) {
    return button("Start with this", () => { input.value = example; input.focus(); }, { class: "small", "aria-label": `Start with: ${example}` });
  }

  function typing(question, place) {
    const input = textBox(`An order line, for ${question.waiting}`);
    const add = () => {
      if (!input.value.trim()) return;
      remember(input.value.trim());
      addLine(place, { line: question.lead + input.value.trim(), look: true });
      go(composers[place]);
    };
    input.addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); add(); } });
    const forms = formsIn(`question-${place}`).map(({ row, example }) => make("li", {}, ...row.cloneNode(true).childNodes, " ", example ? startWith(input, example) : null));
    return make("details", { open: !isUsable(question.menu), class: "typed" }, make("summary", {}, "Type a line"),
      input, completion(input), make("div", { class: "bar" }, button("Write it", add, { class: "go" })),
      forms.length ? make("ul", {}, ...forms) : null);
  }

  // -- what is written ------------------------------------------------------------------------------------------------

  function changed() {
    keepDraft();
    markTabs();
    showDice();
    const lines = allLines();
    const box = byId("written");
    if (!lines.length && !data.is_muster) {
      box.replaceChildren();
      return;
    }
    const text = make("textarea", { readonly: true, rows: Math.min(14, lines.length + 7), id: "order-text", "aria-label": "Your orders as text" });
    text.value = orderText(lines);
    const link = mailLink(lines);
    const fits = link.length <= MOST_OF_A_LINK;
    const mail = make("a", { class: "button go", id: "mail", href: fits ? link : mailLink([]), "data-copied": !fits }, data.is_draft ? "Open a mail with this draft" : "Open a mail with these orders");
    const notes = [];
    if (!fits) notes.push("The orders are too long for a link: the mail opens with its first lines; copy the text and put it in their place.");
    if (!data.address) notes.push("This page does not know where orders are sent: fill in the address.");
    const unnamed = data.questions.flatMap((question, place) => notNamedYet(question, place)).length;
    if (unnamed) notes.push(`${unnamed} things are not named yet: where all have to be, check would refuse this.`);
    if (data.is_draft) notes.push("This is a draft, not an order yet: run pbem seal.");
    const missing = data.questions.filter((_, place) => !draft.lines[place].length).length;
    if (missing) notes.push(`${missing} of ${data.questions.length} questions have no answer yet; their defaults are taken.`);
    const later = draft.later.map((one, number) => make("li", {}, make("code", {}, one.line), " ",
      button("Remove", () => { remember(`Remove: ${one.line}`); draft.later.splice(number, 1); showSwitches(); changed(); }, { "aria-label": `Remove: ${one.line}` })));
    const ready = data.is_muster && !lines.length ? [button("I have nothing else to say: ready", () => { remember("Ready"); draft.ready = true; changed(); })] : [];
    box.replaceChildren(
      make("h3", {}, data.is_draft ? "Your draft" : "Your orders"), ...notes.map((note) => make("p", { class: "small" }, note)),
      ...(later.length ? [make("p", {}, "For later:"), make("ul", {}, ...later)] : []), ...ready, text,
      make("div", { class: "bar" }, mail, button("Copy the text", () => copy(text), { id: "copy" }), button("Start over", clear, { id: "begin-again" })),
      goingBack(),
    );
  }

  // Every point to which one can go back, the last one first.
  function goingBack() {
    if (!points.length) return "";
    const rows = points.map(({ label }, number) => make("li", {}, button(`Before: ${label}`, () => goBack(number)))).reverse();
    return make("details", { id: "points" }, make("summary", {}, "Go back"), make("ol", { reversed: true }, ...rows));
  }

  function copy(text) {
    text.focus();
    text.select();
    const done = () => tell("Copied.");
    const byHand = () => tell(document.execCommand("copy") ? "Copied." : "Copy the selected text yourself.");
    if (navigator.clipboard) navigator.clipboard.writeText(text.value).then(done, byHand);
    else byHand();
  }

  function clear() {
    remember("Start over");
    draft = { lines: data.questions.map(() => []), later: [], ready: false };
    showAll(composers.map(() => ({ form: null, frames: [], taken: null, wanted: null })));
    tell("Everything was taken away.");
  }

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
  // Ready is what is seen and can be clicked: when the first frame was drawn.
  requestAnimationFrame(() => setTimeout(() => performance.mark("ready")));
})();
