// Opens pages in headless Chromium and looks at them as people do: node check.mjs SCREENSHOTS SITE PAGE.html...
// Fails on a violation that axe-core finds, on a page that is wider than a phone, on any request to elsewhere or script error.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const [screens, folder, ...pages] = process.argv.slice(2);
const site = pathToFileURL(folder).href + "/";
const LOOKS = [
  { name: "wide", width: 1200, height: 900, colorScheme: "light" },
  { name: "phone", width: 360, height: 740, colorScheme: "light" },
  { name: "dark", width: 360, height: 740, colorScheme: "dark" },
];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
});
const faults = [], keys = [];
for (const path of pages) {
  const name = `${basename(dirname(path))}-${basename(path, ".html")}`;
  for (const look of LOOKS) {
    const page = await browser.newPage({
      viewport: { width: look.width, height: look.height }, colorScheme: look.colorScheme,
    });
    const own = pathToFileURL(path).href;
    page.on("pageerror", (error) => faults.push(`${name} (${look.name}): ${error.message}`));
    page.on("request", (request) => {
      // a page of the site has its film, its pictures and what pages share there
      if (!request.url().startsWith(site)) faults.push(`${name} (${look.name}) asks for ${request.url()}`);
    });
    await page.goto(own);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (wide > 0) faults.push(`${name} (${look.name}) is ${wide} points wider than the screen`);
    if (await page.$("#slider")) {
      const since = performance.now(); // until the film answers a key: from the last frame to the first
      await page.waitForFunction(() => !document.getElementById("controls").hidden);
      await page.keyboard.press("Home");
      await page.waitForFunction(() => document.getElementById("slider").value === "0");
      keys.push(Math.round(performance.now() - since));
      if (!(await page.$$eval("[data-slot]", (slots) => slots.length))) faults.push(`${name} (${look.name}) has no map`);
      await page.keyboard.press("End");
    }
    {
      const broken = await page.$$eval("img", (all) => all.filter((one) => one.complete && !one.naturalWidth).map((one) => one.src));
      for (const one of broken) faults.push(`${name} (${look.name}) does not show ${one}`);
    }
    await page.evaluate(axe);
    // what is behind a letter of a map is painted by fill, of which axe knows nothing: it takes the paper for it
    const runs = [
      [{ include: ["html"] }, { rules: { "color-contrast": { enabled: false } } }],
      [{ include: ["html"], exclude: ["svg.map"] }, { runOnly: ["color-contrast"] }],
    ];
    const violations = [];
    for (const [looked, rules] of runs) {
      const one = await page.evaluate(([looked, options]) => window.axe.run(looked, options), [looked,
        { ...rules, resultTypes: ["violations"] }]);
      violations.push(...one.violations);
    }
    for (const row of violations) {
      const where = row.nodes.slice(0, 3).map((node) => node.target.join(" ")).join("; ");
      faults.push(`${name} (${look.name}) ${row.id}: ${row.help}: ${where}`);
    }
    await page.screenshot({ path: `${screens}/${name}-${look.name}.png`, fullPage: look.name !== "dark" });
    await page.close();
  }
}
await browser.close();
for (const fault of faults) console.log(fault);
console.log(`The film answered a key after ${keys.sort((a, b) => a - b)} ms.`);
console.log(`${pages.length} pages in ${LOOKS.length} looks: ${faults.length} faults.`);
process.exit(faults.length ? 1 : 0);
