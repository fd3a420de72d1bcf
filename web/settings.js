// How the page looks and how long it waits, as the person likes it.
// @ts-check
import { draw } from "./draw.js";
import { state } from "./state.js";
import { SAVED_SETTINGS, remember } from "./storage.js";

/** @typedef {import("./state.js").Settings} Settings */
/** @typedef {import("./state.js").State} State */

/** @param {Partial<Settings>} change */
export function set(change) {
  state.settings = { ...state.settings, ...change };
  remember(SAVED_SETTINGS, JSON.stringify(state.settings));
  draw();
}

export function toggleSound() {
  set({ sound: !state.settings.sound });
}

export function sort() {
  set({ sort: state.settings.sort === "suit" ? "rank" : "suit" });
}

/** @param {State["tab"]} tab */
export function showTab(tab) {
  state.tab = tab;
  draw();
}
