// The sentences of the log: what everybody did, in words.
// @ts-check
import { withSymbols } from "./cards.js";
import { isAtServer } from "./connected.js";
import { undoAfter } from "./online.js";
import { state } from "./state.js";
import { nameOf } from "./table.js";

/** Writes an event into the log. @param {import("../src/rummy500/wire/messages.js").EventData} event */
export function note(event) {
  const { kind, seat, number } = event;
  const me = state.update?.seat ?? -1;
  const isMine = seat === me;
  const name = seat === null ? "" : isMine ? "You" : nameOf(state, seat);
  /** @param {string} text */
  const write = (text) => state.log.push({ text, isMine, number });
  const asker = state.undo && state.undo.seat !== me ? nameOf(state, state.undo.seat) : "You";
  state.undo = undoAfter(state.undo, event);
  if (kind === "acted") {
    const text = deedLine(event.action.replace(/^\d+: /, ""), seat, isMine);
    write(`${name} ${text}${event.timed_out ? " (time was up)" : ""}`);
    if (seat !== null) {
      const isNewTurn = /^(draw|take|call|pass)/.test(event.action.replace(/^\d+: /, ""));
      state.lately[seat] = isNewTurn || !state.lately[seat] ? text : `${state.lately[seat]}; ${text}`;
    }
    if (event.ended) write(event.ended === "out" ? `${isMine ? "You are" : `${name} is`} out. The hand is over.` : `The hand is over${event.ended === "stock" ? ": the stock ran out" : ""}.`);
  } else if (kind === "dealt") {
    state.lately = {};
    write("A hand is dealt.");
  } else if (kind === "chance") write("The cards are shuffled.");
  else if (kind === "undone") {
    state.log = state.log.filter((line) => line.number <= event.back_to);
    state.lately = {};
    write(`${asker} took an action back.`);
  } else if (kind === "undo-asked" && isAtServer) write(`${name} asked to take an action back.`);
  else if (kind === "undo-refused") write(`${name} did not agree.`);
  else if (kind === "replaced" && event.by) write(`${event.by.name} plays on.`);
}

/** An action as something that somebody does. @param {string} action @param {number | null} seat @param {boolean} isMine */
export function deedLine(action, seat, isMine) {
  const verb = action.split(" ")[0];
  const rest = withSymbols(action.slice(verb.length).replace(/\bon m(\d+)/, (_, number) => {
    const owner = state.shown?.view.melds[Number(number) - 1]?.owner;
    return owner === undefined ? "on a meld" : owner === seat && !isMine ? "on their own meld" : owner === state.shown?.me ? "on your meld" : `on ${nameOf(state, owner)}’s meld`;
  }));
  const does = verb === "lay" ? "lay off" : verb;
  const [first, ...others] = does.split(" ");
  const deed = isMine ? does : [/(s|sh|ch|x)$/.test(first) ? `${first}es` : first === "swap" ? "swaps" : `${first}s`, ...others].join(" ");
  return `${deed}${verb === "draw" ? " from the stock" : ""}${rest}`;
}
