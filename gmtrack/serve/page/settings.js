// What a reader may set for this page: dark or light, and a sound. Both outlive a reload where the
// browser keeps anything. And the screen stays on where it allows that.
"use strict";

const LIT = "gmtrack-light";
const LOUD = "gmtrack-sound";
const CHIME = [[660, 0], [880, 0.16]]; // Hz, and when it begins in s
const dusk = matchMedia("(prefers-color-scheme: light)");

let loud = false; // a sound when somebody is asked
let awake = null; // keeps the screen on

/** What is kept under a name; null if nothing is, or the browser keeps nothing. */
function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function keep(name, on) {
  try {
    localStorage.setItem(name, String(on));
  } catch {
    // It holds until the page is closed.
  }
}

/** As the address says, else as it was chosen here, else as the device has it. A television is
 * dark: it lights the room. */
function isLight() {
  if (wished.has("light")) return true;
  if (wished.has("dark") || television) return false;
  return kept(LIT) === null ? dusk.matches : kept(LIT) === "true";
}

function lightUp(light) {
  document.documentElement.classList.toggle("light", light);
  the("lit").setAttribute("aria-pressed", String(light));
}

function turnLight() {
  const light = !document.documentElement.classList.contains("light");
  lightUp(light);
  keep(LIT, light);
}

function turnSound(on) {
  loud = on;
  the("loud").setAttribute("aria-pressed", String(on));
}

/** Two short notes, if the reader wants them and the browser plays them. */
function chime() {
  if (!loud || !window.AudioContext) return;
  const audio = new AudioContext();
  for (const [pitch, begin] of CHIME) {
    const note = new OscillatorNode(audio, { frequency: pitch });
    const volume = new GainNode(audio, { gain: 0.15 });
    note.connect(volume).connect(audio.destination);
    note.start(audio.currentTime + begin);
    note.stop(audio.currentTime + begin + 0.14);
  }
  setTimeout(() => audio.close(), 1_000);
}

/** Keep the screen on. A browser allows it over a safe connection only, and while it is seen. */
async function stayAwake() {
  if (document.hidden || !navigator.wakeLock || awake?.released === false) return;
  try {
    awake = await navigator.wakeLock.request("screen");
  } catch {
    awake = null;
  }
}

function beginSettings() {
  lightUp(isLight());
  turnSound(kept(LOUD) === "true");
  dusk.addEventListener("change", () => lightUp(isLight()));
  the("lit").addEventListener("click", turnLight);
  the("loud").addEventListener("click", () => {
    turnSound(!loud);
    keep(LOUD, loud);
    chime();
  });
  document.addEventListener("visibilitychange", stayAwake);
  addEventListener("pointerdown", stayAwake, { passive: true });
  stayAwake();
}
