// The lesson as it goes on: its positions on the table, what the person does there, and the game that waits meanwhile.
// @ts-check
import { call } from "./connected.js";
import { draw, whenDrawn } from "./draw.js";
import { STEPS, laysDown } from "./lesson.js";
import { forgetComing } from "./pace.js";
import { latestGame } from "./saving.js";
import { granted, say, show } from "./saying.js";
import { state } from "./state.js";
import { SAVED_LESSON, isNewHere, remember } from "./storage.js";

/** Begins the lesson, or goes on with it, at the first step that is not done. The game waits as it was saved last. */
export async function beginLesson() {
  if (!state.update || state.lesson) return;
  const first = STEPS.findIndex(({ title }) => !state.learned.done.includes(title));
  state.replay = null;
  await layStep(Math.max(0, first));
}

/** Lays the position of a step, anew if it lies there already. @param {number} step @param {string} [wrong] why it is laid anew */
export async function layStep(step, wrong = "") {
  if (state.lesson?.isChanging) return;
  if (step >= STEPS.length) return leaveLesson();
  forgetComing();
  // From here on nothing is saved, and nothing shown that the table has still sent of what was on it.
  state.lesson = { step, wrong, isDone: false, isChanging: true, isLeaving: false };
  await granted(call("load", { text: STEPS[step].position, seat: 0, seed: "lesson" }));
  state.notice = state.moment = null;
  attend();
}

/** What is new is at the top of the page; the keyboard goes on with the next step, or with the cards. */
const attend = () =>
  whenDrawn(() => {
    scrollTo(0, 0);
    /** @type {HTMLElement | null} */ (document.querySelector(".coach .primary, .hand button.card"))?.focus();
  });

/** Another table lies there: the position of a step, or the game. */
export function noteLaid() {
  if (state.lesson?.isLeaving) state.lesson = null;
  else if (state.lesson) state.lesson.isChanging = false;
}

/** What was done in the lesson: the task, a part of it, or something else. @param {import("./state.js").Update} update */
export function noteLesson({ events, match, seat }) {
  const { learned, lesson } = state;
  if (!lesson && learned.isOffered && match.hands.length) declineLesson(); // a player who has come so far knows enough
  const event = events.find(({ kind }) => kind === "acted");
  if (!event || !lesson || lesson.isDone || lesson.isChanging) return;
  const { isDone, missed, title } = STEPS[lesson.step];
  if (event.seat === seat && isDone(event)) {
    Object.assign(lesson, { isDone: true, wrong: "" });
    const done = [...new Set([...learned.done, title])];
    learn({ done, isOffered: learned.isOffered && done.length < STEPS.length });
    show();
    attend();
  } else if (event.seat !== seat || !laysDown(event)) layStep(lesson.step, missed);
}

/** Leaves the lesson: the game that was on the table lies there again. */
export async function leaveLesson() {
  const game = latestGame();
  if (!state.lesson || !game) return;
  forgetComing();
  Object.assign(state.lesson, { isChanging: true, isLeaving: true });
  state.moment = null;
  if (await granted(call("load", { text: game.text, seat: null, seed: "" }))) say("Your game goes on.", "news");
}

/** The lesson is no longer offered; the menu has it. */
export const declineLesson = () => learn({ isOffered: false });

/** @param {Partial<typeof state.learned>} change */
function learn(change) {
  state.learned = { ...state.learned, ...change };
  remember(SAVED_LESSON, JSON.stringify(state.learned));
  draw();
}

// A player who reloads the page is still new here.
if (isNewHere) learn({});
