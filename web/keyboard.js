// The keys that play: each clicks the button that names it.
// @ts-check
import { state } from "./state.js";

document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || state.dialog || target.closest("input, textarea, select")) return;
  if (event.key === "Enter" && target.closest("button, a, summary")?.matches(":not(.card)")) return;
  const button = /** @type {HTMLButtonElement | null} */ (document.querySelector(`.bar [data-key="${CSS.escape(event.key)}"]`));
  if (!button) return;
  event.preventDefault();
  button.click();
});
