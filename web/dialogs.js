// The dialogs: a new game, the editor, settings, keys and help.
// @ts-check
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { capital, shortCard } from "./cards.js";
import { shortRules } from "./coach.js";
import { editorDialog } from "./editor.js";
import { PACES } from "./pace.js";
import { setupDialog } from "./setup.js";
import { CLICK } from "./words.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./deeds.js").Deeds} Deeds */

/** @type {["deal" | "position" | "game", string, string][]} */
const LINKS = [
  ["deal", "This deal", "The same rules, players and cards, from the first hand of the match."],
  ["position", "This position", "Every card where it lies now, all hands and the stock: play on from here."],
  ["game", "The whole game", "Everything so far: continue it, or replay it."],
];

/** @param {State} state @param {Deeds} deeds */
const linksDialog = ({ link }, deeds) =>
  html`<ul class="links">
      ${LINKS.map(
        ([kind, title, about]) =>
          html`<li>
            <button
              class=${link.kind === kind ? "primary" : ""}
              aria-pressed=${link.kind === kind}
              @click=${() => deeds.makeLink(kind)}
            >
              ${title}
            </button>
            <span>${about}</span>
          </li>`,
      )}
    </ul>
    <div class="verdict" role="status">
      ${link.error ? html`<p class="wrong">No link: ${link.error}.</p>` : nothing}
      ${
        link.address
          ? html`<label
              >${link.isCopied ? "The link is copied." : "Copy this link:"}
              <input
                class="address"
                readonly
                .value=${link.address}
                @focus=${(/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select()}
            /></label>`
          : nothing
      }
    </div>
    <p class="quiet">Anyone who opens a link gets their own copy. A link never carries the code of a house rule.</p>
    <div class="buttons"><button @click=${deeds.closeDialog}>Close</button></div>`;

/** @param {State} state @param {Deeds} deeds */
export function dialog(state, deeds) {
  const { settings } = state;
  switch (state.dialog) {
    case "setup":
      return html`<h2 id="dialog-title">New game</h2>
        ${setupDialog(state, deeds)}`;
    case "editor":
      return html`<h2 id="dialog-title">Write a house rule</h2>
        ${editorDialog(state, deeds)}`;
    case "links":
      return html`<h2 id="dialog-title">Link to this game</h2>
        ${linksDialog(state, deeds)}`;
    case "settings":
      return html`<h2 id="dialog-title">Settings</h2>
        <p>
          <label class="check"
            ><input
              type="checkbox"
              .checked=${settings.fourColours}
              @change=${() => deeds.set({ fourColours: !settings.fourColours })}
            />
            Four colours: diamonds blue, clubs green</label
          >
        </p>
        <p>
          <label
            >Pace of the other players
            <select
              @change=${(/** @type {Event} */ event) => deeds.set({ pace: /** @type {State["settings"]["pace"]} */ (/** @type {HTMLSelectElement} */ (event.target).value) })}
            >
              ${Object.keys(PACES).map((pace) => html`<option value=${pace} .selected=${settings.pace === pace}>${pace}</option>`)}
            </select></label
          >
        </p>
        ${
          deeds.hasHost
            ? html`<p>
                <label
                  >Time to call "Rummy!"
                  <select
                    @change=${(/** @type {Event} */ event) => deeds.set({ callSeconds: Number(/** @type {HTMLSelectElement} */ (event.target).value) })}
                  >
                    ${[
                      [6, "6 seconds"],
                      [12, "12 seconds"],
                      [30, "30 seconds"],
                      [0, "as long as I like"],
                    ].map(
                      ([seconds, words]) =>
                        html`<option value=${seconds} .selected=${settings.callSeconds === seconds}>${words}</option>`,
                    )}
                  </select></label
                >
              </p>`
            : nothing
        }
        <div class="buttons"><button class="primary" @click=${deeds.closeDialog}>Done</button></div>`;
    case "keys":
      return html`<h2 id="dialog-title">Keys and help</h2>
        <p>
          ${capital(CLICK)} cards in your hand and in the pile: the buttons show what you can do with them. Or drag a
          card to the pile, to a meld or to your own area. Double-${CLICK} a card to discard it.
        </p>
        <dl class="keys">
          ${[
            ["Tab, ← →", "go to a card"],
            ["Space", "select or deselect it"],
            ["Enter", "play what is selected, or the hint"],
            ["D", "draw from the stock"],
            ["H", "hint"],
            ["U", "undo"],
            ["L", "let a call go"],
            ["N", "next hand"],
            ["Esc", "clear the selection"],
            ["Any key", "show at once what the other players do"],
            ["Space, ← →", "in a replay: play or pause, go step by step"],
            ["M", "in a replay: go to your next decision"],
          ].map(
            ([key, what]) =>
              html`<dt><kbd>${key}</kbd></dt>
                <dd>${what}</dd>`,
          )}
        </dl>
        <p>
          A dashed frame marks the cards you’ve just drawn or taken. ${shortCard("*")} is a joker. A wild card shows the
          card it stands for in a dashed box. Letters on a card say who laid it off. 45 +30 points: 45 in the match, and
          30 on the table in this hand.
        </p>
        <div class="buttons"><button class="primary" @click=${deeds.closeDialog}>Close</button></div>`;
    case "rules":
      return shortRules(state, deeds);
    case "leave":
      return html`<h2 id="dialog-title">Leave this match?</h2>
        <p>Your match isn’t over, and the new game would replace it. Save it as a file to continue it later.</p>
        <p role="status">
          ${state.savedAs ? `Saved as ${state.savedAs}. To continue it: Menu, Open a file.` : nothing}
        </p>
        <div class="buttons">
          <button class="primary" @click=${() => deeds.leave(false)}>Keep playing</button>
          <button @click=${() => deeds.leave(true)}>Leave it</button>
          <button @click=${deeds.saveFile}>Save as a file</button>
        </div>`;
    default:
      return nothing;
  }
}
