// The keys that play: each clicks the button that names it.
// @ts-check
document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    document.querySelector("dialog[open]") ||
    target.closest("input, textarea, select")
  )
    return;
  if (["Enter", " "].includes(event.key) && target.closest("button, a, summary")?.matches(":not(.card)")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key; // Caps Lock changes no meaning
  const button = /** @type {HTMLButtonElement | null} */ (
    document.querySelector(`:is(.coach, .bar) [data-key="${CSS.escape(key)}"]`)
  );
  if (!button?.checkVisibility()) return;
  event.preventDefault();
  button.click();
});
