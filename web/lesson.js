// The lesson: ten positions with one thing to do in each. They are in the notation, and seat 0 is the person.
// @ts-check

/** @typedef {import("../src/rummy500/wire/messages.js").EventData} TableEvent */
/** Whether an action moves cards between such places, or this card. @param {string} from @param {string} [to] @param {string} [card] @returns {(event: TableEvent) => boolean} */
const moves = (from, to, card) => (event) =>
  event.changes.some(
    ({ source, target, cards }) =>
      source.kind === from && (!to || target.kind === to) && (!card || cards.includes(card)),
  );
/** Whether cards of the hand are laid on the table. */
export const laysDown = moves("hand", "meld");
/** @param {TableEvent} event */
const goesOut = ({ ended }) => ended === "out";

/** @param {string[]} lines */
const position = (...lines) => ['rules = { preset = "pagat" }', ...lines, ""].join("\n");
/** The person is to draw, against Ada. @param {string[]} lines */
const toDraw = (...lines) => position("dealer = 1", "to_act = 0", 'phase = "draw"', 'stock = "4h Qc Tc"', ...lines);
/** The person has drawn. @param {string[]} lines */
const toPlay = (...lines) =>
  position("dealer = 1", "to_act = 0", 'phase = "play"', 'stock = "Qc 3c Td"', 'pile = "4d"', ...lines);

/**
 * Each has the rule that it teaches, the task, what that was good for, and what the player missed with another legal
 * move. The browser remembers a step by its title.
 */
export const STEPS = [
  {
    title: "Draw",
    rule: "A turn begins with a card: the top one of the stock, face down, or one from the discard pile.",
    task: "Draw from the stock. You want the 4 or the 7 of hearts.",
    well: "The dashed frame marks your new card, and you have three hearts in a row.",
    missed: "You may take the top card of the pile, but this 9 fits nothing in your hand. Draw from the stock.",
    position: toDraw('hands = ["5h 6h Kc", "2c Jd 3h 9d"]', 'pile = "9s"'),
    isDone: moves("stock", "hand"),
  },
  {
    title: "Meld a group",
    rule: "Three or four cards of one rank, all of different suits, are a group. Laid on the table, they score for you.",
    task: "Select your three eights, then press the button below them.",
    well: "Three eights are 24 points.",
    missed: "A discard ends your turn, and your eights score nothing yet. Meld them first.",
    position: toPlay('hands = ["8s 8h 8d 9c 2c", "2d Jd 3h 9d"]', 'drawn = ["8d"]'),
    isDone: laysDown,
  },
  {
    title: "Meld a run",
    rule: "Three or more cards of one suit that follow each other are a run. An ace is low or high.",
    task: "Meld the 4, 5 and 6 of hearts. The 6 of spades has the wrong suit.",
    well: "A run may grow at both ends.",
    missed: "A discard ends your turn, and your run scores nothing yet. Meld it first.",
    position: toPlay('hands = ["4h 5h 6h 6s Kc", "2d Jd 3h 9d"]', 'drawn = ["6h"]'),
    isDone: laysDown,
  },
  {
    title: "Lay off",
    rule: "Add cards to any meld on the table, even an opponent’s. They score for you.",
    task: "Select your jack, then lay it off on Ada’s jacks.",
    well: "It lies with Ada’s jacks, and its 10 points are yours.",
    missed: "A discard ends your turn, and your jack scores nothing yet. Lay it off on Ada’s jacks first.",
    position: toPlay('hands = ["Jd 4s 9c", "2d 3h 9d"]', 'drawn = ["Jd"]', 'melds = ["1 {Js Jh Jc}"]'),
    isDone: laysDown,
  },
  {
    title: "Take from the pile",
    rule: "Instead of drawing, take the top card of the pile. You can’t discard that card in the same turn.",
    task: "Take the 9 of spades and keep it: you hold two nines.",
    well: "Ada saw you take it, so it lies open among your cards for her.",
    missed: "A card of the stock may be any card. The pile has the nine that you need: take it.",
    position: toDraw('hands = ["9d 9h Kc 2s", "2d 3h Jd"]', 'pile = "5c 3d 9s"'),
    isDone: moves("pile"),
  },
  {
    title: "Take a deep card",
    rule: "A card deeper in the pile has a price: play it at once, and take every newer card, to its right, too.",
    task: "Select the 8 of diamonds in the pile, and meld it with your two eights.",
    well: "Three eights are on the table. The jack and the 3 came along into your hand.",
    missed: "You left the 8 of diamonds in the pile, and it makes three eights. Take it from under the jack.",
    position: toDraw('hands = ["8h 8s Kc 2c", "2d 3h Jd"]', 'pile = "Td 8d Jc 3s"'),
    isDone: moves("pile", "meld"),
  },
  {
    title: "Rummy!",
    rule: "If a discard fits a meld on the table, call Rummy! before the next player draws, and play it at once.",
    task: "Ada threw the 10 of hearts away, and it fits your run. Call it before Bela draws!",
    well: "The 10 is yours. After a call you finish the turn with a discard.",
    missed: "You let it go, and once Bela draws it’s too late. The 10 of hearts fits your run: call it.",
    position: position(
      'dealer = 2\nto_act = 2\nphase = "draw"\nlast = 1\nstock = "4s 8c 9c 5d"\npile = "5c Ah Th"',
      'hands = ["2s 4d Kc", "2c 3c Jd", "4c 8d Qs"]\nmelds = ["0 [7h 8h 9h]"]',
    ),
    isDone: moves("pile", "meld"),
  },
  {
    title: "Jokers",
    rule: "A joker stands for any card that you need. It counts 15: for you on the table, against you in your hand.",
    task: "Meld the 5 and the 7 of clubs with the joker as the 6.",
    well: "The dashed box on the joker shows its card.",
    missed: "A discard ends your turn, and your joker scores nothing yet. It’s the 6 between your 5 and 7 of clubs.",
    position: toPlay('hands = ["5c 7c * Kd 2s", "2d 3h 9d"]', 'drawn = ["*"]'),
    isDone: laysDown,
  },
  {
    title: "Go out",
    rule: "When your last card leaves your hand, you go out, and the hand is over for everyone.",
    task: "Lay off the 10 on your run, then discard the 5.",
    well: "Ada is left with 14 points in her hand. They count against her.",
    missed: "You still have a card, and it’s Ada’s turn. Lay off the 10 first: then the 5 is your last card.",
    position: toPlay('hands = ["Th 5s", "2d 3h 9d"]', 'drawn = ["5s"]', 'melds = ["0 [7h 8h 9h]"]'),
    isDone: goesOut,
  },
  {
    title: "Count the score",
    rule: "Cards in your hand count against you: an ace or joker 15, a king, queen or jack 10, the rest their number. First past 500 wins.",
    task: "Ada has one card left and may go out. Discard the card that would cost you most.",
    well: "Ada goes out. You have 27 points on the table, less 12 in your hand.",
    missed: "An ace left in your hand costs 15 points. Discard the ace.",
    position: toPlay('hands = ["Ac Kd 2s", "7h"]', 'drawn = ["Kd"]', 'melds = ["0 {9c 9h 9d}", "1 [4h 5h 6h]"]'),
    isDone: moves("hand", "pile", "Ac"),
  },
];
