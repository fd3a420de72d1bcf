// Links to a deal: they carry rules and a text that decides the cards, and never code.
// @ts-check
import { say } from "./answers.js";
import { firstSetup, freshSeed, withSeats } from "./setup.js";
import { state } from "./state.js";

/** @typedef {import("./setup.js").Setup} Setup */

export async function copyLink() {
  const address = gameLink(state.opened);
  history.replaceState(null, "", address);
  try {
    await navigator.clipboard.writeText(address);
    say("The link to this deal is copied, and stands in the address bar.", "news");
  } catch {
    say("The link to this deal stands in the address bar.", "news");
  }
}

/** A link to a deal: rules, seats, programs and seed, and never code. @param {Setup} setup */
function gameLink({ preset, plugins, options, seats, programs, seed }) {
  const game = new URLSearchParams({ preset, seats: String(seats), seed });
  if (plugins.length) game.set("plugins", plugins.join(","));
  for (const [name, value] of Object.entries(options)) game.set(`option.${name}`, JSON.stringify(value));
  for (const [seat, program] of Object.entries(programs)) if (program !== "greedy") game.set(`seat.${seat}`, program);
  return `${location.href.split("#")[0]}#${game}`;
}

/** The setup in a link; `null` without one. `compose` judges what it names. @returns {Setup | null} */
export function linkedSetup() {
  const game = new URLSearchParams(location.hash.slice(1));
  const preset = game.get("preset");
  if (!preset) return null;
  const setup = withSeats({ ...firstSetup(), preset, seed: (game.get("seed") ?? "").slice(0, 40) || freshSeed() }, Math.min(8, Math.max(2, Number(game.get("seats")) || 3)));
  setup.plugins = (game.get("plugins") ?? "").split(",").filter(Boolean).slice(0, 30);
  for (const [name, value] of game) {
    const [kind, ...rest] = name.split(".");
    if (kind === "seat" && Number(rest[0]) in setup.programs) setup.programs[Number(rest[0])] = value;
    if (kind === "option") {
      try {
        const parsed = JSON.parse(value);
        if (["string", "number", "boolean"].includes(typeof parsed)) setup.options[rest.join(".")] = parsed;
      } catch {
        // no value of an option
      }
    }
  }
  return setup;
}
