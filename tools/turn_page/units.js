// A unit first: what can be ordered of the units that somebody points at, and where they can go.  It walks the menu of a
// question with Menu and knows no rules; a place is whatever the page can show on its map.
const Units = (() => {
  const MOST = 300; // ways that are looked for

  // The ways in which the chosen things of a place can be used:
  // [{form, inside: a part that repeats or null, outer: values around it, values, taken: a list begun or null, skipped, goal}]
  // chosen is {area, things: {key: number}}; goneFrom(field) are things that earlier lines hold.
  function ways(menu, chosen, isPlace, goneFrom = () => [], most = MOST) {
    const found = [];
    const look = { menu, chosen, isPlace, goneFrom, found, most, things: Object.keys(chosen.things) };
    menu.forms.forEach((form, number) => walk({ ...look, form: number, inside: null, outer: {} }, form, {}, []));
    return found;
  }

  function walk(look, part, values, skipped) {
    const field = Menu.nextField(part, values, skipped);
    if (!field || look.found.length >= look.most) return;
    if (field.is === "parts") enter(look, part, field, values, skipped);
    else if (field.is === "list" || field.is === "counts") use(look, part, field, values, skipped);
    else each(look, part, field, values, skipped);
  }

  const scope = (look, values) => ({ ...look.outer, ...values });
  const isDue = (look, part, field, values, skipped) => Menu.isDue(look.menu, part, field, scope(look, values), skipped);

  function enter(look, part, field, values, skipped) {
    if (!look.inside && isDue(look, part, field, values, skipped)) walk({ ...look, inside: field.name, outer: values }, field, {}, []);
  }

  // A field that holds several things: the way is found if it takes all that are chosen.
  function use(look, part, field, values, skipped) {
    const filled = field.is === "list" ? listOf(look, part, field, values) : countsOf(look, field, values);
    if (!filled) {
      if (!isDue(look, part, field, values, skipped)) walk(look, part, values, [...skipped, field.name]);
      return;
    }
    const isWhole = field.is === "list" ? Menu.isComplete(look.menu, field, scope(look, values), filled)
      : !("exactly" in field) || Object.values(filled).reduce((all, one) => all + one, 0) === field.exactly;
    if (isWhole) aim(look, part, { ...values, [field.name]: filled }, skipped);
    else add(look, values, skipped, filled, goalAmong(look, part, values));
  }

  function listOf(look, part, field, values) {
    const taken = [];
    for (const thing of look.things) {
      const found = Menu.viable(look.menu, part, field, scope(look, values), taken, look.goneFrom(field)) || [];
      const one = found.find((value) => Menu.keyOf(value) === thing);
      if (one === undefined) return null;
      taken.push(one);
    }
    return taken;
  }

  function countsOf(look, field, values) {
    const counts = {};
    if (!Menu.offered(look.menu, field, scope(look, values))) return null;
    for (const thing of look.things) {
      for (let number = 0; number < look.chosen.things[thing]; number += 1) {
        if (!Menu.countable(look.menu, field, scope(look, values), counts).includes(thing)) return null;
        counts[thing] = (counts[thing] || 0) + 1;
      }
    }
    return counts;
  }

  // A field that holds one thing: the chosen one, or whatever else may stand there; where units come from is known.
  function each(look, part, field, values, skipped) {
    const found = Menu.viable(look.menu, part, field, scope(look, values), [], look.goneFrom(field));
    if (!found || !found.length) {
      if (!isDue(look, part, field, values, skipped)) walk(look, part, values, [...skipped, field.name]);
      return;
    }
    for (const value of found) {
      const next = { ...values, [field.name]: value };
      if (look.things.length === 1 && Menu.keyOf(value) === look.things[0]) aim(look, part, next, skipped);
      else if (field.name !== "from" || value === look.chosen.area) walk(look, part, next, skipped);
    }
  }

  // Where the things go: a place that was named before them, or each that may be named behind them.
  function aim(look, part, values, skipped) {
    const named = goalAmong(look, part, values);
    const field = Menu.nextField(part, values, skipped);
    const found = !named && field && isGoal(look, field) ? Menu.viable(look.menu, part, field, scope(look, values)) : null;
    if (!found || !found.length) add(look, values, skipped, null, named);
    else found.forEach((value) => add(look, { ...values, [field.name]: value }, skipped, null, value));
  }

  const isGoal = (look, field) => field.is === "one" && field.takes === "area";
  const goalAmong = (look, part, values) => part.fields.filter((field) => isGoal(look, field) && field.name !== "from" && field.name in values)
    .map((field) => values[field.name]).filter(look.isPlace).pop() || null;

  function add(look, values, skipped, taken, goal) {
    const { form, inside, outer } = look;
    look.found.push({ form, inside, outer, values, skipped, taken, goal });
  }

  // The things of a place that can be ordered: those with a place of their own, and what can be counted there.
  const things = (menu, area, where, isPlace) => standing(menu, area, where).filter((one) => canDo(menu, area, one, isPlace));
  const hasAny = (menu, area, where, isPlace) => standing(menu, area, where).some((one) => canDo(menu, area, one, isPlace));
  const canDo = (menu, area, one, isPlace) => ways(menu, { area, things: { [one]: 1 } }, isPlace, undefined, 1).length > 0;

  function standing(menu, area, where) {
    const own = [...namedIn(menu)].filter((one) => where[one] === area);
    const isThere = (field) => field.is === "counts" && (field.by || []).every((name) => name === "from");
    const counted = menu.forms.filter((form) => startsAt(menu, form, area)).flatMap((form) => form.fields.filter(isThere))
      .flatMap((field) => Menu.countable(menu, field, { from: area }, {}));
    return [...new Set([...own, ...counted])];
  }

  const named = new WeakMap(); // what stands in the fields of a menu that need not be left out

  function namedIn(menu) {
    if (!named.has(menu)) named.set(menu, new Set(menu.forms.flatMap((form) => fieldsOf(form)).flatMap((field) => listsOf(menu, field)).filter((one) => typeof one === "string")));
    return named.get(menu);
  }

  const fieldsOf = (part) => part.fields.flatMap((field) => (field.is !== "parts" ? [field] : field.needed ? fieldsOf(field) : []));
  const listsOf = (menu, field) => ("values" in field ? [field.values] : Object.values(field.table || {})).flatMap((number) => menu.lists[number]);

  const startsAt = (menu, form, area) => form.fields.some((field) => field.name === "from" && (Menu.offered(menu, field, {}) || []).includes(area));

  return { ways, things, hasAny, namedIn };
})();

if (typeof module !== "undefined") module.exports = Units;
