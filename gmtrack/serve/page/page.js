// The players' page: follows a fight (`live`). What the player whose link it is sends is in
// question.js, what a reader may set in settings.js. Whatever comes is put on the page as text,
// never as HTML.
"use strict";

const HEARTBEAT = 1_500; // ms between two signs of life of the server
const QUIET = 4_500; // ms without a byte after which the connection is given up
const AGAIN = 2_000; // ms before the next try
const SELDOM = 10_000; // ms before the next try of an address that is not known
const NOTICE = 8_000; // ms for which a notice stays
const BLINK = 1_000; // ms between the two titles of a page that nobody looks at
const MOST_FACES = 20; // more sides than that are typed
const MOST_BOXES = 30; // longer tracks are drawn in proportion
const TEN = 10; // the die whose ten is typed as 0
const TELEVISION_LINES = 10; // of the story, where nobody can scroll

const KINDS = {
  full: "full", lost: "lost", empty: "full", bruise: "bruise", bashing: "bruise", lethal: "lethal",
  strain: "strain", unusable: "unusable", counter: "counter",
};
const LEFT = ["full", "empty"]; // kinds of boxes that nothing has befallen yet
const HEALTH = { "unhurt": "unhurt", "hurt": "hurt", "badly hurt": "badly", "down": "down" };
const NOTHING = ["", "-"]; // in a column of the board
const SIGNS = { acting: ["▶", "acts now: "], done: ["✓", "has acted: "], waiting: ["", ""] };
const SIDES = { pc: "", ally: "ally", foe: "foe" };

const LINKS = {
  first: "Connecting…",
  live: "",
  lost: "Connection lost, trying again… This is how the fight stood.",
  gone: "The GM has stopped sharing the fight. It may go on at another address.",
  unknown: "This address is not shared any more. Ask the GM for the new one.",
  full: "Too many are watching, trying again…",
};
const STALE = "One moment… This is how the fight stood.";
const REFUSED = { 404: "unknown", 429: "full", 503: "full" };

const NO_HAND = "No connection to the GM: it is not known whether your hand has changed.";

const wished = new URLSearchParams(location.search);
const television = wished.has("big");
const calm = matchMedia("(prefers-reduced-motion: reduce)");

// --- elements ---

const the = (id) => document.getElementById(id);

/** An element with a class and children; strings become text. */
function make(tag, className, ...children) {
  const found = document.createElement(tag);
  if (className) found.className = className;
  found.append(...children);
  return found;
}

/** What a table has for a word; nothing for a word that it does not know. */
const lookup = (table, word) => (Object.hasOwn(table, word) ? table[word] : "");

const unseen = (text) => make("span", "unseen", text);

/** A name between spaces of its own, whichever way it is written. */
const named = (name) => make("bdi", "name", name);

/** Those texts that say something, with a sign between them. */
const joined = (between, texts) => texts.filter(Boolean).join(between);

/** What has come, without the marks that turn the text after them around. Scripts that run from
 * right to left do so without. */
function parsed(json) {
  const unturned = (text) => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, "");
  return JSON.parse(json, (_, value) => (typeof value === "string" ? unturned(value) : value));
}

/** Names with commas between them. */
const listed = (names) =>
  names.flatMap((name, place) => (place ? [", ", named(name)] : [named(name)]));

/** Put text where it is not yet: what is said twice is read out twice. */
function write(id, text) {
  if (the(id).textContent !== text) the(id).textContent = text;
}

// --- the connection ---

let link = "first";
let fight = null; // the last document that came
let attempt = new AbortController();
let alarm = 0;
let lastByte = 0;
let wake = () => {};
let soon = false; // whether the next try is made at once

function linked(state) {
  link = state;
  write("link", LINKS[state] || (fight?.stale ? STALE : ""));
}

/** Stay connected for as long as the page is open. */
async function stay() {
  for (;;) {
    try {
      await follow();
    } catch (error) {
      if (REFUSED[error.status]) linked(REFUSED[error.status]);
    }
    // A server that has said goodbye is not lost, however often it cannot be reached.
    if (link === "live" || link === "first") linked("lost");
    if (!soon) await pause(link === "unknown" ? SELDOM : AGAIN);
    soon = false;
  }
}

function pause(time) {
  return new Promise((done) => {
    wake = done;
    setTimeout(done, time);
  });
}

