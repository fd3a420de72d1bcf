// The sentences of the log: what everybody did, in words.
// @ts-check
import { alongWords, cardsIn, without, withSymbols, withUse } from "./cards.js";
import { isAtServer } from "./connected.js";
import { undoAfter } from "./online.js";
import { state } from "./state.js";
import { nameOf } from "./words.js";

/** @typedef {import("../src/rummy500/wire/messages.js").EventData} TableEvent */

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
  const { kind, seat, number } = event;
  const me = state.update?.seat ?? -1;
  const isMine = isPersons(seat);
  const name = subject(seat);
  /** @param {string} text */
  const write = (text) => state.log.push({ text, isMine, number });
  const asker = state.undo && state.undo.seat !== me ? nameOf(state, state.undo.seat) : "You";
  state.undo = undoAfter(state.undo, event);
  if (kind === "opened" || kind === "dealt") state.acted = [];
  else if (kind === "undone") state.acted = state.acted.filter((each) => each <= event.back_to);
  else if (
    event.changes.some(({ source, target, shuffled }) => shuffled || source.kind === "stock" || target.kind === "stock")
  )
    state.acted = [];
  else if (kind === "acted" && isMine) state.acted.push(number);
  if (kind === "acted") {
    const text = deed(event);
    write(`${name} ${text}${event.timed_out ? " (time was up)" : ""}`);
    if (seat !== null) {
      const isNewTurn = /^(draw|take|call|pass)/.test(event.action.replace(/^\d+: /, ""));
      state.lately[seat] = isNewTurn || !state.lately[seat] ? text : `${state.lately[seat]}; ${text}`;
    }
    if (event.ended)
      write(
        event.ended === "out"
          ? `${name} went out. The hand is over.`
          : `The hand is over${event.ended === "stock" ? ": the stock ran out" : ""}.`,
      );
  } else if (kind === "dealt") {
    state.lately = {};
    write("A hand is dealt.");
  } else if (kind === "chance") write("The cards are shuffled.");
  else if (kind === "undone") {
    state.log = state.log.filter((line) => line.number <= event.back_to);
    state.lately = {};
    write(`${asker} took a move back.`);
  } else if (kind === "undo-asked" && isAtServer) write(`${name} asked to take a move back.`);
  else if (kind === "undo-refused") write(`${name} didn’t agree.`);
  else if (kind === "replaced" && event.by) write(`${event.by.name} plays on.`);
}

/** The seat is that of the person at the page; in a replay of a transcript nobody has one. @param {number | null} seat */
function isPersons(seat) {
  const update = state.replay?.update ?? state.update;
  return seat !== null && seat === update?.seat && update.seats[seat].player === "person";
}

/** @param {number | null} seat */
const subject = (seat) => (seat === null ? "" : isPersons(seat) ? "You" : nameOf(state, seat));

/** What happened last, in a sentence; empty if nobody acted. @param {TableEvent[]} events */
export function lastDeed(events) {
  const last = events.findLast(({ action }) => action);
  if (!last) return events.some(({ kind }) => kind === "dealt") ? "A hand is dealt." : "";
  return last.seat === null ? "The cards are shuffled." : `${subject(last.seat)} ${deed(last)}.`;
}

/** What a seat does, without its name. @param {TableEvent} event */
function deed({ action, seat, changes }) {
  const [, verb, cards] = /** @type {RegExpMatchArray} */ (action.match(/^(?:\d+: )?(\S+)(.*)$/));
  const isPerson = isPersons(seat);
  const words = isPerson ? { meld: "meld", layOff: "lay off" } : { meld: "melds", layOff: "lays off" };
  // The card that is taken is named already, and so is every card of a call.
  const named = verb === "call" ? cardsIn(cards) : cardsIn(cards).slice(0, 1);
  const taken = changes
    .filter(({ source }) => source.kind === "pile")
    .flatMap((each) => each.cards.map((card, n) => ({ card, depth: each.depths[n] })))
    .sort((a, b) => b.depth - a.depth)
    .map(({ card }) => card);
  const rest = withSymbols(
    withUse(verb, cards, alongWords(without(taken, named)), words).replace(/\bon m(\d+)/, (_, number) => {
      const owner = state.shown?.view.melds[Number(number) - 1]?.owner;
      return owner === undefined
        ? "on a meld"
        : isPersons(owner)
          ? "on your meld"
          : owner === seat
            ? "on their own meld"
            : `on ${nameOf(state, owner)}’s meld`;
    }),
  );
  const does = verb === "lay" ? "lay off" : verb.includes("-") ? `choose ${verb}` : verb; // the name of a round
  const [first, ...others] = does.split(" ");
  const done = isPerson
    ? does
    : [/(s|sh|ch|x)$/.test(first) ? `${first}es` : first === "swap" ? "swaps" : `${first}s`, ...others].join(" ");
  return `${done}${verb === "draw" ? " from the stock" : ""}${rest}`;
}
