// Plays on turn pages in headless Chromium as people do: node turn.mjs PLAN.json > FOUND.json
// PLAN is {"pages": [{"path", "how": ["walk", "keyboard", "tree", "touch", "looks", "bare", "time"]}], "seed",
// "walks", "screens"}; FOUND has the order texts that came out, with what the page said of them, and all faults.
import { readFileSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const plan = JSON.parse(readFileSync(process.argv[2], "utf8"));
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const found = { orders: [], faults: [], times: [] };
const LOOKS = [
  { name: "desktop", width: 1280, height: 900, colorScheme: "light" },
  { name: "tablet", width: 768, height: 1024, colorScheme: "light" },
  { name: "phone", width: 360, height: 740, colorScheme: "light" },
  { name: "dark", width: 360, height: 740, colorScheme: "dark" },
  { name: "print", width: 800, height: 1100, colorScheme: "light", media: "print" },
];
const LEFT_ALONE = ["Take away", "From now on", "Start with", "Write it", "Take back", "Look at the map"];

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

// Random clicks inside the composers of a page, each walk up to the first line that is written.
function walkInPage([seed, walks, leftAlone]) {
  let state = seed;
  const below = (n) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % n;
  };
  const usable = (box) => [...box.querySelectorAll("button")].filter((one) => !one.closest("details:not([open])")
    && !one.closest(".typed") && !leftAlone.some((text) => one.textContent.startsWith(text)));
  const orders = [];
  const boxes = [...document.querySelectorAll(".composer")];
  for (let walk = 0; walk < walks; walk += 1) {
    boxes.forEach((box, place) => {
      let clicks = 0;
      const trail = [];
      const lines = () => box.querySelectorAll("li code").length;
      const section = box.closest("section");
      const before = section.dataset.written;
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
        orders.push({ kind: section.dataset.kind, place, text, look: section.dataset.look === "yes", trail, clicks, lines: lines() });
      }
      while (box.querySelector("[data-back]")) box.querySelector("[data-back]").click();
      document.getElementById("begin-again")?.click();
    });
  }
  return orders;
}

const ways = {
  async walk(path, number) {
    const page = await opened(path);
    const orders = await page.evaluate(walkInPage, [plan.seed + number, plan.walks, LEFT_ALONE]);
    found.orders.push(...orders.map((one) => ({ path, how: "walk", ...one })));
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
      const question = page.getByRole("region", { name: / is asked / }).first();
      await question.getByRole("button").first().click();
      const told = await page.locator("#told").textContent();
      if (!told.startsWith("Written: ")) fault(path, `the live region says ${told}`);
      if (!(await page.getByRole("link", { name: /Open a mail/ }).count())) fault(path, "no link to a mail has a name");
      await tookOrder(page, path, "tree");
    }
    const snapshot = await page.locator("body").ariaSnapshot();
    for (const wanted of ["What you are asked", "The map", "What happened", "The board in words"]) {
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

  // Milliseconds until the page can be used, with the processor four times as slow.
  async time(path) {
    const page = await opened(path);
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await page.reload();
    const time = await page.evaluate(() => performance.getEntriesByName("ready")[0].startTime);
    found.times.push({ path, time: Math.round(time) });
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
for (const [number, { path, how }] of plan.pages.entries()) {
  for (const one of how) await ways[one](path, number);
}
await browser.close();
console.log(JSON.stringify(found));
