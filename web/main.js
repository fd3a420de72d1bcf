// The beginning: connects the page to its table, and goes on with the game that was played here, or opens one.
// @ts-check
import { answer } from "./answers.js";
import { closeDialog, mayLeave } from "./asking.js";
import { connect, host } from "./connected.js";
import { HostError } from "./connection.js";
import { draw, drawAlways, isDrawn } from "./draw.js";
import { mayRunRule } from "./houserule.js";
import "./keyboard.js";
import { isLink, linkedSetup, linkedText } from "./links.js";
import { deal, forgetChoices } from "./newgame.js";
import { isQuiet } from "./pace.js";
import { page } from "./page.js";
import { forgetSent } from "./play.js";
import { forgetSaved, latestGame, open, savedHere } from "./saving.js";
import { complain, say, show } from "./saying.js";
import { firstSetup, freshSeed } from "./setup.js";
import { state } from "./state.js";
import { leaveLesson } from "./teaching.js";

/** Why the worker was ended; empty if it was not. */
let stopped = "";

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
  slow(isSlow) {
    if (state.isSlow === isSlow) return;
    state.isSlow = isSlow;
    draw();
  },
  /** A rule failed: the table is as it was before. */
  refused(error) {
    forgetSent();
    complain(error);
  },
  /** The worker was ended and begins anew, without the house rule. */
  restarted(what) {
    state.lesson = null; // the game goes on
    stopped = `${mayRunRule() ? "Your rule" : "This"} ${what}.`;
    state.isReady = false;
    state.hasHouseRule = false;
    state.editor.isBusy = false;
    forgetChoices();
    forgetSent();
    state.progress = "Starting again";
    say(stopped, "wrong");
  },
});

/** @param {number} ms */
async function ready(ms) {
  state.isReady = true;
  performance.mark("rummy500-ready", { detail: ms });
  if (!host) return forgetSent();
  if (!(state.update && (await goOn()))) await openSomething();
  draw();
}

/** The worker was ended: the game on the table goes on, or waits if its house rule was lost. @returns {Promise<boolean>} there is one */
async function goOn() {
  const {
    opened: { house_rule },
    waiting,
  } = state;
  const game = latestGame();
  if (!game) return false;
  if (house_rule) {
    const why = `${stopped} Your game waits for the house rule: mend it, compose it, and go on.`;
    state.waiting = { text: game.text, rule: JSON.parse(game.text).house_rule, why };
    state.notice = null;
    show();
    return true;
  }
  if (!(await opened(open(game.text)))) return false;
  state.setup = state.opened = game.setup;
  state.waiting = waiting;
  say(`${stopped} Your game went on from its log.`, "wrong");
  return true;
}

/** The game that was played here, or the link, or else a new game. */
async function openSomething() {
  const goesOn = await openSaved();
  if ((await openLink()) || goesOn || state.waiting) return;
  const { notice } = state; // why it is not the game that was asked for
  if (!(await opened(deal({ ...state.setup, seed: freshSeed() })))) await opened(deal(firstSetup()));
  state.notice = notice;
}

/** The match that was played here goes on, or waits for its house rule. @returns {Promise<boolean>} there is one */
async function openSaved() {
  const saved = savedHere();
  if (!saved) return false;
  try {
    await open(saved.text, null, "Your saved game continues.");
  } catch (error) {
    if (!(error instanceof HostError && error.needs)) {
      forgetSaved(); // of other rules or an older version
      complain(error);
      return false;
    }
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
  return opened(openLinked(link));
}

/** The deal, the game or the position of a link; without one nothing is opened. @param {string} link */
async function openLinked(link) {
  const setup = linkedSetup(link);
  if (setup) return deal(setup);
  const linked = await linkedText(link);
  return linked !== null && open(linked.text, linked.seat, "The game from the link continues.");
}

/** Another link was opened in this tab; until Python has started, it stays in the address. */
async function addressChanged() {
  if (!state.isReady || !isLink(location.hash)) return;
  closeDialog();
  await leaveLesson();
  await openLink();
  draw();
}

/** Waits for what is opened, and says why it cannot be. @param {Promise<unknown>} opening */
async function opened(opening) {
  try {
    return (await opening) !== false;
  } catch (error) {
    complain(error);
    return false;
  }
}

/** How long the worker may take. @param {number} seconds */
function setPatience(seconds) {
  if (host) host.seconds = seconds;
}

Object.assign(globalThis, {
  rummy500: {
    state,
    host,
    open,
    openTable: deal,
    isAnswered: () => isDrawn() && !host?.open.size,
    isIdle: () => isDrawn() && isQuiet() && !host?.open.size && !host?.isThinking,
    setPatience,
  },
});

if (host) addEventListener("hashchange", addressChanged);
drawAlways(page);
