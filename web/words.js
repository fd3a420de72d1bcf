// The words of the table: names for seats, points, cards and actions.
// @ts-check
import { shortCard, shortCards, shortPiece, shortRank } from "./cards.js";

/** @typedef {import("./state.js").State} State */

/** What the person does to a card. */
export const CLICK = matchMedia("(hover: none)").matches ? "tap" : "click";

/** A number with a real minus sign. @param {number} points */
export const minus = (points) => `${points}`.replace("-", "−");

/** @param {number} points */
export const signed = (points) => (points > 0 ? `+${points}` : minus(points));

/** Names as in a sentence: *Ann, Ben and Cleo*. @param {string[]} names */
export const inWords = (names) => [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(" and ");

/** @param {number} number @param {string} one */
export const many = (number, one) => `${number} ${one}${number === 1 ? "" : "s"}`;

/**
 * @param {State} state
 * @param {number} seat
 */
export const nameOf = ({ replay, update }, seat) => (replay?.update ?? update)?.seats[seat]?.name ?? `Seat ${seat}`;

/**
 * Who have a score together: each seat for itself, or the seats of each side.
 * @param {State} state
 * @returns {{seats: number[], title: string, score: number}[]}
 */
export function parties(state) {
  const { sides, scores, scoresBySide } = /** @type {NonNullable<State["shown"]>} */ (state.shown);
  return [...new Set(sides)].map((side) => {
    const seats = sides.flatMap((each, seat) => (each === side ? [seat] : []));
    return {
      seats,
      title: seats.map((seat) => nameOf(state, seat)).join(" + "),
      score: scores[scoresBySide ? side : seats[0]],
    };
  });
}

/** The points of a party in a hand. @param {number[]} seats @param {number[]} bySeat */
export const pointsOf = (seats, bySeat) => seats.reduce((sum, seat) => sum + bySeat[seat], 0);

/** The points that a seat has on the table in this hand. @param {State} state @param {number} seat */
export const meldedPoints = ({ replay, update }, seat) =>
  ((replay?.update ?? update)?.score?.lines ?? []).reduce(
    (sum, line) => (line.seat === seat && line.meld !== null ? sum + line.points : sum),
    0,
  );

/** The rules of what is shown: of the replay, if there is one. @param {State} state */
export const rulesShown = ({ replay, rules }) => replay?.rules ?? rules;

/** A fact in a template of the library: its name and, after a colon, what it is. */
const FACT = /\{(\w+)(?::(\w+))?\}/;

/**
 * A sentence of the library in parts: the text of its template, and each fact as it is shown.
 * @param {{template?: string, facts?: Record<string, string>}} sentence
 * @param {Record<string, (fact: string, name: string) => unknown>} show by what a fact is
 */
export const partsOf = ({ template = "", facts = {} }, show) =>
  template.split(FACT).flatMap((part, n, parts) => {
    if (n % 3 !== 1) return n % 3 ? [] : [part]; // text, name, kind, text, ...
    return part in facts ? [show[parts[n + 1] ?? part]?.(facts[part], part) ?? facts[part]] : [`{${part}}`];
  });

/** The cards of a meld, which a fact names by its number. @param {State} state @param {string} meld */
export const cardsOfMeld = (state, meld) =>
  state.shown?.view.melds[Number(meld.slice(1)) - 1]?.cards.map(({ card }) => card) ?? [];

/**
 * A sentence of the library with names for seats, symbols for cards, and cards for melds.
 * @param {State} state
 * @param {Parameters<typeof partsOf>[0]} sentence
 * @param {Record<string, (fact: string, name: string) => string>} [show] facts that are shown otherwise, by what they are
 */
export const told = (state, sentence, show) =>
  partsOf(sentence, {
    card: shortPiece,
    cards: shortCards,
    meld: (fact) => cardsOfMeld(state, fact).map(shortCard).join(" ") || fact,
    rank: shortRank,
    seat: (fact) => nameOf(state, Number(fact)),
    ...show,
  })
    .join("")
    .replaceAll("'", "’");
