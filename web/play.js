// What the person does at the table: selects cards, acts, lets go, undoes.
// @ts-check
import { without } from "./cards.js";
import { call, table } from "./connected.js";
import { dragging } from "./drag.js";
import { draw } from "./draw.js";
import { noteGone, offered } from "./rummy.js";
import { granted, say } from "./saying.js";
import { state } from "./state.js";
import { isDiscard, isOf } from "./bar.js";
import { told } from "./words.js";

/** @typedef {import("../src/rummy500/wire/messages.js").LegalAction} LegalAction */
/** @typedef {import("./state.js").Growing} Growing */
/** @typedef {import("./state.js").Picked} Picked */
/** @typedef {import("../src/rummy500/wire/messages.js").SelectedMessage} Selected */
/** @typedef {import("../src/rummy500/wire/messages.js").ViewData} View */

/** The selections that are not answered yet, oldest first: answers come in the order of the requests. @type {Picked[][]} */
let unanswered = [];
/** @type {(() => void) | null} what a drop means, until the answer says which action it is */
let wanted = null;
const DRAW = "draw";
/** What was asked about the selection, until the answer says why it is not legal: the move that the person wants, and the discard. */
let asked = { move: "", discard: "" };

/** @param {"hand" | "pile"} zone @param {number} place */
export function toggle(zone, place) {
  const at = state.selection.findIndex((each) => each.zone === zone && each.place === place);
  // One card of the pile at a time: it is the one to take.
  const others = zone === "pile" ? state.selection.filter((each) => each.zone !== "pile") : state.selection;
  select(at < 0 ? [...others, { zone, place }] : state.selection.filter((_, n) => n !== at));
}

export function clear() {
  forget();
  state.notice = null;
  draw();
}

/** @param {string} action */
export function submit(action) {
  const decision = state.update?.waiting.decision;
  const isCall = state.update && offered(state.update).some((each) => each.action === action);
  if (!isCall) noteGone(state.update);
  if (decision !== undefined) table.send({ type: "submit", decision, action });
}

export function drawCard() {
  const isLegal = state.update?.legal?.kinds.some(({ kind }) => kind === "draw");
  if (isLegal) submit(DRAW);
  else table.send({ type: "ask-why", action: DRAW });
}

/** Lays the selected cards off on a meld, or asks why they do not go there. @param {number} place */
export function layOff(place) {
  if (!state.selection.length || state.shown?.isStill) return;
  const found = state.exact.filter(({ meld }) => meld === place);
  if (found.length) return submit(found[0].action);
  asked.move = layOffText(place);
  table.send({ type: "ask-why", action: asked.move });
}

/** The selected cards laid off on a meld; with one of the pile that is a take, or a call out of turn. @param {number} place */
function layOffText(place) {
  const view = /** @type {View} */ (state.update?.view);
  const [picked] = cardsIn("pile");
  const cards = [picked, ...cardsIn("hand")].filter(Boolean).join(" ");
  const verb = !picked ? "lay" : view.to_act === view.seat ? `take ${picked} with` : "call";
  return `${verb} ${cards} on m${place + 1}`;
}

/** The selected cards of the hand, or that of the pile. @param {"hand" | "pile"} zone @returns {string[]} */
function cardsIn(zone) {
  const view = state.update?.view;
  return view
    ? state.selection
        .filter((each) => each.zone === zone)
        .map(({ place }) => (zone === "hand" ? view.hand : view.pile)[place])
    : [];
}

/** Why a move of the selected cards is not legal, or a draw. @param {import("../src/rummy500/wire/messages.js").WhyMessage} message */
export function why({ action, refusal }) {
  if (action === asked.move) state.refused = refusal;
  else if (action === asked.discard) state.noDiscard = refusal;
  else if (action === DRAW && refusal) say(told(state, refusal), "wrong", refusal.rule); // no answer about an earlier selection
}

export function letGo() {
  noteGone(state.update);
  const { decision, kind } = state.update?.waiting ?? {};
  if (kind === "programs")
    granted(call("go-on")); // out of turn, and in no window
  else if (decision !== undefined) table.send({ type: "let-go", decision });
}

export const hint = () => table.send({ type: "ask-hint" });

