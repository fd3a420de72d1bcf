// Replays a game or a transcript, step by step.
// @ts-check
import { call } from "./connected.js";
import { draw } from "./draw.js";
import { lastDeed } from "./log.js";
import { move } from "./motion.js";
import { PACES } from "./pace.js";
import { clear } from "./play.js";
import { granted, show } from "./saying.js";
import { state } from "./state.js";

/** Replays the game that is being played. */
export const replayThis = () =>
  granted(
    call("replay").then(({ steps, mine, in_play }) =>
      beginReplay(steps, { mine, showsAll: !in_play, isOfTable: true }),
    ),
  );

/** @param {string} text a saved game or a transcript */
export const replayText = (text) =>
  granted(
    call("replay", { text }).then(({ steps, mine, in_play }) => beginReplay(steps, { mine, showsAll: !in_play })),
  );

/**
 * @param {number} steps
 * @param {object} how
 * @param {number[]} [how.mine] the steps at which the person decides
 * @param {boolean} how.showsAll every hand is shown from the beginning
 * @param {boolean} [how.isOfTable] it is the game on the table
 */
export async function beginReplay(steps, { mine = [], showsAll, isOfTable = false }) {
  clear();
  state.replay = {
    step: 0,
    steps,
    mine,
    isPlaying: false,
    text: "",
    showsAll,
    isOfTable,
    update: null,
    hands: null,
    rules: null,
    sheet: null,
  };
  await replayAt(Math.min(1, steps));
}

/** @param {number} step */
export async function replayAt(step) {
  if (!state.replay || step < 0 || step > state.replay.steps) return;
  const then = await call("replay-at", { step });
  if (!state.replay) return;
  if (step === state.replay.step + 1) move(then.update);
  Object.assign(state.replay, then, { step });
  show();
  state.replay.text = lastDeed(then.update.events);
  draw();
}

/** Lets the replay go on by itself, or stops it. */
export function playReplay() {
  const { replay } = state;
  if (!replay) return;
  replay.isPlaying = !replay.isPlaying;
  goOn(replay);
  draw();
}

/** @param {import("./state.js").Replay} replay */
async function goOn(replay) {
  while (replay === state.replay && replay.isPlaying && replay.step < replay.steps) {
    const { step } = replay;
    await new Promise((then) => setTimeout(then, PACES[state.settings.pace] || PACES.quick));
    if (replay === state.replay && replay.isPlaying && replay.step === step) await replayAt(step + 1);
  }
  replay.isPlaying = false;
  draw();
}

/** Goes on to where the person decides next. */
export function replayMine() {
  const next = state.replay?.mine.find((step) => step > (state.replay?.step ?? 0));
  if (next !== undefined) return replayAt(next);
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
