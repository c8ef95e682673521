// A television: nobody scrolls it, so that the page takes the form in which the whole fight fits,
// with letters that can be read across a room. What does not fit is counted.
"use strict";

const LARGEST = 1.5; // of the letters, as a share of what the style gives
const SMALLEST = 0.5;
const STEP = 0.05;
const READABLE = 28; // px of a name, at least, on a screen of this width and more
const WIDE = 1200; // px

let isTableAsked = false; // whether the table waits for somebody

/** The form with the story beside the order if that fits, else two columns without the dead, else
 * without those who matter least. */
function fit() {
  if (!television) return;
  if (document.documentElement.classList.contains("in-lobby")) {
    document.documentElement.style.setProperty("--scale", "1");
    return;
  }
  const rows = [...the("order").children];
  if (innerWidth < WIDE) fitForm(false, rows);
  else if (!fitForm(false, rows) && !fitForm(true, rows)) leaveOut(rows);
  hideCutRolls();
  document.querySelector(".acting")?.scrollIntoView({ block: "nearest" });
}

/** Half a die tells nothing. */
function hideCutRolls() {
  const rolls = [...the("rolls").children];
  for (const roll of rolls) roll.hidden = false;
  if (!document.documentElement.classList.contains("dense")) return;
  const { bottom } = the("last").getBoundingClientRect();
  for (const roll of rolls) roll.hidden = roll.getBoundingClientRect().bottom > bottom;
}

/** Whether the fight fits in this form, with letters as large as it allows. */
function fitForm(isDense, rows) {
  const root = document.documentElement;
  root.classList.toggle("dense", isDense);
  tellMoment(isDense);
  for (const row of rows) row.hidden = isDense && isGone(row);
  countRows(rows);
  // Larger letters are worth less than whole words.
  if (isDense && findScale(() => fits() && !cutsWords(rows))) return true;
  if (findScale(fits)) return true;
  if (innerWidth < WIDE) return false;
  root.style.setProperty("--scale", leastScale().toFixed(3));
  return fits();
}

/** Whether something holds for letters that can be read; they are as large then as they can be. */
function findScale(holds) {
  for (let scale = LARGEST; scale >= SMALLEST; scale -= STEP) {
    document.documentElement.style.setProperty("--scale", scale.toFixed(2));
    if (innerWidth >= WIDE && nameSize() < READABLE) return false;
    if (holds()) return true;
  }
  return false;
}

/** Whether a name, or how somebody is, stands there in part. */
const cutsWords = (rows) => rows.some((row) => !row.hidden
  && [...row.querySelectorAll(".head .name, .head .word")].some((one) => one.scrollWidth > one.clientWidth + 1));

const fits = () => document.documentElement.scrollHeight <= innerHeight;
const isGone = (row) => row.classList.contains("out") && !row.classList.contains("urgent");

/** The letters of a name in px. */
const nameSize = () => rootSize() * (document.documentElement.classList.contains("dense") ? 1 : 1.2);
const rootSize = () => parseFloat(getComputedStyle(document.documentElement).fontSize);

/** The scale at which a name can just be read; on a small screen that of the style. */
function leastScale() {
  const scale = parseFloat(document.documentElement.style.getPropertyValue("--scale"));
  const least = Math.ceil((1000 * scale * READABLE) / nameSize()) / 1000;
  return Math.max(SMALLEST, Math.min(1, least));
}

/** Leave rows out, from the end, until the rest fits: first foes, never those who act or need help. */
function leaveOut(rows) {
  const isFriend = (row) => row.querySelector(".track") !== null;
  const shown = rows.filter((row) => !row.hidden && !row.matches(".acting, .urgent")).reverse();
  const order = [...shown.filter((row) => !isFriend(row)), ...shown.filter(isFriend)];
  for (const row of order) {
    row.hidden = true;
    countRows(rows);
    if (fits()) return;
  }
}

/** Two columns of equal length; who is not in them is named or counted. */
function countRows(rows) {
  const shown = rows.filter((row) => !row.hidden);
  const nameOf = (row) => row.querySelector(".name").textContent;
  const gone = rows.filter((row) => row.hidden && isGone(row)).map(nameOf);
  const more = rows.length - shown.length - gone.length;
  the("order").style.setProperty("--rows", String(Math.ceil(shown.length / 2)));
  write("folded", joined(" · ", [more && `and ${more} more`, gone.length && `out: ${gone.join(", ")}`]));
}

/** What came of the last command stands large below the turn. In two columns there is no room for
 * that, and it takes the place of the line that tells the deed. While somebody is asked, what they
 * are asked about matters more. */
function tellMoment(isDense) {
  const told = fight === null ? "" : momentText(fight);
  the("result").hidden = isDense || isTableAsked;
  write("line", (isDense && told) || (fight?.last?.line ?? ""));
}

/** What came of the last command, to whom it may concern. */
const momentText = (doc) => (doc.moment?.lines ?? []).map((line) => (/[.!?]$/.test(line) ? line : `${line}.`)).join(" ");

/** Who is waited for, for what, and the dice that have fallen so far. */
function showTable({ waits, about, fallen }) {
  isTableAsked = waits.length + fallen.length > 0;
  the("table").hidden = !television || !isTableAsked;
  showLobby();
  write("table-about", about);
  const rolls = fallen.map(({ who, dice }) => rollOf({ who, what: "", dice, good: [] }));
  the("fallen").replaceChildren(...rolls);
  the("waits").replaceChildren(...(waits.length ? ["waiting for ", ...listed(waits)] : []));
  fit();
}
