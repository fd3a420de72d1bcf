// The page: its header, the table, what stands beside it, and the dialog over it.
// @ts-check
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { coach, lessonOffer, lessonTitle } from "./coach.js";
import { host } from "./connected.js";
import { deeds } from "./deeds.js";
import { closed } from "./asking.js";
import { dialog } from "./dialogs.js";
import { panels } from "./panels.js";
import { rulesLine } from "./setup.js";
import { state } from "./state.js";
import { tableArea } from "./table.js";
import { rulesShown } from "./words.js";

export const page = () =>
  html` <header>
      <h1>
        ${host ? html`<a href="../" title="The documentation of rummy500">rummy500</a>` : html`<a href="../">← All tables</a>`}
        ${rulesName()}
      </h1>
      ${lessonOffer(state, deeds)}
      ${
        host
          ? html`<nav aria-label="Game">
              ${soundButton()}
              <button class="primary" ?disabled=${!state.isReady} @click=${() => deeds.newGame()}>New game</button>
              <details class="menu">
                <summary>Menu</summary>
                <div>
                  <button ?disabled=${!state.update && !state.waiting} @click=${deeds.saveFile}>Save as a file</button>
                  <button ?disabled=${!state.isReady} @click=${() => deeds.chooseFile(deeds.openText)}>
                    Open a file
                  </button>
                  <button
                    ?disabled=${!state.update || Boolean(state.waiting?.why)}
                    @click=${() => deeds.openDialog("links")}
                  >
                    Link to this game
                  </button>
                  <button ?disabled=${!state.update || Boolean(state.waiting?.why)} @click=${deeds.replayThis}>
                    Replay this game
                  </button>
                  <button ?disabled=${!state.isReady} @click=${() => deeds.chooseFile(deeds.replayText)}>
                    Replay a file
                  </button>
                  <button ?disabled=${!state.isReady} @click=${() => deeds.mendRule()}>Write a house rule</button>
                  <button @click=${() => deeds.openDialog("settings")}>Settings</button>
                  <button @click=${() => deeds.openDialog("keys")}>Keys and help</button>
                  <button @click=${() => deeds.openDialog("rules")}>How to play</button>
                  <button ?disabled=${!state.update || Boolean(state.waiting?.why)} @click=${deeds.beginLesson}>
                    ${lessonTitle(state.learned)}
                  </button>
                  <a href="../">rummy500: home</a>
                </div>
              </details>
              <input id="file" type="file" accept=".json,.toml,application/json" hidden @change=${deeds.readFile} />
            </nav>`
          : html`<nav aria-label="Game">
              ${soundButton()}
              <button @click=${() => deeds.openDialog("settings")}>Settings</button
              ><button @click=${() => deeds.openDialog("keys")}>Help</button>
            </nav>`
      }
    </header>
    <main>
      ${slowLine(!state.dialog)}
      <div class="sr" aria-live="polite">${news().map((text) => html`<p>${text}</p>`)}</div>
      <div class="play">
        ${coach(state, deeds)}
        <div class="table">${tableArea(state, deeds)}</div>
      </div>
      <aside aria-label="Score, log and rules">${panels(state, deeds)}</aside>
    </main>
    ${state.moment ? html`<p class="moment ${state.moment.size}" aria-hidden="true"><b>${state.moment.text}</b>${confetti()}</p>` : nothing}
    <div id="flying"></div>
    <dialog id="dialog" aria-labelledby="dialog-title" @close=${closed}>
      ${dialog(state, deeds)}${slowLine(Boolean(state.dialog))}
    </dialog>`;

const soundButton = () =>
  html`<button
    class="sound"
    aria-pressed=${state.settings.sound}
    aria-label="Sound"
    title=${state.settings.sound ? "Sound is on" : "Sound is off"}
    @click=${deeds.toggleSound}
  >
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M3 9v6h4l5 4V5L7 9z" />
      <path
        class="line"
        d=${state.settings.sound ? "M15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11" : "M16 9l6 6M22 9l-6 6"}
      />
    </svg>
  </button>`;

/** Small cards that rain on whoever wins a match. */
const confetti = () =>
  state.moment?.size === "huge"
    ? Array.from(
        { length: 30 },
        (_, n) =>
          html`<i
            class="card ${"shdcj"[n % 5]}"
            .style=${`left: ${(n * 37) % 100}%; animation-delay: ${-0.3 * (n % 7)}s`}
            ><svg class="shape pip"><use href="#suit-${"shdcj"[n % 5]}"></use></svg
          ></i>`,
      )
    : nothing;

/** The sign that something runs: over the table, or in the dialog over it. @param {boolean} isHere */
const slowLine = (isHere) =>
  html`<p class="slow ${isHere && state.isSlow ? "busy" : ""}" role="status">
    ${
      !isHere || !state.isSlow
        ? nothing
        : deeds.mayRunRule()
          ? html`Your rule is still running … <button @click=${deeds.stopRule}>Stop it</button>`
          : "Still working …"
    }
  </p>`;

/** What the others have done since the person's last move, for somebody who hears the page. A line that is added is read alone. */
const news = () => state.log.slice(state.log.findLastIndex(({ isMine }) => isMine) + 1).map(({ text }) => `${text}.`);

/** Which rules are played; on a phone one variant is named, and none where the way back takes the room. */
function rulesName() {
  const rules = rulesShown(state);
  if (!rules) return html`<span>500 Rummy, any house rules</span>`;
  const all = html`<span class="wide">500 Rummy: ${rulesLine(rules.titles)}</span>`;
  if (!host) return all;
  const line = rulesLine(rules.titles, 1);
  return html`${all}<span class="narrow">${line === rules.titles[0] ? "500 Rummy: " : ""}${line}</span>`;
}

/** The menu and the list of all moves, if they are open. @returns {HTMLDetailsElement[]} */
const openMenus = () =>
  [...document.querySelectorAll(".menu[open], .moves[open]")].map((each) => /** @type {HTMLDetailsElement} */ (each));

// A choice, a click beside it or Escape closes a menu.
document.addEventListener(
  "click",
  (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    for (const menu of openMenus()) if (!menu.contains(target) || target.closest("button, a")) menu.open = false;
  },
  { capture: true },
);
document.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  for (const menu of openMenus()) {
    if (menu.contains(document.activeElement)) menu.querySelector("summary")?.focus();
    menu.open = false;
  }
});
