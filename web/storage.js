// What this browser remembers of the page.
// @ts-check

export const SAVED_GAME = "rummy500.game";
export const SAVED_SETUP = "rummy500.setup";
export const SAVED_RULE = "rummy500.rule";
export const SAVED_SETTINGS = "rummy500.settings";
export const SAVED_LESSON = "rummy500.lesson";

/** This browser has never been at the page. */
export const isNewHere = !Object.keys(localStorage).some((key) => key.startsWith("rummy500."));

/** @param {string} key @param {string} value @returns {boolean} the browser had room for it */
export function remember(key, value) {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** @template T @param {string} key @param {T} otherwise @returns {T} */
export function remembered(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}
