// What the lesson says over the table; where it is offered; the short rules, which have its sentences.
// @ts-check
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { STEPS } from "./lesson.js";
import { sheetOf } from "./panels.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./deeds.js").Deeds} Deeds */

/** Offers the lesson to a new player, until they decline or have played a hand. @param {State} state @param {Deeds} deeds */
export const lessonOffer = ({ learned, lesson, update, isReady }, deeds) =>
  !deeds.hasHost || lesson || !learned.isOffered
    ? nothing
    : html`<div class="buttons newhere">
        <button class="primary" ?disabled=${!isReady || !update} @click=${deeds.beginLesson}>
          ${learned.done.length ? lessonTitle(learned) : "New here? Two minutes"}
        </button>
        <button aria-label="I know the game" title="I know the game" @click=${deeds.declineLesson}>✕</button>
      </div>`;

/** The lesson in the menu. @param {State["learned"]} learned */
export const lessonTitle = ({ done }) =>
  `Lesson: ${done.length ? `${done.length} of ${STEPS.length} done` : "two minutes"}`;

/** The step that lies on the table. @param {State} state @param {Deeds} deeds */
export function coach({ lesson, learned }, deeds) {
  if (!lesson) return nothing;
  const { step, isDone, wrong } = lesson;
  const { title, rule, task, well } = STEPS[step];
  const next = step < STEPS.length - 1 ? (isDone ? "Next" : "Skip") : isDone ? "Play" : "Finish";
  return html`<section class="coach" aria-label="Lesson">
    <h2>${step + 1} of ${STEPS.length}: ${title}${learned.done.includes(title) ? " ✓" : ""}</h2>
    <p>${rule}</p>
    <p role="status" class=${wrong && "wrong"}>
      ${isDone ? html`<b>Well done.</b> ${well}` : html`<b>${wrong ? "Not quite." : task}</b> ${wrong}`}
    </p>
    <div class="buttons">
      <button class=${isDone ? "primary" : ""} @click=${() => deeds.layStep(step + 1)}>${next}</button>
      ${step ? html`<button @click=${() => deeds.layStep(step - 1)}>Back</button>` : nothing}
      <button data-key="Escape" @click=${deeds.leaveLesson}>Leave the lesson</button>
    </div>
  </section>`;
}

/** The rules in short, and those of this table. @param {State} state @param {Deeds} deeds */
export const shortRules = (state, deeds) =>
  html`<h2 id="dialog-title">How to play</h2>
    ${STEPS.map(({ title, rule }) => html`<p><b>${title}</b><br />${rule}</p>`)}
    <p>
      These are the most common rules. <a href="../how-to-play/" target="_blank">The whole game, in pictures</a> (in a
      new tab)
    </p>
    ${
      state.sheet
        ? html`<details>
            <summary>The rules of this table</summary>
            ${sheetOf(state.sheet)}
          </details>`
        : nothing
    }
    <div class="buttons"><button class="primary" @click=${deeds.closeDialog}>Close</button></div>`;
