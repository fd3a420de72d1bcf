// Melds that the dock covers: a mark at its upper edge counts them, and scrolls to them.
// @ts-check

const dock = () => /** @type {HTMLElement | null} */ (document.querySelector(".dock"));

/** How far the lowest part of each meld that the dock covers reaches below the dock's upper edge. @returns {number[]} */
function covered() {
  const edge = dock();
  if (!edge?.getClientRects().length) return []; // at the end of a hand it covers nothing
  const top = edge.getBoundingClientRect().top;
  return [...document.querySelectorAll(".others .melds > li")]
    .map((meld) => meld.getBoundingClientRect().bottom - top)
    .filter((depth) => depth > 8);
}

/** Counts the covered melds. It runs after the page was drawn, scrolled or resized. */
export function markBelow() {
  const mark = /** @type {HTMLElement | null} */ (document.querySelector(".below"));
  if (!mark) return;
  const { length } = covered();
  mark.hidden = !length;
  mark.textContent = `${length} more meld${length === 1 ? "" : "s"} ↓`;
}

/** Scrolls to the covered melds, at most as far as the window shows the others' area. */
export function showBelow() {
  const header = document.querySelector(".others")?.getBoundingClientRect().top ?? 0;
  const room = (dock()?.getBoundingClientRect().top ?? 0) - Math.max(0, header);
  scrollBy({ top: Math.min(Math.max(...covered()) + 12, Math.max(room, 100)), behavior: "smooth" });
}

addEventListener("scroll", markBelow, { passive: true });
addEventListener("resize", markBelow);
