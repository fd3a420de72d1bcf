// What the page says of the table, and of what failed; which table it shows.
// @ts-check
import { capital } from "./cards.js";
import { HostError } from "./connection.js";
import { draw } from "./draw.js";
import { state } from "./state.js";
import { rulesShown } from "./words.js";

/** @param {string} text @param {"wrong" | "news"} kind @param {string} [rule] */
export function say(text, kind, rule = "") {
  state.notice = { text: capital(text), rule, kind };
  state.hint = "";
  draw();
}

/** Says what failed; a failed house rule can be opened at its line. @param {unknown} error */
export function complain(error) {
  const isFailure = error instanceof HostError;
  say(isFailure ? error.sentence : /** @type {Error} */ (error).message, "wrong");
  if (isFailure && error.line && state.notice) state.notice.failure = error;
}

/** Decides what the table area draws. */
export function show() {
  const { replay } = state;
  const shown = replay?.update ?? state.update;
  const view = shown?.view ?? shown?.last_hand?.view;
  if (!shown || !view) return;
  const me = shown.seat ?? -1;
  const seats = shown.seats.map((_, seat) => seat);
  const sides = rulesShown(state)?.sides ?? seats;
  // At the end of a hand all hands are open, in a replay, too.
  const hands = shown.view ? (replay?.showsAll ? replay.hands : null) : (shown.last_hand?.hands ?? null);
  // Scores are by seat or by side: with fewer numbers than seats they are by side.
  const { scores } = shown.match;
  state.shown = {
    view,
    me,
    sides,
    scores,
    scoresBySide: scores.length < seats.length,
    hands,
    isStill: Boolean(replay || !shown.view || state.waiting?.why || state.lesson?.isDone),
  };
}

/** Waits for a call, and shows what the host refuses. @template T @param {Promise<T>} calling @returns {Promise<T | undefined>} */
export async function granted(calling) {
  try {
    return await calling;
  } catch (error) {
    complain(error);
    return undefined;
  } finally {
    draw();
  }
}
