// The lesson as it goes on: its positions on the table, what the person does there, and the game that waits meanwhile.
// @ts-check
import { call } from "./connected.js";
import { draw, whenDrawn } from "./draw.js";
import { STEPS, positionOf } from "./lesson.js";
import { forgetComing } from "./pace.js";
import { latestGame, save } from "./saving.js";
import { complain, granted, say, show } from "./saying.js";
import { state } from "./state.js";
import { SAVED_LESSON, remember } from "./storage.js";

/** @typedef {import("./state.js").Update} Update */

/** Begins the lesson, or goes on with it, at the first step that is not done. The game waits as it was saved last. */
export async function beginLesson() {
  if (!state.update || state.lesson) return;
  const first = STEPS.findIndex(({ name }) => !state.learned.done.includes(name));
  state.replay = null;
  await layStep(Math.max(0, first));
}

/** Lays the position of a step, anew if it lies there already. @param {number} step @param {string} [wrong] why it is laid anew */
export async function layStep(step, wrong = "") {
  if (step >= STEPS.length) return leaveLesson();
  forgetComing();
  // From here on nothing is saved, and nothing shown that the table has still sent of what was on it.
  state.lesson = { step, wrong, isDone: false, isChanging: true };
  await granted(call("load", { text: positionOf(STEPS[step]), seat: 0, seed: "lesson" }));
  state.notice = null;
  whenDrawn(() => document.querySelector(".coach")?.scrollIntoView({ block: "nearest" }));
}

/** What the person or another seat has done in the lesson. @param {Update} update */
export function noteLesson({ events, seat }) {
  const { lesson } = state;
  if (!lesson || lesson.isDone || lesson.isChanging) return;
  const { isDone, isOnTheWay, missed, name } = STEPS[lesson.step];
  for (const event of events.filter(({ kind }) => kind === "acted")) {
    const isMine = event.seat === seat;
    if (isMine && isDone(event)) {
      lesson.isDone = true;
      lesson.wrong = "";
      learn({ done: [...new Set([...state.learned.done, name])] });
      show();
      whenDrawn(() => /** @type {HTMLElement | null} */ (document.querySelector(".coach .primary"))?.focus());
      return;
    }
    if (!(isMine && isOnTheWay?.(event) && !event.ended)) {
      layStep(lesson.step, missed);
      return;
    }
  }
}

/** Leaves the lesson: the game that was on the table lies there again. */
export async function leaveLesson() {
  const game = latestGame();
  if (!state.lesson || !game) return;
  forgetComing();
  state.lesson.isChanging = true;
  try {
    await call("load", { text: game.text, seat: null, seed: "" });
    state.lesson = null;
    show();
    say("Your game goes on.", "news");
    save(); // programs may have acted already
  } catch (error) {
    state.lesson = null;
    complain(error);
  }
}

/** The lesson is no longer offered; the menu has it. */
export const declineLesson = () => learn({ isOffered: false });

/** @param {Partial<typeof state.learned>} change */
function learn(change) {
  state.learned = { ...state.learned, ...change };
  remember(SAVED_LESSON, JSON.stringify(state.learned));
  draw();
}

// Escape leaves at any step; it closes what is open over the table first.
document.addEventListener(
  "keydown",
  (event) => {
    if (event.key !== "Escape" || !state.lesson || document.querySelector("dialog[open], details[open]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    leaveLesson();
  },
  { capture: true },
);
