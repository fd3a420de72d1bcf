// What can be done now, and what was wrong: the prompt, the buttons, and all moves.
// @ts-check
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { capital, shortCard } from "./cards.js";
import { endBar } from "./end.js";
import { undoAskedOf } from "./online.js";
import { mayInterrupt, offered, question } from "./rummy.js";
import { CLICK, inWords, nameOf, told } from "./words.js";

/** @typedef {import("../src/rummy500/wire/messages.js").ViewData} View */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./deeds.js").Deeds} Deeds */

const MOST_BUTTONS = 8;
/** Whether an action is of a kind. @param {string} verb @returns {(action: import("./state.js").Growing["action"]) => boolean} */
export const isOf =
  (verb) =>
  ({ key }) =>
    key.startsWith(`action:${verb}`);
export const isDiscard = isOf("discard");
/** The kinds of moves that the prompts name. */
const CORE_KINDS = ["draw", "take", "meld", "lay", "discard", "call", "pass"];

/** What can be done now, and what was wrong. @param {State} state @param {Deeds} deeds */
export function actionBar(state, deeds) {
  const { update, shown } = state;
  if (!update || !shown) return nothing;
  if (state.replay) return replayBar(state, deeds);
  const { waiting } = update;
  const lost = state.failed || (deeds.hasHost || state.isReady ? "" : `${state.progress} …`);
  if (lost) return html`<div class="bar"><p class="status wrong" role="alert">${lost}</p></div>`;
  if (state.waiting?.why) return waitingBar(state, deeds);
  if (state.lesson?.isDone && update.view) return nothing; // what comes next stands over the table
  if (!update.view) return endBar(state, deeds, noticeLine(state, deeds));
  const view = update.view;
  if (view.seat === null)
    return html`<div class="bar"><p class="status" role="status">${statusLine(state)} You’re watching.</p></div>`;
  const isWindow = mayInterrupt(update);
  const rummy = isWindow ? offered(update) : [];
  const picked = state.selection.some(({ zone }) => zone === "pile");
  const exact = [...state.exact].sort((a, b) => Number(isDiscard(a)) - Number(isDiscard(b)));
  const growing = state.selected && !exact.length ? state.growing : [];
  const refusal = state.refused ?? (state.selected?.refusal && !growing.length ? state.selected.refusal : null);
  // A card of the pile alone, with which nothing goes: the library's sentence asks for the cards that a typed move would name.
  const why =
    refusal &&
    (refusal.reason === "unused" && state.selection.length === 1 && !state.selected?.more
      ? `You can’t take ${shortCard(view.pile[state.selection[0].place])} now: no legal move uses it.`
      : told(state, refusal));
  // Without a selection: what takes none, and in a window everything, for there is little time. To draw is possible with a selection, too.
  const bare = (update.legal?.kinds ?? [])
    .filter(({ kind }) => !state.selection.length || kind === "draw")
    .flatMap(({ actions, kind }) =>
      actions
        .filter((action) =>
          kind === "call"
            ? isWindow && rummy.includes(action)
            : (isWindow && waiting.on_turn !== view.seat) || view.phase === "offer" || !action.cards.length,
        )
        .map((action) => ({ action, kind })),
    );
  const otherSort = state.settings.sort === "suit" ? "rank" : "suit";
  return html`<div class="bar ${isWindow ? "window" : ""} ${rummy.length ? "rummy" : ""}">
    <p class="status" role="status">${statusLine(state)}</p>
    ${undoLine(state, deeds)} ${otherMoves(update)}
    ${
      isWindow && state.windowEnds
        ? html`<label class="clock"
            ><span aria-hidden="true"
              >${Math.ceil((state.windowLeft * state.settings.callSeconds) / 100)} seconds left to call</span
            >
            <progress max="100" .value=${state.windowLeft} aria-label="Time left to call"></progress
          ></label>`
        : nothing
    }
    <div class="buttons">
      ${someOf(
        state,
        deeds,
        exact.map(
          (action, n) =>
            html`<button
              class=${n && isDiscard(action) ? "" : "primary"}
              data-key=${n ? nothing : "Enter"}
              @click=${() => deeds.submit(action.action)}
            >
              ${told(state, action)}
            </button>`,
        ),
      )}
      ${someOf(
        state,
        deeds,
        growing.map(
          ({ action }) =>
            html`<button class=${picked ? "primary offer" : "offer"} @click=${() => deeds.submit(action.action)}>
              ${told(state, action)}
            </button>`,
        ),
      )}
      ${someOf(
        state,
        deeds,
        bare.map(
          ({ action, kind }) =>
            html`<button
              class=${kind === "call" ? "primary rummy" : (kind === "draw" && !picked) || isWindow ? "primary" : ""}
              data-key=${kind === "draw" ? "d" : nothing}
              @click=${() => deeds.submit(action.action)}
            >
              ${told(state, action)}
            </button>`,
        ),
      )}
      ${isWindow && (deeds.hasHost || waiting.kind === "window") ? html`<button data-key="l" @click=${deeds.letGo}>Let it go</button>` : nothing}
      ${state.selection.length ? html`<button data-key="Escape" @click=${deeds.clear}>Clear</button>` : nothing}
    </div>
    ${refusal ? html`<p class="why ${state.refused ? "asked" : ""}" role="alert" title=${refusal.rule}><b>Not allowed:</b> ${why}</p>` : nothing}
    ${growing.length ? html`<p class="quiet tip">${state.selected?.refusal ? "The buttons add the cards that you haven’t selected." : ""}</p>` : nothing}
    ${state.noDiscard && !refusal ? html`<p class="quiet tip" title=${state.noDiscard.rule}>No discard: ${told(state, state.noDiscard)}</p>` : nothing}
    ${noticeLine(state, deeds)}
    <div class="tools">
      ${deeds.hasHost || update.seats.filter(({ player }) => player === "person").length < 2 ? html`<button data-key="h" ?disabled=${!update.legal?.kinds.length} @click=${deeds.hint}>Hint</button>` : nothing}
      <button
        data-key="u"
        ?disabled=${!state.acted.length}
        title=${state.acted.length ? nothing : "Nothing to undo: you’ve seen a new card since"}
        @click=${deeds.undo}
      >
        Undo
      </button>
      <button aria-label="Sort by ${otherSort}" @click=${deeds.sort}>
        <span class="wide">Sort by</span><span class="narrow">By</span> ${otherSort}
      </button>
      ${allMoves(state, deeds)}
    </div>
  </div>`;
}

