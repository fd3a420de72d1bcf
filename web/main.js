// The page: what it knows, what it does, and how it is drawn anew after every change.
// @ts-check
import { html, nothing, render } from "./vendor/lit-html/lit-html.js";
import { shortCard, withSymbols } from "./cards.js";
import { SocketConnection, WorkerConnection } from "./connection.js";
import { dragging } from "./drag.js";
import { FIRST_RULE, editorDialog } from "./editor.js";
import { panels } from "./panels.js";
import { firstSetup, freshSeed, seatsAllowed, setupDialog, withSeats } from "./setup.js";
import { lineOf, nameOf, named, tableArea } from "./table.js";

/** @typedef {import("../src/rummy500/wire/messages.js").Answer} Answer */
/** @typedef {import("../src/rummy500/wire/messages.js").UpdateMessage} Update */
/** @typedef {import("../src/rummy500/wire/messages.js").ViewData} View */
/** @typedef {import("../src/rummy500/wire/messages.js").SelectedMessage} Selected */
/** @typedef {import("../src/rummy500/wire/messages.js").LegalAction} LegalAction */
/** @typedef {import("../src/rummy500/wire/messages.js").GrowingAction} Growing */
/** @typedef {import("./setup.js").Setup} Setup */
/** @typedef {{zone: "hand" | "pile", place: number}} Picked */
/**
 * What the table area draws: the hand that is played, the end of the last one, or a step of a replay.
 * @typedef {object} Shown
 * @property {View} view
 * @property {number} me the seat at the bottom
 * @property {number[]} sides the side of each seat
 * @property {number[]} scores
 * @property {boolean} scoresBySide they are of sides, not of seats
 * @property {string[][] | null} hands every hand, where it may be seen
 * @property {boolean} isStill nothing can be clicked
 */
/** @typedef {ReturnType<typeof firstState>} State */
/** @typedef {typeof deeds} Deeds */

const SAVED_GAME = "rummy500.game";
const SAVED_SETUP = "rummy500.setup";
const SAVED_RULE = "rummy500.rule";
const SAVED_SETTINGS = "rummy500.settings";
const DEFAULTS = { sort: /** @type {"suit" | "rank"} */ ("suit"), fourColours: false, callSeconds: 12 };

function firstState() {
  return {
    failed: "",
    progress: "Loading Python",
    isReady: false,
    /** @type {Update | null} */ update: null,
    /** @type {Shown | null} */ shown: null,
    /** @type {import("../src/rummy500/wire/messages.js").RulesMessage | null} */ rules: null,
    /** @type {import("../src/rummy500/wire/messages.js").SheetMessage | null} */ sheet: null,
    /** @type {Picked[]} */ selection: [],
    /** @type {Selected | null} */ selected: null,
    /** @type {LegalAction[]} */ exact: [],
    /** @type {Growing[]} */ growing: [],
    /** @type {number[]} the melds that the selection can be laid off on */ targets: [],
    /** @type {{hand: number[], pile: number[]}} */ hinted: { hand: [], pile: [] },
    hint: "",
    /** @type {{text: string, rule: string, kind: "wrong" | "news"} | null} */ notice: null,
    /** @type {{text: string, isMine: boolean, number: number}[]} */ log: [],
    /** @type {Record<number, string>} what each seat did in its last turn */ lately: {},
    windowEnds: 0,
    windowLeft: 0,
    undoAsked: false,
    /** @type {"score" | "log" | "rules"} */ tab: "score",
    /** @type {"" | "setup" | "editor" | "settings" | "keys"} */ dialog: "",
    setup: remembered(SAVED_SETUP, firstSetup()),
    /** @type {import("../src/rummy500/wire/messages.js").ChoicesMessage | null} */ choices: null,
    setupError: "",
    /** @type {import("../src/rummy500/wire/messages.js").SheetMessage | null} */ setupSheet: null,
    settings: { ...DEFAULTS, ...remembered(SAVED_SETTINGS, {}) },
    /** @type {{step: number, steps: number, text: string, showsAll: boolean, update: Update | null, hands: string[][] | null} | null} */ replay: null,
    hasHouseRule: false,
    editor: { code: localStorage.getItem(SAVED_RULE) ?? FIRST_RULE, text: "", kind: "", line: 0, isBusy: false },
  };
}

