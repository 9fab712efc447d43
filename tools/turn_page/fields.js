// One field of an order after the other: what may be chosen there, or typed.

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
    const prompt = isMore ? "Is there more to say?" : data.prompts[field.name] || `${capital(field.name)}?`;
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
  const say = (one) => button(`Say more: ${(data.prompts[one.name] || capital(one.name)).toLowerCase()}`, () => click(composer, "Say more", () => { composer.wanted = one.name; }));
  const done = () => click(composer, "Done", () => { skipped.push(...left.map((one) => one.name)); });
  return [choices([button("Done", done, { class: "go", "data-done": true }), ...left.map(say)])];
}

function limited(buttons, found, most = MANY) {
  if (!found.length && buttons.length === 0) return make("p", {}, "Nothing is possible here; undo the last choice.");
  if (buttons.length <= most) return choices(buttons);
  const rest = make("details", {}, make("summary", {}, `${buttons.length - most} more`), choices(buttons.slice(most)));
  return make("div", {}, choices(buttons.slice(0, most)), rest);
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
  if (!found.length && !taken.length && !leave.length) return [make("p", {}, "Nothing is possible here; undo the last choice.")];
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
  const input = make("input", { type: "text", id: "typed-field", autocomplete: "off", autocapitalize: "none", spellcheck: "false", "aria-label": data.prompts[field.name] || field.name });
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
