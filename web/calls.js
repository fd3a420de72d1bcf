// The window in which a discard may be called, and its clock.
// @ts-check
import { call, host } from "./connected.js";
import { draw } from "./draw.js";
import { noteGone } from "./rummy.js";
import { complain } from "./saying.js";
import { state } from "./state.js";

/** @typedef {import("../src/rummy500/wire/messages.js").UpdateMessage} Update */

/** @type {ReturnType<typeof setInterval> | undefined} */
let clock;

/** The window may have ended just now: that is no news. @param {import("./connection.js").HostError} error */
function failed(error) {
  if (error.line) complain(error);
}

/** @param {Update} message */
export function beginWindow(message) {
  clearInterval(clock);
  state.windowEnds = 0;
  const { view, waiting } = message;
  if (!host || state.lesson || waiting.kind !== "window" || !state.settings.callSeconds) return; // a server has its own clock, and a lesson none
  if (waiting.on_turn === view?.seat) return; // on their turn the person has time
  const length = state.settings.callSeconds * 1000;
  state.windowEnds = performance.now() + length;
  state.windowLeft = 100;
  clock = setInterval(() => {
    if (state.dialog || state.replay) state.windowEnds += 250; // nobody loses a call behind a dialog
    const left = state.windowEnds - performance.now();
    state.windowLeft = Math.max(0, (100 * left) / length);
    if (left <= 0) {
      clearInterval(clock);
      noteGone(state.update);
      call("end-window", { decision: waiting.decision }).catch(failed);
    }
    draw();
  }, 250);
}
