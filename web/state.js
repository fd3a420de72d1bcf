// All that the page knows. It is changed where something happens, and drawn anew after that (draw.js).
// @ts-check
import { isAtServer } from "./connected.js";
import { FIRST_RULE } from "./editor.js";
import { firstSetup } from "./setup.js";
import { SAVED_LESSON, SAVED_RULE, SAVED_SETTINGS, SAVED_SETUP, isNewHere, remembered } from "./storage.js";

/** @typedef {import("../src/rummy500/wire/messages.js").UpdateMessage} Update */
/** @typedef {import("../src/rummy500/wire/messages.js").ViewData} View */
/** @typedef {import("../src/rummy500/wire/messages.js").SelectedMessage} Selected */
/** @typedef {import("../src/rummy500/wire/messages.js").LegalAction} LegalAction */
/** @typedef {import("../src/rummy500/wire/messages.js").GrowingAction} Growing */
/** @typedef {import("../src/rummy500/wire/messages.js").RefusalData} Refusal */
/** @typedef {import("../src/rummy500/wire/messages.js").RulesMessage} Rules */
/** @typedef {import("../src/rummy500/wire/messages.js").SheetMessage} Sheet */
/** @typedef {import("./setup.js").Setup} Setup */
/** @typedef {{zone: "hand" | "pile", place: number}} Picked */
/**
 * What the table area draws: the hand that is played, the end of the last one, or a step of a replay.
 * @typedef {object} Shown
 * @property {View} view
 * @property {number} me the seat at the bottom; -1 for somebody who watches
 * @property {number[]} sides the side of each seat
 * @property {number[]} scores
 * @property {boolean} scoresBySide they are of sides, not of seats
 * @property {string[][] | null} hands every hand, where it may be seen
 * @property {boolean} isStill nothing can be clicked
 */
/**
 * A game or a transcript that is replayed, at one step.
 * @typedef {object} Replay
 * @property {number} step
 * @property {number} steps
 * @property {number[]} mine the steps at which the person decides
 * @property {boolean} isPlaying it goes on by itself
 * @property {string} text what happened in this step
 * @property {boolean} isOfTable the game on the table is replayed, whose log the page has
 * @property {boolean} showsAll every hand is shown
 * @property {Update | null} update
 * @property {string[][] | null} hands
 * @property {Rules | null} rules
 * @property {Sheet | null} sheet
 */
/**
 * @typedef {object} Waiting
 * @property {string} text the saved game
 * @property {string} rule the name of its house rule
 * @property {string} why why the game on the table waits; empty if it lies in a file, and another is played
 */
/** @typedef {ReturnType<typeof firstState>} State */

/** @typedef {typeof DEFAULTS} Settings */

const DEFAULTS = {
  sort: /** @type {"suit" | "rank"} */ ("suit"),
  fourColours: false,
  callSeconds: 30,
  /** off at first where the page is likely to be among people */ sound: !matchMedia("(pointer: coarse)").matches,
  pace: /** @type {"calm" | "quick" | "at once"} */ ("calm"),
};

function firstState() {
  const setup = { ...remembered(SAVED_SETUP, firstSetup()), house_rule: false }; // the rule itself is not composed yet
  return {
    failed: "",
    progress: isAtServer ? "Connecting to the table" : "Loading the game",
    isReady: false,
    /** the worker has been busy for a while */ isSlow: false,
    /** @type {Update | null} */ update: null,
    /** @type {Shown | null} */ shown: null,
    /** @type {Rules | null} */ rules: null,
    /** @type {Sheet | null} */ sheet: null,
    /** @type {Picked[]} */ selection: [],
    /** @type {Selected | null} */ selected: null,
    /** why the selected cards cannot go where the person wants them @type {Refusal | null} */ refused: null,
    /** why the one selected card cannot be discarded, while it can be used otherwise @type {Refusal | null} */ noDiscard:
      null,
    /** @type {LegalAction[]} */ exact: [],
    /** @type {Growing[]} */ growing: [],
    /** @type {number[]} the melds that the selection can be laid off on */ targets: [],
    /** @type {{hand: number[], pile: number[]}} */ hinted: { hand: [], pile: [] },
    hint: "",
    /** @type {{text: string, reason?: string, rule: string, kind: "wrong" | "news", failure?: import("./connection.js").HostError} | null} */ notice:
      null,
    /** the number of the last event before the page was opened */ since: 0,
    /** @type {import("../src/rummy500/wire/messages.js").EventData[]} */ events: [],
    /** @type {{text: string, isMine: boolean, number: number}[]} */ log: [],
    /** @type {number[]} the person's own actions since the last new card, by their events */ acted: [],
    /** @type {Record<number, string>} what each seat did in its last turn */ lately: {},
    /** every button of a long list is shown */ showsAll: false,
    /** what is celebrated @type {{text: string, size: "small" | "big" | "huge"} | null} */ moment: null,
    windowEnds: 0,
    windowLeft: 0,
    /** @type {import("./online.js").UndoRequest | null} */ undo: null,
    /** @type {"score" | "log" | "rules"} */ tab: "score",
    /** @type {"" | "setup" | "editor" | "links" | "settings" | "keys" | "leave" | "rules"} */ dialog: "",
    /** the form of a new game */ setup,
    /** how many shall play: rules that need others change that for as long as they are chosen */ seatsWanted:
      setup.seats,
    /** what the game that is played was opened with */ opened: setup,
    /** @type {import("../src/rummy500/wire/messages.js").ChoicesMessage | null} */ choices: null,
    setupError: "",
    /** The option that it is about, empty for none. */
    wrongOption: "",
    /** no score ends a match of the rules in the form */ hasNoTarget: false,
    /** @type {Sheet | null} */ setupSheet: null,
    settings: { ...DEFAULTS, ...remembered(SAVED_SETTINGS, {}) },
    /** the link that is shown @type {{kind: "" | "deal" | "position" | "game", address: string, error: string, isCopied: boolean}} */
    link: { kind: "", address: "", error: "", isCopied: false },
    /** the file that the match was saved as, for the question whether to leave it */ savedAs: "",
    /** answers the question whether to leave the match @type {((mayLeave: boolean) => void) | null} */ answerLeave:
      null,
    /** @type {Replay | null} */ replay: null,
    /** the step of the lesson that is on the table, and why it was laid anew; `isChanging` until the next position has come @type {{step: number, wrong: string, isDone: boolean, isChanging: boolean, isLeaving: boolean} | null} */
    lesson: null,
    /** the steps of the lesson that are done, and whether it is offered before the game */
    learned: { done: /** @type {string[]} */ ([]), isOffered: isNewHere, ...remembered(SAVED_LESSON, {}) },
    /** a game that waits for its house rule @type {Waiting | null} */ waiting: null,
    hasHouseRule: false,
    /** the name of the house rule that composed last */ houseRule: "",
    editor: {
      code: localStorage.getItem(SAVED_RULE) ?? FIRST_RULE,
      text: "",
      kind: "",
      line: 0,
      table: "",
      isBusy: false,
    },
  };
}

export const state = firstState();
