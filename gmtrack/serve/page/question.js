// The question to the player whose link it is, in a sheet below the page that moves nothing on it.
// First something is tapped, then one button sends it. No tap counts in the moment in which the
// sheet comes, changes or goes: it was meant for what stood there before.
"use strict";

const UNTOUCHED = 700; // ms after a change of the sheet in which no tap on it counts
const NARROWEST = 44; // px that a face needs
const GAP = 4; // px between two faces

const NOT_TAKEN = {
  404: "Not sent: this address is not shared any more.",
  413: "Not sent: that is too long.",
  429: "Not sent: too many answers at once. Wait a moment, then send again.",
};
const NOT_SENT = "Not sent: it has not arrived. Send it again.";
const NO_CONNECTION = "No connection to the GM. Nobody knows yet whether this has arrived.";
const OVER = "This question is over: the GM has gone on.";
const OVER_UNSURE = "This question is over: your answer was taken, or the GM’s.";
const TOO_LATE = "Too late to take it back: it is carried out. Ask the GM for an undo.";
const STATES = { "": "Sent", sent: "Sent", back: "Taking it back", instead: "The GM answered" };
const CHOOSE_FIRST = "Choose first: tap one of them.";
const TAP_FIRST = "Tap or type your dice first, or let the program roll for you.";

let asked = null; // the open question, or the last one that can still be taken back
let chosen = null; // the text of the option, or the number; null: nothing is chosen
let sent = null; // the answer that is on its way, or taken
let unsure = false; // whether nobody knows if the answer has arrived
let takingBack = false;
let settled = 0; // from when on taps on the sheet count
let settling = 0; // the timer that makes them count
let pressed = 0; // when the finger came down
let sheetTop = Infinity; // where the sheet begins, or began until a moment ago

// --- what comes ---

function showQuestion(question, why = OVER) {
  if (television) return;
  const before = asked;
  if (before !== null && question !== null && same(before, question)) {
    asked = question;
    if (unsure) showAgain(NOT_SENT);
    showOdds();
    return;
  }
  const again = before !== null && question !== null && isAgain(before, question);
  const parts = question === null ? [] : isChoice(question) ? optionsOf(question) : helpOf(question);
  asked = question;
  if (again && sent === null && same({ ...before, id: "" }, { ...question, id: "" })) return;
  if (question === null) putAway(before, why);
  else fill(question, parts, !again);
  sent = null;
  unsure = takingBack = false;
  titled();
}

/** Odds come when they are worked out: whoever is about to tap is not disturbed. */
const same = (one, other) =>
  JSON.stringify({ ...one, odds: 0 }) === JSON.stringify({ ...other, odds: 0 });

/** Whether it is the same question, asked once more: what was tapped stays. */
function isAgain(before, question) {
  const bare = (one) => ({ ...one, id: "", problem: "", answer: 0, state: 0, earlier: 0 });
  const open = sent === null || question.problem !== "" || before.answer !== undefined;
  return open && question.answer === undefined && same(bare(before), bare(question));
}

const isChoice = (question) => question.options !== undefined;
const helpOf = (question) => question.help.map((text) => make("li", "", text));
const isAnswered = () => asked?.answer !== undefined;

function fill(question, parts, anew) {
  const choice = isChoice(question);
  the("asked").textContent = question.line;
  the("about").textContent = question.about;
  the("choosing").hidden = !choice;
  the("fields").hidden = the("apart").hidden = choice;
  if (choice) fillChoice(question, parts, anew);
  else fillDice(question, parts, anew);
  if (isAnswered() && anew) refill(question);
  problem(question.problem);
  if (isAnswered()) showSent(question.answer, question.state);
  else ask(question, anew);
  changed();
}

/** The answer as it was given, to be changed if it is taken back; after a reload too. */
function refill({ answer }) {
  if (isChoice(asked)) choose(answer);
  else if (/^\d+h$/.test(answer)) writeHits(answer.slice(0, -1));
  else writeDice(answer.replace(/^rolled /, "").split(" "));
}