/** Why the game waits for its house rule. One that was saved here has failed nowhere, and can go on at once. @param {State} state @param {Deeds} deeds */
export const waitingBar = (state, deeds) =>
  html`<div class="bar">
    <p class="status ${state.update ? "wrong" : ""}" role="alert">${state.waiting?.why}</p>
    <div class="buttons">
      ${state.update ? nothing : html`<button class="primary" @click=${deeds.composeAndGoOn}>Compose it and go on</button>`}
      <button class=${state.update ? "primary" : ""} @click=${() => deeds.mendRule()}>Open the editor</button>
      ${state.update ? nothing : html`<button @click=${deeds.leaveWaiting}>Leave this game</button>`}
    </div>
    ${noticeLine(state, deeds)}
  </div>`;

/** What was wrong, or a hint. @param {State} state @param {Deeds} deeds */
function noticeLine({ notice, hint }, deeds) {
  if (!notice) return nothing;
  const { failure, kind, reason, rule, text } = notice;
  return html`<p class="notice ${kind}" role="alert" title=${rule || nothing}>
    ${text}${reason ? html` <span class="reason">${reason}</span>` : nothing}
    ${hint ? html`<button class="primary" data-key="Enter" @click=${() => deeds.submit(hint)}>Play it</button>` : nothing}
    ${failure ? html`<button class="primary" @click=${() => deeds.mendRule(failure)}>Open line ${failure.line} in the editor</button>` : nothing}
  </p>`;
}

/** Names the moves of plugins, which begin with a selection. @param {import("./state.js").Update} update */
function otherMoves({ legal, view }) {
  const labels = (legal?.kinds ?? [])
    .filter(({ kind, actions }) => !CORE_KINDS.includes(kind) && actions.every(({ cards }) => cards.length))
    .map(({ label }) => label);
  return labels.length && view?.phase !== "offer"
    ? html`<p class="quiet">You can also: ${labels.join(", ")}. ${capital(CLICK)} the cards for it.</p>`
    : nothing;
}

/** The first of many buttons, and all of them on request. @param {State} state @param {Deeds} deeds @param {unknown[]} buttons */
function someOf(state, deeds, buttons) {
  if (state.showsAll || buttons.length <= MOST_BUTTONS) return buttons;
  return [
    ...buttons.slice(0, MOST_BUTTONS - 1),
    html`<button @click=${deeds.showAll}>${buttons.length - MOST_BUTTONS + 1} more …</button>`,
  ];
}

/** An undo that other people must agree to. @param {State} state @param {Deeds} deeds */
function undoLine(state, deeds) {
  const me = state.update?.view?.seat ?? -1;
  const asked = undoAskedOf(state);
  if (!state.undo || !asked.length) return nothing;
  if (!asked.includes(me))
    return html`<p class="quiet">
      ${state.undo.seat === me ? "You want" : `${nameOf(state, state.undo.seat)} wants`} to take the last move back.
      ${inWords(asked.map((seat) => nameOf(state, seat)))} must agree.
    </p>`;
  return html`<div class="buttons" role="alert">
    <span>${nameOf(state, state.undo.seat)} wants to take the last move back.</span>
    <button class="primary" @click=${() => deeds.answerUndo(true)}>Agree</button
    ><button @click=${() => deeds.answerUndo(false)}>Refuse</button>
  </div>`;
}

