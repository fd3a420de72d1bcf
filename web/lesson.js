// The lesson: ten positions with one thing to do in each.
// @ts-check

/** @typedef {import("../src/rummy500/wire/messages.js").EventData} TableEvent */
/** @typedef {import("../src/rummy500/wire/messages.js").ChangeData} Change */
/**
 * @typedef {object} Step
 * @property {string} name what the browser remembers of it
 * @property {string} title
 * @property {string} rule how the game goes, here and in the short rules
 * @property {string} task what there is to do here
 * @property {string} well what it was good for
 * @property {string} missed why another legal move is not it
 * @property {string} position in the notation, without its rules; seat 0 is the person
 * @property {(event: TableEvent) => boolean} isDone an action of the person was it
 * @property {(event: TableEvent) => boolean} [isOnTheWay] an action of the person belongs to it
 */

/** @param {TableEvent} event @param {Change["source"]["kind"]} source @param {Change["target"]["kind"]} target */
const moved = ({ changes }, source, target) =>
  changes.filter((each) => each.source.kind === source && each.target.kind === target);

/** @param {TableEvent} event */
const laysDown = (event) => moved(event, "hand", "meld").length > 0;

/** The person is on turn, against Ada. */
const TO_DRAW = `
dealer = 1
to_act = 0
phase = "draw"
stock = "4h Qc Tc"`;
const TO_PLAY = `
dealer = 1
to_act = 0
phase = "play"
stock = "Ts Qc Tc"
pile = "9s"`;