/** @template T @param {string} key @param {T} otherwise @returns {T} */
function remembered(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

const state = firstState();
state.setup.house_rule = false; // the rule itself is not composed yet
let pendingSelections = 0;
/** @type {((action: LegalAction) => boolean) | null} what a drop means, until the answer says which action it is */
let wanted = null;
let openedSetup = state.setup;
const socketAddress = new URLSearchParams(location.search).get("table");

const listener = {
  answer,
  /** @param {string} text */
  progress(text) {
    state.progress = text;
    draw();
  },
  ready,
  /** @param {string} text */
  failed(text) {
    state.failed = text;
    draw();
  },
  /** The worker was ended and begins anew: the game goes on from its log, without the house rule that held it up. */
  stuck() {
    state.isReady = false;
    state.hasHouseRule = false;
    state.editor.isBusy = false;
    choicesAsked = "";
    state.progress = "Starting again";
    say("A rule took too long. The game starts again from its log.", "wrong");
  },
};
// A server gives the page an address of its own, beside it: the policy of the page lets it ask no other host.
const host = socketAddress === null ? new WorkerConnection(listener) : null;
const table = host ?? new SocketConnection(new URL(socketAddress ?? "", location.href.split("#")[0].replace(/^http/, "ws")).href, location.hash.slice(1), listener);

// ---------------------------------------------------------------- what the table answers

/** @param {Answer} message */
function answer(message) {
  if (message.type === "update") update(message);
  else if (message.type === "selected") selected(message);
  else if (message.type === "rules") state.rules = message;
  else if (message.type === "sheet") state.sheet = message;
  else if (message.type === "choices") {
    state.choices = message;
    state.setupError = "";
    checkSetup();
  } else if (message.type === "hint") hint(message.action);
  else if (message.type === "why") {
    if (message.refusal) say(message.refusal.sentence, "wrong", message.refusal.rule);
  } else if (message.type === "refusal") say(message.sentence, "wrong", message.rule);
  else if (message.type === "error") {
    if (state.dialog === "setup") state.setupError = message.error;
    else say(message.error, "wrong");
  }
  if (message.type === "rules") show();
  draw();
}

/** @param {string} text @param {"wrong" | "news"} kind @param {string} [rule] */
function say(text, kind, rule = "") {
  state.notice = { text: named(state, text), rule, kind };
  state.hint = "";
  draw();
}

/** @param {Update} message */
function update(message) {
  const isFirst = message.events.some(({ kind }) => kind === "opened");
  if (isFirst) {
    state.log = [];
    state.lately = {};
    table.send({ type: "describe", what: "rules" });
    table.send({ type: "describe", what: "sheet" });
  }
  state.update = message;
  show();
  forget();
  if (!isFirst) state.notice = null; // what was said of the game that begins stays
  for (const event of message.events) note(event);
  beginWindow(message);
  if (host) save();
}

/** Clears what belongs to a click. */
function forget() {
  state.selection = [];
  state.selected = null;
  state.exact = [];
  state.growing = [];
  state.targets = [];
  state.hinted = { hand: [], pile: [] };
  state.hint = "";
  wanted = null;
}

/** Decides what the table area draws. */
function show() {
  const shown = state.replay?.update ?? state.update;
  const view = shown?.view ?? shown?.last_hand?.view;
  if (!shown || !view) return;
  const me = state.update?.view?.seat ?? state.shown?.me ?? 0;
  const seats = shown.seats.map((_, seat) => seat);
  const sides = state.rules?.sides ?? seats;
  const hands = state.replay ? (state.replay.showsAll ? state.replay.hands : null) : shown.view ? null : (shown.last_hand?.hands ?? null);
  // Scores are by seat or by side: with fewer numbers than seats they are by side.
  const { scores } = shown.match;
  state.shown = { view, me, sides, scores, scoresBySide: scores.length < seats.length, hands, isStill: Boolean(state.replay) || !shown.view };
}

/** Writes an event into the log. @param {import("../src/rummy500/wire/messages.js").EventData} event */
function note(event) {
  const { kind, seat, number } = event;
  const me = state.shown?.me ?? 0;
  const isMine = seat === me;
  const name = seat === null ? "" : isMine ? "You" : nameOf(state, seat);
  /** @param {string} text */
  const write = (text) => state.log.push({ text, isMine, number });
  state.undoAsked = kind === "undo-asked" && !isMine && socketAddress !== null;
  if (kind === "acted") {
    const text = deedLine(event.action.replace(/^\d+: /, ""), isMine);
    write(`${name} ${text}${event.timed_out ? " (time was up)" : ""}`);
    if (seat !== null) {
      const isNewTurn = /^(draw|take|call|pass)/.test(event.action.replace(/^\d+: /, ""));
      state.lately[seat] = isNewTurn || !state.lately[seat] ? text : `${state.lately[seat]}; ${text}`;
    }
    if (event.ended) write(event.ended === "out" ? `${isMine ? "You are" : `${name} is`} out. The hand is over.` : `The hand is over${event.ended === "stock" ? ": the stock ran out" : ""}.`);
  } else if (kind === "dealt") {
    state.lately = {};
    write("A hand is dealt.");
  } else if (kind === "chance") write("The cards are shuffled.");
  else if (kind === "undone") {
    state.log = state.log.filter((line) => line.number <= event.back_to);
    state.lately = {};
    write(`${name || "Somebody"} took an action back.`);
  } else if (kind === "undo-asked" && socketAddress !== null) write(`${name} asked to take an action back.`);
  else if (kind === "undo-refused") write(`${name} refused.`);
  else if (kind === "replaced" && event.by) write(`${event.by.name} plays on.`);
}

/** An action as something that somebody does. @param {string} action @param {boolean} isMine */
function deedLine(action, isMine) {
  const verb = action.split(" ")[0];
  const rest = withSymbols(action.slice(verb.length).replace(/\bon m(\d+)/, (_, number) => {
    const owner = state.shown?.view.melds[Number(number) - 1]?.owner;
    return owner === undefined ? "on a meld" : owner === state.shown?.me ? "on your meld" : `on ${nameOf(state, owner)}’s meld`;
  }));
  const does = verb === "lay" ? "lay off" : verb;
  const [first, ...others] = does.split(" ");
  const deed = isMine ? does : [/(s|sh|ch|x)$/.test(first) ? `${first}es` : first === "swap" ? "swaps" : `${first}s`, ...others].join(" ");
  return `${deed}${verb === "draw" ? " from the stock" : ""}${rest}`;
}

/** @param {Selected} message */
function selected(message) {
  if (--pendingSelections > 0) return; // an answer to an older selection
  const depth = pickedDepth();
  /** @param {LegalAction} action */
  const fits = (action) => !depth || !action.depth || action.depth === depth;
  state.selected = message;
  state.exact = message.actions.filter(fits);
  state.growing = message.growing.filter(({ action }) => fits(action));
  state.targets = state.exact.flatMap(({ meld }) => (meld === null ? [] : [meld]));
  if (wanted) {
    const found = state.exact.filter(wanted);
    wanted = null;
    if (found.length === 1) deeds.submit(found[0].action);
  }
}

/** How deep the selected card of the pile lies; 0 for none. */
function pickedDepth() {
  const picked = state.selection.find(({ zone }) => zone === "pile");
  return picked && state.shown ? state.shown.view.pile.length - picked.place : 0;
}

/** @param {string} action */
function hint(action) {
  const view = state.update?.view;
  if (!view) return;
  forget();
  state.notice = { text: action ? `Hint: ${deeds.line(action)}.` : "Hint: let it go.", rule: "", kind: "news" };
  state.hint = action;
  const legal = state.update?.legal?.kinds.flatMap(({ actions }) => actions).find((each) => each.action === action);
  if (!legal) return;
  const cards = [...legal.cards];
  if (legal.depth) state.hinted.pile = [view.pile.length - legal.depth];
  view.hand.forEach((card, place) => {
    if (cards.includes(card)) {
      cards.splice(cards.indexOf(card), 1);
      state.hinted.hand.push(place);
    }
  });
}

// ---------------------------------------------------------------- the window for calls

/** @type {ReturnType<typeof setInterval> | undefined} */
let clock;

/** @param {Update} message */
function beginWindow(message) {
  clearInterval(clock);
  state.windowEnds = 0;
  const { waiting } = message;
  if (!host || waiting.kind !== "window" || !state.settings.callSeconds) return; // a server has its own clock
  const length = state.settings.callSeconds * 1000;
  state.windowEnds = performance.now() + length;
  state.windowLeft = 100;
  clock = setInterval(() => {
    if (state.dialog || state.replay) state.windowEnds += 250; // nobody loses a call behind a dialog
    const left = state.windowEnds - performance.now();
    state.windowLeft = Math.max(0, (100 * left) / length);
    if (left <= 0) {
      clearInterval(clock);
      host.call("end-window", { decision: waiting.decision }).catch(() => {});
    }
    draw();
  }, 250);
}

// ---------------------------------------------------------------- what the person does

const deeds = {
  hasHost: host !== null,
  /** @param {string} action */
  line: (action) => lineOf(state, action),
  /** @param {"hand" | "pile"} zone @param {number} place */
  toggle(zone, place) {
    const at = state.selection.findIndex((each) => each.zone === zone && each.place === place);
    // One card of the pile at a time: it is the one to take.
    const others = zone === "pile" ? state.selection.filter((each) => each.zone !== "pile") : state.selection;
    select(at < 0 ? [...others, { zone, place }] : state.selection.filter((_, n) => n !== at));
  },
  clear() {
    forget();
    state.notice = null;
    draw();
  },
  /** @param {string} action */
  submit(action) {
    const decision = state.update?.waiting.decision;
    if (decision !== undefined) table.send({ type: "submit", decision, action });
  },
  draw() {
    const isLegal = state.update?.legal?.kinds.some(({ kind }) => kind === "draw");
    if (isLegal) deeds.submit("draw");
    else table.send({ type: "ask-why", action: "draw" });
  },
  /** @param {number} place */
  layOff(place) {
    const found = state.exact.filter(({ meld }) => meld === place);
    if (found.length) deeds.submit(found[0].action);
  },
  letGo() {
    const decision = state.update?.waiting.decision;
    if (decision !== undefined) table.send({ type: "let-go", decision });
  },
  hint: () => table.send({ type: "ask-hint" }),
  undo() {
    const decision = state.update?.waiting.decision;
    if (decision !== undefined) table.send({ type: "undo", decision });
  },
  /** @param {boolean} agree */
  answerUndo(agree) {
    const decision = state.update?.waiting.decision;
    if (decision !== undefined) table.send({ type: "answer-undo", decision, agree });
  },
  sort() {
    deeds.set({ sort: state.settings.sort === "suit" ? "rank" : "suit" });
  },
  /** @param {Partial<typeof DEFAULTS>} change */
  set(change) {
    state.settings = { ...state.settings, ...change };
    localStorage.setItem(SAVED_SETTINGS, JSON.stringify(state.settings));
    draw();
  },
  /** @param {State["tab"]} tab */
  showTab(tab) {
    state.tab = tab;
    draw();
  },
  nextHand: () => granted(host?.call("next-hand")),
  again: () => openTable({ ...openedSetup, seed: freshSeed() }),
  /** @param {PointerEvent} event @param {number} place */
  grab: (event, place) => dragging(event, (target) => drop(target, place)),

  // ---- a new game
  /** @param {State["dialog"]} dialog */
  openDialog(dialog) {
    state.dialog = dialog;
    state.setupSheet = null;
    if (dialog === "setup") deeds.changeSetup({ ...state.setup, seed: freshSeed() });
    draw();
    const element = /** @type {HTMLDialogElement} */ (document.getElementById("dialog"));
    if (!element.open) element.showModal();
  },
  closeDialog: () => /** @type {HTMLDialogElement} */ (document.getElementById("dialog")).close(),
  /** @param {Setup} setup */
  changeSetup(setup) {
    state.setup = setup;
    const [fewest, most] = seatsAllowed(state);
    if (state.choices && fewest <= most) state.setup = withSeats(setup, Math.min(most, Math.max(fewest, setup.seats)));
    state.setupSheet = null;
    if (!askChoices()) checkSetup();
    draw();
  },
  /** @param {Setup} setup */
  openTable(setup) {
    openTable(setup).then(deeds.closeDialog, () => {});
  },
  readSheet() {
    granted(host?.call("describe", { setup: state.setup }).then((sheet) => (state.setupSheet = sheet)));
  },

  // ---- files, links, replays
  async saveFile() {
    const text = await host?.call("save");
    download("rummy500-game.json", text);
  },
  openFile: () => /** @type {HTMLInputElement} */ (document.getElementById("file")).click(),
  /** @param {Event} event */
  async readFile(event) {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const text = await input.files?.[0]?.text();
    input.value = "";
    if (text) await granted(host?.call("load", { text }).then(() => say("The saved game goes on.", "news")));
  },
  async copyLink() {
    const address = gameLink(openedSetup);
    history.replaceState(null, "", address);
    try {
      await navigator.clipboard.writeText(address);
      say("The link to this deal is copied, and stands in the address bar.", "news");
    } catch {
      say("The link to this deal stands in the address bar.", "news");
    }
  },
  /** @param {string} text a saved game; empty for the one that is being played */
  async startReplay(text) {
    const steps = await granted(host?.call("replay", text ? { text } : {}));
    if (steps === undefined) return;
    deeds.clear();
    state.replay = { step: 0, steps, text: "", showsAll: true, update: null, hands: null };
    await deeds.replayAt(Math.min(1, steps));
  },
  /** @param {number} step */
  async replayAt(step) {
    if (!state.replay || step < 0 || step > state.replay.steps) return;
    const { update: then, hands } = await host?.call("replay-at", { step });
    if (!state.replay) return;
    const last = then.events.filter((/** @type {any} */ { action }) => action).at(-1);
    state.replay.step = step;
    state.replay.update = then;
    state.replay.hands = hands;
    show();
    const who = last?.seat === null || !last ? "" : nameOf(state, last.seat);
    state.replay.text = last ? `${who}: ${withSymbols(last.action.replace(/^\d+: /, ""))}` : "";
    draw();
  },
  toggleHands() {
    if (state.replay) state.replay.showsAll = !state.replay.showsAll;
    show();
    draw();
  },
  endReplay() {
    state.replay = null;
    show();
    draw();
  },

  // ---- a house rule
  /** @param {string} code */
  editRule(code) {
    Object.assign(state.editor, { code, line: 0, text: "" });
    state.hasHouseRule = false;
    localStorage.setItem(SAVED_RULE, code);
    draw();
  },
  checkRule: () => judged(host?.call("write-rule", { code: state.editor.code, setup: withoutRule(state.setup) }), () => {
    state.hasHouseRule = true;
    return "It composes. Check the laws, or play with it.";
  }),
  checkLaws: () => judged(host?.call("laws", { setup: { ...state.setup, house_rule: true } }), (text) => text),
  playRule() {
    openTable({ ...state.setup, house_rule: true, seed: freshSeed() }).then(deeds.closeDialog, (error) => verdict(error.message, "wrong", error.line));
  },
};

/** @param {Setup} setup */
const withoutRule = (setup) => ({ ...setup, house_rule: false });

/** @param {Promise<any> | undefined} call @param {(result: any) => string} then */
async function judged(call, then) {
  state.editor.isBusy = true;
  verdict("One moment …", "", 0);
  try {
    verdict(then(await call), "right", 0);
  } catch (error) {
    const { message, line } = /** @type {import("./connection.js").HostError} */ (error);
    verdict(message, "wrong", line);
  }
  state.editor.isBusy = false;
  draw();
}

/** @param {string} text @param {string} kind @param {number} line */
function verdict(text, kind, line) {
  Object.assign(state.editor, { text, kind, line });
  draw();
}

/** Waits for a call, and shows what the host refuses. @param {Promise<any> | undefined} call */
async function granted(call) {
  try {
    return await call;
  } catch (error) {
    say(/** @type {Error} */ (error).message, "wrong");
    return undefined;
  } finally {
    draw();
  }
}

/** @param {Picked[]} selection */
function select(selection) {
  forget();
  state.notice = null;
  state.selection = selection;
  const view = state.update?.view;
  if (selection.length && view) {
    pendingSelections += 1;
    table.send({ type: "select", cards: selection.map(({ zone, place }) => (zone === "hand" ? view.hand : view.pile)[place]) });
  }
  draw();
}

/** A card was dropped. @param {string} target @param {number} place */
function drop(target, place) {
  const isPicked = state.selection.some((each) => each.zone === "hand" && each.place === place);
  const [kind, number] = target.split(":");
  if (!["pile", "meld", "melds"].includes(kind)) return;
  select(isPicked ? state.selection : [{ zone: "hand", place }]);
  if (kind === "pile") wanted = ({ action }) => action.startsWith("discard");
  else if (kind === "meld") wanted = ({ meld }) => meld === Number(number);
  else wanted = ({ action }) => action.startsWith("meld");
}

/** The rules whose options were asked for last. */
let choicesAsked = "";

/** Asks for the options of the rules in the form, unless they are those that it has. */
function askChoices() {
  const { preset, plugins } = state.setup;
  const asked = [preset, ...plugins].join(" ");
  if (asked === choicesAsked) return false;
  choicesAsked = asked;
  table.send({ type: "choose", preset, plugins });
  return true;
}

function checkSetup() {
  const asked = state.setup;
  host?.call("check", { setup: asked }).then(
    () => settle(""),
    (error) => settle(error.message),
  );
  /** @param {string} text */
  function settle(text) {
    if (asked === state.setup) state.setupError = text;
    draw();
  }
}

/** @param {Setup} setup */
async function openTable(setup) {
  state.notice = null;
  try {
    await host?.call("open", { setup });
  } catch (error) {
    state.setupError = /** @type {Error} */ (error).message;
    draw();
    throw error;
  }
  openedSetup = setup;
  state.setup = setup;
  state.replay = null;
  localStorage.setItem(SAVED_SETUP, JSON.stringify(withoutRule(setup)));
  show();
  draw();
}

// ---------------------------------------------------------------- saving and links

/** @type {ReturnType<typeof setTimeout> | undefined} */
let saving;

function save() {
  clearTimeout(saving);
  saving = setTimeout(async () => {
    const text = await host?.call("save").catch(() => null);
    if (text) localStorage.setItem(SAVED_GAME, JSON.stringify({ setup: withoutRule(openedSetup), text }));
  }, 200);
}

/** @param {string} name @param {string} text */
function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
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
function linkedSetup() {
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

// ---------------------------------------------------------------- the beginning

/** @param {number} ms */
async function ready(ms) {
  state.isReady = true;
  performance.mark("rummy500-ready", { detail: ms });
  if (!host) return draw();
  const linked = linkedSetup();
  const saved = remembered(SAVED_GAME, /** @type {{setup: Setup, text: string} | null} */ (null));
  const isRestart = state.update !== null;
  if (saved && (isRestart || !linked)) {
    try {
      await host.call("load", { text: saved.text });
      openedSetup = saved.setup;
      say(isRestart ? "A rule took too long. The game went on from its log." : "Your game goes on.", isRestart ? "wrong" : "news");
      state.setup = saved.setup;
      askChoices();
      return draw();
    } catch {
      localStorage.removeItem(SAVED_GAME); // of other rules or an older version: a new game begins
    }
  }
  for (const setup of [linked, state.setup, firstSetup()]) {
    if (!setup) continue;
    try {
      await openTable({ ...setup, seed: setup === linked ? setup.seed : freshSeed() });
      break;
    } catch (error) {
      say(/** @type {Error} */ (error).message, "wrong");
    }
  }
  askChoices();
  draw();
}

document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || state.dialog || target.closest("input, textarea, select")) return;
  if (event.key === "Enter" && target.closest("button, a, summary")?.matches(":not(.card)")) return;
  const button = /** @type {HTMLButtonElement | null} */ (document.querySelector(`.bar [data-key="${CSS.escape(event.key)}"]`));
  if (!button) return;
  event.preventDefault();
  button.click();
});

