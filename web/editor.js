// The editor of a house rule: written, composed, checked by the laws, and played here. The code stays in this browser.
// @ts-check
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { indentByKey } from "./indent.js";
import { titleOf } from "./setup.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./deeds.js").Deeds} Deeds */

/** The rule of the cookbook. A test compares them. */
export const FIRST_RULE = `"""You may take only from the top three cards of the discard pile."""

from collections.abc import Mapping
from typing import Final

import rummy500 as r5
from rummy500.hooks import Action, Forbids, PluginInfo, Reason, Refusal, RuleEntry, Rules, View, card_text, hookimpl


@hookimpl
def plugin_info() -> PluginInfo:
    return PluginInfo("three-deep", "only the top three cards of the pile may be taken")


TOO_DEEP: Final = Reason(
    "three-deep.cap",
    "too-deep",
    "{card} is number {depth:number} from the top; only the top three may be taken.",
)


@hookimpl
def may() -> Mapping[str, Forbids]:
    def no_deeper(rules: Rules, view: View, action: Action) -> Refusal | None:
        depth = max(r5.collected_places(rules, view, action), default=0)
        if depth <= 3:
            return None
        card = card_text(view.public.pile[-depth])
        return TOO_DEEP(card=card, depth=depth)

    return {"take": no_deeper, "call": no_deeper}


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    about = "Only the top three cards of the discard pile may be taken or called."
    return (RuleEntry("three-deep.cap", "A turn", about, ("house",)),)
`;

/** @param {State} state @param {Deeds} deeds */
export function editorDialog(state, deeds) {
  const { editor, setup } = state;
  const waits = waitingLine(state);
  const number = editor.code.split("\n").length;
  return html`<p>
      A house rule is a few Python functions. <a href="../write-a-house-rule/">The lesson</a> explains them, and
      <a href="../cookbook/">the cookbook</a> has more rules. To play several rules,
      <a href="../house-rule-recipes/#put-two-rules-into-one-file">put them into one file</a>.
    </p>
    <p>
      <label
        >Compose it with
        <select
          aria-label="Preset"
          @change=${(/** @type {Event} */ event) => deeds.choosePreset(/** @type {HTMLSelectElement} */ (event.target).value)}
        >
          ${(state.choices?.presets ?? [{ name: setup.preset, title: setup.preset }]).map(
            ({ name, title }) => html`<option value=${name} .selected=${name === setup.preset}>${title}</option>`,
          )}
        </select></label
      >
      ${setup.plugins.length ? ` and ${setup.plugins.map((name) => titleOf(state.choices?.plugins, name)).join(", ")}, as in your game` : nothing}
    </p>
    ${waits ? html`<p class="news">${waits}</p>` : nothing}
    <div class="editor">
      <pre class="numbers" aria-hidden="true">
${Array.from({ length: number }, (_, n) => html`<span class=${editor.line === n + 1 ? "wrong" : ""}>${n + 1}</span>`)}</pre>
      <textarea
        id="code"
        aria-label="Your house rule, in Python"
        spellcheck="false"
        autocapitalize="off"
        rows=${number + 1}
        wrap="off"
        aria-invalid=${editor.kind === "wrong"}
        aria-describedby="verdict code-keys"
        .value=${editor.code}
        @keydown=${indentByKey}
        @input=${(/** @type {Event} */ event) => deeds.editRule(/** @type {HTMLTextAreaElement} */ (event.target).value)}
      ></textarea>
    </div>
    <p class="quiet" id="code-keys">Tab indents, Shift-Tab outdents. Escape, then Tab leaves the field.</p>
    <div class="buttons">
      <button class="primary" ?disabled=${editor.isBusy} @click=${deeds.checkRule}>Compose</button>
      <button ?disabled=${editor.isBusy || !state.hasHouseRule} @click=${deeds.checkLaws}>Check the laws</button>
      ${waits ? html`<button class=${state.hasHouseRule ? "primary" : ""} ?disabled=${editor.isBusy || !state.hasHouseRule} @click=${deeds.goOn}>Go on with the game</button>` : nothing}
      <button ?disabled=${editor.isBusy || !state.hasHouseRule} @click=${deeds.playRule}>Play with it</button>
      <button @click=${() => deeds.editRule(FIRST_RULE)}>The first example</button>
      <button @click=${deeds.closeDialog}>Close</button>
    </div>
    <div id="verdict" class="verdict" role="status">
      ${editor.text ? html`<pre class=${editor.kind}>${editor.line ? `Line ${editor.line}: ` : nothing}${editor.text}</pre>` : nothing}
      ${
        editor.table
          ? html`<details>
              <summary>Every law</summary>
              <pre class="laws">${editor.table}</pre>
            </details>`
          : nothing
      }
    </div>
    <p class="quiet">
      The code is saved in this browser alone. A link to a game never carries code. A rule that you paste runs in this
      tab alone: it can see and change the game on the table, and what is saved of it. It can send requests to this
      site, but reaches no other site, no other tab and nothing else that this browser stores.
    </p>`;
}

/** Which game can go on with this rule; empty for none. @param {State} state */
function waitingLine({ opened, waiting }) {
  if (waiting)
    return `${waiting.why ? "Your" : "A saved"} game waits for your house rule “${waiting.rule}”: compose the rule, then go on with the game.`;
  return opened.house_rule
    ? "Your game is played with this rule: mend it here, compose it, then go on with the game."
    : "";
}
