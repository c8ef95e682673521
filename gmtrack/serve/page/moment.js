// The moment on the players' page: what has just happened, before all else; how one's own combatant
// stands; who needs help; and what one can do when it is one's turn. `page.js` has the elements.
"use strict";

const HIT_PULSE = [120, 60, 240]; // ms of a phone that is felt when its own combatant is hurt
const TURN_PULSE = [80, 60, 80]; // ms of one whose turn begins

const NOT_NOW = "Not now: it is not your turn any more, or it cannot be done.";

let lastMoment = null; // the moment that was shown, as text; null before the first
let feltAt = -Infinity; // when one's own combatant was hurt last
let hadTurn = false; // whether it was one's own turn in the last document
let ownTracks = []; // one's own tracks, as they came last

const ownRow = (doc) => doc?.rows.find((row) => doc.you !== undefined && row.name === doc.you.name);

/** What has just happened, in words to whoever reads it. Hidden before anything has. */
function showMoment(doc) {
  const moment = doc.moment ?? null;
  const name = doc.you?.name ?? "";
  const lines = moment === null ? [] : lookup(moment.own, name) || moment.lines;
  const text = lines.map((line) => (/[.!?]$/.test(line) ? line : `${line}.`)).join(" ");
  the("result").classList.toggle("felt", moment?.felt.includes(name) ?? false);
  write("result", text);
  const now = JSON.stringify(moment);
  if (lastMoment !== null && lastMoment !== now && moment?.felt.includes(name)) {
    pulse(HIT_PULSE);
    feltAt = performance.now();
    tellUnseenMoment();
  }
  lastMoment = now;
}

/** Whoever is hurt reads it, wherever they have scrolled to, and above a question that covers it. */
function tellUnseenMoment() {
  const isNew = performance.now() - feltAt < NOTICE;
  if (!television && isNew && !isInSight(the("result"))) notice(the("result").textContent);
}

/** Whether all of an element can be seen: it is neither scrolled away nor below the sheet. */
function isInSight(element) {
  const { top, bottom } = element.getBoundingClientRect();
  const sheet = the("question");
  return top >= 0 && bottom <= (sheet.hidden ? innerHeight : sheet.getBoundingClientRect().top);
}

/** How one's own combatant stands, across the panel, and which friends need help. */
function showFate(doc) {
  const own = ownRow(doc);
  write("fate", own?.out ? own.status : "");
  const hurt = doc.you === undefined ? [] : doc.rows.filter((row) => row.urgent && row !== own);
  const needs = hurt.map((row) => make("li", "", named(row.name), ` needs help: ${row.status}`));
  the("needs").replaceChildren(...needs);
  drawOwnTracks(doc);
}

/** Draw one's own tracks. Boxes that were lost just now are marked as in one's row. */
function drawOwnTracks(doc) {
  const known = new Map((ownRow(doc)?.tracks ?? []).map((track) => [track.label, track]));
  const withNews = (track) => {
    const same = known.get(track.label);
    return same?.text === track.text ? { ...track, segments: same.segments } : track;
  };
  the("own-tracks").replaceChildren(...ownTracks.map(withNews).map(trackOf));
  the("own-tracks").hidden = !ownTracks.length;
}

/** One's turn is felt when it begins, and what one can do is open then. */
function greetTurn(doc) {
  const yours = isYours(doc);
  document.documentElement.classList.toggle("on-turn", yours);
  if (yours && !hadTurn) {
    the("can").open = true;
    if (lastMoment !== null) pulse(TURN_PULSE);
  }
  if (!yours && hadTurn) the("can").open = false;
  hadTurn = yours;
}

/** Browsers allow a phone to shake only once somebody has touched the page. */
function pulse(times) {
  if (!television && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(times);
}

/** Something that one can do, with its cost. In one's own turn it can be tapped, and then whom it is
 * done to; the GM has it at the prompt then, and nothing is done before the GM says so. */
function optionToDo([text, cost, targets = []], acts) {
  const words = [text, ...(cost ? [" ", make("b", "", cost)] : [])];
  if (!acts) return make("li", "", ...words);
  const button = make("button", "can", ...words);
  button.type = "button";
  const item = make("li", "", button);
  if (!targets.length) {
    button.addEventListener("click", () => propose(text, ""));
    return item;
  }
  const whom = make("div", "whom", ...targets.map((target) => targetToPropose(text, target)));
  whom.hidden = true;
  button.setAttribute("aria-expanded", "false");
  button.addEventListener("click", () => {
    whom.hidden = !whom.hidden;
    button.setAttribute("aria-expanded", String(!whom.hidden));
  });
  item.append(whom);
  return item;
}

function targetToPropose(text, target) {
  const button = make("button", "", named(target));
  button.type = "button";
  button.addEventListener("click", () => propose(text, target));
  return button;
}

async function propose(text, target) {
  const why = await post("propose", JSON.stringify({ text, target }));
  if (why === "") {
    notice(`The GM has it: ${joined(", ", [text, target])}`);
    for (const whom of document.querySelectorAll(".whom")) whom.hidden = true;
    for (const open of document.querySelectorAll(".can[aria-expanded]")) open.setAttribute("aria-expanded", "false");
  } else notice(why === null ? NOT_NOW : why ?? NO_CONNECTION);
}
