// One thing after another: what others do is shown action by action, a moment apart, and at once when the person wants it.
// @ts-check
import { isAtServer } from "./connected.js";
import { state } from "./state.js";
import { apart, isOfOthers } from "./steps.js";

/** @typedef {import("./state.js").Update} Update */

/** How long after the one before an action of others is shown, in milliseconds. */
export const PACES = { calm: 550, quick: 280, "at once": 0 };
/** A round of others is shown in this time, unless its actions would then come closer than `LEAST`. */
const ROUND = 4000;
const LEAST = 120;

/**
 * What is not shown yet, in order. A server has a pace of its own: only what follows in the same update waits.
 * @type {{update: Update, waits: boolean, show: (update: Update, moves: boolean) => void}[]}
 */
let coming = [];
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** When the last action was shown, and how long the others of this round have waited. */
let shown = 0;
let waited = 0;
/** The person has seen enough of this round. */
let isHurried = false;

/** Everything that has come is shown. */
export const isQuiet = () => !coming.length;

/** Forgets what is not shown: another table is opened. */
export function forgetComing() {
  clearTimeout(timer);
  coming = [];
  begin();
}

/**
 * Shows an update as soon as its time has come: action by action, if it tells of several.
 * @param {Update} update
 * @param {(update: Update, moves: boolean) => void} show
 */
export function follow(update, show) {
  const isFree = isAtServer && !coming.length;
  apart(coming.at(-1)?.update ?? state.update, update).forEach((each, n) =>
    coming.push({ update: each, waits: !isFree || n > 0, show }),
  );
  showDue();
}

/** Shows all that has come, and what else comes until the person's next decision. @returns {boolean} whether there was any */
export function hurry() {
  const found = coming.length > 0;
  const { seat, waiting } = state.update ?? {};
  isHurried ||= found || !waiting?.seats.includes(seat ?? -1); // on their own turn people only click
  showDue();
  return found;
}

function begin() {
  waited = 0;
  isHurried = false;
}

function showDue() {
  clearTimeout(timer);
  while (coming.length) {
    const pause = pauseBefore(coming[0]);
    const left = shown + pause - performance.now();
    if (left > 0) {
      timer = setTimeout(showDue, left);
      return;
    }
    const [{ update, show }] = coming.splice(0, 1);
    shown = performance.now();
    waited += pause;
    show(update, !isHurried);
    if (!isOfOthers(update) || update.waiting.seats.includes(update.seat ?? -1)) begin();
  }
}

/**
 * It follows from what is shown alone, never from how long a program has thought.
 * @param {{update: Update, waits: boolean}} next
 */
function pauseBefore({ update, waits }) {
  if (!waits || isHurried || document.hidden || !isOfOthers(update)) return 0;
  return pause(PACES[state.settings.pace], coming.filter((each) => isOfOthers(each.update)).length, waited);
}

/** How long to wait before an action. @param {number} pace @param {number} left how many actions are still to come in this round @param {number} waited how long the others have taken */
export const pause = (pace, left, waited) => pace && Math.max(LEAST, Math.min(pace, (ROUND - waited) / left));

document.addEventListener("pointerdown", hurry, { capture: true });
// A key that shows the rest does nothing else: what it would press was not there when the person pressed it.
document.addEventListener(
  "keydown",
  (event) => {
    if (event.key === "Tab" || state.lesson || event.ctrlKey || event.metaKey || event.altKey || !hurry()) return;
    event.preventDefault();
    event.stopPropagation();
  },
  { capture: true },
);
