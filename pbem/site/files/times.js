// Times of the page in the zone of whoever reads it; as they were written, in UTC, where a pointer rests on one.
const year = new Date().getFullYear();
for (const one of document.querySelectorAll("time")) {
  const time = new Date(one.dateTime), other = time.getFullYear() !== year;
  one.title = one.textContent + " UTC";
  one.textContent = time.toLocaleString(undefined, {
    day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23", ...(other && {year: "numeric"}),
  });
}
for (const one of document.querySelectorAll(".zone"))
  one.textContent = `Times are those of ${Intl.DateTimeFormat().resolvedOptions().timeZone}.`;