// ---------------------------------------------------------------- drawing

let isDue = false;

/** Draws the page anew, once for all changes of a moment. */
function draw() {
  if (isDue) return;
  isDue = true;
  queueMicrotask(() => {
    isDue = false;
    render(page(), /** @type {HTMLElement} */ (document.getElementById("page")));
    document.body.classList.toggle("four", state.settings.fourColours);
  });
}

const page = () => html`
  <header><h1><a href="../" title="The documentation of rummy500">rummy500</a> <span>500 Rummy, any house rules</span></h1>
    ${host ? html`<nav aria-label="Game">
      <button class="primary" ?disabled=${!state.isReady} @click=${() => deeds.openDialog("setup")}>New game</button>
      <details class="menu" @click=${closeMenu}><summary>Menu</summary><div>
        <button ?disabled=${!state.update} @click=${deeds.saveFile}>Save as a file</button>
        <button ?disabled=${!state.isReady} @click=${deeds.openFile}>Open a saved game</button>
        <button ?disabled=${!state.update} @click=${deeds.copyLink}>Link to this deal</button>
        <button ?disabled=${!state.update} @click=${() => deeds.startReplay("")}>Replay this game</button>
        <button ?disabled=${!state.isReady} @click=${() => deeds.openDialog("editor")}>Write a house rule</button>
        <button @click=${() => deeds.openDialog("settings")}>Settings</button>
        <button @click=${() => deeds.openDialog("keys")}>Keys and help</button></div></details>
      <input id="file" type="file" accept=".json,application/json" hidden @change=${deeds.readFile}></nav>` : nothing}</header>
  <main><div class="table">${tableArea(state, deeds)}</div>
    <aside aria-label="Score, log and rules">${panels(state, deeds)}</aside></main>
  <dialog id="dialog" aria-labelledby="dialog-title" @close=${closed}>${dialog()}</dialog>`;

