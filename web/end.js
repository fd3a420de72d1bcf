// The end of a hand, and of a match: who has how much, and what can be done next.
// @ts-check
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { inWords, minus, nameOf, parties, pointsOf, signed } from "./words.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./deeds.js").Deeds} Deeds */

/** How a hand ends while nobody goes out. @type {Record<string, string>} */
const ENDINGS = { stock: "The stock ran out.", circle: "The stock ran out, and everyone only took the top card." };

/** @param {State} state @param {Deeds} deeds @param {unknown} notice */
export function endBar(state, deeds, notice) {
  const { match, waiting } = /** @type {NonNullable<State["update"]>} */ (state.update);
  const isOver = waiting.kind === "over";
  const harder = deeds.hasHost && isOver ? deeds.harder() : null;
  return html`<div class="bar over">
    <p class="status" role="status">
      ${handEnd(state)}
      ${isOver ? html`<b>${winners(state)}</b>` : match.playoff ? "The lead is tied: the match goes on." : ""}
      ${waiting.kind === "deal" && !deeds.hasHost ? "The next hand is dealt in a moment." : nothing}
    </p>
    ${places(state)}
    <div class="buttons">
      ${waiting.kind === "deal" && deeds.hasHost ? html`<button class="primary" data-key="n" @click=${deeds.nextHand}>Next hand</button>` : nothing}
      ${isOver && deeds.hasHost ? html`<button class="primary" data-key="n" @click=${deeds.again}>Play again</button>` : nothing}
      ${harder ? html`<button title="Against ${harder} opponents" @click=${deeds.playHarder}>Harder</button>` : nothing}
      ${deeds.hasHost ? html`<button @click=${deeds.replayThis}>Replay</button>` : nothing}
    </div>
    ${notice}
  </div>`;
}

/** @param {State} state */
function handEnd(state) {
  const last = state.update?.last_hand?.view;
  if (!last) return "";
  if (last.out === null) return ENDINGS[last.ended] ?? "The hand is over.";
  return last.out === state.shown?.me ? "You went out." : `${nameOf(state, last.out)} went out.`;
}

/** @param {State} state */
function winners(state) {
  const { match, seat } = /** @type {NonNullable<State["update"]>} */ (state.update);
  const names = inWords(match.winners.map((each) => nameOf(state, each)));
  return names
    ? `${match.winners.length === 1 && match.winners[0] === seat ? "You win" : names.includes(" and ") ? `${names} win` : `${names} wins`} the match.`
    : "";
}

/** The places of everybody: name, this hand, total. @param {State} state */
function places(state) {
  const last = state.update?.last_hand;
  if (!last) return nothing;
  const mine = state.shown?.me ?? -1;
  const winners = state.update?.match.winners ?? [];
  // Some rules let a match be won with fewer points than another has.
  const all = parties(state)
    .map((each) => ({ ...each, won: Number(each.seats.some((seat) => winners.includes(seat))) }))
    .toSorted((a, b) => b.won - a.won || b.score - a.score);
  return html`<table class="places">
    <thead>
      <tr>
        <th scope="col"><span class="sr">Place</span></th>
        <th scope="col">Name</th>
        <th scope="col">This hand</th>
        <th scope="col">Total</th>
      </tr>
    </thead>
    <tbody>
      ${all.map(
        ({ seats, title, score, won }) =>
          html`<tr class=${seats.includes(mine) ? "mine" : ""}>
            <td>${all.findIndex((each) => each.score === score && each.won === won) + 1}</td>
            <th scope="row">${title}</th>
            <td>${signed(pointsOf(seats, last.score.by_seat))}</td>
            <td>${minus(score)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}
