// Plays on turn pages in headless Chromium as people do: node turn.mjs PLAN.json FOUND.jsonl
// PLAN is {"pages": [{"path", "walks", "how": ["walk", "units", "keyboard", "tree", "touch", "looks", "bare", "storage", "newcomer",
// "later", "time"]}], "seed",
// "screens"}; FOUND gets a line for each page: the order texts that came out, with what the page said of them, faults
// and times.
import { appendFileSync, readFileSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const plan = JSON.parse(readFileSync(process.argv[2], "utf8"));
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let found = { orders: [], faults: [], times: [], newcomers: [] };
const LOOKS = [
  { name: "desktop", width: 1280, height: 900, colorScheme: "light" },
  { name: "tablet", width: 768, height: 1024, colorScheme: "light" },
  { name: "phone", width: 360, height: 740, colorScheme: "light" },
  { name: "dark", width: 360, height: 740, colorScheme: "dark" },
  { name: "print", width: 800, height: 1100, colorScheme: "light", media: "print" },
];
const LOADS = 7; // of a page whose time is taken
const LEFT_ALONE = ["Remove", "From now on", "Start with", "Write it", "Undo", "Look at the map"];
const SECTION = "section.later, .standing"; // where lines for later are written

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
});

const fault = (path, text) => found.faults.push(`${basename(path)}: ${text}`);

async function opened(path, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(60000);
  const own = pathToFileURL(path).href;
  page.on("pageerror", (error) => fault(path, error.message));
  page.on("console", (message) => { if (message.type() === "error") fault(path, message.text()); });
  page.on("request", (request) => { if (request.url() !== own) fault(path, `asks for ${request.url()}`); });
  await page.goto(own);
  return page;
}

// Random clicks inside the composers of a page, each walk up to the first line that is written; `isByUnits`: a unit is
// pointed at first, and then what it can do.
function walkInPage([seed, walks, leftAlone, isByUnits]) {
  let state = seed;
  const below = (n) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % n;
  };
  const usable = (box) => [...box.querySelectorAll("button")].filter((one) => !one.closest("details:not([open])")
    && !one.closest(".typed") && !leftAlone.some((text) => one.textContent.startsWith(text)));
  const oneOf = (where, selector) => {
    const found = [...where.querySelectorAll(selector)];
    return found.length ? found[below(found.length)] : null;
  };
  const point = (box, trail) => {
    const steps = [[box, "[data-units-of]"], [document, "[data-unit-first]"], ...(below(2) ? [[document, "[data-unit-first]"]] : []), [document, "[data-way]"]];
    for (const [where, selector] of steps) {
      const chosen = oneOf(where, selector);
      if (!chosen) return;
      trail.push(chosen.getAttribute("aria-label") || chosen.textContent);
      chosen.click();
    }
  };
  const orders = [];
  const boxes = [...document.querySelectorAll(".composer")];
  for (let walk = 0; walk < walks; walk += 1) {
    boxes.forEach((box, place) => {
      let clicks = 0;
      const trail = [];
      const lines = () => box.querySelectorAll("li code").length;
      const section = box.closest("section");
      const before = section.dataset.written;
      if (isByUnits) point(box, trail);
      if (isByUnits && !box.querySelector("[data-back]") && section.dataset.written === before) return;
      while (clicks < 60 && section.dataset.written === before) {
        const buttons = usable(box);
        const chosen = buttons[below(buttons.length)];
        const typed = box.querySelector("#typed-field");
        if (!chosen || (typed && below(2))) {
          const back = box.querySelector("[data-back]");
          if (!back) break;
          back.click();
        } else {
          trail.push(chosen.textContent);
          chosen.click();
        }
        clicks += 1;
      }
      if (section.dataset.written !== before) {
        const text = document.getElementById("order-text").value;
        const mail = document.getElementById("mail");
        orders.push({
          kind: section.dataset.kind, place, text, look: section.dataset.look === "yes", trail, clicks, lines: lines(),
          link: mail.href, copied: "copied" in mail.dataset, told: section.dataset.told || "",
        });
      }
      while (box.querySelector("[data-back]")) box.querySelector("[data-back]").click();
      document.getElementById("begin-again")?.click();
    });
  }
  return orders;
}

