// Opens pages in headless Chromium and looks at them as people do: node check.mjs SCREENSHOTS PAGE.html...
// Fails on a violation that axe-core finds, on a page that is wider than a phone, on any request to elsewhere or script error.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const [screens, ...pages] = process.argv.slice(2);
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
const faults = [];
for (const path of pages) {
  const name = `${basename(dirname(path))}-${basename(path, ".html")}`;
  for (const look of LOOKS) {
    const page = await browser.newPage({
      viewport: { width: look.width, height: look.height }, colorScheme: look.colorScheme,
    });
    const own = pathToFileURL(path).href;
    page.on("pageerror", (error) => faults.push(`${name} (${look.name}): ${error.message}`));
    page.on("request", (request) => {
      const beside = own.slice(0, own.lastIndexOf("/") + 1); // a page of the site has its film and its plots there
      if (!request.url().startsWith(beside)) faults.push(`${name} (${look.name}) asks for ${request.url()}`);
    });
    await page.goto(own);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (wide > 0) faults.push(`${name} (${look.name}) is ${wide} points wider than the screen`);
    await page.evaluate(axe);
    const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
    for (const row of found.violations) {
      const where = row.nodes.slice(0, 3).map((node) => node.target.join(" ")).join("; ");
      faults.push(`${name} (${look.name}) ${row.id}: ${row.help}: ${where}`);
    }
    await page.screenshot({ path: `${screens}/${name}-${look.name}.png`, fullPage: look.name !== "dark" });
    await page.close();
  }
}
await browser.close();
for (const fault of faults) console.log(fault);
console.log(`${pages.length} pages in ${LOOKS.length} looks: ${faults.length} faults.`);
process.exit(faults.length ? 1 : 0);
