// The players' page: follows a fight (`live`), and sends the dice and choices of the player whose
// link it is (`answer`). Whatever comes is put on the page as text, never as HTML; nothing is kept.
"use strict";

const HEARTBEAT = 10_000; // ms between two signs of life of the server
const QUIET = 25_000; // ms without a byte after which the connection is given up
const AGAIN = 2_000; // ms before the next try
const SELDOM = 10_000; // ms before the next try of an address that is not known
const NOTICE = 8_000; // ms for which a notice stays
const BLINK = 1_000; // ms between the two titles of a page that nobody looks at
const MOST_FACES = 20; // more sides than that are typed
const MOST_BOXES = 30; // longer tracks are drawn in proportion
const TEN = 10; // the die whose ten is typed as 0
const TELEVISION_LINES = 10; // of the story, where nobody can scroll
const LARGEST = 1.5; // of the letters of a television, as a share of what the style gives
const SMALLEST = 0.5;

const KINDS = {
  full: "full", lost: "lost", empty: "empty", bruise: "bruise", bashing: "bruise", lethal: "lethal",
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
const NOT_TAKEN = {
  413: "That is too long.",
  429: "Too many answers at once. Wait a moment, then send again.",
};
const OVER = "This question is over: the GM has gone on.";
const NOT_SENT = "Not sent: no connection to the GM. Send again in a moment.";

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
  if (kind === "gone") goodbye();
}

