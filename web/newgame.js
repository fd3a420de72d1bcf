// A new game: the form as it is filled in, what the library says of it, and the table that it opens.
// @ts-check
import { closeDialog, mayLeave, openDialog } from "./asking.js";
import { call, table } from "./connected.js";
import { draw, whenDrawn } from "./draw.js";
import { freshSeed, keptOptions, seated, withSeats } from "./setup.js";
import { complain, granted, show } from "./saying.js";
import { state } from "./state.js";
import { SAVED_SETUP, remember } from "./storage.js";

/** @typedef {import("./setup.js").Setup} Setup */

/** The rules whose options were asked for last. */
let choicesAsked = "";

/** The options that the person wants: other rules may lack some for as long as they are chosen. @type {Setup["options"]} */
let optionsWanted = {};

/** A form begins with the seats and options of the game that is played. The lists load every variant, and come when they are needed. */
export function beginForm() {
  state.seatsWanted = state.setup.seats;
  optionsWanted = state.setup.options;
  askChoices();
}

/** A form that was filled in, before the person chose to keep playing. @type {Setup | null} */
let filled = null;

export function newGame() {
  state.setup = filled ?? state.setup;
  filled = null;
  const { setup } = state;
  beginForm();
  openDialog("setup");
  changeSetup({ ...setup, seed: freshSeed() });
}

/** What was changed last in a form. @type {EventTarget | null} */
let touched = null;
document.addEventListener(
  "change",
  ({ target }) => {
    touched = target;
  },
  { capture: true },
);

/** Draws the form anew with what was changed in its place: lines above it may come or go. */
function drawInPlace() {
  const element = touched instanceof HTMLElement ? touched : null;
  const top = () => element?.getBoundingClientRect().top ?? 0;
  const before = top();
  whenDrawn(() => element?.closest("dialog")?.scrollBy(0, top() - before));
}

/** @param {Setup} changed */
export function changeSetup(changed) {
  const setup = state.hasHouseRule ? changed : withoutRule(changed);
  if (setup.seats !== state.setup.seats) state.seatsWanted = setup.seats;
  if (setup.options !== state.setup.options) optionsWanted = setup.options;
  state.setup = setup;
  state.setup = seated(state, state.seatsWanted);
  state.setupSheet = null;
  if (!askChoices()) checkSetup();
  drawInPlace();
}

/** So many opponents of one level, as far as the rules in the form allow. @param {number} number @param {string} level */
export function chooseOpponents(number, level) {
  state.seatsWanted = number + 1;
  const setup = withSeats(state.setup, number + 1);
  const programs = Object.fromEntries(Object.keys(setup.programs).map((seat) => [seat, level]));
  changeSetup({ ...setup, programs });
}

/** Deals a game of the form's tiles, as it is usually played. @param {string} preset @param {string[]} plugins */
export function dealGame(preset, plugins) {
  const setup = { ...state.setup, preset, plugins, options: {}, house_rule: false };
  return openTable(seated({ ...state, setup }, state.seatsWanted));
}

/** Asks for the options of the rules in the form, unless they are those that it has. */
export function askChoices() {
  const { preset, plugins } = state.setup;
  const asked = [preset, ...plugins].join(" ");
  if (asked === choicesAsked) return false;
  choicesAsked = asked;
  table.send({ type: "ask-choices", preset, plugins });
  return true;
}

/** The lists have come: the form has the options that the rules allow. */
export async function listed() {
  if (state.choices && state.dialog) {
    const setup = (state.setup = { ...state.setup, options: keptOptions(state.choices.options, optionsWanted) });
    const options = await composable(setup);
    if (state.setup === setup) state.setup = { ...setup, options };
  }
  checkSetup();
}

/** The options of a setup without those that its rules refuse: the lists have options that a plugin fixes or does not use. @param {Setup} setup */
async function composable(setup) {
  const { options } = setup;
  const composes = (/** @type {Setup["options"]} */ options) =>
    call("check", { setup: { ...setup, options } }).then(
      () => true,
      () => false,
    );
  if (!Object.keys(options).length || (await composes(options)) || !(await composes({}))) return options;
  const fits = await Promise.all(Object.entries(options).map(([name, value]) => composes({ [name]: value })));
  return Object.fromEntries(Object.entries(options).filter((_, n) => fits[n]));
}

/** Forgets the lists: a worker that starts again has none. */
export function forgetChoices() {
  choicesAsked = "";
}

export function checkSetup() {
  const asked = state.setup;
  call("check", { setup: asked }).then(
    ({ target }) => settle("", !target),
    (error) => settle(error.sentence, false, error.option),
  );
  /** @param {string} setupError */
  function settle(setupError, hasNoTarget = false, wrongOption = "") {
    if (asked === state.setup) Object.assign(state, { setupError, hasNoTarget, wrongOption });
    draw();
  }
}

/** @param {Setup} setup */
export async function openTable(setup) {
  if (await mayLeave()) deal(setup).then(closeDialog, complain);
  else filled = setup;
}

/** @param {Setup} setup */
export async function deal(setup) {
  state.notice = null;
  try {
    await call("open", { setup });
  } catch (error) {
    state.setupError = /** @type {import("./connection.js").HostError} */ (error).sentence;
    draw();
    throw error;
  }
  state.opened = setup;
  state.waiting = null;
  state.setup = setup;
  state.replay = null;
  remember(SAVED_SETUP, JSON.stringify(withoutRule(setup)));
  show();
  draw();
}

/** The game that waits for its house rule is left, and another dealt. */
export const leaveWaiting = () => openTable({ ...state.opened, seed: freshSeed() });

export const nextHand = () => granted(call("next-hand"));

export const again = () => deal({ ...state.opened, seed: freshSeed() }).catch(complain);

/** The levels of programs, the weakest first. */
const LEVELS = ["easy", "medium", "hard", "expert"];

/** The level above that of the strongest program; `null` above the last. */
export function harder() {
  const levels = Object.values(state.opened.programs).map((each) => LEVELS.indexOf(each));
  return LEVELS[Math.max(...levels) + 1] ?? null;
}

/** Plays again against stronger programs. */
export function playHarder() {
  const level = harder();
  if (!level) return;
  const programs = Object.fromEntries(Object.keys(state.opened.programs).map((seat) => [seat, level]));
  deal({ ...state.opened, programs, seed: freshSeed() }).catch(complain);
}

export async function readSheet() {
  state.setupSheet = (await granted(call("describe", { setup: state.setup }))) ?? null;
  whenDrawn(() => document.getElementById("setup-sheet")?.scrollIntoView({ block: "start" }));
}

/** @param {Setup} setup */
export const withoutRule = (setup) => ({ ...setup, house_rule: false });
