// The beginning: connects the page to its table, and goes on with the game that was played here, or opens one.
// @ts-check
import { answer, say } from "./answers.js";
import { connect, host } from "./connected.js";
import { mayLeave } from "./dialogs.js";
import { draw, drawAlways, isDrawn } from "./draw.js";
import "./keyboard.js";
import { isLinked, linkedSetup, linkedText } from "./links.js";
import { askChoices, deal, forgetChoices } from "./newgame.js";
import { page } from "./page.js";
import { forgetSent } from "./play.js";
import { forgetSaved, isSaved, open, savedHere } from "./saving.js";
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
  if (!isRestart && isLinked() && (await mayOpenLink())) {
    const linked = linkedSetup();
    if (await opened(linked ? deal(linked) : openLinked())) return;
  }
  const trouble = isRestart ? { text: STOPPED, rule: "", kind: /** @type {const} */ ("wrong") } : state.notice;
  state.waiting = null;
  const saved = savedHere();
  if (saved && (await opened(open(saved.text, null, "Your game goes on.")))) {
    state.setup = state.opened = saved.setup;
  } else {
    const { waiting } = state;
    if (saved && !waiting) forgetSaved(); // of other rules or an older version
    const notice = state.notice;
    if (!(await opened(deal({ ...state.setup, seed: freshSeed() })))) await opened(deal(firstSetup()));
    Object.assign(state, { notice, waiting }); // why it is not the game that was asked for
  }
  if (trouble) state.notice = trouble;
}

/** Shows the match that was played here, if it is not over, and asks whether the link may take its place. */
async function mayOpenLink() {
  const saved = savedHere();
  if (!saved || !(await opened(open(saved.text, null, "Your game goes on.")))) return true;
  state.setup = state.opened = saved.setup;
  return mayLeave();
}

/** The game or the position of the link; without one nothing is opened. */
async function openLinked() {
  const linked = await linkedText();
  return linked !== null && open(linked.text, linked.seat, "The game of the link goes on.");
}

/** Waits for what is opened, and says why it cannot be. @param {Promise<unknown>} opening */
async function opened(opening) {
  try {
    return (await opening) !== false;
  } catch (error) {
    say(/** @type {Error} */ (error).message, "wrong");
    return false;
  }
}

/** How long the worker may take. @param {number} seconds */
function setPatience(seconds) {
  if (host) host.seconds = seconds;
}

Object.assign(globalThis, { rummy500: { state, host, open, openTable: deal, isSaved, isIdle: () => isDrawn() && (host?.open.size ?? 0) === 0, setPatience } });

if (host) addEventListener("hashchange", () => location.reload()); // another link was opened in this tab
drawAlways(page);