/** Show what can be chosen. */
function ask(question, anew) {
  the("question").classList.remove("answered");
  showEarlier(question.earlier);
  askIfSure(false);
  if (anew) fold(false);
  if (anew) call(question);
  the("question").hidden = false;
  document.body.classList.add("asked");
  showDeed();
}

// --- no tap that was meant for something else ---

/** The sheet has changed: for a moment no tap on it counts. */
function changed() {
  const sheet = the("question");
  settled = performance.now() + UNTOUCHED;
  settle();
  lock();
  placeFaces();
  if (!sheet.hidden) sheetTop = sheet.getBoundingClientRect().top;
}

/** Let taps count when the moment is over. A timer may go off a little before its time, as
 * Firefox's does. */
function settle() {
  clearTimeout(settling);
  const left = settled - performance.now();
  if (left > 0) {
    settling = setTimeout(settle, Math.ceil(left));
    return;
  }
  if (the("question").hidden) sheetTop = Infinity;
  lock();
}

/** Nothing can be given while an answer is on its way, nor in the first moment. */
function lock() {
  const fresh = performance.now() < settled;
  const locked = fresh || sent !== null;
  for (const id of ["fields", "choosing", "apart", "sending"]) the(id).disabled = locked;
  the("taking-back").disabled = the("earlier").disabled = fresh || takingBack;
}

/** A tap that began before the sheet had stood there for a moment was not meant for it. */
function takeTap(event) {
  const isKey = event.detail === 0;
  const began = isKey ? performance.now() : pressed;
  const isOnSheet = the("question").contains(event.target) || (!isKey && event.clientY >= sheetTop);
  if (began >= settled || !isOnSheet) return;
  event.preventDefault();
  event.stopPropagation();
}

// --- a choice ---

function fillChoice(question, options, anew) {
  the("reading").hidden = true;
  the("options").replaceChildren(...options);
  the("amount").hidden = question.most === 0;
  the("much").max = String(question.most);
  if (anew) chosen = null;
  if (anew) the("much").value = "0";
  showChosen();
}

/** What each choice would bring, if the GM lets players see it. */
function showOdds() {
  if (!isChoice(asked)) return;
  const odds = (asked.odds ?? []).map((text) => text.replaceAll(" %", "\u00a0%"));
  const told = the("options").querySelectorAll(".odds");
  told.forEach((one, place) => (one.textContent = odds[place] ?? ""));
  write("amount-odds", (asked.most && chosen !== null && odds[Number(chosen)]) || "");
}

/** Each way to answer: what is sent, what it is called, what it means and costs. Without a word
 * that means the same, what an empty answer means comes last. */
function waysOf(question) {
  if (question.most) return [{ text: "0", name: question.deeds?.[0] ?? question.enter, help: "", cost: "" }];
  const names = question.deeds ?? [];
  const ways = question.options.map(([word, help, cost], place) =>
    ({ text: word, name: names[place] ?? word, help, cost }));
  const named = question.options.some(([word]) => word === question.enter);
  const last = { text: "", name: names[ways.length] ?? question.enter, help: "", cost: question.standard ?? "" };
  return named ? ways : [...ways, last];
}

const optionsOf = (question) => waysOf(question).map(optionOf);

function optionOf({ text, name, help, cost }) {
  const more = [help && make("span", "help", help), cost && make("span", "cost", cost)];
  const parts = [make("b", "", capital(name)), ...more.filter(Boolean), make("span", "odds", "")];
  const button = make("button", "option", ...parts.flatMap((part) => [part, " "]));
  button.type = "button";
  button.value = text;
  button.addEventListener("click", () => choose(text));
  return button;
}

function choose(text) {
  chosen = text;
  if (asked.most) the("much").value = text;
  problem("");
  showChosen();
}

const stepAmount = (step) =>
  choose(String(Math.min(asked.most, Math.max(0, Number(the("much").value) + step))));

