// What the lesson says over the table; where it is offered; the short rules, which have its sentences.
// @ts-check
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { STEPS } from "./lesson.js";
import { sheetOf } from "./panels.js";
import { nameOf } from "./words.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./deeds.js").Deeds} Deeds */

/** The lesson is offered to somebody who is new here, until they don't want it or have played a hand. @param {State} state @param {Deeds} deeds */
export const lessonOffer = ({ learned, lesson, update, isReady }, deeds) =>
  !deeds.hasHost || !learned.isOffered || lesson || learned.done.length === STEPS.length || update?.match.hands.length
    ? nothing
    : html`<div class="newhere" role="group" aria-label="Lesson">
        <button class="primary" ?disabled=${!isReady || !update} @click=${deeds.beginLesson}>
          ${learned.done.length ? `Go on with the lesson: ${learned.done.length} of ${STEPS.length} done` : "New here? Two minutes"}
        </button>
        <button aria-label="I know the game" title="I know the game" @click=${deeds.declineLesson}>✕</button>
      </div>`;

/** The lesson in the menu. @param {State} state */
export const lessonTitle = ({ learned }) =>
  learned.done.length ? `Lesson: ${learned.done.length} of ${STEPS.length} done` : "Lesson: two minutes";

/** The step that lies on the table. @param {State} state @param {Deeds} deeds */
export function coach({ lesson, learned }, deeds) {
  if (!lesson) return nothing;
  const { step, isDone, wrong } = lesson;
  const { title, rule, task, well } = STEPS[step];
  const isLast = step === STEPS.length - 1;
  return html`<section class="coach" aria-label="Lesson">
    <h2>${step + 1} of ${STEPS.length}: ${title}</h2>
    <ol aria-hidden="true">
      ${STEPS.map(({ name }, n) => html`<li class="${learned.done.includes(name) ? "done" : ""} ${n === step ? "now" : ""}"></li>`)}
    </ol>
    <p>${rule}</p>
    <p role="status">${isDone ? html`<b>Well done.</b> ${well}` : html`<b>${task}</b>`}</p>
    ${wrong ? html`<p class="wrong" role="alert">Not yet: ${wrong}</p>` : nothing}
    <div class="buttons">
      ${step ? html`<button @click=${() => deeds.layStep(step - 1)}>Back</button>` : nothing}
      <button class=${isDone ? "primary" : ""} @click=${() => deeds.layStep(step + 1)}>
        ${isLast ? (isDone ? "Play" : "Finish") : isDone ? "Next" : "Skip"}
      </button>
      <button @click=${deeds.leaveLesson}>Leave the lesson</button>
    </div>
  </section>`;
}

/** The rules in short, and those of this table. @param {State} state @param {Deeds} deeds */
export const shortRules = (state, deeds) =>
  html`<h2 id="dialog-title">How to play</h2>
    <p>
      <button
        class="primary"
        ?disabled=${!state.update || Boolean(state.lesson) || Boolean(state.waiting?.why)}
        @click=${() => (deeds.closeDialog(), deeds.beginLesson())}
      >
        Try it in two minutes
      </button>
    </p>
    <dl class="short">
      ${STEPS.map(
        ({ title, rule }) =>
          html`<dt>${title}</dt>
            <dd>${rule}</dd>`,
      )}
    </dl>
    <p><a href="../how-to-play/" target="_blank" rel="noopener">The whole game, in pictures</a> opens in a new tab.</p>
    ${
      state.sheet
        ? html`<details>
            <summary>The rules of this table</summary>
            <div class="panel">${sheetOf(state.sheet, (seat) => nameOf(state, seat))}</div>
          </details>`
        : nothing
    }
    <div class="buttons"><button @click=${deeds.closeDialog}>Close</button></div>`;