const ways = {
  async walk(path, number, walks) {
    const page = await opened(path);
    const orders = await page.evaluate(walkInPage, [plan.seed + number, walks, LEFT_ALONE]);
    found.orders.push(...orders.map((one) => ({ path, how: "walk", ...one })));
    await page.context().close();
  },

  async units(path, number, walks) {
    const page = await opened(path);
    const orders = await page.evaluate(walkInPage, [plan.seed + number, 2 * walks, LEFT_ALONE, true]);
    found.orders.push(...orders.map((one) => ({ path, how: "units", ...one })));
    await page.context().close();
  },

  // Tab and Enter alone: from the top of the page to a written order.
  async keyboard(path) {
    const page = await opened(path);
    const asked = await page.evaluate(() => document.querySelectorAll(".composer").length);
    let pressed = 0;
    while (asked && pressed < 300 && !(await page.evaluate(() => document.getElementById("mail")))) {
      await page.keyboard.press("Tab");
      pressed += 1;
      const here = await page.evaluate(() => {
        const one = document.activeElement;
        return { answer: "answer" in one.dataset, outline: getComputedStyle(one).outlineStyle, name: one.tagName };
      });
      if (["BUTTON", "A", "INPUT"].includes(here.name) && here.outline === "none") fault(path, `${here.name} shows no focus`);
      if (here.answer) await page.keyboard.press("Enter");
    }
    if (asked) await tookOrder(page, path, "keyboard");
    await page.context().close();
  },

  // What a screen reader has: roles and names alone.
  async tree(path) {
    const page = await opened(path);
    if (await page.locator(".composer").count()) {
      const question = page.getByRole("region", { name: /: you are asked / }).first();
      await question.getByRole("button", { name: /\(the default\)$/ }).click();
      const told = await page.locator("#told").textContent();
      if (!told.startsWith("Written: ")) fault(path, `the live region says ${told}`);
      if (!(await page.getByRole("link", { name: /Open a mail/ }).count())) fault(path, "no link to a mail has a name");
      await tookOrder(page, path, "tree");
    }
    const snapshot = await page.locator("body").ariaSnapshot();
    for (const wanted of ["Your turn", "The map", "What happened", "The board in words"]) {
      if (!snapshot.includes(wanted)) fault(path, `the accessibility tree lacks ${wanted}`);
    }
    await page.context().close();
  },

  // A finger: the first tap shows, dragging never chooses.
  async touch(path) {
    const page = await opened(path, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    const area = page.locator("figure:not([hidden]) g[data-area]").first();
    const before = await page.evaluate(() => document.querySelector("section.question")?.dataset.written);
    await area.dispatchEvent("pointerdown", { pointerId: 1, clientX: 100, clientY: 300, bubbles: true });
    await area.dispatchEvent("pointermove", { pointerId: 1, clientX: 160, clientY: 340, bubbles: true });
    await area.dispatchEvent("pointerup", { pointerId: 1, clientX: 160, clientY: 340, bubbles: true });
    if (await page.locator("#readout p").count()) fault(path, "dragging opened an area");
    await area.dispatchEvent("pointerdown", { pointerId: 1, clientX: 100, clientY: 300, bubbles: true });
    await area.dispatchEvent("pointerup", { pointerId: 1, clientX: 100, clientY: 300, bubbles: true });
    if (!(await page.locator("#readout p").count())) fault(path, "a tap showed nothing");
    const after = await page.evaluate(() => document.querySelector("section.question")?.dataset.written);
    if (before !== after) fault(path, "a first tap chose something");
    await page.context().close();
  },

  // Every look: not wider than the screen, nothing that axe-core finds, pictures kept.
  async looks(path) {
    for (const look of LOOKS) {
      const page = await opened(path, { viewport: { width: look.width, height: look.height }, colorScheme: look.colorScheme });
      if (look.media) await page.emulateMedia({ media: look.media });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (wide > 0) fault(path, `${look.name}: ${wide} points wider than the screen`);
      await page.evaluate(axe);
      const rows = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
      for (const row of rows.violations) {
        const where = row.nodes.slice(0, 3).map((node) => node.target.join(" ")).join("; ");
        fault(path, `${look.name}: ${row.id}: ${row.help}: ${where}`);
      }
      await page.screenshot({ path: `${plan.screens}/${basename(path, ".html")}-${look.name}.png` });
      await page.context().close();
    }
  },

  // Without scripts: the map, the story and answers as links are there.
  async bare(path) {
    const page = await opened(path, { javaScriptEnabled: false });
    const asked = await page.locator("section.question").count();
    if (asked && !(await page.locator(".plain a[href^='mailto:']").first().isVisible())) fault(path, "without scripts no answer is to be seen");
    if (!(await page.locator("pre").isVisible())) fault(path, "without scripts there are no lines to begin a mail with");
    for (const section of await page.locator(SECTION).all()) if (!(await section.isVisible())) fault(path, "without scripts a section is hidden");
    if (!(await page.locator("svg.map").first().isVisible())) fault(path, "without scripts there is no map");
    if (!(await page.getByRole("heading", { name: "What happened" }).isVisible())) fault(path, "without scripts there is no story");
    await page.context().close();
  },

  // Where storage throws, as in a sandboxed preview, the page works all the same; where it does not, a draft is kept.
  async storage(path) {
    const page = await opened(path);
    const answer = page.locator("[data-answer]").first();
    if (await answer.count()) {
      await answer.click();
      const text = await page.locator("#order-text").inputValue();
      await page.reload();
      if (await page.locator("#order-text").inputValue() !== text) fault(path, "the draft was not kept");
    }
    await page.context().close();
    const context = await browser.newContext();
    await context.addInitScript(() => Object.defineProperty(window, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } }));
    const bare = await context.newPage();
    bare.on("pageerror", (error) => fault(path, `without storage: ${error.message}`));
    await bare.goto(pathToFileURL(path).href);
    if (await bare.locator("[data-answer]").count()) await bare.locator("[data-answer]").first().click();
    await context.close();
  },

  // Somebody who has read nothing: real clicks, step by step, always on what is offered first, up to a mail; it counts
  // clicks, and what a person would need who looks at each step for some seconds.
  async newcomer(path) {
    const page = await opened(path);
    const boxes = await page.locator(".composer").count();
    for (let place = 0; place < boxes; place += 1) {
      const box = page.locator(".composer").nth(place);
      const section = page.locator("section.question").nth(place);
      await page.locator(`[aria-controls="question-${place}"]`).click();
      const begun = Date.now();
      const before = await section.getAttribute("data-written");
      const trail = [];
      while (trail.length < 40 && (await section.getAttribute("data-written")) === before) {
        const typed = box.locator("#typed-field");
        const isFilled = (await typed.count()) && (await typed.inputValue());
        const ways = trail.length ? [isFilled ? "[data-typed]" : "[data-done]", "[data-part], ul.choices button:not([aria-pressed=true]):not([data-skip])"] : ["[data-form]", "[data-answer]"];
        let first = box.locator(ways[0]).first();
        if (!(await first.count())) first = box.locator(ways[1]).first();
        if (!(await first.count())) break;
        trail.push(await first.textContent());
        await first.click();
      }
      const kind = await section.getAttribute("data-kind");
      if ((await section.getAttribute("data-written")) === before) {
        fault(path, `a newcomer is stuck at ${kind}: ${trail.join(" / ")}`);
        continue;
      }
      found.newcomers.push({ kind, clicks: trail.length + 1, seconds: (Date.now() - begun) / 1000, trail });
    }
    if (boxes && !(await page.getByRole("link", { name: /Open a mail/ }).isVisible())) fault(path, "a newcomer sees no way to send");
    const text = page.locator("#order-text");
    if (await text.count()) {
      const kind = await page.locator("section.question").first().getAttribute("data-kind");
      const marked = await page.locator("section.question[data-look=yes]").count();
      found.orders.push({ path, how: "newcomer", kind, look: marked > 0, text: await text.inputValue(), trail: [] });
    }
    await page.context().close();
  },

  // Lines for later: of every section its first example, and every switch; then the answer given now, from now on.
  async later(path) {
    const page = await opened(path);
    const sections = await page.locator(SECTION).all();
    for (const section of sections) {
      const kind = await section.getAttribute("data-kind");
      const panel = await section.evaluate((one) => one.closest(".panel").id);
      await page.locator(`[aria-controls="${panel}"]`).click();
      const start = section.getByRole("button", { name: /^Start with/ }).first();
      const ways = (await start.count()) ? [section.locator(".line .bar button:text-matches('^Write it|^Always this')").first()] : [];
      for (const way of [...ways, ...(await section.locator(".switch button").all())]) {
        if (way === ways[0]) await start.click();
        await way.click();
        const text = page.locator("#order-text");
        if (!(await text.count())) continue; // a switch that stands as it stood says nothing
        found.orders.push({ path, how: "later", kind, look: true, text: await text.inputValue(), trail: [await way.textContent()] });
        await page.locator("#begin-again").click();
      }
    }
    await page.locator("#tabs button").first().click();
    const answer = page.locator("[data-answer]").first();
    if (await answer.count()) {
      await answer.click();
      const same = page.getByRole("button", { name: /^From now on the same/ }).first();
      if (await same.count()) {
        await same.click();
        const kind = await page.locator("section.question").first().getAttribute("data-kind");
        found.orders.push({ path, how: "from now on", kind, look: false, text: await page.locator("#order-text").inputValue(), trail: [] });
      }
    }
    await page.context().close();
  },

  // Milliseconds until the page is drawn and can be used, with the processor four times as slow: the best of some loads,
  // for what other programs take from this machine is no fault of the page.
  async time(path) {
    const page = await opened(path);
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    const times = [];
    for (let load = 0; load < LOADS; load += 1) {
      await page.reload();
      await page.waitForFunction(() => performance.getEntriesByName("ready").length);
      times.push(await page.evaluate(() => performance.getEntriesByName("ready")[0].startTime));
    }
    found.times.push({ path, time: Math.round(Math.min(...times)) });
    await page.context().close();
  },
};

async function tookOrder(page, path, how) {
  const text = page.locator("#order-text");
  if (!(await text.count())) {
    fault(path, `${how}: no order came out`);
    return;
  }
  const kind = await page.locator("section.question").first().getAttribute("data-kind");
  found.orders.push({ path, how, kind, look: false, text: await text.inputValue(), trail: [] });
}

if (plan.screens) mkdirSync(plan.screens, { recursive: true });
for (const [number, { path, how, walks }] of plan.pages.entries()) {
  found = { orders: [], faults: [], times: [], newcomers: [] };
  for (const one of how) await ways[one](path, number, walks);
  appendFileSync(process.argv[3], `${JSON.stringify({ path, ...found })}\n`);
}
await browser.close();
