// Replays a game step by step.
// @ts-check
import { show } from "./answers.js";
import { withSymbols } from "./cards.js";
import { host } from "./connected.js";
import { draw } from "./draw.js";
import { granted } from "./newgame.js";
import { clear } from "./play.js";
import { state } from "./state.js";
import { nameOf } from "./table.js";

/** @param {string} text a saved game; empty for the one that is being played */
export async function startReplay(text) {
  const steps = await granted(host?.call("replay", text ? { text } : {}));
  if (steps === undefined) return;
  clear();
  state.replay = { step: 0, steps, text: "", showsAll: true, update: null, hands: null };
  await replayAt(Math.min(1, steps));
}

/** @param {number} step */
export async function replayAt(step) {
  if (!state.replay || step < 0 || step > state.replay.steps) return;
  const { update: then, hands } = await host?.call("replay-at", { step });
  if (!state.replay) return;
  const last = then.events.filter((/** @type {any} */ { action }) => action).at(-1);
  state.replay.step = step;
  state.replay.update = then;
  state.replay.hands = hands;
  show();
  const who = last?.seat === null || !last ? "" : nameOf(state, last.seat);
  state.replay.text = last ? `${who}: ${withSymbols(last.action.replace(/^\d+: /, ""))}` : "";
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