/** @type {Step[]} */
export const STEPS = [
  {
    name: "draw",
    title: "Draw",
    rule: "A turn begins with a card: the top one of the stock, face down, or one from the discard pile.",
    task: "Draw from the stock. You want the 4 or the 7 of hearts.",
    well: "The dashed frame marks your new card. It makes three hearts in a row.",
    missed: "You may take the top card of the pile, but this 9 fits nothing that you hold. Draw from the stock.",
    position: `${TO_DRAW}
hands = ["5h 6h Kc", "2c Jd 3h 9d"]
pile = "9s"`,
    isDone: (event) => moved(event, "stock", "hand").length > 0,
  },
  {
    name: "group",
    title: "Meld a group",
    rule: "Three or four cards of one rank are a group. Laid on the table, a meld scores for you.",
    task: "Select your three eights, then press the button below them.",
    well: "24 points on the table: 8 for each eight.",
    missed: "A discard ends your turn, and the eights would stay in your hand. Meld them first.",
    position: `${TO_PLAY}
hands = ["8s 8h 8d 9c 2c", "2d Jd 3h 9d"]
drawn = ["8d"]`,
    isDone: laysDown,
  },
  {
    name: "run",
    title: "Meld a run",
    rule: "Three or more cards of one suit that follow each other are a run. An ace is low or high.",
    task: "Meld the 4, 5 and 6 of hearts. The 6 of spades has the wrong suit.",
    well: "A run can grow at both ends, up to thirteen cards.",
    missed: "A discard ends your turn, and the run would stay in your hand. Meld it first.",
    position: `${TO_PLAY}
hands = ["4h 5h 6h 6s Kc", "2d Jd 3h 9d"]
drawn = ["6h"]`,
    isDone: laysDown,
  },
  {
    name: "lay off",
    title: "Lay off",
    rule: "Add cards to any meld on the table, even an opponent's. They still score for you.",
    task: "Select your jack, then lay it off on Ada's jacks.",
    well: "It lies with Ada's jacks, and the 10 points are yours.",
    missed: "That ends your turn with the jack still to play, or in the pile. Lay it off on Ada's jacks.",
    position: `${TO_PLAY}
hands = ["Jd 4s 9c", "2d 3h 9d"]
drawn = ["Jd"]
melds = ["1 {Js Jh Jc}"]`,
    isDone: laysDown,
  },
  {
    name: "pile",
    title: "Take from the pile",
    rule: "Instead of drawing, take the top card of the pile. You can't discard that card in the same turn.",
    task: "Take the 9 of spades: you hold two nines.",
    well: "Opponents saw you take it. They see your hidden cards never.",
    missed: "The stock may give you anything, and the pile has the nine that you need. Take it.",
    position: `${TO_DRAW}
hands = ["9d 9h Kc 2s", "2d 3h Jd"]
pile = "5c 3d 9s"`,
    isDone: (event) => moved(event, "pile", "hand").length + moved(event, "pile", "meld").length > 0,
  },
  {
    name: "deep take",
    title: "Take from deep in the pile",
    rule: "A card below the top has a price: play it at once, and take every card above it, too.",
    task: "Select the 8 of diamonds in the pile, and meld it with your two eights.",
    well: "Three eights on the table. The jack and the 3 came along into your hand.",
    missed: "The 8 of diamonds would stay in the pile, and it makes three eights. Take it from under the jack.",
    position: `${TO_DRAW}
hands = ["8h 8s Kc 2c", "2d 3h Jd"]
pile = "Td 8d Jc 3s"`,
    isDone: (event) => moved(event, "pile", "meld").length > 0,
  },
  {
    name: "rummy",
    title: "Rummy!",
    rule: "If a discard fits a meld on the table, call Rummy! before the next player draws, and play it at once.",
    task: "Ada threw the 10 of hearts away, and it fits your run. Call it before Bela draws!",
    well: "The 10 is yours. After a call you finish the turn with a discard.",
    missed: "You let it go, and the chance was over when Bela drew. The 10 of hearts fits your run: call it.",
    position: `
dealer = 2
to_act = 2
phase = "draw"
hands = ["2s 4d Kc", "2c 3c Jd", "4c 8d Qs"]
stock = "4s 8c 9c 5d"
pile = "5c Ah Th"
melds = ["0 [7h 8h 9h]"]
last = 1`,
    isDone: (event) => moved(event, "pile", "meld").length > 0,
  },
  {
    name: "joker",
    title: "Jokers",
    rule: "A joker stands for any card that you need. It scores 15, on the table for you, in your hand against you.",
    task: "Meld the 5 and the 7 of clubs with the joker as the 6.",
    well: "The dashed box on the joker shows its card.",
    missed: "You ended your turn without the meld. The joker can be the 6 between your 5 and 7 of clubs.",
    position: `${TO_PLAY}
hands = ["5c 7c * Kd 2s", "2d 3h 9d"]
drawn = ["*"]`,
    isDone: laysDown,
  },
  {
    name: "out",
    title: "Go out",
    rule: "When your last card leaves your hand, you go out, and the hand is over for everyone.",
    task: "Lay off the 10 on your run, then discard the 5.",
    well: "Ada is left with 14 points in her hand. They count against her.",
    missed: "You still hold a card, and it's Ada's turn. Lay the 10 off first: then the 5 is your last card.",
    position: `${TO_PLAY}
hands = ["Th 5s", "2d 3h 9d"]
drawn = ["5s"]
melds = ["0 [7h 8h 9h]"]`,
    isDone: ({ ended }) => ended === "out",
    isOnTheWay: laysDown,
  },
  {
    name: "score",
    title: "Count the score",
    rule:
      "Cards on the table count for you, cards left in your hand against you: 2 to 10 their number, jack, queen and" +
      " king 10, ace and joker 15. The match goes on until a player has 500.",
    task: "Ada has one card left and may go out. Discard the card that would cost you most.",
    well: "Ada goes out. You have 27 points on the table, less 12 in your hand.",
    missed: "An ace left in your hand costs 15 points, more than any other card. Discard the ace.",
    position: `
dealer = 1
to_act = 0
phase = "play"
hands = ["Ac Kd 2s", "7h"]
drawn = ["Kd"]
stock = "Kc 3c Td"
pile = "4d"
melds = ["0 {9c 9h 9d}", "1 [4h 5h 6h]"]`,
    isDone: (event) => moved(event, "hand", "pile").some(({ cards }) => cards.includes("Ac")),
  },
];

/** The whole position of a step. @param {Step} step */
export const positionOf = ({ position }) => `rules = { preset = "pagat" }${position}\n`;
