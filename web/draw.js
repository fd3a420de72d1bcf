// Draws the page anew, once for all changes of a moment.
// @ts-check
import { nothing, render } from "./vendor/lit-html/lit-html.js";
import { fit } from "./room.js";
import { state } from "./state.js";

/** @type {() => unknown} */
let page = () => nothing;
let isDue = false;

/** Nothing waits to be drawn. */
export const isDrawn = () => !isDue;

/** Sets what is drawn from now on. @param {() => unknown} template */
export function drawAlways(template) {
  page = template;
  document.querySelector("#page .boot")?.remove();
  draw();
}

export function draw() {
  if (isDue) return;
  isDue = true;
  queueMicrotask(() => {
    isDue = false;
    const played = document.activeElement?.closest(".hand, .bar");
    render(page(), /** @type {HTMLElement} */ (document.getElementById("page")));
    fit();
    if (played && document.activeElement === document.body) {
      // What had the focus is gone: the keyboard goes on from the hand, not from the top of the page.
      /** @type {HTMLElement | null} */ (document.querySelector(".bar.over button.primary, .hand button.card"))?.focus({
        preventScroll: true,
      });
    }
    document.body.classList.toggle("four", state.settings.fourColours);
  });
}

/** Runs when the page has been drawn as it is now, and before anybody sees it. @param {() => void} then */
export function whenDrawn(then) {
  draw();
  queueMicrotask(then);
}
