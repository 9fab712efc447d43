// The program of the turn page, first part: its data, small helpers, and how things are called.  The parts are joined in
// the order that tools/page_program.py has.  Questions become buttons, choices become order lines, lines become a mail; it knows
// no rules: menu.js and units.js walk what the game may answer, and whoever adjudicates checks every line again.

const data = JSON.parse(document.getElementById("asked").textContent);
data.plain.forEach((id) => { data.names[id] = Menu.byItsId(id); });
// Every name that may be written: printed, and as orders have it.
const known = [...Object.entries(data.names).map(([id, name]) => [name, id]), ...data.words]
  .sort(([one], [other]) => one.localeCompare(other));
const isServed = data.address === "./"; // by a server that takes the orders, too
const MOST_OF_A_LINK = 2000;
const ROOM = 1.4; // around the places of a part of a map
const FEW_PLACES = 8; // that are shown without being asked for
const FEW_ANSWERS = 6; // of likely ones, shown at once
const MANY = 40; // choices that are shown at once

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
  return [...byId(`question-${place}`).querySelectorAll(".plain > ul > li")].filter((row) => row.querySelector("a")).map((row, number) => {
    const lines = [...row.querySelectorAll("code")].map(textOf);
    return {
      said: textOf(row.querySelector("a")), default: number === 0, lines, full: row.dataset.full ? row.dataset.full.split("\n") : lines,
      chances: [...row.querySelectorAll(".chances li")].map(textOf),
    };
  });
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
