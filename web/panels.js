// Beside the table: the score line by line, the log, the rule sheet.
// @ts-check
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { shortPiece } from "./cards.js";
import { inWords, minus, nameOf, parties, pointsOf, rulesShown, signed, told } from "./words.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./deeds.js").Deeds} Deeds */
/** @typedef {import("../src/rummy500/wire/messages.js").ScoreLineData} ScoreLine */
/** @typedef {import("../src/rummy500/wire/messages.js").SheetMessage} Sheet */
/** @typedef {import("../src/rummy500/wire/messages.js").SheetLineData} SheetLine */
/** @typedef {import("../src/rummy500/wire/messages.js").EventData} TableEvent */

const TABS = /** @type {const} */ ([
  ["score", "Score"],
  ["log", "Log"],
  ["rules", "Rules"],
]);

/** @param {State} state @param {Deeds} deeds */
export function panels(state, deeds) {
  return html`<div
      class="tabs"
      role="tablist"
      aria-label="Beside the table"
      @keydown=${(/** @type {KeyboardEvent} */ event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        const at = TABS.findIndex(([name]) => name === state.tab);
        deeds.showTab(TABS[(at + step + TABS.length) % TABS.length][0]);
        document.getElementById(`tab-${TABS[(at + step + TABS.length) % TABS.length][0]}`)?.focus();
      }}
    >
      ${TABS.map(
        ([name, title]) =>
          html`<button
            role="tab"
            id="tab-${name}"
            aria-controls="panel"
            aria-selected=${state.tab === name}
            tabindex=${state.tab === name ? 0 : -1}
            @click=${() => deeds.showTab(name)}
          >
            ${title}
          </button>`,
      )}
    </div>
    <div class="panel" id="panel" role="tabpanel" tabindex="0" aria-labelledby="tab-${state.tab}">
      ${state.tab === "score" ? score(state) : state.tab === "log" ? log(state) : rules(state, deeds)}
    </div>`;
}

/** Where the cards beside it show which meld it is about, a line needs no word for that. @type {Record<string, string>} */
const SHORT = {
  "score.hand:melded": "melded",
  "score.ace-hundred:hundred": "four aces of one player",
  "dealers-gambit.double:doubled": "doubled",
};

/**
 * A sentence about a score, with names for seats and owners for melds.
 * @param {State} state @param {ScoreLine} line
 */
function sentence(state, { meld, rule, kind, template, facts }) {
  const owner = meld === null ? undefined : state.shown?.view.melds[meld]?.owner;
  const whose =
    owner === undefined ? "a meld" : owner === state.shown?.me ? "your meld" : `${nameOf(state, owner)}’s meld`;
  return told(state, { template: SHORT[`${rule}:${kind}`] ?? template, facts }, { meld: () => whose });
}

/** How many points end the match: 0 where something else does. Nothing until the rules are known. @param {State} state */
function target(state) {
  const rules = rulesShown(state);
  if (!rules) return "";
  if (!rules.target) return " without a target score";
  const mustExceed = rules.options.some(({ name, value }) => name === "match.reached" && value === "exceed");
  return `: first ${mustExceed ? "past" : "to"} ${rules.target} points`;
}

