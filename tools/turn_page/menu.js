// Walks the menu of a question without rules: what is asked next, what may be chosen, and the order line that the
// choices make.  It says in JavaScript what menulines.py says in Python; a test holds the two equal.
const Menu = (() => {
  const BAR = "|";

  // Things by number: what is told apart by them is the things.
  function areCounts(value) {
    return value !== null && typeof value === "object" && !Array.isArray(value) && Object.values(value).every(Number.isInteger);
  }

  function keyOf(value) {
    if (Array.isArray(value)) value = value[0];
    if (areCounts(value)) value = Object.keys(value)[0];
    if (value === null || value === undefined) return "";
    if (typeof value === "object") {
      return Object.keys(value).sort().map((name) => `${name}=${value[name]}`).join(BAR);
    }
    return String(value);
  }

  const each = (value) => (Array.isArray(value) ? value : areCounts(value) ? Object.keys(value) : [value]);
  const holds = (list, value) => list.some((one) => keyOf(one) === keyOf(value));
  const isSaid = (values, name) => {
    const value = values[name];
    if (value === null || value === undefined) return false;
    return typeof value !== "object" || Object.keys(value).length > 0;
  };

  // -- domains ------------------------------------------------------------------------------------------------------

  function rowsOf(field, values) {
    let keys = [""];
    field.by.forEach((name, place) => {
      keys = keys.flatMap((key) => each(values[name]).map((one) => key + (place ? BAR : "") + keyOf(one)));
    });
    return keys;
  }

  function domainOf(menu, field, values) {
    if ("values" in field) return menu.lists[field.values];
    if (!("table" in field)) return null;
    const keys = rowsOf(field, values);
    const numbers = [...new Set(keys.filter((key) => key in field.table).map((key) => field.table[key]))];
    return numbers.flatMap((number) => menu.lists[number]);
  }

  function common(menu, field, values) {
    let domain = domainOf(menu, field, values);
    if (domain === null) return null;
    for (const name of field.by || []) {
      const chosen = Array.isArray(values[name]) || areCounts(values[name]) ? each(values[name]) : [];
      if (chosen.length > 1) {
        const rows = chosen.map((one) => domainOf(menu, field, { ...values, [name]: [one] }));
        domain = domain.filter((value) => rows.every((row) => holds(row, value)));
      }
    }
    return domain;
  }

  function offered(menu, field, values, taken = [], gone = []) {
    let domain = field.is === "list" ? domainOf(menu, field, values) : common(menu, field, values);
    if (domain === null) return null;
    const most = "exactly" in field ? field.exactly : "most" in field ? field.most : taken.length + 1;
    if (taken.length >= most) return [];
    for (const one of taken) {
      const number = (field.beside || {})[keyOf(one)];
      if (number !== undefined) {
        const beside = menu.lists[number];
        domain = domain.filter((other) => holds(beside, other) || holds(taken, other));
      }
    }
    const left = field.is === "list" ? purseLeft(field, values, Object.fromEntries(taken.map((one) => [keyOf(one), 1]))) : null;
    if (left !== null) domain = domain.filter((one) => price(field, keyOf(one)) <= left);
    return field.twice ? domain : domain.filter((one) => !holds(taken, one) && !holds(gone, one));
  }

  function roomOf(menu, field, values) {
    const rows = "values" in field ? [[field.values, field.room]]
      : rowsOf(field, values).filter((key) => key in field.table).map((key) => [field.table[key], field.room[key]]);
    return Object.fromEntries(rows.flatMap(([things, room]) => menu.lists[things].map((thing, place) => [thing, menu.lists[room][place]])));
  }

  function purseOf(field, values) {
    const purse = "purse" in field ? field.purse : null;
    if (purse === null || typeof purse !== "object") return purse;
    const most = purse[rowsOf(field, values)[0]];
    return most === undefined ? null : most;
  }

  const price = (field, thing) => (field.price && thing in field.price ? field.price[thing] : 1);

  // How much the things of a field may still take up, beside those chosen; null if nothing bounds it.
  function purseLeft(field, values, counts) {
    const purse = purseOf(field, values);
    return purse === null ? null : purse - Object.keys(counts).reduce((all, thing) => all + price(field, thing) * counts[thing], 0);
  }

  function countable(menu, field, values, counts) {
    const sum = Object.values(counts).reduce((all, one) => all + one, 0);
    if ("exactly" in field && sum >= field.exactly) return [];
    const left = purseLeft(field, values, counts);
    const room = roomOf(menu, field, values);
    return Object.keys(room).filter((thing) => (counts[thing] || 0) < room[thing] && (left === null || price(field, thing) <= left));
  }

  // -- the next step ------------------------------------------------------------------------------------------------

  function namesIn(pieces) {
    return pieces.flatMap((piece) => {
      if (Array.isArray(piece)) return piece[0] === "?" ? namesIn(piece.slice(1)) : piece.slice(1).flatMap(namesIn);
      return piece.startsWith("$") ? [piece.slice(1)] : [];
    });
  }

  function isShutOut(pieces, name, values) {
    return pieces.some((piece) => {
      if (typeof piece === "string") return false;
      const rows = piece[0] === "?" ? [piece.slice(1)] : piece.slice(1);
      const mine = rows.findIndex((row) => namesIn(row).includes(name));
      if (mine < 0) return false;
      const others = rows.filter((_, place) => place !== mine).flatMap(namesIn);
      return others.some((other) => other in values) || isShutOut(rows[mine], name, values);
    });
  }

  function nextField(part, values, skipped = []) {
    return part.fields.find((field) => !(field.name in values) && !skipped.includes(field.name)
      && field.asked !== "never" && !isShutOut(part.line, field.name, values)) || null;
  }

  // The names in its alternative, and those that the other alternatives need, of a field that its alternative needs,
  // where one alternative must be said.
  function alternatives(pieces, name) {
    for (const piece of pieces) {
      if (Array.isArray(piece) && piece[0] === "|") {
        const rows = piece.slice(1).map((row) => row.filter((one) => typeof one === "string" && one.startsWith("$")).map((one) => one.slice(1)));
        const own = rows.findIndex((row) => row.includes(name));
        if (own >= 0 && rows.every((row) => row.length)) return [namesIn(piece[1 + own]), rows.filter((_, place) => place !== own)];
      }
    }
    return [[], []];
  }

  // Whether an alternative was left out, or has nothing to offer.
  const isGone = (menu, part, names, values, skipped) => names.some((name) => skipped.includes(name))
    || part.fields.filter((field) => names.includes(field.name)).some((field) => {
      const found = (field.by || []).every((name) => name in values) ? offered(menu, field, values) : null;
      return found !== null && found.length === 0;
    });

  function isDue(menu, part, field, values, skipped = []) {
    const mates = (part.together || []).filter((row) => row.includes(field.name)).flat();
    if (field.needed || mates.some((name) => name in values)) return true;
    const [own, others] = alternatives(part.line, field.name);
    if (own.some((name) => name in values)) return true;
    if (others.length && others.every((row) => isGone(menu, part, row, values, skipped))) return true;
    if (field.asked !== "always") return false;
    const found = offered(menu, field, values);
    return found === null || found.length > 0;
  }

  // The forms of an order inside the order, behind the values chosen; empty where it can only be typed.
  function innerForms(field, values) {
    if (!("which" in field)) return (field.menus || []).flat();
    const numbers = new Set(rowsOf(field, values).filter((row) => row in field.which).map((row) => field.which[row]));
    return [...numbers].flatMap((number) => field.menus[number]);
  }

  function isComplete(menu, field, values, taken) {
    if ("whole" in field && rowsOf(field, values).some((row) => field.whole.includes(row))) {
      return taken.length > 0 && offered(menu, field, values, taken).length === 0;
    }
    return taken.length >= ("exactly" in field ? field.exactly : Math.max("least" in field ? field.least : 1, 1));
  }

  function isOpen(menu, part, values) {
    return part.fields.every((field) => {
      const known = (field.by || []).every((name) => name in values);
      if (!field.needed || field.name in values || !known) return true;
      const found = offered(menu, field, values);
      return found === null || found.length > 0;
    });
  }

  function viable(menu, part, field, values, taken = [], gone = []) {
    const found = offered(menu, field, values, taken, gone);
    if (found === null) return null;
    const chosen = (one) => (field.is === "list" ? [...taken, one] : one);
    return found.filter((one) => isOpen(menu, part, { ...values, [field.name]: chosen(one) }));
  }

  const isLoose = (field) => ["parts", "order", "counts"].includes(field.is)
    || (!("values" in field) && !("table" in field));

  function needsALook(menu, form, values) {
    const fields = form.fields.filter((field) => field.name in values || field.needed);
    const crowded = fields.some((field) => field.is === "list" && (values[field.name] || []).length > 1);
    return Boolean(form.loose || fields.some(isLoose) || (menu.marks.length && crowded));
  }

  // -- writing ------------------------------------------------------------------------------------------------------

  const written = (field, value) => {
    const words = (field.written || {})[keyOf(value)];
    return words === undefined ? String(value) : words;
  };

  const counted = (field, thing, count) => (count === 1 ? "" : `${count} `) + written(field, thing);

  function wordsOf(field, value) {
    if (typeof value === "string" && !("values" in field) && !("table" in field)) return value;
    const between = "joint" in field ? field.joint : ", ";
    if (field.is === "parts") return value.map((part) => lineOf(field, part)).join(between);
    if (field.is === "list") return value.map((one) => written(field, one)).join(between);
    if (field.is === "counts") {
      return Object.keys(value).sort().map((thing) => counted(field, thing, value[thing])).join(", ");
    }
    return written(field, value);
  }

  function pieceOf(piece, values, fields) {
    if (typeof piece === "string") {
      return piece.startsWith("$") ? wordsOf(fields[piece.slice(1)], values[piece.slice(1)]) : piece;
    }
    const inside = piece.slice(1);
    if (piece[0] === "?") {
      return namesIn(inside).some((name) => isSaid(values, name)) ? rowOf(inside, values, fields) : "";
    }
    const rows = inside.filter((row) => namesIn(row).every((name) => isSaid(values, name)));
    const row = rows.find((one) => namesIn(one).length) || rows[0];
    return row ? rowOf(row, values, fields) : "";
  }

  function rowOf(pieces, values, fields) {
    return pieces.map((piece) => pieceOf(piece, values, fields)).filter((text) => text).join(" ");
  }

  function lineOf(part, values) {
    const fields = Object.fromEntries(part.fields.map((field) => [field.name, field]));
    return rowOf(part.line, values, fields).replaceAll(" ;", ";").replaceAll(" ,", ",").replaceAll(" :", ":");
  }

  // -- telling back ------------------------------------------------------------------------------------------------

  // The sentence with which check would tell a line back, made from the sentences of pbem/page/told.py; "" where there is
  // none, or where the rules may add to the line what goes without saying.
  function sentenceOf(menu, told, form, values) {
    const pattern = told && told.forms[form];
    if (!pattern || pattern.untold.some((name) => name in values)) return "";
    const shown = menu.forms[form];
    const isAdded = pattern.filled.some((rule) => {
      const [name, behind] = rule.split(">").reverse();
      const field = shown.fields.find((one) => one.name === name);
      if (!field || name in values || (behind && !(behind in values))) return false;
      const found = field.is === "parts" ? null : offered(menu, field, values);
      return found === null || found.length > 0;
    });
    const said = isAdded ? null : linesOf(told, pattern, pattern.sentence, values);
    return said ? said.map(capital).join(" ") : "";
  }

  const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

  // The sentences of a row of the table; null where they hang on more than what is chosen.
  function linesOf(told, pattern, row, values) {
    if (row === 0) return null;
    if (!row) return [];
    if (typeof row === "string") {
      const text = filled(told, pattern, row, values);
      return text === null ? null : [text].filter((one) => one);
    }
    if (Array.isArray(row)) {
      const all = row.map((one) => linesOf(told, pattern, one, values));
      return all.includes(null) ? null : all.flat();
    }
    const value = values[row.by || row.if];
    if (row.if) {
      const holds = Array.isArray(value) ? value.length > 0 : Boolean(value);
      return linesOf(told, pattern, holds ? row.then : row.else, values);
    }
    const name = value === undefined || value === null ? "none" : { true: "yes", false: "no" }[value] || String(value);
    return linesOf(told, pattern, name in row.one ? row.one[name] : "*" in row.one ? row.one["*"] : 0, values);
  }

  // A template with what is chosen; null where something is not.
  function filled(told, pattern, template, values) {
    let isWhole = true;
    const text = template.replace(/\{([^:}]+):?([^}]*)\}/g, (_, name, how) => {
      const inner = name in pattern.parts ? linesOf(told, pattern, pattern.parts[name], values) : null;
      if (inner) return inner.join(" ");
      if (name in pattern.parts || !(name in values)) {
        isWhole = false;
        return "";
      }
      if (!how.includes("|")) return toldPiece(told, how, values[name]);
      const number = Array.isArray(values[name]) ? values[name].length : values[name];
      return how.split("|")[number === 1 ? 0 : 1].replaceAll("#", number);
    });
    return isWhole ? text : null;
  }

  // One thing, or a list of them as people write it: those of one kind counted, those of one place together.
  function toldPiece(told, how, value) {
    const things = [].concat(value);
    const bare = how.charAt(0).toLowerCase() + how.slice(1);
    if (how !== bare) return capital(toldPiece(told, bare, value));
    if (!how || how === "text") return things.join(", ");
    const places = new Map();
    things.forEach((thing, number) => {
      const [one, many, at] = [].concat(told.said[how][thing] || byItsId(thing));
      if (!places.has(at)) places.set(at, new Map());
      const groups = places.get(at);
      groups.set(many || number, [...(groups.get(many || number) || []), one]);
    });
    const group = (ones, many) => (ones.length === 1 ? ones[0]
      : many.replace("{count}", told.numbers[ones.length] || ones.length));
    return listed([...places].map(([at, groups]) => listed([...groups].map(([many, ones]) => group(ones, many))) + (at || "")));
  }

  // A name that is its id in other letters is not sent along.
  const byItsId = (id) => id.replace(/(^|-)(.)/g, (all, dash, letter) => (dash && " ") + letter.toUpperCase());

  const listed = (items) => (items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items[items.length - 1]}`);

  return {
    keyOf, domainOf, offered, countable, purseLeft, nextField, isDue, isComplete, isOpen, innerForms, viable, needsALook,
    wordsOf, lineOf,
    sentenceOf, byItsId,
  };
})();

if (typeof module !== "undefined") module.exports = Menu;
