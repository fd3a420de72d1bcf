// What the person does at the table: selects cards, acts, lets go, undoes.
// @ts-check
import { call, table } from "./connected.js";
import { dragging } from "./drag.js";
import { draw } from "./draw.js";
import { granted } from "./newgame.js";
import { state } from "./state.js";
import { lineOf } from "./table.js";

/** @typedef {import("../src/rummy500/wire/messages.js").LegalAction} LegalAction */
/** @typedef {import("./state.js").Picked} Picked */
/** @typedef {import("../src/rummy500/wire/messages.js").SelectedMessage} Selected */

let pendingSelections = 0;
/** @type {((action: LegalAction) => boolean) | null} what a drop means, until the answer says which action it is */
let wanted = null;

/** @param {string} action */
export const line = (action) => lineOf(state, action);

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
  if (decision !== undefined) table.send({ type: "submit", decision, action });
}

export function drawCard() {
  const isLegal = state.update?.legal?.kinds.some(({ kind }) => kind === "draw");
  if (isLegal) submit("draw");
  else table.send({ type: "ask-why", action: "draw" });
}

/** @param {number} place */
export function layOff(place) {
  const found = state.exact.filter(({ meld }) => meld === place);
  if (found.length) submit(found[0].action);
}

export function letGo() {
  const { decision, kind } = state.update?.waiting ?? {};
  if (kind === "programs") granted(call("go-on")); // out of turn, and in no window
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
export const grab = (event, place) => dragging(event, (target) => drop(target, place));

/** @param {Picked[]} selection */
function select(selection) {
  forget();
  state.notice = null;
  state.selection = selection;
  const view = state.update?.view;
  if (selection.length && view) {
    pendingSelections += 1;
    table.send({ type: "select", cards: selection.map(({ zone, place }) => (zone === "hand" ? view.hand : view.pile)[place]) });
  }
  draw();
}

/** Clears what belongs to a click. */
export function forget() {
  state.selection = [];
  state.selected = null;
  state.exact = [];
  state.growing = [];
  state.targets = [];
  state.hinted = { hand: [], pile: [] };
  state.hint = "";
  state.showsAll = false;
  wanted = null;
}

export function showAll() {
  state.showsAll = true;
  draw();
}

/** After a connection was lost, nothing that was sent over it is answered any more. */
export function forgetSent() {
  pendingSelections = 0;
  forget();
  draw();
}

/** A card was dropped. @param {string} target @param {number} place */
function drop(target, place) {
  const isPicked = state.selection.some((each) => each.zone === "hand" && each.place === place);
  const [kind, number] = target.split(":");
  if (!["pile", "meld", "melds"].includes(kind)) return;
  select(isPicked ? state.selection : [{ zone: "hand", place }]);
  if (kind === "pile") wanted = ({ action }) => action.startsWith("discard");
  else if (kind === "meld") wanted = ({ meld }) => meld === Number(number);
  else wanted = ({ action }) => action.startsWith("meld");
}

/** @param {Selected} message */
export function selected(message) {
  if (--pendingSelections > 0) return; // an answer to an older selection
  const depth = pickedDepth();
  /** @param {LegalAction} action */
  const fits = (action) => !depth || !action.depth || action.depth === depth;
  state.selected = message;
  state.exact = message.actions.filter(fits);
  state.growing = message.growing.filter(({ action }) => fits(action));
  state.targets = state.exact.flatMap(({ meld }) => (meld === null ? [] : [meld]));
  if (wanted) {
    const found = state.exact.filter(wanted);
    wanted = null;
    if (found.length === 1) submit(found[0].action);
  }
}

/** How deep the selected card of the pile lies; 0 for none. */
function pickedDepth() {
  const picked = state.selection.find(({ zone }) => zone === "pile");
  return picked && state.shown ? state.shown.view.pile.length - picked.place : 0;
}
