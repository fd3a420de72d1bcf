// Saves the game in this browser and as a file, and opens saved games, positions and transcripts.
// @ts-check
import { call } from "./connected.js";
import { HostError } from "./connection.js";
import { mayLeave } from "./asking.js";
import { draw } from "./draw.js";
import { withoutRule } from "./newgame.js";
import { beginReplay } from "./replay.js";
import { granted, say } from "./saying.js";
import { freshSeed } from "./setup.js";
import { state } from "./state.js";
import { SAVED_GAME, remember, remembered } from "./storage.js";

/** @typedef {import("./setup.js").Setup} Setup */

/** @type {{setup: Setup, text: string} | null} */
let latest = null;

/** The game has changed since the save that is under way began. */
let isStale = false;
let isSaving = false;

/** The person has heard that this browser has no room for the game. */
let isToldFull = false;

/** The game on the table, as it was saved after the last move; `null` before the first. */
export const latestGame = () => latest;

/**
 * Saves the game after a move, in the page and in this browser. The worker does it before the next move: a rule that does not end has the
 * game as it was.
 */
export async function save() {
  isStale = true;
  if (isSaving) return;
  isSaving = true;
  while (isStale) {
    isStale = false;
    await saveNow();
  }
  isSaving = false;
}

async function saveNow() {
  if (state.lesson) return; // the game waits, as it was saved last
  const text = await call("save").catch(() => null);
  if (!text) return;
  latest = { setup: withoutRule(state.opened), text };
  const isFull = !remember(SAVED_GAME, JSON.stringify(latest));
  if (isFull && !isToldFull)
    say("This game is no longer saved: the browser's storage is full. To keep it, use Menu, Save as a file.", "wrong");
  isToldFull = isFull;
}

/** The game that was played here last; `null` for none. @returns {{setup: Setup, text: string} | null} */
export const savedHere = () => remembered(SAVED_GAME, null);

export const forgetSaved = () => localStorage.removeItem(SAVED_GAME);

export function saveFile() {
  state.savedAs = "rummy500-game.json";
  download(state.savedAs, state.waiting?.why ? state.waiting.text : (latest?.text ?? ""));
  draw();
}

/** What the chosen file is for. @type {(text: string) => void} */
let useFile = openText;

/** @param {(text: string) => void} use */
export function chooseFile(use) {
  useFile = use;
  /** @type {HTMLInputElement} */ (document.getElementById("file")).click();
}

/** @param {Event} event */
export async function readFile(event) {
  const input = /** @type {HTMLInputElement} */ (event.target);
  const text = await input.files?.[0]?.text();
  input.value = "";
  if (text !== undefined) useFile(text);
}

/** Opens a file. @param {string} text */
export async function openText(text) {
  if (await mayLeave()) granted(open(text));
}

/**
 * A saved game goes on, a position is played from there, a transcript is replayed.
 * @param {string} text
 * @param {number | null} [seat] the seat of the person in a position
 * @param {string} [news] what to say of a saved game
 */
export async function open(text, seat = null, news = "The saved game continues.") {
  try {
    const loaded = await call("load", { text, seat, seed: freshSeed() });
    if (loaded.kind === "transcript") return await beginReplay(loaded.steps, { showsAll: true });
    state.waiting = null;
    state.replay = null;
    state.setup = state.opened = loaded.setup;
    say(loaded.kind === "game" ? news : "You play on from this position.", "news");
  } catch (error) {
    if (error instanceof HostError && error.needs)
      state.waiting = { text, rule: error.needs, why: whyWaiting(text, error.needs) };
    throw error;
  }
}

/** Why the table waits for a rule; empty if another game is on it. @param {string} text @param {string} rule */
function whyWaiting(text, rule) {
  if (!state.update) return `The game waits for your house rule “${rule}”: compose it, and go on.`;
  return state.waiting?.text === text ? state.waiting.why : "";
}

/** @param {string} name @param {string} text */
function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
