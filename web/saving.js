// Saves the game in this browser and as a file, and opens a saved one.
// @ts-check
import { say } from "./answers.js";
import { host } from "./connected.js";
import { granted, withoutRule } from "./newgame.js";
import { state } from "./state.js";
import { SAVED_GAME } from "./storage.js";

/** @type {ReturnType<typeof setTimeout> | undefined} */
let saving;

export function save() {
  clearTimeout(saving);
  saving = setTimeout(async () => {
    const text = await host?.call("save").catch(() => null);
    if (text) localStorage.setItem(SAVED_GAME, JSON.stringify({ setup: withoutRule(state.opened), text }));
  }, 200);
}

export async function saveFile() {
  const text = await host?.call("save");
  download("rummy500-game.json", text);
}

export const openFile = () => /** @type {HTMLInputElement} */ (document.getElementById("file")).click();

/** @param {Event} event */
export async function readFile(event) {
  const input = /** @type {HTMLInputElement} */ (event.target);
  const text = await input.files?.[0]?.text();
  input.value = "";
  if (text) await granted(host?.call("load", { text }).then(() => say("The saved game goes on.", "news")));
}

/** @param {string} name @param {string} text */
function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
