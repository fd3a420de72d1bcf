// Cards as text, as names for screen readers, and in the order of a hand.
// @ts-check

const RANK_NAMES = {
  A: "ace",
  2: "two",
  3: "three",
  4: "four",
  5: "five",
  6: "six",
  7: "seven",
  8: "eight",
  9: "nine",
  T: "ten",
  J: "jack",
  Q: "queen",
  K: "king",
};
const SUIT_NAMES = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
/** U+FE0E asks for the plain character, which takes the colour of the text. */
const SYMBOLS = { s: "♠\ufe0e", h: "♥\ufe0e", d: "♦\ufe0e", c: "♣\ufe0e" };
/** Black and red take turns, so that neighbours differ. */
const SUIT_ORDER = "shcd";
const RANK_ORDER = "A23456789TJQK";

/** Some cards without others, each of which goes once. @param {string[]} cards @param {string[]} others */
export function without(cards, others) {
  const left = [...others];
  return cards.filter((card) => !left.includes(card) || !left.splice(left.indexOf(card), 1));
}

/** @param {string} words */
export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** @param {string} card */
export const isJoker = (card) => card.startsWith("*");

/** @param {string} rank */
export const shortRank = (rank) => (rank === "T" ? "10" : rank);

/** @param {string} card @returns {"s" | "h" | "d" | "c" | "j"} */
export const suitOf = (card) =>
  isJoker(card) || card.length < 2 ? "j" : /** @type {"s" | "h" | "d" | "c"} */ (card[1]);

/** A card in words: `nine of spades`. @param {string} card @returns {string} */
export function cardName(card) {
  if (isJoker(card)) return "joker";
  const rank = RANK_NAMES[/** @type {keyof typeof RANK_NAMES} */ (card[0])] ?? card;
  return card.length < 2
    ? `${"ae".includes(rank[0]) ? "an" : "a"} ${rank}`
    : `${rank} of ${SUIT_NAMES[/** @type {keyof typeof SUIT_NAMES} */ (card[1])]}`;
}

/** A card in two or three characters: `10♥`. @param {string} card @returns {string} */
export function shortCard(card) {
  if (isJoker(card)) return "★";
  if (card.length < 2) return shortRank(card);
  return shortRank(card[0]) + SYMBOLS[/** @type {keyof typeof SYMBOLS} */ (card[1])];
}

/** A card and what it stands for, if that is another: `★(=10♥)`. @param {string} piece @returns {string} */
export const shortPiece = (piece) => {
  const [card, role] = piece.split("=");
  return role ? `${shortCard(card)}(=${shortCard(role)})` : shortCard(card);
};

/** Cards in a line. @param {string} cards @returns {string} */
export const shortCards = (cards) => cards.split(" ").map(shortPiece).join(" ");

/**
 * The places of the cards of a hand, in the order in which they are shown.
 * @param {string[]} hand
 * @param {"suit" | "rank"} by
 */
export function sortedPlaces(hand, by) {
  /** @param {string} card */
  const keys = (card) => {
    if (isJoker(card)) return [99, 99];
    const suit = SUIT_ORDER.indexOf(card[1]);
    const rank = RANK_ORDER.indexOf(card[0]);
    return by === "suit" ? [suit, rank] : [rank, suit];
  };
  return hand
    .map((card, place) => ({ card, place, keys: keys(card) }))
    .sort((a, b) => a.keys[0] - b.keys[0] || a.keys[1] - b.keys[1] || a.place - b.place)
    .map(({ card, place }) => ({ card, place }));
}
