// A house rule that is written here: composed, checked by the laws, and played.
// @ts-check
import { host } from "./connected.js";
import { closeDialog } from "./dialogs.js";
import { draw } from "./draw.js";
import { deal, withoutRule } from "./newgame.js";
import { open } from "./saving.js";
import { freshSeed } from "./setup.js";
import { state } from "./state.js";
import { SAVED_RULE } from "./storage.js";

/** @param {string} code */
export function editRule(code) {
  Object.assign(state.editor, { code, line: 0, text: "" });
  state.hasHouseRule = false;
  localStorage.setItem(SAVED_RULE, code);
  draw();
}

export const checkRule = () => judged(host?.call("write-rule", { code: state.editor.code, setup: withoutRule(state.setup) }), () => {
  state.hasHouseRule = true;
  return "It composes. Check the laws, or play with it.";
});

export const checkLaws = () => judged(host?.call("laws", { setup: { ...state.setup, house_rule: true } }), (text) => text);

export function playRule() {
  deal({ ...state.setup, house_rule: true, seed: freshSeed() }).then(closeDialog, (error) => verdict(error.message, "wrong", error.line));
}

/** Opens the saved game that waits for the rule. */
export function openWaiting() {
  if (state.waiting) open(state.waiting.text).then(closeDialog, (error) => verdict(error.message, "wrong", error.line));
}

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
  requestAnimationFrame(() => document.getElementById("verdict")?.scrollIntoView({ block: "nearest" }));
}

/** @param {string} text @param {string} kind @param {number} line */
function verdict(text, kind, line) {
  Object.assign(state.editor, { text, kind, line });
  draw();
}
