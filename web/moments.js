// The moments of a game: "Rummy!", a swept pile, going out, a hand or a match that is won. Each is shown for a while, over the table.
// @ts-check
import { draw } from "./draw.js";
import { play } from "./sound.js";
import { state } from "./state.js";
import { nameOf, parties, pointsOf } from "./words.js";

/** @typedef {import("../src/rummy500/wire/messages.js").EventData} TableEvent */
/** @typedef {import("./state.js").Update} Update */

/** So many cards are a pile that one sweeps. */
const SWEPT = 6;
const MS = { small: 1100, big: 1700, huge: 3600 };
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Celebrates what an update tells, in proportion. @param {Update} update */
export function celebrate(update) {
  const event = update.events.findLast(({ kind }) => kind === "acted");
  if (!event || event.seat === null || state.lesson) return; // the box of a lesson says it
  const isMine = event.seat === update.seat;
  const name = nameOf(state, event.seat);
  const taken = event.changes
    .filter(({ source }) => source.kind === "pile")
    .reduce((sum, { number }) => sum + number, 0);
  play(soundOf(event, taken));
  const won = winOf(update);
  if (won) show(won.text, won.size);
  else if (event.ended === "out") show(isMine ? "You go out!" : `${name} goes out`, isMine ? "big" : "small");
  else if (taken && event.verb === "call") show(isMine ? "Rummy!" : `${name}: Rummy!`, "big");
  else if (taken >= SWEPT && !update.view?.pile.length)
    show(isMine ? "You sweep the pile!" : `${name} sweeps the pile`, "small");
}

/** @param {Update} update @returns {{text: string, size: keyof typeof MS} | null} */
function winOf({ match, seat, view, waiting, last_hand }) {
  if (view || seat === null || !last_hand || !state.shown) return null;
  if (waiting.kind === "over")
    return match.winners.includes(seat) ? { text: "You win the match!", size: "huge" } : null;
  const points = parties(state).map(({ seats }) => ({ seats, points: pointsOf(seats, last_hand.score.by_seat) }));
  const mine = points.find(({ seats }) => seats.includes(seat));
  const isBest = mine && mine.points > 0 && points.every((each) => each === mine || each.points < mine.points);
  return isBest ? { text: "You win the hand!", size: "big" } : null;
}

/** @param {TableEvent} event @param {number} taken */
function soundOf({ changes, ended }, taken) {
  if (ended) return "end";
  if (changes.some(({ target }) => target.kind === "meld")) return taken ? "take" : "meld";
  return taken ? "take" : changes.some(({ target }) => target.kind === "pile") ? "discard" : "draw";
}

/** @param {string} text @param {keyof typeof MS} size */
function show(text, size) {
  clearTimeout(timer);
  state.moment = { text, size };
  play(size);
  timer = setTimeout(() => {
    state.moment = null;
    draw();
  }, MS[size]);
}