/** Take what comes until the connection ends. Comments are read too, which EventSource hides: they
 * alone tell a quiet fight from a dead connection. */
async function follow() {
  attempt = new AbortController();
  heard();
  try {
    const headers = { Accept: "text/event-stream" };
    const answer = await fetch("live", {
      headers, signal: attempt.signal, cache: "no-store", redirect: "error",
    });
    if (!answer.ok) throw Object.assign(new Error("refused"), { status: answer.status });
    await read(answer.body.getReader());
  } finally {
    clearTimeout(alarm);
    attempt.abort();
  }
}

function heard() {
  lastByte = Date.now();
  clearTimeout(alarm);
  alarm = setTimeout(() => attempt.abort(), QUIET);
}

async function read(reader) {
  const decoder = new TextDecoder();
  const event = { kind: "", data: [] };
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    heard();
    // A carriage return at the end may be the first half of a line's end.
    const lines = (rest + decoder.decode(value, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop();
    for (const line of lines) takeLine(event, line);
  }
}

function takeLine(event, line) {
  if (line === "") {
    takeEvent(event.kind, event.data.join("\n"));
    event.kind = "";
    event.data = [];
  } else if (line.startsWith("event:")) {
    event.kind = line.slice("event:".length).trim();
  } else if (line.startsWith("data:")) {
    event.data.push(line.slice("data:".length));
  }
}

function takeEvent(kind, data) {
  if (kind === "fight") showFight(parsed(data));
  if (kind === "asked") showQuestion(parsed(data));
  if (kind === "own") showOwn(parsed(data));
  if (kind === "hand") showHand(parsed(data));
  if (kind === "lobby") takeLobby(parsed(data));
  if (kind === "table") showTable(parsed(data));
  if (kind === "taken") showTakenName();
  if (kind === "moved") moveOut(parsed(data));
  if (kind === "gone") goodbye();
}

function goodbye() {
  linked("gone");
  showQuestion(null, "");
  attempt.abort();
}

/** Ask for the newest state at once. */
function reconnect() {
  soon = true;
  attempt.abort();
  wake();
}

/** Somebody looks at the page again, maybe after hours of sleep. */
function lookAgain() {
  if (document.hidden) return;
  soon = Date.now() - lastByte > HEARTBEAT * 1.2;
  if (soon) attempt.abort();
  wake();
  titled();
}

// --- the fight ---

let saidTurn = "";
let longest = 0; // boxes of the longest track of the fight

/** All of it is made before any is shown: what cannot be read changes nothing. */
function showFight(doc) {
  longest = longestOf(doc.rows.flatMap((row) => row.tracks));
  const rows = doc.rows.map((row) => rowOf(row, doc.you?.name));
  const tracks = (doc.tracks ?? []).map(trackOf);
  const rolls = (doc.last?.dice ?? []).map(rollOf);
  const story = storyOf(television ? latest(doc.story) : doc.story);
  const clock = doc.clock.map((pair) => joined(" ", pair)).join(" · ");
  showTurn(doc, clock);
  showEnding(doc);
  the("title").replaceChildren(named(doc.title));
  the("clock").textContent = clock;
  the("tracks").replaceChildren(...tracks);
  the("tracks").hidden = !tracks.length;
  the("order").replaceChildren(...rows);
  the("last").hidden = !doc.last;
  the("line").textContent = doc.last?.line ?? "";
  the("rolls").replaceChildren(...rolls);
  showStory(story);
  the("fight").hidden = false;
  fight = doc;
  greetTurn(doc);
  showMoment(doc);
  showLobby();
  showFate(doc);
  linked("live");
  titled();
  fit();
}

const isYours = (doc) => doc.you !== undefined && doc.turn.now.includes(doc.you.name);

function showTurn(doc, clock) {
  const { now, next, left } = doc.turn;
  const yours = isYours(doc);
  const nobody = turnOfNobody(doc) || clock;
  the("whose").textContent = whoseTurn(doc, yours);
  the("now").replaceChildren(...(now.length ? listed(now) : [nobody]));
  the("now").classList.toggle("long", now.join(", ").length > 18);
  the("turn").classList.toggle("yours", yours);
  the("left").textContent = left && `left: ${left}`;
  the("next").replaceChildren(...(next.length ? ["next: ", ...listed(next)] : []));
  sayTurn(doc, clock);
}

const hasTurns = (doc) => doc.begun !== false && !doc.over;

/** Whose turn it is as long as nobody acts whom players see: that of all, or the GM's. */
const turnOfNobody = (doc) => (hasTurns(doc) ? doc.turn.everybody || "The GM’s turn" : "");

function whoseTurn(doc, yours) {
  if (doc.turn.now.length === 0) return hasTurns(doc) ? "Acting now" : "The fight";
  return yours ? "Your turn" : "Acting now";
}

/** The end of a fight, in place of whose turn it is. */
function showEnding(doc) {
  const over = doc.over ?? null;
  the("ending").hidden = over === null;
  the("turn").hidden = over !== null;
  if (over === null) return;
  const parts = [
    ["still standing", over.stand.join(", ")], ["fell", over.fell.join(", ")],
    ["best shot", over.best], ["put down by", over.downed.join("; ")],
  ];
  const told = parts.filter(([, text]) => text);
  the("summary").replaceChildren(...told.flatMap(([label, text]) => [make("dt", "", label), make("dd", "", text)]));
}

/** For those who hear the page: the turn, once for each change, and not the whole board. */
function sayTurn(doc, clock) {
  const { now, next } = doc.turn;
  const turn = JSON.stringify([clock, now]);
  if (turn === saidTurn) return;
  saidTurn = turn;
  const other = now.length ? `acting now: ${now.join(", ")}` : turnOfNobody(doc);
  const whose = isYours(doc) ? "" : other;
  const yours = isYours(doc) ? "your turn" : "";
  const then = next.length ? `next: ${next.join(", ")}` : "";
  write("said", joined("; ", [clock, whose, yours, then]));
}

// --- the turn order ---

/** A combatant. On a phone an unhurt one takes one line, and so does one's own: the panel above has
 * the rest. */
function rowOf(row, own) {
  const isOwn = !television && row.name === own;
  const isBrief = isOwn || (!television && isWhole(row));
  const tracks = isBrief ? row.tracks.filter((track) => isCounter(track) && !isOwn) : row.tracks;
  const conditions = isOwn ? [] : row.conditions;
  const found = make("li", row.urgent ? "row urgent" : row.out ? "row out" : "row", headOf(row, isBrief));
  if (row.acting) {
    found.classList.add("acting");
    found.setAttribute("aria-current", "true");
  }
  if (isBrief) found.classList.add("brief");
  if (television && isWhole(row)) found.classList.add("whole");
  if (tracks.length) found.append(make("div", "tracks", ...tracks.map(trackOf)));
  if (conditions.length) found.append(conditionsOf(conditions));
  return found;
}

/** Whether nothing is lost of somebody whose tracks are known. */
const isWhole = (row) => row.tracks.length > 0 && row.health === "unhurt"
  && row.tracks.every((track) => track.segments.every((part) => part[1] === 0 || isLeft(part)));

function headOf(row, isBrief) {
  const words = [signOf(row), named(row.name)];
  const side = lookup(SIDES, row.side);
  if (side) words.push(make("span", "side", side));
  const cells = row.cells.filter(([, text]) => !NOTHING.includes(text)).map(cellOf);
  if (cells.length) words.push(make("span", "cells", ...cells));
  words.push(...standingOf(row, isBrief));
  return make("p", "head", ...words.flatMap((word) => [word, " "]));
}

function signOf(row) {
  const [sign, meaning] = SIGNS[row.acting ? "acting" : row.done ? "done" : "waiting"];
  const drawn = make("span", "", sign);
  drawn.setAttribute("aria-hidden", "true");
  return make("span", "mark", drawn, unseen(meaning));
}

const cellOf = ([label, text]) => make("span", "cell", `${label} `, make("b", "", text));

/** A word for how somebody stands, where no bars say it or there is more to say. */
function standingOf(row, isBrief) {
  const status = ["up", row.health].includes(row.status) ? "" : row.status;
  const health = row.tracks.length && !isBrief ? "" : row.health;
  const words = [[status, row.urgent ? "urgent" : "down"], [health, lookup(HEALTH, health)]].filter(([text]) => text);
  const found = words.map(([text, kind]) => make("span", `word ${kind}`, text));
  // In two columns a television has no bars of whom nothing befell.
  if (television && isWhole(row)) found.push(make("span", `word ${lookup(HEALTH, row.health)} short`, row.health));
  return found;
}

const sizeOf = (track) => track.segments.reduce((sum, [, count]) => sum + count, 0);
const longestOf = (tracks) => Math.max(0, ...tracks.filter((track) => !isCounter(track)).map(sizeOf));
const isCounter = (track) => track.segments.some(([kind]) => kind === "counter");

/** A track, as long as it is beside the longest one of the fight. What is left is bright and comes
 * first, what is lost is dark, whatever the table counts. */
function trackOf(track) {
  const rest = isCounter(track) ? 0 : longest - sizeOf(track);
  const bar = make("span", "bar", ...boxesOf(leftFirst(track.segments)));
  if (rest > 0) bar.append(restOf(rest));
  bar.setAttribute("aria-hidden", "true");
  const text = make("span", "text", make("b", "", track.label), " ", toldOf(track));
  return make("p", joined(" ", ["track", levelOf(track.segments), isCounter(track) && "counts-up"]), bar, text);
}

const isLeft = ([kind]) => LEFT.includes(kind) || kind === "counter";
const leftFirst = (segments) => [...segments.filter(isLeft), ...segments.filter((one) => !isLeft(one))];

function restOf(count) {
  const rest = make("span", "rest");
  rest.style.flexGrow = String(count);
  return rest;
}

/** Whether less than half is left, or less than a quarter, as the board of the GM colours it. */
function levelOf(segments) {
  if (segments.some(([kind]) => kind === "counter")) return ""; // only the GM knows
  const sum = (some) => some.reduce((found, [, count]) => found + count, 0);
  const left = sum(segments.filter(([kind]) => LEFT.includes(kind)));
  const size = sum(segments);
  if (4 * left < size) return "quarter";
  return 2 * left < size ? "half" : "";
}

/** Its number and unit, then a word for it, if it has one; or where people count boxes, these for
 * who does not see them. */
function toldOf(track) {
  if (track.text) {
    const [number, ...words] = track.text.split(" ");
    const word = words.length ? ` ${words.join(" ")}` : "";
    return make("span", "", `${number} `, make("span", "unit", track.unit), word);
  }
  const counted = track.segments.filter(([, count]) => count > 0);
  const told = ([kind, count, news]) => joined(" ", [`${count} ${kind}`, news && "just now"]);
  return unseen(counted.map(told).join(", "));
}

function boxesOf(segments) {
  const size = segments.reduce((sum, [, count]) => sum + count, 0);
  return segments.flatMap(([kind, count, news]) => size > MOST_BOXES
    ? [boxOf(kind, count, news)]
    : Array.from({ length: count }, () => boxOf(kind, 1, news)));
}

/** A box, or several in one. Those that were lost just now (`new`) are marked. */
function boxOf(kind, width, news = "") {
  const box = make("span", joined(" ", ["box", lookup(KINDS, kind), news && "news"]));
  box.style.flexGrow = String(width);
  box.hidden = width <= 0;
  return box;
}

function conditionsOf(conditions) {
  const found = make("ul", "conditions", ...conditions.map((text) => make("li", "", text)));
  found.setAttribute("role", "list");
  found.setAttribute("aria-label", "conditions");
  return found;
}

// --- one's own ---

/** The sheet of the player whose link it is; all of it is made before any is shown. */
function showOwn(own) {
  if (television) return;
  the("own").hidden = own === null;
  if (own === null) return;
  const parts = {
    "own-head": [named(own.title)],
    "own-conditions": own.conditions.length ? [conditionsOf(own.conditions)] : [],
    "can-list": own.can.map((option) => optionToDo(option, own.acts ?? false)),
    "sheet-sections": own.sections.flatMap(sectionOf),
  };
  for (const [id, found] of Object.entries(parts)) the(id).replaceChildren(...found);
  ownTracks = own.tracks;
  drawOwnTracks(fight);
  the("can").hidden = !own.can.length;
}

/** A hand that is up is seen on the GM's board. */
function showHand(up) {
  the("hand").setAttribute("aria-pressed", String(up));
  the("hand").textContent = up ? "✋ Your hand is up: take it down" : "I want to do something";
}

async function turnHand() {
  const up = the("hand").getAttribute("aria-pressed") !== "true";
  const why = await post("hand", String(up));
  if (why !== "") notice(why ?? NO_HAND);
}

function sectionOf(section) {
  const found = [make("h3", "", section.title)];
  if (section.numbers.length) found.push(make("dl", "numbers", ...section.numbers.flatMap(numberOf)));
  if (section.rows.length) found.push(tableOf(section));
  return found.length > 1 ? found : [];
}

const numberOf = ([label, value, parts]) => [
  make("dt", "", label),
  make("dd", "", make("b", "", value), parts && make("span", "parts", ` = ${parts}`)),
];

function tableOf({ title, columns, rows }) {
  const head = make("tr", "", ...columns.map((text) => make("th", "", text)));
  for (const cell of head.children) cell.scope = "col";
  const body = rows.map((row) => make("tr", "", ...row.map((text) => make("td", "", text))));
  const found = make("div", "wide", make("table", "", make("thead", "", head), make("tbody", "", ...body)));
  found.tabIndex = 0;
  found.setAttribute("role", "group");
  found.setAttribute("aria-label", title);
  return found;
}

// --- what just happened ---

/** A roll with every die. Good ones are filled, underlined and said to be good. */
function rollOf(roll) {
  const good = new Set(roll.good);
  const again = roll.again ?? [];
  const dice = [...roll.dice, ...again].map((face, place) => dieOf(face, good.has(place)));
  if (again.length) dice.splice(roll.dice.length, 0, make("span", "again", "again"));
  const colon = roll.who && roll.what ? ": " : "";
  const head = make("span", "who", named(roll.who), colon, named(roll.what));
  const came = roll.came ? [make("b", "came", `= ${roll.came}`)] : [];
  return make("li", "roll", ...[head, ...dice, ...came].flatMap((one) => [one, " "]));
}

const dieOf = (face, good) =>
  make("span", good ? "die good" : "die", String(face), ...(good ? [unseen(" good")] : []));

// --- the story ---

let rounds = []; // what is shown, oldest first: the text of a round, and its element

/** The rounds, those that have not changed with the elements that they have: whoever reads an
 * older one is not disturbed. */
function storyOf(story) {
  return story.map((round, place) => {
    const text = JSON.stringify(round);
    return rounds[place]?.text === text ? rounds[place] : { text, element: roundOf(round) };
  });
}

/** The newest comes first. */
function showStory(found) {
  const kept = new Set(found.map((round) => round.element));
  rounds.filter((round) => !kept.has(round.element)).forEach((round) => round.element.remove());
  found.forEach((round, place) => {
    if (round.element.isConnected) return;
    if (place) found[place - 1].element.before(round.element);
    else the("rounds").append(round.element);
  });
  rounds = found;
  the("story").hidden = found.length === 0;
}

function roundOf(round) {
  const lines = [...round.lines].reverse().map((line) => make("li", "", line));
  return make("section", "", make("h3", "", round.head), make("ul", "", ...lines));
}

/** The end of the story. */
function latest(story) {
  const found = [];
  let room = TELEVISION_LINES;
  for (const round of [...story].reverse()) {
    if (room <= 0) break;
    found.unshift({ head: round.head, lines: round.lines.slice(-room) });
    room -= round.lines.length + 1;
  }
  return found;
}

// --- short news ---

let noticed = 0;

function notice(text) {
  write("notice", text);
  clearTimeout(noticed);
  noticed = setTimeout(() => write("notice", ""), NOTICE);
}

// --- the window ---

let lit = false;

/** The title tells whose turn it is and, to who looks elsewhere, that they are asked. */
function titled() {
  const whose = fight === null ? "" : isYours(fight) ? "Your turn" : turnInTitle(fight);
  const plain = joined(" – ", [whose, fight?.title ?? "The fight"]);
  lit = asked !== null && sent === null && !isAnswered() && !(document.hidden && lit && !calm.matches);
  const title = lit ? `● Your ${isChoice(asked) ? "choice" : "dice"}! – ${asked.name}` : plain;
  if (document.title !== title) document.title = title;
}

const turnInTitle = (doc) => doc.turn.now.join(", ") || turnOfNobody(doc);

function begin() {
  document.documentElement.classList.toggle("big", television);
  beginSettings();
  beginQuestion();
  the("hand").addEventListener("click", turnHand);
  document.addEventListener("visibilitychange", lookAgain);
  addEventListener("pageshow", lookAgain);
  addEventListener("online", lookAgain);
  addEventListener("offline", () => attempt.abort());
  addEventListener("resize", fit);
  setInterval(titled, BLINK);
  beginLobby();
  linked("first");
  stay();
}

begin();
