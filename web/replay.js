// Replays a game or a transcript, step by step.
// @ts-check
import { show } from "./answers.js";
import { call } from "./connected.js";
import { draw } from "./draw.js";
import { lastDeed } from "./log.js";
import { granted } from "./newgame.js";
import { clear } from "./play.js";
import { state } from "./state.js";

/** Replays the game that is being played. */
export const replayThis = () =>
  granted(call("replay").then(({ steps, in_play }) => beginReplay(steps, { showsAll: !in_play, isOfTable: true })));

/** @param {string} text a saved game or a transcript */
export const replayText = (text) =>
  granted(call("replay", { text }).then(({ steps, in_play }) => beginReplay(steps, { showsAll: !in_play })));

/**
 * @param {number} steps
 * @param {object} how
 * @param {boolean} how.showsAll every hand is shown from the beginning
 * @param {boolean} [how.isOfTable] it is the game on the table
 */
export async function beginReplay(steps, { showsAll, isOfTable = false }) {
  clear();
  state.replay = { step: 0, steps, text: "", showsAll, isOfTable, update: null, hands: null, rules: null, sheet: null };
  await replayAt(Math.min(1, steps));
}

/** @param {number} step */
export async function replayAt(step) {
  if (!state.replay || step < 0 || step > state.replay.steps) return;
  const then = await call("replay-at", { step });
  if (!state.replay) return;
  Object.assign(state.replay, then, { step });
  show();
  state.replay.text = lastDeed(then.update.events);
  draw();
}

export function toggleHands() {
  if (state.replay) state.replay.showsAll = !state.replay.showsAll;
  show();
  draw();
}

export function endReplay() {
  state.replay = null;
  show();
  draw();
}
