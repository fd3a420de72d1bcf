// Melded cards are as large as their box has room for.
// @ts-check

/** Parts of the whole size; where melds need the last ones, everything else in their box is smaller, too. */
const SIZES = [1, 0.86, 0.75, 0.65];
const CROWDED = 0.8;

/** Sizes the melds anew. The own ones leave room to the others, if those need it. */
export function fit() {
  const own = document.querySelectorAll(".own > .side");
  const others = [...document.querySelectorAll(".place > .side")];
  for (const most of [1, CROWDED]) {
    for (const side of own) sized(side, most);
    if (others.map((side) => sized(side)).every((size) => size > CROWDED)) return;
  }
}

/** @param {Element} side @param {number} [most] */
function sized(side, most = 1) {
  const fits = (/** @type {number} */ size) => {
    /** @type {HTMLElement} */ (side).style.setProperty("--fit", String(size));
    side.classList.toggle("crowded", size < CROWDED);
    return side.scrollHeight <= side.clientHeight;
  };
  return SIZES.filter((size) => size <= most).find(fits) ?? 0;
}

addEventListener("resize", fit);
