// How long the film of a game takes to answer a key: node key.mjs PAGE.html...
// Prints the milliseconds of each page in each of three looks, as a JSON list: from the page being there, its film still
// to be unpacked, to the first frame, which the key Home asks for at the last one.
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const LOOKS = [{ width: 1280, height: 900 }, { width: 390, height: 844 }, { width: 390, height: 844, colorScheme: "dark" }];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
});
const times = [];
for (const path of process.argv.slice(2))
  for (const { colorScheme, ...viewport } of LOOKS) {
    const page = await browser.newPage({ viewport, colorScheme });
    await page.goto(pathToFileURL(path).href);
    const since = performance.now();
    await page.waitForFunction(() => !document.getElementById("controls").hidden);
    await page.keyboard.press("Home");
    await page.waitForFunction(() => document.getElementById("slider").value === "0");
    times.push(Math.round(performance.now() - since));
    await page.close();
  }
await browser.close();
console.log(JSON.stringify(times));
