// Walks the menu of a question without rules: what is asked next, what may be chosen, and the order line that the
// choices make.  It says in JavaScript what pbem/core/orders/menulines.py says in Python; a test holds the two equal.
const Menu = (() => {
  const BAR = "|";

  function keyOf(value) {
    if (Array.isArray(value)) value = value[0];
    if (value === null || value === undefined) return "";
    if (typeof value === "object") {
      return Object.keys(value).sort().map((name) => `${name}=${value[name]}`).join(BAR);
    }
    return String(value);
  }

  const each = (value) => (Array.isArray(value) ? value : [value]);
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
    for (const name of field.by || []) {
      const chosen = values[name];
      if (Array.isArray(chosen) && chosen.length > 1) {
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
    return field.twice ? domain : domain.filter((one) => !holds(taken, one) && !holds(gone, one));
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

  function isDue(menu, part, field, values) {
    const mates = (part.together || []).filter((row) => row.includes(field.name)).flat();
    if (field.needed || mates.some((name) => name in values)) return true;
    if (field.asked !== "always") return false;
    const found = offered(menu, field, values);
    return found === null || found.length > 0;
  }

  function isComplete(menu, field, values, taken) {
    if ("whole" in field && rowsOf(field, values).some((row) => field.whole.includes(row))) {
      return taken.length === domainOf(menu, field, values).length;
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

  return { keyOf, domainOf, offered, nextField, isDue, isComplete, isOpen, viable, needsALook, wordsOf, lineOf };
})();

if (typeof module !== "undefined") module.exports = Menu;
