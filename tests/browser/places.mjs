// The site as it lies on a disk, on a web server, and on paper: node places.mjs SCREENS SITE URL [FILM…]
// SITE is its folder, URL where a server gives the same, FILM a page of a whole game by itself.  From both every link is followed, the film of every game plays,
// and its address tells where it stands.  On paper nothing is dark, nothing is cut, and there is nothing to click.
// Leaves SCREENS/*.pdf, and fails on what it finds.
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [screens, folder, served, ...alone] = process.argv.slice(2);
const PAPER = { width: 718, height: 1046 };  // of A4 within margins of a centimetre, in points of a screen

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
});
const faults = [];
let pages = 0, films = 0, sheets = 0, sinces = 0;
const fault = (url, text) => faults.push(`${url}: ${text}`);

async function opened(url, options = {}) {
  const page = await browser.newPage(options);
  page.on("pageerror", (error) => fault(url, error.message));
  page.on("requestfailed", (request) => fault(url, `did not get ${request.url()}`));
  page.on("response", (answer) => { if (answer.status() >= 400) fault(url, `${answer.status()} for ${answer.url()}`); });
  await page.goto(url);
  return page;
}

// the film's own place, and what its address says
const standing = (page) => page.evaluate(() => [document.getElementById("slider").value, location.hash]);
const ready = (page) => page.waitForFunction(() => !document.getElementById("controls").hidden, null, { timeout: 20000 });

async function played(url) {
  const page = await opened(url);
  await ready(page);
  const last = await page.getAttribute("#slider", "max");
  const steps = [["Home", "0"], ["ArrowRight", "1"], ["ArrowLeft", "0"], ["End", last]];
  for (const [key, wanted] of steps) {
    await page.keyboard.press(key);
    const [at, hash] = await standing(page);
    if (at !== wanted || hash !== `#${wanted}`) fault(url, `${key} leads to ${at} and ${hash}, not to ${wanted}`);
  }
  for (const button of await page.$$("#since button")) {
    const name = await button.textContent();
    await page.keyboard.press("Home");
    await button.click();
    const [at, hash] = await standing(page), from = Number((/^#since-(\d+)$/.exec(hash) || [])[1]);
    const headings = await page.$$eval("#told h3", (all) => all.map((one) => one.textContent));
    if (at !== last || headings.length !== last - from || !headings[0].startsWith(`Entry ${from + 1} of`))
      fault(url, `"${name}" leads to ${at} and ${hash}, and tells ${headings.length} entries from "${headings[0]}"`);
    sinces++;
    await page.evaluate(() => document.activeElement.blur());
  }
  await page.close();
  for (const [hash, wanted] of [["#1", "1"], ["#since-0", last]]) {
    const again = await opened(url + hash);
    await ready(again);
    const [at] = await standing(again);
    if (at !== wanted) fault(url + hash, `opens at ${at}, not at ${wanted}`);
    const story = await again.textContent("#told");
    if (hash === "#since-0" && !story.includes("Entry 1 of")) fault(url + hash, "does not tell entry 1");
    await again.close();
  }
  films++;
}

async function printed(url, name) {
  const page = await opened(url, { viewport: PAPER, colorScheme: "dark" });
  if (await page.$("#slider")) await ready(page);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  for (const text of await page.evaluate(() => {
    const found = [], page = document.documentElement;
    if (page.scrollWidth > window.innerWidth) found.push(`is ${page.scrollWidth - window.innerWidth} points too wide for paper`);
    const light = (colour) => {
      const [red, green, blue, alpha] = colour.match(/[\d.]+/g).map(Number);
      return alpha === 0 || red + green + blue > 600;
    };
    for (const node of document.body.querySelectorAll("*")) {
      const style = getComputedStyle(node), shown = node.checkVisibility && node.checkVisibility();
      if (!shown || node.closest("svg")) continue;
      if (!light(style.backgroundColor)) found.push(`prints ${node.tagName} on ${style.backgroundColor}`);
      if (light(style.color) && !/rgba\(.*, 0\)/.test(style.color)) found.push(`prints ${node.tagName} in ${style.color}`);
      if (/^(BUTTON|INPUT|NAV)$/.test(node.tagName)) found.push(`prints ${node.tagName} ${node.id}`);
      const cut = /auto|scroll|hidden/.test(style.overflowX + style.overflowY)
        && (node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1);
      if (cut && !node.classList.contains("aside")) found.push(`cuts ${node.tagName} ${node.className || node.id}`);
    }
    return found.slice(0, 5);
  })) fault(url, text);
  await page.pdf({ path: `${screens}/${name}.pdf`, format: "A4", printBackground: true,
    margin: { top: "1cm", bottom: "1cm", left: "1cm", right: "1cm" } });
  await page.close();
  sheets++;
}

for (const start of [pathToFileURL(folder).href + "/index.html", served]) {
  const root = new URL(".", start).href, due = [start], known = new Set(due);
  while (due.length) {
    const url = due.shift(), page = await opened(url);
    pages++;
    const links = await page.$$eval("a[href]", (all) => all.map((one) => one.href.split("#")[0]));
    const film = await page.$("#slider");
    await page.close();
    if (film) await played(url);
    if (start !== served && !/turn-/.test(url)) await printed(url, url.slice(root.length).replace(/\W+/g, "-"));
    for (const link of links)
      if (link.startsWith(root) && link.endsWith(".html") && !known.has(link)) { known.add(link); due.push(link); }
  }
}
for (const path of alone) {
  const url = pathToFileURL(path).href;
  pages++;
  await played(url);
  await printed(url, url.slice(url.lastIndexOf("/") + 1).replace(/\W+/g, "-"));
}
await browser.close();
for (const one of faults) console.log(one);
console.log(`${pages} pages from a disk and from a server, ${films} films, ${sinces} times since an order, ${sheets} pages on paper: ${faults.length} faults.`);
process.exit(faults.length ? 1 : 0);
