// "Rummy!": cards of the pile that may be called at once. One that was let go is not offered again, unless less comes along with it.
// @ts-check
import { shortCard } from "./cards.js";
import { state } from "./state.js";
import { nameOf } from "./words.js";

/** @typedef {import("../src/rummy500/wire/messages.js").LegalAction} LegalAction */
/** @typedef {import("./state.js").Update} Update */

/** With how few cards each card was let go, by the card and what it goes with. @type {Map<string, number>} */
let gone = new Map();

/** Another hand is dealt. */
export function forgetGone() {
  gone = new Map();
}

/** @param {Update} update */
const calls = ({ legal }) =>
  (legal?.kinds ?? []).filter(({ kind }) => kind === "call").flatMap(({ actions }) => actions);

/** @param {Update} update @param {LegalAction} action */
const nameOfCall = ({ view }, { cards, depth, meld }) => `${view?.pile.at(-depth)} ${meld ?? ""} ${cards.join(" ")}`;

/** The calls that are offered now. @param {Update} update */
export const offered = (update) =>
  calls(update).filter((action) => action.collects.length < (gone.get(nameOfCall(update, action)) ?? Infinity));

/** The person has let go what may be called. @param {Update | null} update */
export function noteGone(update) {
  if (update) for (const action of offered(update)) gone.set(nameOfCall(update, action), action.collects.length);
}

/** The person may act before the turn goes on, and play waits for that: out of turn, or with a call on their own turn. @param {Update} update */
export function mayInterrupt(update) {
  const { kept, waiting, view, legal, let_go } = update;
  if (!view || view.seat === null || let_go || kept) return false;
  if (waiting.on_turn === view.seat) return waiting.kind === "window" && offered(update).length > 0;
  const isAsked = waiting.kind === "programs" || (waiting.kind === "window" && waiting.seats.includes(view.seat));
  return isAsked && (offered(update).length > 0 || (legal?.kinds ?? []).some(({ kind }) => kind !== "call"));
}

/** Play waits for the person, who has let go all that they may do. @param {Update} update */
export function hasLetGoAll(update) {
  const { legal, view, waiting } = update;
  return waiting.on_turn !== view?.seat && Boolean(legal?.kinds.length) && !mayInterrupt(update) && !update.let_go;
}

/** What is framed while it may be called: the cards of the pile, by their places, and the melds. @param {Update | null} update */
export function called(update) {
  const now = update && mayInterrupt(update) && !state.replay ? offered(update) : [];
  const size = update?.view?.pile.length ?? 0;
  return {
    pile: now.map(({ depth }) => size - depth),
    melds: now.flatMap(({ meld }) => (meld === null ? [] : [meld])),
  };
}

/** The question to somebody who may call; empty if they may not. @param {Update} update */
export function question(update) {
  const [first, ...others] = offered(update);
  const { view, waiting } = update;
  if (!first || !view) return "";
  const card = shortCard(view.pile[view.pile.length - first.depth]);
  if (waiting.on_turn === view.seat) return `Rummy? Call ${card} now, or play on, and the others may call it first.`;
  const owner = first.meld === null ? null : view.melds[first.meld].owner;
  const whose = owner === view.seat ? "your meld" : owner === null ? "your hand" : `${nameOf(state, owner)}’s meld`;
  return `${card} in the pile fits ${whose}${others.length ? ", and there’s more" : ""}. Rummy?`;
}
