// A house rule that is written here: composed, checked by the laws, and played.
// @ts-check
import { host } from "./connected.js";
import { closeDialog, mayLeave, openDialog } from "./dialogs.js";
import { draw } from "./draw.js";
import { changeSetup, deal, withoutRule } from "./newgame.js";
import { open } from "./saving.js";
import { freshSeed } from "./setup.js";
import { state } from "./state.js";
import { SAVED_RULE } from "./storage.js";

/** @param {string} code */
export function editRule(code) {
  Object.assign(state.editor, { code, line: 0, text: "", table: "" });
  state.hasHouseRule = false;
  localStorage.setItem(SAVED_RULE, code);
  draw();
}

/** Composes the rule with another preset, and the variants of the game. @param {string} preset */
export function choosePreset(preset) {
  state.hasHouseRule = false;
  changeSetup({ ...state.setup, preset, options: {} });
}

export const checkRule = () => judged(host?.call("write-rule", { code: state.editor.code, setup: withoutRule(state.setup) }), (name) => {
  state.hasHouseRule = true;
  state.houseRule = name;
  return { text: "It composes. Check the laws, or play with it.", kind: "right" };
});

export const checkLaws = () => judged(host?.call("laws", { setup: { ...state.setup, house_rule: true } }), ({ line, broken, table }) => ({
  text: [line, ...broken].join("\n\n"), kind: broken.length ? "wrong" : "right", table: broken.length ? "" : table,
}));

export async function playRule() {
  const setup = state.setup;
  if (!(await mayLeave())) return;
  deal({ ...setup, house_rule: true, seed: freshSeed() }).then(closeDialog, (error) => {
    openDialog("editor");
    verdict(error.message, "wrong", error.line);
  });
}

/** Opens the saved game that waits for the rule. */
export function openWaiting() {
  if (state.waiting) open(state.waiting.text).then(closeDialog, (error) => verdict(error.message, "wrong", error.line));
}

/** @param {Promise<any> | undefined} call @param {(result: any) => {text: string, kind: string, table?: string}} then */
async function judged(call, then) {
  state.editor.isBusy = true;
  verdict("One moment …", "", 0);
  try {
    const { text, kind, table = "" } = then(await call);
    verdict(text, kind, 0, table);
  } catch (error) {
    const { message, line } = /** @type {import("./connection.js").HostError} */ (error);
    verdict(message, "wrong", line);
  }
  state.editor.isBusy = false;
  draw();
  requestAnimationFrame(() => document.getElementById("verdict")?.scrollIntoView({ block: "nearest" }));
}

/** @param {string} text @param {string} kind @param {number} line @param {string} [table] the table of all laws */
function verdict(text, kind, line, table = "") {
  Object.assign(state.editor, { text, kind, line, table });
  draw();
}