/** @param {State} state */
function score(state) {
  const { shown } = state;
  const update = state.replay?.update ?? state.update;
  if (!update || !shown) return html`<p class="quiet">The score appears with the first card.</p>`;
  const hand = update.score ?? update.last_hand?.score;
  const seats = update.seats.map((_, seat) => seat);
  const all = parties(state);
  return html` <h2>Match${target(state)}</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">Hand</th>
          ${all.map(({ title }) => html`<th scope="col">${title}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${update.match.hands.map(
          ({ by_seat }, number) =>
            html`<tr>
              <th scope="row">${update.match.hand_number - update.match.hands.length + number}</th>
              ${all.map(({ seats }) => html`<td>${signed(pointsOf(seats, by_seat))}</td>`)}
            </tr>`,
        )}
        <tr class="total">
          <th scope="row">Score</th>
          ${all.map(({ score }) => html`<td>${minus(score)}</td>`)}
        </tr>
      </tbody>
    </table>
    ${
      update.match.lines.length
        ? html`<ul class="lines">
            ${update.match.lines.map((line) => html`<li>${nameOf(state, line.seat)}: ${signed(line.points)}, ${sentence(state, line)}</li>`)}
          </ul>`
        : nothing
    }
    ${
      hand
        ? html`<h2>${hand.final ? "Last hand" : "This hand, if it ended now"}</h2>
            ${seats.map((seat) => {
              const lines = hand.lines.filter((line) => line.seat === seat);
              return html`<h3>
                  ${nameOf(state, seat)}
                  <span class="facts"
                    >${signed(hand.by_seat[seat])}${hand.partial.includes(seat) ? " (hidden cards not counted)" : ""}</span
                  >
                </h3>
                ${
                  lines.length
                    ? html`<ul class="lines">
                        ${lines.map((line) => scoreLine(state, line))}
                      </ul>`
                    : html`<p class="quiet">Nothing yet.</p>`
                }`;
            })}`
        : nothing
    }`;
}

/** @param {State} state @param {ScoreLine} line */
const scoreLine = (state, line) =>
  html`<li>
    <span class="points">${signed(line.points)}</span
    ><span
      >${sentence(state, line)}
      ${line.cards.length ? html`<span class="cards">${line.cards.map(shortPiece).join(" ")}</span>` : nothing}</span
    >
  </li>`;

/** @param {State} state */
function log(state) {
  const { replay } = state;
  if (replay && !replay.isOfTable)
    return html`<p class="quiet">A replayed file has no log: each step shows its move.</p>`;
  const lines = replay ? state.log.filter(({ number }) => number <= (replay.update?.number ?? 0)) : state.log;
  if (!lines.length) return html`<p class="quiet">Nothing has happened yet.</p>`;
  return html`<ol class="log" reversed>
    ${[...lines].reverse().map((line) => html`<li class=${line.isMine ? "me" : ""}>${line.text}</li>`)}
  </ol>`;
}

/** A sheet by its sections. @param {{title: string, lines: SheetLine[]}} sheet */
export function sheetOf(sheet) {
  /** @type {Map<string, SheetLine[]>} */
  const sections = new Map();
  for (const line of sheet.lines) sections.set(line.section, [...(sections.get(line.section) ?? []), line]);
  return html`<p class="title">${sheet.title}</p>
    ${[...sections].map(
      ([section, lines]) =>
        html`<h2>${section}</h2>
          ${
            lines.some(({ cells }) => cells.length)
              ? html`<table>
                  <thead>
                    <tr>
                      <th scope="col">Card</th>
                      <th scope="col">on the table</th>
                      <th scope="col">left in hand</th>
                    </tr>
                  </thead>
                  ${lines
                    .filter(({ cells }) => cells.length)
                    .map(
                      ({ cells }) =>
                        html`<tr>
                          ${cells.map((cell) => html`<td>${cell}</td>`)}
                        </tr>`,
                    )}
                </table>`
              : nothing
          }
          <ul class="sheet">
            ${lines.filter(({ cells }) => !cells.length).map((line) => html`<li title=${line.rules.join(", ")}>${line.text}</li>`)}
          </ul>`,
    )}`;
}

/** @param {State} state @param {Deeds} deeds */
function rules(state, deeds) {
  const { replay, sheet } = state;
  const shown = replay?.sheet ?? sheet;
  const sides = state.shown ? parties(state).filter(({ seats }) => seats.length > 1) : [];
  const [own, ...others] = sides.map(({ seats }) => inWords(seats.map((seat) => nameOf(state, seat))));
  return html`${deeds.hasHost ? html`<p class="lesson"><button @click=${() => deeds.openDialog("rules")}>How to play</button> <a href="../rules/questions/">Questions at the table</a>, answered.</p>` : nothing}
  ${own ? html`<p>${own} play against ${others.join(", and against ")}.</p>` : nothing}
  ${shown ? sheetOf(shown) : html`<p class="quiet">The rules appear with the first card.</p>`}`;
}
