// Cards move: each goes from where it lay to where it lies, as the changes of an event say. Nothing waits for it.
// @ts-check
import { whenDrawn } from "./draw.js";

/** @typedef {import("../src/rummy500/wire/messages.js").ChangeData} Change */
/** @typedef {import("../src/rummy500/wire/messages.js").PlaceData} Place */

const MS = 260;
/** So many milliseconds after the one before each card of a change begins, and no change takes longer than `LONGEST`. */
const BETWEEN = 30;
const LONGEST = 300;
/** Of many cards that nobody sees, as in a deal, so many move. */
const MOST = 13;
const isStill = matchMedia("(prefers-reduced-motion: reduce)");

/** Moves the cards that an update tells of when the page has been drawn anew; it is called before. @param {import("./state.js").Update} update */
export function move({ events, seat }) {
  if (isStill.matches || document.hidden) return;
  const me = seat ?? -1; // the seat at the bottom
  const from = events
    .flatMap(({ changes }) => changes)
    .map((change) => ({
      change,
      boxes: elements(change.source, change, me, "before").map((each) => each.getBoundingClientRect()),
    }));
  whenDrawn(() => {
    for (const { change, boxes } of from) {
      elements(change.target, change, me, "after").forEach((element, n, { length }) => {
        const box = boxes[n] ?? boxes.at(-1);
        if (box) fly(element, box, Math.min(BETWEEN, (LONGEST - MS) / length) * n);
      });
    }
  });
}

/**
 * The elements of the cards of a change at a place: the cards themselves if they are seen, or else what stands for them.
 * @param {Place} place
 * @param {Change} change
 * @param {number} me
 * @param {"before" | "after"} when
 * @returns {Element[]}
 */
function elements({ kind, number }, { cards, depths, number: count }, me, when) {
  const most = Math.min(count, MOST);
  const zone = document.querySelector(selector(kind, number, me));
  if (!zone) return [];
  if (kind === "stock") return Array.from({ length: most }, () => zone);
  const all = [...zone.querySelectorAll(".card, .back")];
  if (kind === "pile" && when === "before" && depths.length)
    return depths.map((depth) => all[all.length - depth] ?? zone);
  /** @type {Element[]} */
  const found = [];
  // The last of equal cards: those that came last lie last.
  for (const card of cards) {
    const one = all.findLast((each) => each.getAttribute("data-card") === card && !found.includes(each));
    if (one) found.push(one);
  }
  if (found.length) return found;
  const backs = all.filter((each) => each.classList.contains("back"));
  return backs.length ? backs.slice(-most) : when === "before" ? [all.at(-1) ?? zone] : [];
}

/** @param {string} kind @param {number | null} number @param {number} me */
function selector(kind, number, me) {
  if (kind === "stock") return ".stock .card";
  if (kind === "hand" && number === me) return ".hand";
  if (kind === "hand" || (kind === "pocket" && number !== null)) return `[data-seat="${number}"]`;
  if (kind === "meld") return `[data-drop="meld:${number}"]`;
  return kind === "gone" ? ".gone" : kind === "pile" ? ".pile" : ".notes";
}

/** A copy flies over the page, and the card itself shows when it has arrived. @param {Element} element @param {DOMRect} from @param {number} delay */
function fly(element, from, delay) {
  const to = element.getBoundingClientRect();
  if (!to.width || !from.width) return;
  const copy = /** @type {HTMLElement} */ (element.cloneNode(true));
  for (const name of ["id", "data-place", "data-zone", "data-card", "aria-pressed", "aria-label"])
    copy.removeAttribute(name);
  copy.setAttribute("aria-hidden", "true");
  copy.tabIndex = -1;
  copy.classList.add("flying");
  Object.assign(copy.style, {
    left: `${to.left}px`,
    top: `${to.top}px`,
    width: `${to.width}px`,
    height: `${to.height}px`,
  });
  document.getElementById("flying")?.append(copy);
  const shift = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width}, ${from.height / to.height})`;
  const timing = {
    duration: MS,
    delay,
    easing: "cubic-bezier(0.3, 0, 0.2, 1)",
    fill: /** @type {const} */ ("backwards"),
  };
  copy.animate([{ transform: shift }, { transform: "none" }], timing).finished.finally(() => copy.remove());
  element.animate([{ opacity: 0 }, { opacity: 0 }], { duration: MS + delay });
}
