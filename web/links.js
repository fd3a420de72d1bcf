// Links to a deal, to a position and to a whole game. They are data, bounded, and never carry code.
// @ts-check
import { call } from "./connected.js";
import { draw } from "./draw.js";
import { firstSetup, freshSeed, withSeats } from "./setup.js";
import { state } from "./state.js";

/** @typedef {import("./setup.js").Setup} Setup */
/** @typedef {{text: string, seat: number | null}} Linked a saved game or a position */

/** The longest link that is made or opened, and the longest game in one, in characters. */
const MOST_LINK = 60_000;
const MOST_GAME = 1_000_000;

/** Makes a link, and shows it to be copied. @param {"deal" | "position" | "game"} kind */
export async function makeLink(kind) {
  state.link = { kind, address: "", error: "", isCopied: false };
  try {
    await call("check-link");
    if (kind === "deal" && !state.opened.seed)
      throw new Error("this game did not begin with a deal of this page: link to the position or to the whole game");
    const address = `${location.href.split("#")[0]}#${await (kind === "deal" ? dealText(state.opened) : kind === "position" ? positionText() : gameText())}`;
    if (address.length > MOST_LINK) throw new Error("this game is too long for a link: save it as a file");
    state.link.address = address;
    draw();
    await navigator.clipboard.writeText(address);
    state.link.isCopied = true;
  } catch (error) {
    if (!state.link.address) state.link.error = /** @type {Error} */ (error).message; // else it can be copied by hand
  }
  draw();
}

/** Rules, seats, programs and seed. @param {Setup} setup */
async function dealText({ preset, plugins, options, seats, programs, seed }) {
  const game = new URLSearchParams({ preset, seats: String(seats), seed });
  if (plugins.length) game.set("plugins", plugins.join(","));
  for (const [name, value] of Object.entries(options)) game.set(`option.${name}`, JSON.stringify(value));
  for (const [seat, program] of Object.entries(programs)) if (program !== "medium") game.set(`seat.${seat}`, program);
  return game.toString();
}

/** The cards as they lie: all of them, for the game is the person's own. */
async function positionText() {
  const { text, seat } = await call("position");
  return new URLSearchParams({ position: text, seat: String(seat) }).toString();
}

/** The game from its first deal on, compressed. */
async function gameText() {
  const text = await call("save");
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  return `game=${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "")}`;
}

/** The saved game of a link. @param {string} coded @returns {Promise<string>} */
async function gameIn(coded) {
  const bytes = Uint8Array.from(atob(coded.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
    letter.charCodeAt(0),
  );
  const reader = new Blob([bytes])
    .stream()
    .pipeThrough(new DecompressionStream("deflate-raw"))
    .pipeThrough(new TextDecoderStream())
    .getReader();
  let text = "";
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    text += read.value;
    if (text.length > MOST_GAME) throw new Error("too long"); // a few bytes may unpack to gigabytes
  }
  return text;
}

// A link is the part of an address from its # on.

/** It is a link to a game. @param {string} link */
export const isLink = (link) => /[#&](preset|position|game)=/.test(link);

/** The saved game or the position in a link; `null` without one. @param {string} link @returns {Promise<Linked | null>} */
export async function linkedText(link) {
  const game = new URLSearchParams(link.slice(1, MOST_LINK));
  const seat = /^\d$/.test(game.get("seat") ?? "") ? Number(game.get("seat")) : null;
  const position = game.get("position");
  if (position) return { text: position, seat };
  const coded = game.get("game");
  if (!coded) return null;
  try {
    return { text: await gameIn(coded), seat };
  } catch {
    throw new Error("The game in this link cannot be read: it is damaged or too long");
  }
}

/** The setup in a link to a deal; `null` without one. `compose` judges what else it names. @param {string} link @returns {Setup | null} */
export function linkedSetup(link) {
  const game = new URLSearchParams(link.slice(1));
  const preset = game.get("preset");
  if (!preset) return null;
  const seats = game.get("seats") || "3";
  if (!/^[2-8]$/.test(seats))
    throw new Error(`This link asks for ${seats.slice(0, 20)} players: it must be a whole number from 2 to 8.`);
  const level = game.has("seed") ? "medium" : "easy"; // a link of the page names the levels other than medium
  const setup = withSeats(
    { ...firstSetup(), programs: { 1: level }, preset, seed: (game.get("seed") ?? "").slice(0, 40) || freshSeed() },
    Number(seats),
  );
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
