// The sentences of the log: what everybody did, in words.
// @ts-check
import { shortCards } from "./cards.js";
import { undoAfter } from "./online.js";
import { state } from "./state.js";
import { nameOf, told } from "./words.js";

/** @typedef {import("../src/rummy500/wire/messages.js").EventData} TableEvent */

/** What the log has lines of. */
const LOGGED = ["acted", "chance", "dealt", "undo-asked", "undo-refused", "undone", "replaced"];
/** The verbs with which a turn begins. */
const BEGINNINGS = ["draw", "take", "call", "pass"];
/** The facts that are all cards of a meld. */
const MELDS = ["meld", "own", "yours"];

export function forgetEvents() {
  Object.assign(state, { events: [], log: [], lately: {}, acted: [], undo: null });
}

/** Writes events into the log. Some may have come before, and earlier ones after later ones. @param {TableEvent[]} events */
export function noteAll(events) {
  const known = new Set(state.events.map(({ number }) => number));
  const fresh = events.filter(({ number }) => !known.has(number));
  const isLate = fresh.length > 0 && fresh[0].number < (state.events.at(-1)?.number ?? 0);
  const all = [...state.events, ...fresh].sort((a, b) => a.number - b.number);
  if (isLate) forgetEvents();
  state.events = all;
  for (const event of isLate ? all : fresh) note(event);
}

/** Writes an event into the log. @param {TableEvent} event */
function note(event) {
  const { kind, number, seat } = event;
  const me = state.update?.seat ?? -1;
  const isMine = seat === me;
  const asker = state.undo && state.undo.seat !== me ? nameOf(state, state.undo.seat) : "You";
  state.undo = undoAfter(state.undo, event);
  if (kind === "opened" || kind === "dealt") state.acted = [];
  else if (kind === "undone") state.acted = state.acted.filter((each) => each <= event.back_to);
  else if (
    event.changes.some(
      ({ source, target, shuffled }) =>
        shuffled ||
        source.kind === "stock" ||
        target.kind === "stock" ||
        (source.kind === "hand" && source.number !== me),
    )
  )
    state.acted = [];
  else if (kind === "acted" && isMine) state.acted.push(number);
  if (kind === "dealt" || kind === "undone") state.lately = {};
  if (kind === "undone") state.log = state.log.filter((line) => line.number <= event.back_to);
  if (LOGGED.includes(kind))
    state.log.push({ text: kind === "undone" ? `${asker} took a move back` : sentence(event), isMine, number });
  if (kind === "acted" && seat !== null) {
    const text = sentence(event, "");
    const isNewTurn = BEGINNINGS.includes(event.verb) || !state.lately[seat];
    state.lately[seat] = isNewTurn ? text : `${state.lately[seat]}; ${text}`;
  }
}

/** What happened last, in a sentence; empty if nobody acted. @param {TableEvent[]} events */
export function lastDeed(events) {
  const last = events.findLast(({ kind }) => LOGGED.includes(kind));
  return last ? `${sentence(last)}.` : "";
}

/** What happened: a meld is named by its owner alone. @param {TableEvent} event @param {string} [subject] what to call who acted */
const sentence = (event, subject) =>
  told(state, event, {
    cards: (fact, name) => (MELDS.includes(name) ? "meld" : shortCards(fact)),
    seat: (fact, name) => (name === "seat" ? subject : undefined) ?? nameOf(state, Number(fact)),
  }).trim();
