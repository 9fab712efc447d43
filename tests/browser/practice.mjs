// A first game against robots, as somebody plays who takes the first thing that is offered: node practice.mjs PLAN.json FOUND.jsonl
// PLAN is {"games": [{"title", "address"}], "turns", "screens"}: addresses as `pbem practice` prints them; FOUND gets a line for
// each game: faults, and the clicks of each turn.  Screenshots of each turn are left in SCREENS, wide and as a phone has it.
import { appendFileSync, readFileSync } from "node:fs";
import { chromium } from "playwright-core";

const plan = JSON.parse(readFileSync(process.argv[2], "utf8"));
const LOOKS = [["wide", 1280, 900], ["phone", 390, 844]];
const MOST = 60; // clicks of a turn
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
});

async function look(page, title, turn, faults) {
  for (const [name, width, height] of LOOKS) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo(0, 0));
    for (const fullPage of [true, false]) await page.screenshot({ path: `${plan.screens}/practice-${title}-${turn}-${name}${fullPage ? "" : "-top"}.png`, fullPage });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (wide > 0) faults.push(`${title}, turn ${turn}: the page is ${wide} wider than a ${name} screen`);
  }
  await page.setViewportSize({ width: LOOKS[0][1], height: LOOKS[0][2] });
}

// One click further: what ends a step is taken before what begins one, an answer before what leads to others.
function step() {
  const section = [...document.querySelectorAll(".question")].find((one) => !one.hidden);
  if (!section) return "";
  const named = (selector) => [...section.querySelectorAll(`.composer ${selector}`)].find((one) => !one.closest("details:not([open])"));
  const button = section.dataset.written ? null : named("[data-done]") || named("[data-skip]") || named("[data-value]") || named("[data-part]")
    || [...section.querySelectorAll("[data-form]")].find((one) => !one.textContent.match(/typed|^Pass/)) || named("[data-answer]");
  if (button) button.click();
  return button ? button.textContent : "";
}

async function played({ title, address }) {
  const faults = [], clicks = [], context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => { if (message.type() === "error") faults.push(message.text()); });
  page.on("request", (request) => { if (!request.url().startsWith(address) && !request.url().startsWith("data:")) faults.push(`asks for ${request.url()}`); });
  await page.goto(address);
  for (let turn = 1; turn <= plan.turns; turn += 1) {
    const trail = [];
    while (trail.length < MOST) {
      const clicked = await page.evaluate(step);
      if (!clicked) break;
      trail.push(clicked);
    }
    await look(page, title, turn, faults);
    clicks.push(trail);
    await page.click("#tabs button:has-text('After the dice')");
    if (turn === plan.turns && await page.$("#try")) {
      const [text] = await Promise.all([page.inputValue("#order-text"), page.waitForNavigation(), page.click("#try")]);
      const isRefused = Boolean(await page.$("header .warn"));
      if (await page.inputValue("#order-text") !== text) faults.push(`${title}, turn ${turn}: what was written is lost by a rehearsal`);
      if (isRefused === Boolean(await page.$("#boards li"))) faults.push(`${title}, turn ${turn}: a rehearsal leads to no board`);
      if (!isRefused) await page.click("#boards [data-board]");
      await look(page, title, `${turn}-rehearsed`, faults);
    }
    const head = await page.textContent("title");
    await Promise.all([page.waitForNavigation(), page.click("#send")]);
    if (await page.$("header .warn")) { // refused: only a line that check has to look at may be
      if (await page.getAttribute(".question", "data-look") === "no") faults.push(`${title}, turn ${turn}: ${await page.textContent("header")}`);
      await page.click("#start-over");
      await page.evaluate(() => document.querySelector(".composer [data-answer]").click());
      await Promise.all([page.waitForNavigation(), page.click("#send")]);
    }
    if (await page.textContent("title") === head) faults.push(`${title}, turn ${turn}: the game stands still`);
  }
  await look(page, title, plan.turns + 1, faults);
  await Promise.all([page.waitForNavigation(), page.click("text=The whole game as a film")]);
  if (!(await page.$("#slider"))) faults.push(`${title}: the film is not there`);
  await context.close();
  return { title, faults, clicks };
}

for (const game of plan.games) appendFileSync(process.argv[3], `${JSON.stringify(await played(game))}\n`);
await browser.close();
