// A house rule that is written here: composed, checked by the laws, and played.
// @ts-check
import { call, host } from "./connected.js";
import { closeDialog, mayLeave, openDialog } from "./asking.js";
import { draw, whenDrawn } from "./draw.js";
import { beginForm, changeSetup, deal, withoutRule } from "./newgame.js";
import { latestGame, open } from "./saving.js";
import { freshSeed } from "./setup.js";
import { state } from "./state.js";
import { SAVED_RULE, remember } from "./storage.js";

/** @param {string} code */
export function editRule(code) {
  state.editor.code = code;
  state.hasHouseRule = false;
  verdict(remember(SAVED_RULE, code) ? "" : "Your rule is not saved: the browser's storage is full.", "", 0);
}

/** Composes the rule with another preset, and the variants of the game. @param {string} preset */
export function choosePreset(preset) {
  state.hasHouseRule = false;
  changeSetup({ ...state.setup, preset });
}

export const checkRule = () =>
  judged(call("write-rule", { code: state.editor.code, setup: withoutRule(state.setup) }), (name) => {
    state.hasHouseRule = true;
    state.houseRule = name;
    return { text: "It composes. Check the laws, or play with it.", kind: "right" };
  });

export const checkLaws = () =>
  judged(call("laws", { setup: { ...state.setup, house_rule: true } }), ({ line, broken, table }) => ({
    text: [line, ...broken].join("\n\n"),
    kind: broken.length ? "wrong" : "right",
    table: broken.length ? "" : table,
  }));

export async function playRule() {
  const setup = state.setup;
  if (!(await mayLeave())) return;
  const dealing = deal({ ...setup, house_rule: true, seed: freshSeed() });
  dealing.catch(() => openDialog("editor"));
  judged(dealing, closedEditor);
}

/** The game that waits for the rule, or the game on the table, goes on with the rule as it was composed last. */
export function goOn() {
  const text = state.waiting?.text ?? latestGame()?.text;
  if (text) judged(open(text, null, "Your game continues with this rule."), closedEditor);
}

/** The game goes on. */
function closedEditor() {
  closeDialog();
  return { text: "", kind: "" };
}

/** What the worker does may be a house rule's doing. */
export const mayRunRule = () => state.hasHouseRule || state.editor.isBusy || state.opened.house_rule;

export const stopRule = () => host?.restart("was stopped");

/** The rule as it lies in this browser is composed, and the game that waits for it goes on. */
export async function composeAndGoOn() {
  const text = state.waiting?.text ?? "";
  try {
    state.houseRule = await call("write-rule", { code: state.editor.code, setup: withoutRule(state.setup) });
    state.hasHouseRule = true;
    await open(text, null, "Your game continues with this rule.");
  } catch (error) {
    mendRule(/** @type {import("./connection.js").HostError} */ (error));
  }
}

/** Opens the editor, at the line in which the rule failed. @param {import("./connection.js").HostError} [failure] */
export function mendRule(failure) {
  beginForm();
  openDialog("editor");
  if (!failure) return;
  verdict(failure.message, "wrong", failure.line);
  if (!failure.line) return;
  whenDrawn(() => {
    const code = /** @type {HTMLTextAreaElement} */ (document.getElementById("code"));
    const [start, end] = [failure.line - 1, failure.line].map(
      (line) => state.editor.code.split("\n").slice(0, line).join("\n").length,
    );
    code.focus();
    code.setSelectionRange(start + Number(start > 0), end);
    document.querySelector(".numbers .wrong")?.scrollIntoView({ block: "center" });
  });
}

/** @template T @param {Promise<T>} judging @param {(result: T) => {text: string, kind: string, table?: string}} then */
async function judged(judging, then) {
  state.editor.isBusy = true;
  verdict("One moment …", "", 0);
  try {
    const { text, kind, table = "" } = then(await judging);
    verdict(text, kind, 0, table);
  } catch (error) {
    const { message, line } = /** @type {import("./connection.js").HostError} */ (error);
    verdict(message, "wrong", line);
  }
  state.editor.isBusy = false;
  whenDrawn(() => document.getElementById("verdict")?.scrollIntoView({ block: "nearest" }));
}

/** @param {string} text @param {string} kind @param {number} line @param {string} [table] the table of all laws */
function verdict(text, kind, line, table = "") {
  Object.assign(state.editor, { text, kind, line, table });
  draw();
}
