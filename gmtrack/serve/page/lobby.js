// The lobby on the players' page: whoever has scanned the one code taps their name; a television
// shows the code and who is there. `page.js` has the elements.
"use strict";

const ASK_EVERY = 1_000; // ms between two looks whether the GM has said who gets a taken name
const PATIENCE = 10_000; // ms for the server to answer
const EDGE = 4; // light modules around the code, so that a camera finds it
const SVG = "http://www.w3.org/2000/svg";
const HERE = { here: "here", asleep: "asleep", away: "" };
const NOT_GIVEN = "That name is not given to this phone. Tap another one, or ask the GM.";

const NOT_ASKED = "There is no connection to the GM. Tap your name again.";

let lobby = null; // what came last: address, code, names
let onlyWatches = false;
let wish = 0; // counts the names that were tapped: only the last one is asked for

function takeLobby(doc) {
  lobby = doc;
  showLobby();
}

/** A television shows it until the fight begins or somebody is asked, a phone until a name is
 * taken. */
function showLobby() {
  const isShown = lobby !== null && (television ? fight?.begun === false && !isTableAsked : !onlyWatches && lobby.names.length > 0);
  the("lobby").hidden = !isShown;
  const isChanged = document.documentElement.classList.contains("in-lobby") !== isShown;
  document.documentElement.classList.toggle("in-lobby", isShown);
  if (isChanged) fit();
  write("join", lobby !== null && television && !isShown ? `join: ${shortAddress()}` : "");
  if (!isShown) return;
  the("lobby-head").textContent = television ? "Scan the code, tap your name" : "Who are you?";
  write("lobby-address", television ? shortAddress() : "");
  if (television && the("code").dataset.of !== lobby.address) drawCode();
  the("names").replaceChildren(...lobby.names.map(television ? placeOf : nameOf));
}

const shortAddress = () => lobby.address.replace(/^http:\/\//, "").replace(/\/$/, "");

function drawCode() {
  const size = lobby.code.length + 2 * EDGE;
  const dark = lobby.code.flatMap((row, y) =>
    [...row].flatMap((one, x) => (one === "1" ? [`M${x + EDGE} ${y + EDGE}h1v1h-1z`] : [])));
  const drawn = document.createElementNS(SVG, "svg");
  const path = document.createElementNS(SVG, "path");
  drawn.setAttribute("viewBox", `0 0 ${size} ${size}`);
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", "code for a phone's camera");
  path.setAttribute("d", dark.join(""));
  drawn.append(path);
  the("code").dataset.of = lobby.address;
  the("code").replaceChildren(drawn);
}

/** On a television: who is there. */
function placeOf([, name, , state]) {
  const sign = make("span", "mark", state === "here" ? "✓" : "");
  sign.setAttribute("aria-hidden", "true");
  return make("li", state, sign, named(name), " ", make("span", "state", HERE[state] ?? ""));
}

/** On a phone: a name to tap. */
function nameOf([who, name, isTaken]) {
  const button = make("button", isTaken ? "taken" : "", named(name), isTaken ? " (taken)" : "");
  button.type = "button";
  button.addEventListener("click", () => takeName(who, name));
  return make("li", "", button);
}

async function takeName(who, name) {
  wish += 1;
  const mine = wish;
  write("lobby-said", "");
  let answer = await askForName({ who });
  if (answer?.status === 202) {
    write("lobby-said", `${name} is taken. The GM is asked whether this phone gets the name…`);
    const asked = await answer.json();
    while (answer?.status === 202 && mine === wish) {
      await pauseLobby();
      answer = await askForName(asked);
    }
  }
  if (mine !== wish) return;
  if (answer?.status === 200) location.replace((await answer.json()).go);
  else write("lobby-said", answer === null ? NOT_ASKED : NOT_GIVEN);
}

const pauseLobby = () => new Promise((done) => setTimeout(done, ASK_EVERY));

/** The server's answer to what a phone asks for; nothing (null) without a connection. */
async function askForName(document_) {
  try {
    return await fetch("take", {
      method: "POST", body: JSON.stringify(document_), cache: "no-store", redirect: "error",
      headers: { "Content-Type": "application/json" }, signal: AbortSignal.timeout(PATIENCE),
    });
  } catch {
    return null;
  }
}

/** The name that was taken in the lobby can be given back. */
function showTakenName() {
  the("leave").hidden = false;
}

/** The name has moved to another phone, or was given back: back to the lobby. */
function moveOut(path) {
  location.replace(path);
}

async function giveNameBack() {
  try {
    const answer = await fetch("leave", {
      method: "POST", body: "", headers: { "Content-Type": "application/json" }, cache: "no-store",
      redirect: "error", signal: AbortSignal.timeout(PATIENCE),
    });
    if (answer.ok) moveOut((await answer.json()).go);
  } catch {
    // The button stays, to be tapped again.
  }
}

/** The GM sees whose phone is dark. */
function tellLook() {
  if (fight?.you === undefined || television) return;
  const options = { method: "POST", body: String(!document.hidden), keepalive: true };
  fetch("look", options).catch(() => {});
}

function beginLobby() {
  the("watch").addEventListener("click", () => {
    onlyWatches = true;
    showLobby();
  });
  the("leave").addEventListener("click", giveNameBack);
  document.addEventListener("visibilitychange", tellLook);
}