/** @param {State} state @param {Deeds} deeds */
function allMoves(state, deeds) {
  const { legal } = /** @type {NonNullable<State["update"]>} */ (state.update);
  if (!legal?.kinds.length) return nothing;
  const isOnTurn = legal.kinds.some(({ kind }) => kind === "draw" || kind === "take");
  const count = legal.kinds.reduce((sum, { actions }) => sum + actions.length, 0);
  return html`<details class="moves">
    <summary>All moves (${count}${legal.more ? "+" : ""})</summary>
    <div>
      ${legal.kinds.map(
        ({ kind, label, actions }) =>
          html`<h3>
              ${label}${kind === "call" && isOnTurn ? html`<span class="quiet">: now, before anyone else. If you draw or take first, they may call it</span>` : nothing}
            </h3>
            <ul>
              ${actions.map(
                (action) =>
                  html`<li><button @click=${() => deeds.submit(action.action)}>${told(state, action)}</button></li>`,
              )}
            </ul>`,
      )}
    </div>
  </details>`;
}

/** @param {State} state @param {Deeds} deeds */
function replayBar(state, deeds) {
  const replay = /** @type {NonNullable<State["replay"]>} */ (state.replay);
  return html`<div class="bar replay">
    <p class="status" role="status">Replay, step ${replay.step} of ${replay.steps}. ${replay.text}</p>
    <input
      type="range"
      min="0"
      max=${replay.steps}
      .value=${String(replay.step)}
      aria-label="Step of the replay"
      @input=${(/** @type {Event} */ event) => deeds.replayAt(Number(/** @type {HTMLInputElement} */ (event.target).value))}
    />
    <div class="buttons">
      <button data-key="ArrowLeft" ?disabled=${!replay.step} @click=${() => deeds.replayAt(replay.step - 1)}>
        Back
      </button>
      <button class="primary" data-key=" " ?disabled=${replay.step === replay.steps} @click=${deeds.playReplay}>
        ${replay.isPlaying ? "Pause" : "Play"}
      </button>
      <button
        data-key="ArrowRight"
        ?disabled=${replay.step === replay.steps}
        @click=${() => deeds.replayAt(replay.step + 1)}
      >
        Forward
      </button>
      ${
        replay.mine.length
          ? html`<button
              data-key="m"
              ?disabled=${!replay.mine.some((step) => step > replay.step)}
              @click=${deeds.replayMine}
            >
              My next decision
            </button>`
          : nothing
      }
      <label class="check"
        ><input type="checkbox" .checked=${replay.showsAll} @change=${deeds.toggleHands} />All hands</label
      >
      <button @click=${deeds.endReplay}>End the replay</button>
    </div>
  </div>`;
}

/** The turn began with a call: there is no draw. @param {State} state @param {number} me */
const hasCalled = ({ events }, me) =>
  events
    .slice(events.findLastIndex(({ kind, seat }) => kind === "acted" && seat !== me) + 1)
    .some(({ verb }) => verb === "call");

/** @param {State} state */
function statusLine(state) {
  const update = /** @type {NonNullable<State["update"]>} */ (state.update);
  const view = /** @type {View} */ (update.view);
  const { waiting } = update;
  const me = view.seat;
  if (me === null) return `${nameOf(state, view.to_act)} is on turn.`;
  if (update.kept) {
    const kept = update.legal?.kinds.flatMap(({ actions }) => actions).find(({ action }) => action === update.kept);
    return `You chose${kept ? `: ${told(state, kept)}` : ""}. It’s played as soon as the time to call is up.`;
  }
  if (update.let_go && waiting.on_turn !== me) return "You let it go. The other players still have time to call.";
  const onTurn = nameOf(state, waiting.on_turn ?? view.to_act);
  if (mayInterrupt(update)) return question(update) || `It’s ${onTurn}’s turn, and you may act first.`;
  if (!waiting.seats.includes(me) || (waiting.kind === "window" && waiting.on_turn !== me))
    return `${onTurn} is on turn.`;
  if (view.phase === "draw")
    return `Your turn: ${view.stock ? `draw, or ${CLICK} a card of the pile` : "the stock is empty, so take from the pile, or pass"}.`;
  if (view.phase === "play")
    return `${hasCalled(state, me) ? "Your turn goes on, without a draw" : "Your turn"}: ${CLICK} cards to meld or lay off, or one card to discard.`;
  if (view.phase === "offer") return "The first card lies open: take it, or pass.";
  return "Your turn: choose.";
}
