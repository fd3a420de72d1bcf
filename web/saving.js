// Saves the game in this browser and as a file, and opens saved games, positions and transcripts.
// @ts-check
import { say } from "./answers.js";
import { host } from "./connected.js";
import { HostError } from "./connection.js";
import { mayLeave } from "./dialogs.js";
import { granted, withoutRule } from "./newgame.js";
import { beginReplay } from "./replay.js";
import { freshSeed } from "./setup.js";
import { state } from "./state.js";
import { SAVED_GAME, remembered } from "./storage.js";

/** @typedef {import("./setup.js").Setup} Setup */

/** @type {ReturnType<typeof setTimeout> | undefined} */
let saving;

/** Nothing waits to be saved. */
export const isSaved = () => saving === undefined;

/** Saves the game in this browser, a moment after a move. A game that waits for its house rule stays saved instead. */
export function save() {
  clearTimeout(saving);
  saving = setTimeout(async () => {
    const timer = saving;
    const text = state.waiting ? null : await host?.call("save").catch(() => null);
    if (text && !state.waiting) localStorage.setItem(SAVED_GAME, JSON.stringify({ setup: withoutRule(state.opened), text }));
    if (saving === timer) saving = undefined;
  }, 200);
}

/** The game that was played here last; `null` for none. @returns {{setup: Setup, text: string} | null} */
export const savedHere = () => remembered(SAVED_GAME, null);

export const forgetSaved = () => localStorage.removeItem(SAVED_GAME);

export async function saveFile() {
  download("rummy500-game.json", await host?.call("save"));
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
  if (text) useFile(text);
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
export async function open(text, seat = null, news = "The saved game goes on.") {
  const seed = freshSeed();
  try {
    const { kind, setup, steps } = await host?.call("load", { text, seat, seed });
    if (kind === "transcript") return await beginReplay(steps);
    state.waiting = null;
    state.replay = null;
    state.opened = { ...state.opened, ...setup, options: {}, seed, house_rule: false };
    state.setup = state.opened;
    say(kind === "game" ? news : "You play on from this position.", "news");
  } catch (error) {
    if (error instanceof HostError && error.needs) state.waiting = { text, rule: error.needs };
    throw error;
  }
}

/** @param {string} name @param {string} text */
function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