/** How long the worker may take. @param {number} seconds */
function setPatience(seconds) {
  if (host) host.seconds = seconds;
}

/** A form that was not used is forgotten. */
function closed() {
  state.dialog = "";
  state.setup = openedSetup;
  state.setupError = "";
  draw();
}

/** @param {Event} event */
function closeMenu(event) {
  if (/** @type {HTMLElement} */ (event.target).closest("button")) /** @type {HTMLDetailsElement} */ (event.currentTarget).open = false;
}

function dialog() {
  const { settings } = state;
  switch (state.dialog) {
    case "setup":
      return html`<h2 id="dialog-title">New game</h2>${setupDialog(state, deeds)}`;
    case "editor":
      return html`<h2 id="dialog-title">Write a house rule</h2>${editorDialog(state, deeds)}`;
    case "settings":
      return html`<h2 id="dialog-title">Settings</h2>
        <p><label class="check"><input type="checkbox" .checked=${settings.fourColours} @change=${() => deeds.set({ fourColours: !settings.fourColours })}>
          Four colours: diamonds blue, clubs green</label></p>
        <p><label>Time to call a discard <select @change=${(/** @type {Event} */ event) => deeds.set({ callSeconds: Number(/** @type {HTMLSelectElement} */ (event.target).value) })}>
          ${[[6, "6 seconds"], [12, "12 seconds"], [30, "30 seconds"], [0, "as long as I like"]].map(([seconds, words]) => html`<option value=${seconds} .selected=${settings.callSeconds === seconds}>${words}</option>`)}</select></label></p>
        <div class="buttons"><button class="primary" @click=${deeds.closeDialog}>Done</button></div>`;
    case "keys":
      return html`<h2 id="dialog-title">Keys and help</h2>
        <p>Click cards of your hand, and of the pile: the buttons show what you can do with them. Or drag a card to the pile, to a meld, or to your side.</p>
        <dl class="keys">${[["Tab, ← →", "go to a card"], ["Space", "select it, or let it go"], ["Enter", "play what is selected"], ["D", "draw from the stock"],
          ["H", "hint"], ["U", "undo"], ["L", "let a call go"], ["N", "next hand"], ["Esc", "clear the selection"]].map(([key, what]) => html`<dt><kbd>${key}</kbd></dt><dd>${what}</dd>`)}</dl>
        <p>${shortCard("*")} is a joker. A wild card shows what it stands for in a dashed box. The letter on a laid-off card says who laid it off.</p>
        <div class="buttons"><button class="primary" @click=${deeds.closeDialog}>Close</button></div>`;
    default:
      return nothing;
  }
}

// The tests look at what the page knows.
Object.assign(globalThis, { rummy500: { state, openTable, isIdle: () => !isDue && (host?.open.size ?? 0) === 0, setPatience } });
document.querySelector("#page .boot")?.remove();
draw();
