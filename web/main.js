// The beginning: connects the page to its table, and goes on with the game that was played here, or opens one.
// @ts-check
import { answer, say } from "./answers.js";
import { connect, host } from "./connected.js";
import { draw, drawAlways, isDrawn } from "./draw.js";
import "./keyboard.js";
import { linkedSetup, linkedText } from "./links.js";
import { askChoices, deal, forgetChoices } from "./newgame.js";
import { page } from "./page.js";
import { forgetSent } from "./play.js";
import { forgetSaved, open, savedHere } from "./saving.js";
import { firstSetup, freshSeed } from "./setup.js";
import { state } from "./state.js";

const STOPPED = "A rule took too long. The game went on from its log.";

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
  const isRestart = state.update !== null;
  await openSomething(isRestart);
  history.replaceState(null, "", location.pathname + location.search); // from now on the saved game is opened again
  askChoices();
  draw();
}

/** The link, or else the game that was played here, or else a new game. @param {boolean} isRestart the worker was ended */
async function openSomething(isRestart) {
  const linked = isRestart ? null : await linkedText();
  const linkedDeal = isRestart ? null : linkedSetup();
  const saved = linkedDeal ? null : savedHere();
  for (const each of [linked && { ...linked, news: "The game of the link goes on." },
    saved && { text: saved.text, seat: null, news: isRestart ? STOPPED : "Your game goes on." }]) {
    if (!each) continue;
    try {
      await open(each.text, each.seat, each.news);
      if (each.text === saved?.text) state.setup = state.opened = saved.setup;
      if (isRestart) say(STOPPED, "wrong");
      return;
    } catch (error) {
      say(/** @type {Error} */ (error).message, "wrong");
      if (each.text === saved?.text && !state.waiting) forgetSaved(); // of other rules or an older version
    }
  }
  const setups = [linkedDeal, state.setup, firstSetup()].filter((setup) => setup !== null);
  for (const setup of setups) {
    const { notice, waiting } = state;
    try {
      await deal({ ...setup, seed: setup === linkedDeal ? setup.seed : freshSeed() });
      Object.assign(state, { notice, waiting }); // why it is not the game that was asked for
      return;
    } catch (error) {
      say(/** @type {Error} */ (error).message, "wrong");
    }
  }
}

/** How long the worker may take. @param {number} seconds */
function setPatience(seconds) {
  if (host) host.seconds = seconds;
}

Object.assign(globalThis, { rummy500: { state, openTable: deal, isIdle: () => isDrawn() && (host?.open.size ?? 0) === 0, setPatience } });

if (host) addEventListener("hashchange", () => location.reload()); // another link was opened in this tab
drawAlways(page);
