// Which dialog is open over the table, and the question whether to leave a match.
// @ts-check
import { draw } from "./draw.js";
import { state } from "./state.js";

/** @typedef {import("./state.js").State} State */

/** @param {State["dialog"]} dialog */
export function openDialog(dialog) {
  state.dialog = dialog;
  state.setupSheet = null;
  state.link = { kind: "", address: "", error: "", isCopied: false };
  state.savedAs = "";
  draw();
  const element = dialogElement();
  if (!element.open) element.showModal();
}

/** The person has played in this match, and it is not over. */
const isMatchRunning = () =>
  Boolean(
    state.waiting?.why ||
    (state.update &&
      state.update.waiting.kind !== "over" &&
      (state.update.match.hands.length || state.log.some(({ isMine }) => isMine))),
  );

/** Asks before a running match is replaced. @returns {Promise<boolean>} */
export async function mayLeave() {
  if (!isMatchRunning()) return true;
  openDialog("leave");
  return new Promise((answer) => {
    state.answerLeave = answer;
  });
}

/** @param {boolean} isLeaving */
export function leave(isLeaving) {
  state.answerLeave?.(isLeaving);
  closeDialog();
}

const dialogElement = () => /** @type {HTMLDialogElement} */ (document.getElementById("dialog"));

export function closeDialog() {
  dialogElement().close();
  closed();
}

/** A form that was not used is forgotten. The event comes a frame after the dialog was closed: by then it may be open again. */
export function closed() {
  if (dialogElement().open) return;
  state.dialog = "";
  state.setup = state.opened;
  state.setupError = state.wrongOption = "";
  state.answerLeave?.(false); // unless it was answered by a button
  state.answerLeave = null;
  draw();
}
