// At a table with other people: an undo that somebody has asked for, and what a person must hear of.
// @ts-check

/** @typedef {import("../src/rummy500/wire/messages.js").EventData} TableEvent */
/** @typedef {import("./state.js").State} State */
/** @typedef {{seat: number, agreed: number[]}} UndoRequest who asks, and who has agreed */

/** These leave an undo as it was asked for; everything else that happens ends it. */
const BESIDE = ["kept", "let-go", "window-ended"];

/** The undo that is open after an event; `null` for none. @param {UndoRequest | null} undo @param {TableEvent} event @returns {UndoRequest | null} */
export function undoAfter(undo, { kind, seat }) {
  if (kind === "undo-asked" && seat !== null) return { seat, agreed: [] };
  if (kind === "undo-agreed" && seat !== null && undo) return { ...undo, agreed: [...undo.agreed, seat] };
  return BESIDE.includes(kind) ? undo : null;
}

/** The people who have not answered the undo yet. @param {State} state @returns {number[]} */
export const undoAskedOf = ({ undo, update }) =>
  (update?.seats ?? []).flatMap(({ player }, seat) =>
    undo && player === "person" && seat !== undo.seat && !undo.agreed.includes(seat) ? [seat] : [],
  );

/** What happened to the person, and not by them; empty for nothing. @param {State} state @param {TableEvent[]} events */
export function newsOf(state, events) {
  const me = state.shown?.me;
  if (events.some((event) => event.timed_out && event.seat === me && event.kind === "acted"))
    return "Your time was up: the table played for you.";
  const refused = events.findLast(({ kind, seat }) => kind === "undo-refused" && seat !== me);
  return refused?.seat == null ? "" : `${state.update?.seats[refused.seat].name} didn’t agree to the undo.`;
}

/** Something is asked of the person. @param {import("../src/rummy500/wire/messages.js").UpdateMessage} update */
export const isAwaited = ({ legal, view, waiting }) =>
  Boolean(legal?.kinds.length) && view?.seat != null && waiting.seats.includes(view.seat);