function showChosen() {
  for (const button of the("options").children)
    button.setAttribute("aria-pressed", String(button.value === chosen));
  the("chosen").textContent = chosen ?? "–";
  showOdds();
  showDeed();
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** What the button that sends it says: the deed and its price. */
function deedOf(question, text) {
  if (!isChoice(question)) return text || "the program rolls for you";
  if (question.most && text !== "0") return question.deeds?.[Number(text)] ?? `${text} of ${question.most}`;
  const way = waysOf(question).find((one) => one.text === text);
  if (!way) return text;
  return joined(way.name.includes(": ") ? ", " : ": ", [capital(way.name), way.cost]);
}

// --- dice ---

function fillDice(question, help, anew) {
  the("help").replaceChildren(...help);
  the("reading").hidden = help.length === 0;
  the("hits-alone").hidden = !question.hits_alone;
  the("throw").hidden = !question.rolls;
  the("typed").inputMode = question.sides < TEN ? "numeric" : "text";
  if (!anew) return;
  the("faces").replaceChildren();
  writeDice([]);
}

/** The faces of the die in this place: dice of several kinds have each their own number of sides. */
const sidesOf = (place) => asked.sides_of_dice?.[place] ?? asked.sides;

/** The faces of the die that is due; they are made anew where it is of another kind than the last. */
function showFaces(place) {
  const faces = the("faces");
  const sides = sidesOf(place);
  const shown = sides > MOST_FACES ? 0 : sides;
  if (faces.children.length === shown) return;
  const hadFocus = faces.contains(document.activeElement);
  faces.replaceChildren(...Array.from({ length: shown }, (_, at) => faceOf(at + 1)));
  placeFaces();
  if (hadFocus) (faces.firstChild ?? the("typed")).focus();
}

/** Rows of the same length, as few as leave each face wide enough for a finger. */
function placeFaces() {
  const faces = the("faces");
  const sides = faces.children.length;
  const room = faces.clientWidth;
  if (!sides || !room) return;
  const fits = (across) => sides % across === 0 && across * (NARROWEST + GAP) - GAP <= room;
  let across = sides;
  while (across > 1 && !fits(across)) across -= 1;
  if (across === 1) across = Math.max(1, Math.floor((room + GAP) / (NARROWEST + GAP)));
  faces.style.setProperty("--across", String(across));
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

function removeDie(place) {
  writeDice(typedDice().filter((_, other) => other !== place));
  const chips = the("tapped").querySelectorAll("button");
  (chips[Math.min(place, chips.length - 1)] ?? the("faces").firstChild ?? the("typed")).focus();
}

function writeDice(dice) {
  the("typed").value = dice.join(" ");
  the("hits").value = "";
  showTapped();
}

/** Hits are said instead of dice: one of the two. */
function writeHits(hits) {
  if (hits) the("typed").value = "";
  the("hits").value = hits;
  showTapped();
}

/** Whatever was tapped or typed, each die to be taken back. */
function showTapped() {
  const dice = typedDice();
  const full = dice.length >= asked.count;
  showFaces(Math.min(dice.length, asked.count - 1));
  the("tapped").replaceChildren(...dice.map(chipOf));
  const due = asked.sides_of_dice?.length && !full ? `, d${sidesOf(dice.length)} next` : "";
  const told = `${dice.length} of ${countOf(asked.count, "die", "dice")}${due}`;
  write("counted", joined(": ", [told, dice.length && tally(dice)]));
  for (const face of the("faces").children) face.setAttribute("aria-disabled", String(full));
  problem("");
  askIfSure(false);
  showDeed();
}

const countOf = (count, one, several) => `${count} ${count === 1 ? one : several}`;

function chipOf(die, place) {
  const cross = make("span", "cross", "×");
  cross.setAttribute("aria-hidden", "true");
  const button = marked(make("button", "chip", unseen("take back "), String(die), cross), die);
  button.type = "button";
  button.addEventListener("click", () => removeDie(place));
  return make("li", "", button);
}

/** What is wrong with the dice as they are, before anything is sent; nothing if they fit. */
function faultOfDice(dice) {
  const { count } = asked;
  const isWrong = (die, place) =>
    !/^\d+$/.test(die) || Number(die) > sidesOf(place) || (die === "0" && sidesOf(place) !== TEN);
  const wrong = dice.findIndex(isWrong);
  if (dice.length === 0) return TAP_FIRST;
  if (wrong !== -1) return `${dice[wrong]} is not a face of a d${sidesOf(wrong)}.`;
  if (dice.length < count) return `${countOf(count - dice.length, "die is", "dice are")} missing: ${dice.length} of ${count}.`;
  return dice.length > count ? `${countOf(dice.length - count, "die", "dice")} too many: only ${count} are asked for.` : "";
}

function faultOfHits(hits) {
  if (/^\d+$/.test(hits) && Number(hits) <= asked.count) return "";
  return `Hits are a number from 0 to ${asked.count}.`;
}

/** Dice that fall on the phone; they are marked so. */
function throwDice() {
  const dice = Array.from({ length: asked.count }, (_, place) => fairFace(sidesOf(place)));
  writeDice(dice);
  send(`rolled ${dice.join(" ")}`);
}

/** A face by chance, each as likely as the others. */
function fairFace(sides) {
  const most = 2 ** 32 - (2 ** 32 % sides);
  for (;;) {
    const [drawn] = crypto.getRandomValues(new Uint32Array(1));
    if (drawn < most) return 1 + (drawn % sides);
  }
}

/** Let the program roll; whoever has dice in the field is asked first whether they are to go. */
function leaveToProgram() {
  if (the("typed").value || the("hits").value) askIfSure(true);
  else send("");
}

function askIfSure(open) {
  if (the("sure").hidden !== open) return;
  the("sure").hidden = !open;
  the("roll").hidden = open;
  if (open) changed();
}

// --- sending ---

function showDeed() {
  write("send", buttonText());
}

function buttonText() {
  if (asked === null) return "Send";
  if (isChoice(asked) && chosen === null) return asked.most ? "Choose how many" : "Choose one";
  if (isChoice(asked)) return deedOf(asked, chosen);
  if (the("hits").value) return `Send ${countOf(Number(the("hits").value), "hit", "hits")}`;
  const dice = typedDice();
  return dice.length === asked.count ? `Send ${countOf(asked.count, "die", "dice")}` : "Send";
}

function submit(event) {
  event.preventDefault();
  if (asked === null || sent !== null || performance.now() < settled) return;
  if (isChoice(asked)) {
    if (chosen === null) problem(CHOOSE_FIRST);
    else send(chosen);
    return;
  }
  const hits = the("hits").value;
  const dice = typedDice();
  const fault = hits ? faultOfHits(hits) : faultOfDice(dice);
  if (fault) problem(fault);
  else send(hits ? `${hits}h` : dice.join(" "));
}

async function send(text) {
  const { id } = asked;
  problem("");
  sent = text;
  lock();
  const result = await post("answer", JSON.stringify({ question: id, text }));
  if (asked?.id !== id || sent !== text) return;
  if (result === "") showTaken(text);
  else if (result === undefined) beUnsure();
  else if (result === null) closeSheet(OVER);
  else showAgain(result);
}

/** It has arrived. From when on it can be taken back, the stream says. */
function showTaken(text) {
  showSent(text);
  changed();
}

function showSent(text, state = "") {
  const said = deedOf(asked, text);
  the("question").classList.add("answered");
  the("question").hidden = false;
  the("taking-back").hidden = state !== "sent";
  write("sent", `${STATES[state]}: ${said}`);
}

function showAgain(why) {
  sent = null;
  unsure = takingBack = false;
  lock();
  problem(why);
}

/** The newest state tells whether it has arrived. */
function beUnsure() {
  unsure = true;
  problem(NO_CONNECTION);
  reconnect();
}

async function takeBack(id) {
  takingBack = true;
  lock();
  const result = await post("back", id);
  if (result === "" || asked === null) return;
  takingBack = false;
  lock();
  problem(result === null ? TOO_LATE : (result ?? NO_CONNECTION));
}

/** What the player sent before in the same command, and may still take back. */
function showEarlier(earlier) {
  the("earlier").hidden = earlier === undefined;
  if (earlier) the("earlier").textContent = `Take back: ${earlier.said || "roll for me"}`;
}

/** What is wrong with what is sent: nothing (""), a sentence, that nobody asks (null), or that
 * nobody knows whether it has arrived (undefined). */
async function post(where, body) {
  try {
    const answer = await fetch(where, {
      method: "POST", body, headers: { "Content-Type": "application/json" },
      cache: "no-store", redirect: "error", signal: AbortSignal.timeout(QUIET),
    });
    if (answer.ok) return "";
    if (answer.status === 409) return null;
    if (answer.status === 422) return (await answer.json()).problem;
    return NOT_TAKEN[answer.status] ?? NOT_SENT;
  } catch {
    return undefined;
  }
}

const problem = (text) => write("problem", text);

// --- the sheet ---

/** Nobody asks any more. Says what became of the question, unless the server has said goodbye. */
function putAway(before, why) {
  const answer = sent ?? before?.answer ?? null;
  const told = unsure ? OVER_UNSURE : answer === null ? why : `Done: ${deedOf(before, answer)}`;
  // What was taken back is asked for again in a moment.
  if (takingBack) setTimeout(() => asked === null && notice(TOO_LATE), AGAIN);
  closeSheet(why && before !== null && !takingBack ? told : "");
}

function closeSheet(told) {
  const held = the("question").contains(document.activeElement);
  the("question").hidden = true;
  asked = sent = null;
  changed();
  if (held) the("main").focus({ preventScroll: true });
  if (told) notice(told);
  tellUnseenMoment();
  titled();
}

/** Hide all but the head of the sheet, to look at the fight below it. */
function fold(folded) {
  the("question").classList.toggle("folded", folded);
  the("fold").setAttribute("aria-expanded", String(!folded));
  the("fold").textContent = folded ? "Answer" : "Hide";
}

/** Somebody is asked: be seen, heard and, where a phone allows it, felt. */
function call(question) {
  notice("");
  the("said").textContent = `You are asked. ${question.line}`;
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(200);
  chime();
}

/** The keyboard of a phone may cover the lower end of the page. */
function placeSheet() {
  const seen = window.visualViewport;
  const covered = seen ? Math.max(0, innerHeight - seen.height - seen.offsetTop) : 0;
  the("question").style.setProperty("--covered", `${covered}px`);
  placeFaces();
}

function beginQuestion() {
  addEventListener("pointerdown", () => (pressed = performance.now()), { capture: true, passive: true });
  addEventListener("click", takeTap, { capture: true });
  addEventListener("resize", placeSheet);
  window.visualViewport?.addEventListener("resize", placeSheet);
  the("question").addEventListener("submit", submit);
  the("fold").addEventListener("click", () => fold(!the("question").classList.contains("folded")));
  the("roll").addEventListener("click", leaveToProgram);
  the("roll-surely").addEventListener("click", () => send(""));
  the("keep-dice").addEventListener("click", () => askIfSure(false));
  the("throw").addEventListener("click", throwDice);
  the("typed").addEventListener("input", () => writeHits(""));
  the("hits").addEventListener("input", () => writeHits(the("hits").value));
  the("much").addEventListener("input", () => choose(the("much").value));
  the("less").addEventListener("click", () => stepAmount(-1));
  the("more").addEventListener("click", () => stepAmount(1));
  the("take-back").addEventListener("click", () => takeBack(asked.id));
  the("earlier").addEventListener("click", () => takeBack(asked.earlier.id));
}
