// The beginning: connects the page to its table, and goes on with the game that was played here, or opens one.
// @ts-check
import { answer, say } from "./answers.js";
import { connect, host } from "./connected.js";
import { draw, drawAlways, isDrawn } from "./draw.js";
import "./keyboard.js";
import { linkedSetup } from "./links.js";
import { askChoices, deal, forgetChoices } from "./newgame.js";
import { page } from "./page.js";
import { forgetSent } from "./play.js";
import { firstSetup, freshSeed } from "./setup.js";
import { state } from "./state.js";
import { SAVED_GAME, remembered } from "./storage.js";

/** @typedef {import("./setup.js").Setup} Setup */

connect({
  answer,
  /** @param {string} text */
  progress(text) {
    state.isReady = false;
    state.progress = text;
    draw();
  },
  ready,
  /** @param {string} text */
  failed(text) {
    state.failed = text;
    draw();
  },
  /** The worker was ended and begins anew: the game goes on from its log, without the house rule that held it up. */
  stuck() {
    state.isReady = false;
    state.hasHouseRule = false;
    state.editor.isBusy = false;
    forgetChoices();
    state.progress = "Starting again";
    say("A rule took too long. The game starts again from its log.", "wrong");
  },
});

/** @param {number} ms */
async function ready(ms) {
  state.isReady = true;
  performance.mark("rummy500-ready", { detail: ms });
  if (!host) return forgetSent();
  const linked = linkedSetup();
  const saved = remembered(SAVED_GAME, /** @type {{setup: Setup, text: string} | null} */ (null));
  const isRestart = state.update !== null;
  if (saved && (isRestart || !linked)) {
    try {
      await host.call("load", { text: saved.text });
      state.opened = saved.setup;
      say(isRestart ? "A rule took too long. The game went on from its log." : "Your game goes on.", isRestart ? "wrong" : "news");
      state.setup = saved.setup;
      askChoices();
      return draw();
    } catch {
      localStorage.removeItem(SAVED_GAME); // of other rules or an older version: a new game begins
    }
  }
  for (const setup of [linked, state.setup, firstSetup()]) {
    if (!setup) continue;
    try {
      await deal({ ...setup, seed: setup === linked ? setup.seed : freshSeed() });
      break;
    } catch (error) {
      say(/** @type {Error} */ (error).message, "wrong");
    }
  }
  askChoices();
  draw();
}

/** How long the worker may take. @param {number} seconds */
function setPatience(seconds) {
  if (host) host.seconds = seconds;
}

Object.assign(globalThis, { rummy500: { state, openTable: deal, isIdle: () => isDrawn() && (host?.open.size ?? 0) === 0, setPatience } });

drawAlways(page);