export function undo() {
  const decision = state.update?.waiting.decision;
  if (decision !== undefined) table.send({ type: "undo", decision });
}

/** @param {boolean} agree */
export function answerUndo(agree) {
  const decision = state.update?.waiting.decision;
  if (decision !== undefined) table.send({ type: "answer-undo", decision, agree });
}

/** @param {PointerEvent} event @param {number} place */
export const grab = (event, place) =>
  dragging(
    event,
    () => pick(place),
    (target) => drop(target, place),
  );

/** Selects a card that is dragged, alone or with those that are selected: the melds that it fits on are framed. @param {number} place */
function pick(place) {
  const isPicked = state.selection.some((each) => each.zone === "hand" && each.place === place);
  select(isPicked ? state.selection : [{ zone: "hand", place }]);
}

/** @param {Picked[]} selection */
function select(selection) {
  forget();
  state.notice = null;
  state.selection = selection;
  const view = state.update?.view;
  if (selection.length && view) {
    unanswered.push(selection);
    table.send({ type: "select", cards: [...cardsIn("hand"), ...cardsIn("pile")] });
  }
  draw();
}

/** Clears what belongs to a click. */
export function forget() {
  state.selection = [];
  state.selected = null;
  state.refused = null;
  state.noDiscard = null;
  state.exact = [];
  state.growing = [];
  state.targets = [];
  state.hinted = { hand: [], pile: [] };
  state.hint = "";
  state.showsAll = false;
  wanted = null;
  asked = { move: "", discard: "" };
}

export function showAll() {
  state.showsAll = true;
  draw();
}

/** Nothing that was sent is answered any more: the connection was lost, or the hand has ended, and the table refuses a selection. */
export function forgetSent() {
  unanswered = [];
  forget();
  draw();
}

/** A card was dropped. @param {string} target @param {number} place */
function drop(target, place) {
  const [kind, number] = target.split(":");
  if (!["pile", "meld", "melds"].includes(kind)) return;
  pick(place);
  if (kind === "pile") wanted = () => submitOnly(isDiscard);
  else if (kind === "meld") wanted = () => layOff(Number(number));
  else wanted = () => submitOnly(isOf("meld"));
}

/** Discards a card that was clicked twice, or says why it stays. @param {number} place */
export const discard = (place) => drop("pile", place);

/** @param {Selected} message */
export function selected(message) {
  if (unanswered.shift() !== state.selection) return; // that selection was changed or cleared
  const depth = pickedDepth();
  /** @param {LegalAction} action */
  const fits = (action) => !depth || !action.depth || action.depth === depth;
  state.selected = message;
  const growing = message.growing.filter(({ action }) => fits(action));
  state.exact = [...message.actions.filter(fits), ...growing.filter(comesAlong).map(({ action }) => action)];
  state.growing = growing.filter((each) => !comesAlong(each));
  state.targets = state.exact.flatMap(({ meld }) => (meld === null ? [] : [meld]));
  askAboutDiscard();
  wanted?.();
  wanted = null;
}

/**
 * Whether all that an action needs besides comes from the pile with the selected card: nobody can select it there.
 * @param {Growing} growing
 */
function comesAlong({ action, add }) {
  const pile = state.update?.view?.pile ?? [];
  const along = action.collects.filter((depth) => depth !== action.depth).map((depth) => pile[pile.length - depth]);
  return without(add, along).length === 0;
}

/** @param {(action: LegalAction) => boolean} isWanted */
function submitOnly(isWanted) {
  const found = state.exact.filter(isWanted);
  if (found.length === 1) submit(found[0].action);
}

/** Asks why one card cannot be discarded, where only its other uses are offered. */
function askAboutDiscard() {
  const view = state.update?.view;
  const [card] = cardsIn("hand");
  if (!card || state.selection.length > 1 || view?.phase !== "play" || view.to_act !== view.seat) return;
  if (!(state.exact.length || state.growing.length) || state.exact.some(isDiscard)) return;
  asked.discard = `discard ${card}`;
  table.send({ type: "ask-why", action: asked.discard });
}

/** How deep the selected card of the pile lies; 0 for none. */
function pickedDepth() {
  const picked = state.selection.find(({ zone }) => zone === "pile");
  return picked && state.shown ? state.shown.view.pile.length - picked.place : 0;
}
