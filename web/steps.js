// What one update tells, apart: the table after each of its events, drawn from what each of them has moved.
// @ts-check
import { without } from "./cards.js";

/** @typedef {import("../src/rummy500/wire/messages.js").ChangeData} Change */
/** @typedef {import("../src/rummy500/wire/messages.js").EventData} TableEvent */
/** @typedef {import("../src/rummy500/wire/messages.js").ViewData} View */
/** @typedef {import("./state.js").Update} Update */

/** The events that move cards. */
export const MOVES = ["acted", "chance"];

/** Whether somebody else, or chance, has acted. @param {Update} update */
export const isOfOthers = ({ events, seat }) =>
  events.some((event) => MOVES.includes(event.kind) && event.seat !== seat);

/**
 * An update for each action that it tells of; the last one is the update itself. Where the table before is not known,
 * or where more has happened than actions, it stays whole.
 * @param {Update | null} before
 * @param {Update} update
 * @returns {Update[]}
 */
export function apart(before, update) {
  const { events } = update;
  const final = update.view ?? update.last_hand?.view;
  const moves = events.filter(({ kind }) => MOVES.includes(kind)).length;
  if (!before?.view || !final || moves < 2 || events.some(({ kind }) => kind === "dealt" || kind === "undone"))
    return [update];
  /** @type {Update[]} */
  const found = [];
  let { view } = before;
  let told = /** @type {TableEvent[]} */ ([]);
  for (const event of events.slice(0, -1)) {
    told.push(event);
    if (!MOVES.includes(event.kind)) continue;
    view = viewAfter(view, event, final);
    found.push({
      ...before,
      events: told,
      number: event.number,
      view,
      legal: null,
      waiting: { ...update.waiting, kind: "programs", seats: [], on_turn: event.seat },
    });
    told = [];
  }
  return [...found, { ...update, events: [...told, ...events.slice(-1)] }];
}

/** The table after an event. Melds are shown as they lie in the end, without the cards that come later. @param {View} before @param {TableEvent} event @param {View} final @returns {View} */
function viewAfter(before, event, final) {
  const view = {
    ...before,
    to_act: event.seat ?? before.to_act,
    drawn: [],
    hands: before.hands.map((hand) => ({ ...hand })),
  };
  // The depths of an action are those before it.
  const taken = event.changes.flatMap(({ source, depths }) => (source.kind === "pile" ? depths : []));
  view.pile = before.pile.filter((_, at) => !taken.includes(before.pile.length - at));
  for (const change of event.changes) {
    take(view, change);
    put(view, change, final);
  }
  return view;
}

/** @param {View} view @param {Change} change */
function take(view, { source, number, cards, depths }) {
  const place = source.number ?? 0;
  if (source.kind === "stock") view.stock -= number;
  else if (source.kind === "pile" && !depths.length) view.pile = view.pile.slice(0, view.pile.length - number);
  else if (source.kind === "gone") view.gone = without(view.gone, cards);
  else if (source.kind === "hand") {
    view.hands[place].count -= number;
    view.hands[place].known = without(view.hands[place].known, cards);
    if (place === view.seat) view.hand = without(view.hand, cards);
  } else if (source.kind === "meld") setMeld(view, place, without(namesOf(view, place), cards), view);
}

/** @param {View} view @param {Change} change @param {View} final */
function put(view, { seat, source, target, number, cards }, final) {
  const place = target.number ?? 0;
  if (target.kind === "stock") view.stock += number;
  else if (target.kind === "pile") view.pile = [...view.pile, ...cards];
  else if (target.kind === "gone") view.gone = [...view.gone, ...cards];
  else if (target.kind === "hand") {
    view.hands[place].count += number;
    if (place === view.seat) view.hand = [...view.hand, ...cards];
    else if (source.kind !== "stock" && seat === place)
      view.hands[place].known = [...view.hands[place].known, ...cards];
  } else if (target.kind === "meld") setMeld(view, place, [...namesOf(view, place), ...cards], final);
}

/** @param {View} view @param {number} place */
const namesOf = (view, place) => view.melds[place]?.cards.map(({ card }) => card) ?? [];

/** @param {View} view @param {number} place @param {string[]} names the cards that lie there @param {View} final */
function setMeld(view, place, names, final) {
  const left = [...names];
  const meld = final.melds[place];
  if (!meld) return;
  const cards = meld.cards.filter(({ card }) => left.includes(card) && left.splice(left.indexOf(card), 1));
  view.melds = [...view.melds];
  view.melds[place] = { ...meld, cards };
}
