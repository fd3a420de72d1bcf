// The beginning: connects the page to its table, and goes on with the game that was played here, or opens one.
// @ts-check
import { answer, say } from "./answers.js";
import { connect, host } from "./connected.js";
import { closeDialog, mayLeave } from "./dialogs.js";
import { draw, drawAlways, isDrawn } from "./draw.js";
import "./keyboard.js";
import { isLink, linkedSetup, linkedText } from "./links.js";
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
  askChoices();
  draw();
}

/** The game that was played here, or the link, or else a new game. @param {boolean} isRestart the worker was ended */
async function openSomething(isRestart) {
  const goesOn = await openSaved();
  if (await openLink()) return;
  if (!goesOn) {
    const { notice, waiting } = state; // why it is not the game that was asked for
    if (!(await opened(deal({ ...state.setup, seed: freshSeed() })))) await opened(deal(firstSetup()));
    Object.assign(state, { notice, waiting });
  }
  if (isRestart) state.notice = { text: STOPPED, rule: "", kind: "wrong" };
}

/** The match that was played here goes on. @returns {Promise<boolean>} there is one */
async function openSaved() {
  state.waiting = null;
  const saved = savedHere();
  if (!saved) return false;
  if (!(await opened(open(saved.text, null, "Your game goes on.")))) {
    if (!state.waiting) forgetSaved(); // of other rules or an older version
    return false;
  }
  state.setup = state.opened = saved.setup;
  return true;
}

/** Opens the link of the address, unless the person would rather go on with their match. @returns {Promise<boolean>} it was opened */
async function openLink() {
  const link = location.hash;
  if (!isLink(link)) return false;
  history.replaceState(null, "", location.pathname + location.search); // from now on the saved game is opened again
  if (!(await mayLeave())) return false;
  const setup = linkedSetup(link);
  return opened(setup ? deal(setup) : openLinked(link));
}

/** The game or the position of a link; without one nothing is opened. @param {string} link */
async function openLinked(link) {
  const linked = await linkedText(link);
  return linked !== null && open(linked.text, linked.seat, "The game of the link goes on.");
}

/** Another link was opened in this tab; until Python has started, it stays in the address. */
async function addressChanged() {
  if (!state.isReady || !isLink(location.hash)) return;
  closeDialog();
  await openLink();
  draw();
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

if (host) addEventListener("hashchange", addressChanged);
drawAlways(page);
