// Drags a card with a mouse, a pen or a finger. A short press stays a click.
// @ts-check

const FAR = 8;

/**
 * @param {PointerEvent} event the press on a card
 * @param {() => void} begun
 * @param {(target: string) => void} dropped is given what `data-drop` says of the place
 */
export function dragging(event, begun, dropped) {
  if (event.button !== 0) return;
  const card = /** @type {HTMLElement} */ (event.currentTarget);
  const [x, y] = [event.clientX, event.clientY];
  /** @type {HTMLElement | null} */
  let ghost = null;
  const ended = new AbortController();
  const { signal } = ended;

  /** @param {PointerEvent} at */
  const moved = (at) => {
    if (at.pointerId !== event.pointerId) return;
    if (!ghost && Math.hypot(at.clientX - x, at.clientY - y) < FAR) return;
    if (!ghost) {
      ghost = /** @type {HTMLElement} */ (card.cloneNode(true));
      ghost.classList.add("ghost");
      ghost.setAttribute("aria-hidden", "true");
      document.body.append(ghost);
      document.body.classList.add("dragging");
      begun();
    }
    ghost.style.transform = `translate(${at.clientX - card.offsetWidth / 2}px, ${at.clientY - card.offsetHeight / 2}px)`;
  };

  /** @param {PointerEvent} at */
  const done = (at) => {
    if (at.pointerId !== event.pointerId) return;
    ended.abort();
    document.body.classList.remove("dragging");
    if (!ghost) return;
    ghost.remove();
    if (at.type !== "pointerup") return;
    // The click that follows a drag is none.
    /** @param {Event} click */
    const swallow = (click) => {
      click.stopPropagation();
      click.preventDefault();
    };
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, true), 0);
    const target = document.elementFromPoint(at.clientX, at.clientY)?.closest("[data-drop]");
    if (target instanceof HTMLElement) dropped(target.dataset.drop ?? "");
  };

  addEventListener("pointermove", moved, { signal });
  addEventListener("pointerup", done, { signal });
  addEventListener("pointercancel", done, { signal });
}