function goodbye() {
  linked("gone");
  showQuestion(null, "");
  attempt.abort();
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

/** All of it is made before any is shown: what cannot be read changes nothing. */
function showFight(doc) {
  const rows = doc.rows.map(rowOf);
  const tracks = (doc.tracks ?? []).map(trackOf);
  const rolls = (doc.last?.dice ?? []).map(rollOf);
  const story = storyOf(television ? latest(doc.story) : doc.story);
  const clock = doc.clock.map((pair) => joined(" ", pair)).join(" · ");
  showTurn(doc, clock);
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
  showFate(doc);
  linked("live");
  titled();
  fit();
}

const isYours = (doc) => doc.you !== undefined && doc.turn.now.includes(doc.you.name);

function showTurn(doc, clock) {
  const { now, next, left } = doc.turn;
  const yours = isYours(doc);
  the("whose").textContent = whoseTurn(now, yours);
  the("now").replaceChildren(...(now.length ? listed(now) : [clock]));
  the("now").classList.toggle("long", now.join(", ").length > 18);
  the("turn").classList.toggle("yours", yours);
  the("left").textContent = left && `left: ${left}`;
  the("next").replaceChildren(...(next.length ? ["next: ", ...listed(next)] : []));
  sayTurn(doc, clock);
}

function whoseTurn(now, yours) {
  if (now.length === 0) return "Nobody’s turn";
  return yours ? "Your turn" : "Acting now";
}

/** For those who hear the page: the turn, once for each change, and not the whole board. */
function sayTurn(doc, clock) {
  const { now, next } = doc.turn;
  const turn = JSON.stringify([clock, now]);
  if (turn === saidTurn) return;
  saidTurn = turn;
  const whose = now.length && !isYours(doc) ? `acting now: ${now.join(", ")}` : "";
  const yours = isYours(doc) ? "your turn" : "";
  const then = next.length ? `next: ${next.join(", ")}` : "";
  write("said", joined("; ", [clock, whose, yours, then]));
}

// --- the turn order ---

function rowOf(row) {
  const found = make("li", row.urgent ? "row urgent" : row.out ? "row out" : "row", headOf(row));
  if (row.acting) {
    found.classList.add("acting");
    found.setAttribute("aria-current", "true");
  }
  if (row.tracks.length) found.append(make("div", "tracks", ...row.tracks.map(trackOf)));
  if (row.conditions.length) found.append(conditionsOf(row.conditions));
  return found;
}

function headOf(row) {
  const words = [signOf(row), named(row.name)];
  const side = lookup(SIDES, row.side);
  if (side) words.push(make("span", "side", side));
  const cells = row.cells.filter(([, text]) => !NOTHING.includes(text)).map(cellOf);
  if (cells.length) words.push(make("span", "cells", ...cells));
  words.push(...standingOf(row));
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
function standingOf(row) {
  const status = ["up", row.health].includes(row.status) ? "" : row.status;
  const health = row.tracks.length ? "" : row.health;
  const words = [[status, row.urgent ? "urgent" : "down"], [health, lookup(HEALTH, health)]].filter(([text]) => text);
  return words.map(([text, kind]) => make("span", `word ${kind}`, text));
}

function trackOf(track) {
  const bar = make("span", "bar", ...boxesOf(track.segments));
  bar.setAttribute("aria-hidden", "true");
  const text = make("span", "text", make("b", "", track.label), " ", toldOf(track));
  return make("p", joined(" ", ["track", levelOf(track.segments)]), bar, text);
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

/** Its number, or where people count boxes, these for who does not see them. */
function toldOf(track) {
  if (track.text) return `${track.text} ${track.unit}`;
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
    "can-list": own.can.map(([text, cost]) => make("li", "", text, cost && " ", cost && make("b", "", cost))),
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
  if (why) notice(why);
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

// --- the question ---

let asked = null;
let sent = null; // the answer that is on its way, or taken
let noticed = 0;

function showQuestion(question, why = OVER) {
  if (television) return;
  const before = asked;
  if (before !== null && question !== null && same(before, question)) {
    asked = question;
    showOdds();
    return;
  }
  const anew = question !== null && before?.id !== question.id;
  const parts = question === null ? [] : isChoice(question) ? optionsOf(question) : helpOf(question);
  asked = question;
  if (anew) call(question);
  if (question !== null) fill(question, parts, anew);
  else if (before !== null) putAway(sent === null ? why : "");
  sent = null;
  titled();
}

/** Odds come when they are worked out: whoever is about to tap is not disturbed. */
const same = (one, other) =>
  JSON.stringify({ ...one, odds: 0 }) === JSON.stringify({ ...other, odds: 0 });

const isChoice = (question) => question.options !== undefined;
const helpOf = (question) => question.help.map((text) => make("li", "", text));

function fill(question, parts, anew) {
  const choice = isChoice(question);
  the("asked").textContent = question.line;
  the("about").textContent = question.about;
  the("choosing").hidden = !choice;
  the("fields").hidden = choice;
  if (choice) fillChoice(question, parts, anew);
  else fillDice(question, parts, anew);
  problem(question.problem);
  lock(false);
  the("question").hidden = false;
}

/** While an answer is on its way no other can be given. */
function lock(locked) {
  the("fields").disabled = the("choosing").disabled = locked;
}

function fillChoice(question, options, anew) {
  the("reading").hidden = true;
  the("options").replaceChildren(...options);
  the("amount").hidden = question.most === 0;
  the("much").max = String(question.most);
  if (anew) the("much").value = "0";
  showAmount();
}

/** What each choice would bring, if the GM lets players see it. */
function showOdds() {
  if (!isChoice(asked)) return;
  const odds = (asked.odds ?? []).map((text) => text.replaceAll(" %", "\u00a0%"));
  const told = the("options").querySelectorAll(".odds");
  told.forEach((one, place) => (one.textContent = odds[place] ?? ""));
  write("amount-odds", (asked.most && odds[Number(the("much").value)]) || "");
}

/** A button for each word, with what it means and costs, and one for none of them. */
function optionsOf(question) {
  const words = question.options.map(([word, help, cost]) => optionOf(word, word, help, cost));
  const named = question.options.some(([word]) => word === question.enter);
  return named ? words : [...words, optionOf("", question.enter, "", "")];
}

function optionOf(text, word, help, cost) {
  const more = [help && make("span", "help", help), cost && make("span", "cost", cost)];
  const parts = [make("b", "", word), ...more.filter(Boolean), make("span", "odds", "")];
  const button = make("button", "option", ...parts.flatMap((part) => [part, " "]));
  button.type = "button";
  button.addEventListener("click", () => send(text, `Sent: ${word}`));
  return button;
}

function showAmount() {
  the("chosen").textContent = the("much").value;
  showOdds();
}

function fillDice(question, help, anew) {
  the("help").replaceChildren(...help);
  the("reading").hidden = help.length === 0;
  the("hits-alone").hidden = !question.hits_alone;
  the("throw").hidden = !question.rolls;
  the("typed").inputMode = question.sides < TEN ? "numeric" : "text";
  if (anew) showFaces(question.sides);
}

function showFaces(sides) {
  const faces = sides > MOST_FACES ? [] : Array.from({ length: sides }, (_, place) => place + 1);
  the("faces").replaceChildren(...faces.map(faceOf));
  the("typed").value = "";
  the("hits").value = "";
  showTapped();
}

/** What a face is good for, by the code of the question: counts at `5+`, under `14-`, ones (`1!`),
 * dice that are added up (`=`). */
function worth(die) {
  const face = Number(die);
  for (const [, number, sign] of (asked.counts ?? "").matchAll(/(\d+)([-+!])/g)) {
    const fits = { "+": face >= number, "-": face <= number && asked.count === 1, "!": face === 1 };
    if (fits[sign]) return sign === "!" ? "one" : "counts";
  }
  return "";
}

/** A die with its sign: what it is good for is never told by its colour alone. */
function marked(button, die) {
  const kind = worth(die);
  if (kind) button.setAttribute("aria-describedby", `is-${kind}`);
  if (kind) button.classList.add(kind);
  return button;
}

/** What all of them come to so far. */
function tally(dice) {
  const kinds = dice.map(worth);
  const many = (kind) => kinds.filter((one) => one === kind).length;
  const counts = asked.counts ?? "";
  const ones = many("one");
  const sum = dice.reduce((all, die) => all + (Number(die) || 0), 0);
  return joined(", ", [
    /\d[-+]/.test(counts) && `${many("counts")} count`,
    ones && `${ones} ${ones === 1 ? "one" : "ones"}`,
    counts.includes("=") && asked.count > 1 && `total ${sum}`,
  ]);
}

function faceOf(face) {
  const button = marked(make("button", "face", String(face)), face);
  button.type = "button";
  button.addEventListener("click", () => tap(face));
  return button;
}

/** The dice in the field, one by one, also out of heaps without gaps where each has one digit. A 10
 * of a d10 is one die, unless it alone is the digits of all dice. */
function typedDice() {
  const words = the("typed").value.split(/[\s,]+/).filter(Boolean);
  if (asked.sides > TEN) return words;
  const glued = words.length === 1 && words[0].length === asked.count;
  const isTen = (word) => asked.sides === TEN && word === String(TEN) && !glued;
  return words.flatMap((word) => (isTen(word) ? [word] : [...word]));
}

function tap(face) {
  const dice = typedDice();
  if (dice.length >= asked.count) return;
  writeDice([...dice, face]);
}

function takeBack(place) {
  writeDice(typedDice().filter((_, other) => other !== place));
  const chips = the("tapped").querySelectorAll("button");
  (chips[Math.min(place, chips.length - 1)] ?? the("faces").firstChild ?? the("typed")).focus();
}

function writeDice(dice) {
  the("typed").value = dice.join(" ");
  the("hits").value = "";
  showTapped();
}

/** Whatever was tapped or typed, each die to be taken back. */
function showTapped() {
  const dice = typedDice();
  const full = dice.length >= asked.count;
  the("tapped").replaceChildren(...dice.map(chipOf));
  const told = `${dice.length} of ${asked.count === 1 ? "1 die" : `${asked.count} dice`}`;
  write("counted", joined(": ", [told, dice.length && tally(dice)]));
  for (const face of the("faces").children) face.setAttribute("aria-disabled", String(full));
}

function chipOf(die, place) {
  const cross = make("span", "cross", "×");
  cross.setAttribute("aria-hidden", "true");
  const button = marked(make("button", "chip", unseen("take back "), String(die), cross), die);
  button.type = "button";
  button.addEventListener("click", () => takeBack(place));
  return make("li", "", button);
}

function sendTyped(event) {
  event.preventDefault();
  if (isChoice(asked)) {
    const many = the("much").value;
    if (asked.most) send(many, `Sent: ${many}`);
    return;
  }
  const hits = the("hits").value;
  const text = hits ? `${hits}h` : typedDice().join(" ");
  // An empty answer would roll for somebody who has only pressed too early.
  if (text) send(text, `Sent: ${text}`);
  else problem("Tap or type your dice first, or let the program roll for you.");
}

/** Dice that fall on the phone; they are marked so. */
function throwDice() {
  const dice = Array.from({ length: asked.count }, () => fairFace(asked.sides));
  writeDice(dice);
  send(`rolled ${dice.join(" ")}`, `Rolled: ${dice.join(" ")}`);
}

/** A face by chance, each as likely as the others. */
function fairFace(sides) {
  const most = 2 ** 32 - (2 ** 32 % sides);
  for (;;) {
    const [drawn] = crypto.getRandomValues(new Uint32Array(1));
    if (drawn < most) return 1 + (drawn % sides);
  }
}

async function send(text, done) {
  const { id } = asked;
  problem("");
  sent = text;
  lock(true);
  const result = await post("answer", JSON.stringify({ question: id, text }));
  if (result === "") notice(done);
  else if (asked?.id !== id) return;
  else if (result === null) showOver();
  else showAgain(result);
}

function showOver() {
  sent = null;
  showQuestion(null);
}

function showAgain(why) {
  sent = null;
  lock(false);
  problem(why);
}

/** What is wrong with what is sent: nothing (""), a sentence, or that nobody asks (null). */
async function post(where, body) {
  try {
    const answer = await fetch(where, {
      method: "POST", body, headers: { "Content-Type": "application/json" },
      cache: "no-store", redirect: "error", signal: AbortSignal.timeout(HEARTBEAT),
    });
    if (answer.ok) return "";
    if (answer.status === 409) return null;
    if (answer.status === 422) return (await answer.json()).problem;
    return NOT_TAKEN[answer.status] ?? NOT_SENT;
  } catch {
    return NOT_SENT;
  }
}

const problem = (text) => write("problem", text);

function putAway(why) {
  const held = the("question").contains(document.activeElement);
  the("question").hidden = true;
  if (held) the("main").focus({ preventScroll: true });
  if (why) notice(why);
}

function notice(text) {
  write("notice", text);
  clearTimeout(noticed);
  noticed = setTimeout(() => write("notice", ""), NOTICE);
}

/** Somebody is asked: be seen, heard and, where a phone allows it, felt. */
function call(question) {
  notice("");
  the("said").textContent = `You are asked. ${question.line}`;
  scrollTo({ top: 0, behavior: calm.matches ? "auto" : "smooth" });
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(200);
}

// --- the window ---

let lit = false;

/** The title tells whose turn it is and, to who looks elsewhere, that they are asked. */
function titled() {
  const whose = fight === null ? "" : isYours(fight) ? "Your turn" : fight.turn.now.join(", ");
  const plain = joined(" – ", [whose, fight?.title ?? "The fight"]);
  lit = asked !== null && sent === null && !(document.hidden && lit && !calm.matches);
  const title = lit ? `● Your ${isChoice(asked) ? "choice" : "dice"}! – ${asked.name}` : plain;
  if (document.title !== title) document.title = title;
}

/** Nobody scrolls a television: its letters are as large as the whole fight allows. */
function fit() {
  if (!television) return;
  const root = document.documentElement;
  for (let scale = LARGEST; scale >= SMALLEST; scale -= 0.05) {
    root.style.setProperty("--scale", scale.toFixed(2));
    if (root.scrollHeight <= innerHeight) break;
  }
  document.querySelector(".acting")?.scrollIntoView({ block: "nearest" });
}

/** A table is lit by candles or by a lamp: dark, unless the address or the reader says `light`. */
function lightUp(light) {
  document.documentElement.classList.toggle("light", light);
  the("lit").setAttribute("aria-pressed", String(light));
}

function begin() {
  document.documentElement.classList.toggle("big", television);
  lightUp(wished.has("light"));
  the("lit").addEventListener("click", () => {
    lightUp(!document.documentElement.classList.contains("light"));
  });
  the("question").addEventListener("submit", sendTyped);
  the("roll").addEventListener("click", () => send("", "The program rolls for you."));
  the("throw").addEventListener("click", throwDice);
  the("typed").addEventListener("input", () => writeHits(""));
  the("hand").addEventListener("click", turnHand);
  the("much").addEventListener("input", showAmount);
  the("hits").addEventListener("input", () => writeHits(the("hits").value));
  document.addEventListener("visibilitychange", lookAgain);
  addEventListener("pageshow", lookAgain);
  addEventListener("online", lookAgain);
  addEventListener("offline", () => attempt.abort());
  addEventListener("resize", fit);
  setInterval(titled, BLINK);
  linked("first");
  stay();
}

/** Hits are said instead of dice: one of the two. */
function writeHits(hits) {
  if (hits) the("typed").value = "";
  the("hits").value = hits;
  showTapped();
}

begin();
