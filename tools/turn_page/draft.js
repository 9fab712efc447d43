// What is written: kept in the browser, shown as text, and sent.

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

// -- what is written ------------------------------------------------------------------------------------------------

function changed() {
  keepDraft();
  markTabs();
  showDice();
  const lines = allLines();
  const box = byId("written");
  if (!lines.length && !data.is_muster && !isServed) {
    box.replaceChildren();
    return;
  }
  const text = make("textarea", { name: "orders", readonly: true, rows: Math.min(14, lines.length + 7), id: "order-text", "aria-label": "Your orders as text" });
  text.value = orderText(lines);
  const [send, fits] = sending(lines);
  const notes = [];
  if (!fits) notes.push("The orders are too long for a link: the mail opens with its first lines; copy the text and put it in their place.");
  if (!data.address) notes.push("This page does not know where orders are sent: fill in the address.");
  const unnamed = data.questions.flatMap((question, place) => notNamedYet(question, place)).length;
  if (unnamed) notes.push(`${unnamed} things are not named yet: where all have to be, check would refuse this.`);
  if (data.is_draft) notes.push("This is a draft, not an order yet: run pbem seal.");
  const missing = data.questions.filter((_, place) => !draft.lines[place].length).length;
  if (missing) notes.push(`Not answered yet: ${missing} of ${data.questions.length}; there the default is taken.`);
  const later = draft.later.map((one, number) => make("li", {}, make("code", {}, one.line), " ",
    button("Remove", () => { remember(`Remove: ${one.line}`); draft.later.splice(number, 1); showSwitches(); changed(); }, { "aria-label": `Remove: ${one.line}` })));
  const ready = data.is_muster && !lines.length ? [button("I have nothing else to say: ready", () => { remember("Ready"); draft.ready = true; changed(); })] : [];
  const bar = make("div", { class: "bar" }, send, button("Copy the text", () => copy(text), { id: "copy" }), button("Start over", clear, { id: "start-over" }));
  box.className = isServed ? "served" : "";
  box.replaceChildren(
    make("h3", {}, data.is_draft ? "Your draft" : "Your orders"), ...notes.map((note) => make("p", { class: "small" }, note)),
    ...(later.length ? [make("p", {}, "For later:"), make("ul", {}, ...later)] : []), ...ready,
    ...(isServed ? [make("form", { id: "sending", method: "post", action: "./" }, bar, make("details", {}, make("summary", {}, "As text"), text))] : [text, bar]),
    goingBack(),
  );
}

// Every point to which one can go back, the last one first.
function goingBack() {
  if (!points.length) return "";
  const rows = points.map(({ label }, number) => make("li", {}, button(`Before: ${label}`, () => goBack(number)))).reverse();
  return make("details", { id: "points" }, make("summary", {}, "Undo several steps"), make("ol", { reversed: true }, ...rows));
}

// How the orders are sent, and whether all of them go that way: to the server that gave the page, into a folder, by mail.
function sending(lines) {
  if (isServed) return [make("button", { class: "go", id: "send" }, "Send"), true];
  if (data.address.startsWith("./")) {
    const href = `data:text/plain,${encodeURIComponent(orderText(lines))}`;
    return [make("a", { class: "button go", id: "save", download: data.address.slice(2), href }, `Save as ${data.address.slice(2)}`), true];
  }
  const link = mailLink(lines);
  const fits = link.length <= MOST_OF_A_LINK;
  const text = data.is_draft ? "Open a mail with this draft" : "Open a mail with these orders";
  return [make("a", { class: "button go", id: "mail", href: fits ? link : mailLink([]), "data-copied": !fits }, text), fits];
}

function copy(text) {
  if (isServed) text.parentElement.open = true;
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
  tell("Everything was removed.");
}
