// The program of the turn page: questions become buttons, choices become order lines, lines become a mail.
// It knows no rules: menu.js walks what the game may answer, and whoever adjudicates checks every line again.
(() => {
  const data = JSON.parse(document.getElementById("asked").textContent);
  // Every name that may be written: printed, and as orders have it.
  const known = [...Object.entries(data.names).map(([id, name]) => [name, id]), ...data.words]
    .sort(([one], [other]) => one.localeCompare(other));
  const MOST_OF_A_LINK = 2000;
  const MANY = 40; // choices that are shown at once
  const PROMPTS = {
    from: "From where?", to: "To where?", at: "Against which place?", units: "Which units?", unit: "Which unit?",
    via: "By which way? Name the areas, one after the other.", attack: "Attack there?", fire: "Who fires at whom?",
    shooters: "Who fires?", target: "At which target?", cargo: "What is loaded?", ship: "On which ship?",
    load: "Load something?", area: "Where?", country: "Which country?", submerge: "How many submarines submerge?", way: "Along which way? From where they are to where they go.",
    ship: "On which ship?", aboard: "With what aboard?", nation: "For which nation?",
    moves: "Which moves?", count: "How many?", number: "How many?", zone: "In which sea zone?", losses: "Which losses?",
    sea: "In which sea zone do they board?", by: "Aboard which ship?", over: "Over which areas on the way?",
  };

  // -- small helpers --------------------------------------------------------------------------------------------------

  const byId = (id) => document.getElementById(id);

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
  // of an order inside the order; the top one is asked for its next field.  Each click keeps what was before, so that it can be taken back.

  const composers = data.questions.map((question, place) => ({
    question, place, form: null, frames: [], taken: null, wanted: null, before: [],
  }));
  let active = null; // the composer whose choices the map shows
  let isFromMap = false; // the eye is on the map, and stays there

  const snapshot = (composer) => JSON.stringify([composer.form, composer.frames, composer.taken, composer.wanted]);

  function click(composer, change) {
    composer.before.push(snapshot(composer));
    change();
    go(composer);
  }

  function takeBack(composer) {
    const last = composer.before.pop();
    if (last === undefined) return;
    [composer.form, composer.frames, composer.taken, composer.wanted] = JSON.parse(last);
    tell("Taken back.");
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
    click(composer, () => {
      composer.form = form;
      composer.frames = [{ values: {}, skipped: [] }];
      composer.taken = null;
    });
  }

  function set(composer, field, value) {
    click(composer, () => {
      top(composer).values[field.name] = value;
      composer.taken = null;
      composer.wanted = null;
    });
  }

  function skip(composer, field) {
    click(composer, () => {
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
    composer.before = [];
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
    draft.lines[place] = answer.lines.map((line) => ({ line, look: false }));
    if (answer.lines.length === 1) draft.lines[place][0].said = answer.said;
    note(place);
    composers[place].form = null;
    composers[place].frames = [];
    composers[place].before = [];
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
    const parts = composer.form === null ? showStart(composer) : showStep(composer, field);
    boxOf(composer).replaceChildren(...parts);
    offerOnMap(composer, field);
    if (!isFromMap && (composer.before.length || composer.form !== null)) focusOn(boxOf(composer).querySelector(".step"));
  }

  const isUsable = (menu) => menu && menu.forms.some((form) => Menu.isOpen(menu, form, {}));

  function showStart(composer) {
    const { question, place } = composer;
    const parts = [...writtenLines(question, place)];
    const answers = question.answers.map((answer) => button(
      answer.said + (answer.default ? " (the default)" : ""), () => take(place, answer),
      { "data-answer": true, title: answer.lines.join("; ") },
    ));
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
      .map(([form, place]) => button(capital(form.means || form.form) + (typed(form) ? " (a part is typed)" : ""),
        () => begin(composer, place), { "data-form": form.form, title: form.shows }));
    return [make("h4", {}, composer.question.many ? "Step by step: another line" : "Step by step: what shall it be?"), choices(buttons)];
  }

  function writtenLines(question, place) {
    if (!draft.lines[place].length) return [];
    const rows = draft.lines[place].map((one, number) => make("li", {},
      `${one.said || inWords(one.line)} `, make("code", { class: "small" }, one.line),
      one.look ? make("span", { class: "small" }, " Check will look at this.") : null, " ",
      button("Take away", () => { draft.lines[place].splice(number, 1); changed(); go(composers[place]); },
        { "aria-label": `Take away: ${inWords(one.line)}` })));
    const parts = [make("p", {}, "Your answer:"), make("ul", {}, ...rows)];
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
      draft.later.push({ line: `${question.lead}when ${question.kind}: ${said}`, look: true });
      tell("A standing line was written.");
      changed();
    });
  }

  function showStep(composer, field) {
    if (composer.form === null) return showStart(composer);
    const { menu } = composer.question;
    const form = menu.forms[composer.form];
    const soFar = progress(composer);
    const parts = [make("p", { class: "small" }, `${capital(form.means || form.form)}: ${soFar}`)];
    const back = button("Take back", () => takeBack(composer), { "data-back": true });
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
    const leave = due ? [] : [button("Leave it out", () => skip(composer, field), { "data-skip": true })];
    if (field.is === "parts") return showParts(composer, field, leave);
    if (field.is === "order" && openInside(composer, field).length) return showInside(composer, field, leave);
    if (field.is === "list") return showList(composer, field, leave);
    if (field.is === "counts") return showCounts(composer, field, leave);
    const found = Menu.viable(menu, part, field, scopeOf(composer), [], goneFrom(composer, field));
    if (found === null) return showTyped(composer, field, leave);
    const label = (value) => capital(nameOf(field, value)) + placeOf(value, found);
    const buttons = found.map((value) => button(label(value), () => set(composer, field, value), { "data-value": Menu.keyOf(value) }));
    return [limited([...buttons, ...leave], found)];
  }

  const isFree = (field) => field.is !== "parts" && !("values" in field) && !("table" in field);

  // What may still be said and need not: all of it at once, so that nobody leaves out one thing after the other.
  function showMore(composer, part) {
    const { values, skipped } = top(composer);
    const left = part.fields.filter((one) => !(one.name in values) && !skipped.includes(one.name) && isFree(one) && !one.needed);
    const say = (one) => button(`Say more: ${(PROMPTS[one.name] || capital(one.name)).toLowerCase()}`, () => click(composer, () => { composer.wanted = one.name; }));
    const done = () => click(composer, () => { skipped.push(...left.map((one) => one.name)); });
    return [choices([button("That is all", done, { class: "go", "data-done": true }), ...left.map(say)])];
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
    const add = (value) => click(composer, () => { composer.taken = [...taken, value]; });
    const buttons = found.map((value) => button(capital(nameOf(field, value)) + placeOf(value, found), () => add(value), { "data-value": Menu.keyOf(value) }));
    const chosen = taken.map((value) => button(`${capital(nameOf(field, value))} ✓`, () => click(composer, () => {
      composer.taken = taken.filter((one) => Menu.keyOf(one) !== Menu.keyOf(value));
    }), { "aria-pressed": "true" }));
    const bar = [];
    if (Menu.isComplete(menu, field, scopeOf(composer), taken)) bar.push(button("That is all", () => set(composer, field, taken), { class: "go", "data-done": true }));
    if (found.length > 1) bar.push(button("All of them", () => click(composer, () => { composer.taken = allOf(composer, field, taken); })));
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
      .map((thing) => button(`${capital(nameOf(field, thing))}${priceOf(field, thing)}${counts[thing] ? ` (${counts[thing]} chosen)` : ""}`,
        () => click(composer, () => { composer.taken = { ...counts, [thing]: (counts[thing] || 0) + 1 }; }), { "data-value": thing }));
    const done = "exactly" in field ? sum === field.exactly : sum > 0;
    const bar = done ? [button("That is all", () => set(composer, field, counts), { class: "go", "data-done": true })] : [];
    const told = "exactly" in field ? `${sum} of ${field.exactly} chosen.` : `${sum} chosen.`;
    const left = Menu.purseLeft(field, scopeOf(composer), counts);
    const room = left === null ? "" : ` ${left} left.`;
    return [make("p", { class: "small" }, told + room), choices(buttons), make("div", { class: "bar" }, ...bar, ...leave)];
  }

  function showParts(composer, field, leave) {
    const start = () => click(composer, () => {
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
    const start = (inner) => click(composer, () => {
      composer.frames.push({ values: {}, skipped: [], name: field.name, inner });
      composer.taken = null;
      composer.wanted = null;
    });
    const buttons = openInside(composer, field).map(([form, place]) => button(capital(form.means || form.form), () => start(place), { "data-form": form.form, title: form.shows }));
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
    const more = () => click(composer, () => {
      const [name] = close();
      composer.frames.push({ values: {}, skipped: [], name });
    });
    const done = () => click(composer, () => {
      const [name, outer] = close();
      outer.values[name] = outer.parts;
      outer.parts = [];
    });
    return [make("h4", { class: "step", tabindex: "-1" }, "Another one?"),
      choices([button("That is all", done, { class: "go", "data-done": true }), button("Another one", more, { "data-more": true })])];
  }

  // A field of which only the rules know what is legal: typed, with completion; areas can be tapped on the map.
  function showTyped(composer, field, leave) {
    const input = make("input", { type: "text", id: "typed-field", autocomplete: "off", autocapitalize: "none", spellcheck: "false", "aria-label": PROMPTS[field.name] || field.name });
    const done = () => { if (input.value.trim()) set(composer, field, input.value.trim()); };
    input.addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); done(); } });
    const help = field.takes === "unit" ? unitPicker(composer, field, input) : field.takes === "area" ? [areaPicker(field, input)] : [];
    if (field.takes === "area" && field.is === "list" && field.joint && composer.place_of_units) input.value = composer.place_of_units;
    const form = composer.question.menu.forms[composer.form];
    const known = composer.question.forms.find(([shown]) => shown === form.shows);
    const hint = make("p", { class: "small" }, "The whole line: ", make("code", {}, form.shows), known && known[2] ? ", for example: " : "", make("code", {}, (known && known[2]) || ""));
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

  function typing(question, place) {
    const input = make("input", { type: "text", autocomplete: "off", autocapitalize: "none", spellcheck: "false", "aria-label": `An order line, for ${question.waiting}` });
    const add = () => {
      if (!input.value.trim()) return;
      addLine(place, { line: question.lead + input.value.trim(), look: true });
      go(composers[place]);
    };
    input.addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); add(); } });
    const forms = question.forms.map(([shown, meaning, example]) => make("li", {},
      make("code", {}, shown), meaning ? `: ${meaning} ` : " ",
      example ? button(`Start with: ${example}`, () => { input.value = example; input.focus(); }, { class: "small" }) : null));
    const isOpen = !isUsable(question.menu);
    return make("details", { open: isOpen, class: "typed" }, make("summary", {}, "Type a line"),
      input, completion(input), make("div", { class: "bar" }, button("Write it", add, { class: "go" })),
      forms.length ? make("ul", {}, ...forms) : null);
  }

  // -- what is written ------------------------------------------------------------------------------------------------

  function changed() {
    keepDraft();
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
      button("Take away", () => { draft.later.splice(number, 1); changed(); }, { "aria-label": `Take away: ${one.line}` })));
    const ready = data.is_muster && !lines.length ? [button("I have nothing else to say: ready", () => { draft.ready = true; changed(); })] : [];
    box.replaceChildren(
      make("h3", {}, data.is_draft ? "Your draft" : "Your orders"), ...notes.map((note) => make("p", { class: "small" }, note)),
      ...(later.length ? [make("p", {}, "For later:"), make("ul", {}, ...later)] : []), ...ready, text,
      make("div", { class: "bar" }, mail, button("Copy the text", () => copy(text), { id: "copy" }), button("Begin again", clear, { id: "begin-again" })),
    );
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
    draft = { lines: data.questions.map(() => []), later: [], ready: false };
    tell("Everything was taken away.");
    changed();
    composers.forEach((composer) => {
      Object.assign(composer, { form: null, frames: [], taken: null, before: [] });
      go(composer);
    });
  }

  // -- lines for later ------------------------------------------------------------------------------------------------

  function showLater() {
    const kinds = data.later.kinds;
    const select = make("select", { "aria-label": "The question" }, ...kinds.map((row, place) => make("option", { value: place }, `${row.kind}: ${row.waiting}`)));
    const input = make("input", { type: "text", autocomplete: "off", autocapitalize: "none", spellcheck: "false", "aria-label": "The answer to it" });
    const forms = make("ul", {});
    const show = () => forms.replaceChildren(...kinds[select.value].forms.map(([shown, example]) => make("li", {}, make("code", {}, shown), " ",
      example ? button(`Start with: ${example}`, () => { input.value = example; input.focus(); }) : null)));
    select.addEventListener("change", show);
    const add = (line) => {
      if (!input.value.trim()) return;
      draft.later.push({ line, look: true });
      input.value = "";
      tell(`Written for later: ${line}`);
      changed();
    };
    const powers = data.later.powers;
    const whose = make("select", { "aria-label": "For whom" }, ...powers.map(([id, name]) => make("option", { value: id }, `For ${name}`)));
    const lead = () => (powers.length ? `${whose.value}: ` : "");
    const bar = make("div", { class: "bar" },
      button("The next time this is asked", () => add(`${lead()}${input.value.trim()}`)),
      button("From now on, whenever this is asked", () => add(`${lead()}when ${kinds[select.value].kind}: ${input.value.trim()}`)));
    const conditions = make("p", { class: "small" }, `A line may begin with “if CONDITION:”. Conditions: ${data.later.conditions.join("; ")}.`);
    byId("later").replaceChildren(make("details", {}, make("summary", {}, "Orders for later, and standing ones"), ...(powers.length ? [whose] : []), select, input, completion(input), bar, forms, conditions));
    if (kinds.length) show();
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

  // On a screen much taller than the map a part of it is shown that fills the height, around where something is asked
  // or happened; all of it would be a strip that nobody can read.
  function fill(figure, ids) {
    const svg = figure.querySelector("svg");
    const [wx, wy, ww, wh] = whole[figure.dataset.map];
    const width = wh * (svg.clientWidth / Math.max(1, svg.clientHeight));
    if (width > ww * 0.85) return;
    const boxes = ids.map(groupOf).filter((group) => group && figure.contains(group)).map((group) => group.getBBox());
    const middles = boxes.map((box) => box.x + box.width / 2).sort((one, other) => one - other);
    const middle = middles.length ? middles[Math.floor(middles.length / 2)] : wx + ww / 2;
    setView(figure, [clamp(middle - width / 2, wx, wx + ww - width), wy, width, wh]);
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
      button("Nearer", () => zoom(shownMap, 0.7)), button("Farther", () => zoom(shownMap, 1 / 0.7)),
      button("←", () => pan(shownMap, -viewOf(shownMap)[2] / 4, 0), { "aria-label": "To the left" }),
      button("→", () => pan(shownMap, viewOf(shownMap)[2] / 4, 0), { "aria-label": "To the right" }),
      button("↑", () => pan(shownMap, 0, -viewOf(shownMap)[3] / 4), { "aria-label": "Up" }),
      button("↓", () => pan(shownMap, 0, viewOf(shownMap)[3] / 4), { "aria-label": "Down" }),
      button("All of it", () => setView(shownMap, whole[shownMap.dataset.map]))));
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

  // A first tap shows what is there, a second one chooses it.
  function tap(id) {
    const buttons = active ? offersAt(active, id) : [];
    if (typingIn && typingIn.isConnected) buttons.push(writeButton(id));
    const place = document.querySelector(`[data-place="${CSS.escape(id)}"]`);
    if (tapped === id && buttons.length === 1) {
      tapped = null;
      buttons[0].click();
      return;
    }
    tapped = id;
    mark("shown", [id]);
    byId("readout").replaceChildren(make("p", {}, place ? place.textContent : id), choices(buttons));
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
    const fitting = shown.filter((one) => one.dataset.value === id || data.where[one.dataset.value] === id || one.dataset.value.split("/")[0] === id);
    const choose = (one) => {
      isFromMap = true;
      one.click();
      isFromMap = false;
      afterChoice(id);
    };
    return fitting.map((one) => button(`Choose ${one.textContent}`, () => choose(one)));
  }

  function afterChoice(id) {
    const place = document.querySelector(`[data-place="${CSS.escape(id)}"]`);
    const more = active ? offersAt(active, id) : [];
    const step = active && boxOf(active).querySelector(".step");
    const back = button("Back to the question", () => focusOn(step || byId("asked-heading")));
    const next = step && active.form !== null ? make("p", {}, `Next: ${step.textContent}`) : null;
    byId("readout").replaceChildren(make("p", {}, place ? place.textContent : id), choices([...more, back]), next || "");
  }

  // Where one's own units stand, as far as they may be chosen now.
  function ownPlaces() {
    const things = data.questions.flatMap((question) => (question.menu ? question.menu.lists.flat() : []));
    return [...new Set(things.map((thing) => data.where[thing] || thing))].filter((id) => typeof id === "string");
  }

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

  function offerOnMap(composer, field) {
    const values = field ? [...boxOf(composer).querySelectorAll("button[data-value]")].map((one) => one.dataset.value) : [];
    const ids = [...new Set(values.map((value) => data.where[value] || value.split("/")[0]))].filter((id) => groupOf(id));
    mark("offer", ids);
    const here = ids.length && ids.every((id) => !shownMap.contains(groupOf(id)));
    if (here) showMap(figures.find((figure) => figure.contains(groupOf(ids[0]))));
  }

  // -- start ----------------------------------------------------------------------------------------------------------

  readDraft();
  document.querySelectorAll(".plain").forEach((one) => { one.hidden = true; });
  mapTools();
  figures.forEach(watch);
  if (figures.length) showMap(figures[0]);
  if (matchMedia("(max-width: 40rem)").matches) figures.forEach((figure) => fill(figure, ownPlaces()));
  composers.slice().reverse().forEach(go);
  showLater();
  changed();
  // Ready is what is seen and can be clicked: when the first frame was drawn.
  requestAnimationFrame(() => setTimeout(() => performance.mark("ready")));
})();
