// Draws the table: stock and pile, every side with its melds, the own hand, and what can be done now.
// @ts-check
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { repeat } from "./vendor/lit-html/directives/repeat.js";
import {
  actionLine,
  capital,
  cardName,
  isJoker,
  shortCard,
  shortRank,
  sortedPlaces,
  suitOf,
  without,
  withSymbols,
} from "./cards.js";
import { undoAskedOf } from "./online.js";

/** @typedef {import("../src/rummy500/wire/messages.js").ViewData} View */
/** @typedef {import("../src/rummy500/wire/messages.js").MeldOnTable} Meld */
/** @typedef {import("../src/rummy500/wire/messages.js").LegalAction} LegalAction */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./deeds.js").Deeds} Deeds */

/** @param {"s" | "h" | "d" | "c" | "j"} suit @param {string} [size] */
const shape = (suit, size = "") =>
  html`<svg class="shape ${size}" aria-hidden="true"><use href="#suit-${suit}"></use></svg>`;

/** What the person does to a card. */
export const CLICK = matchMedia("(hover: none)").matches ? "tap" : "click";
const MOST_BUTTONS = 8;
/** @param {{action: string}} move */
export const isDiscard = ({ action }) => action.startsWith("discard");
/** More notes than these may be scrolled on a phone, by keys too. */
const FEW_NOTES = 3;
/** The kinds of moves that the prompts name. */
const CORE_KINDS = ["draw", "take", "meld", "lay", "discard", "call", "pass"];

/** The picture on a card. @param {string} card @param {string} [role] the card or rank that it stands for */
function face(card, role = card) {
  const suit = suitOf(card);
  const index = isJoker(card) ? "" : shortRank(card[0]);
  const stands =
    role !== card && role
      ? html`<span class="role ${suitOf(role)}"
          >${shortRank(role[0])}${role.length > 1 ? shape(suitOf(role), "tiny") : nothing}</span
        >`
      : shape(suit, "big");
  return html`<span aria-hidden="true"
    ><span class="index">${index}${shape(suit, index ? "" : "star")}</span>${stands}</span
  >`;
}

/** @param {string} card */
const openCard = (card) =>
  html`<li class="card ${suitOf(card)}" data-card=${card}><span class="sr">${cardName(card)}</span>${face(card)}</li>`;

/** Names each of equal cards apart, so that each keeps its element. @param {string[]} cards */
function keyed(cards) {
  /** @type {Record<string, number>} */
  const seen = {};
  return cards.map((card) => `${card}#${(seen[card] = (seen[card] ?? 0) + 1)}`);
}

/** A number with a real minus sign. @param {number} points */
export const minus = (points) => `${points}`.replace("-", "−");

/** @param {number} points */
export const signed = (points) => (points > 0 ? `+${points}` : minus(points));

/** @param {number} number @param {string} one */
const many = (number, one) => `${number} ${one}${number === 1 ? "" : "s"}`;

/**
 * @param {State} state
 * @param {number} seat
 */
export const nameOf = ({ replay, update }, seat) => (replay?.update ?? update)?.seats[seat]?.name ?? `Seat ${seat}`;

/**
 * Who have a score together: each seat for itself, or the seats of each side.
 * @param {State} state
 * @returns {{seats: number[], title: string, score: number}[]}
 */
export function parties(state) {
  const { sides, scores, scoresBySide } = /** @type {NonNullable<State["shown"]>} */ (state.shown);
  return [...new Set(sides)].map((side) => {
    const seats = sides.flatMap((each, seat) => (each === side ? [seat] : []));
    return {
      seats,
      title: seats.map((seat) => nameOf(state, seat)).join(" + "),
      score: scores[scoresBySide ? side : seats[0]],
    };
  });
}

/** The points of a party in a hand. @param {number[]} seats @param {number[]} bySeat */
export const pointsOf = (seats, bySeat) => seats.reduce((sum, seat) => sum + bySeat[seat], 0);

/** The points that a seat has on the table in this hand. @param {State} state @param {number} seat */
const meldedPoints = ({ replay, update }, seat) =>
  ((replay?.update ?? update)?.score?.lines ?? []).reduce(
    (sum, line) => (line.seat === seat && line.meld !== null ? sum + line.points : sum),
    0,
  );

/** The rules of what is shown: of the replay, if there is one. @param {State} state */
export const rulesShown = ({ replay, rules }) => replay?.rules ?? rules;

/**
 * A sentence of the library with names for seats.
 * @param {string} text
 * @param {(seat: number) => string} name
 */
export const withNames = (text, name) =>
  text
    .replace(/\b[Ss]eats \d and \d/g, (seats) =>
      seats.replace(/[Ss]eats /g, "").replace(/\d/g, (seat) => name(Number(seat))),
    )
    .replace(/\b[Ss]eat (\d)(?=\W|$)/g, (_, seat) => name(Number(seat)));

/**
 * A sentence of the library with cards in symbols, names for seats, and cards for melds.
 * @param {State} state
 * @param {string} text
 * @param {(place: number) => string | undefined} [meldText] what to call the meld at a place
 */
export const named = (
  state,
  text,
  meldText = (place) => state.shown?.view.melds[place]?.cards.map(({ card }) => withSymbols(card)).join(" "),
) =>
  withNames(withSymbols(text), (seat) => nameOf(state, seat)).replace(
    /\bm(\d+)\b/g,
    (whole, number) => meldText(Number(number) - 1) ?? whole,
  );

/** @param {State} state @param {Deeds} deeds */
export function tableArea(state, deeds) {
  const { shown } = state;
  if (!shown) return emptyTable(state, deeds);
  const { view } = shown;
  const me = shown.me;
  const sides = shown.sides;
  const mine = sides[me];
  const others = [...new Set(view.hands.map((_, seat) => sides[(me + 1 + seat) % view.hands.length]))].filter(
    (side) => side !== mine,
  );
  return html` <div class="others seats-${others.length}">${others.map((side) => sideBox(state, deeds, side))}</div>
    <div class="dock">
      <button class="below" hidden @click=${deeds.showBelow}></button>
      ${middle(state, deeds)}${me < 0 ? nothing : sideBox(state, deeds, mine)}
      <div class="own">${me < 0 ? nothing : ownHand(state, deeds)}${actionBar(state, deeds)}</div>
    </div>`;
}

/** The table before the first card. @param {State} state @param {Deeds} deeds */
const emptyTable = (state, deeds) =>
  html` <div class="others seats-2">
      ${["North", "East"].map(
        (name) =>
          html`<section class="side" aria-label=${name}>
            <h2 class="seat">&nbsp;</h2>
            <span class="backs" aria-hidden="true"
              >${Array.from({ length: 7 }, () => html`<i class="back small"></i>`)}</span
            >
          </section>`,
      )}
    </div>
    <div class="dock">
      <section class="middle" aria-label="Stock and pile">
        <div class="stock"><span class="card back" aria-hidden="true"></span></div>
        <div class="loading" role="status">
          ${
            state.failed
              ? html`<p class="wrong">
                  ${deeds.hasHost ? "The page could not start:" : "You cannot sit at this table:"} ${state.failed}
                </p>`
              : state.update
                ? html`<p>
                    ${state.update.seats.map(({ name }) => name).join(", ")}: the first hand is dealt when everybody is
                    here.
                  </p>`
                : state.waiting?.why
                  ? nothing
                  : html`<p>${state.progress} …</p>
                      <progress aria-label="Loading"></progress>
                      ${deeds.hasHost ? html`<p class="quiet">It runs in your browser: about 7 MB, loaded once.</p>` : nothing}`
          }
        </div>
      </section>
      <ul class="hand" aria-label="Your hand">
        ${Array.from({ length: 7 }, () => html`<li class="card back" aria-hidden="true"></li>`)}
      </ul>
      ${state.waiting?.why && !state.failed ? waitingBar(state, deeds) : nothing}
    </div>`;

/** @param {State} state @param {Deeds} deeds @param {number} side */
function sideBox(state, deeds, side) {
  const shown = /** @type {NonNullable<State["shown"]>} */ (state.shown);
  const { view, me } = shown;
  const seats = view.hands.map((_, seat) => seat).filter((seat) => shown.sides[seat] === side);
  const melds = view.melds
    .map((meld, place) => ({ meld, place }))
    .filter(({ meld }) => shown.sides[meld.owner] === side);
  const isMine = side === shown.sides[me];
  const title = seats.map((seat) => nameOf(state, seat)).join(" and ");
  return html`<section
    class="side ${isMine ? "mine" : ""}"
    aria-label="${title}: hand and melds"
    data-drop=${isMine ? "melds" : "none"}
  >
    <div class="seats">${seats.map((seat) => seatLine(state, seat))}</div>
    ${
      melds.length
        ? html`<ul class="melds" aria-label=${isMine ? "Your melds" : `Melds of ${title}`}>
            ${repeat(
              melds,
              ({ place }) => place,
              ({ meld, place }) => meldBox(state, deeds, meld, place),
            )}
          </ul>`
        : isMine && !shown.isStill
          ? html`<p class="quiet none">No melds yet.</p>`
          : nothing
    }
  </section>`;
}

/** @param {State} state @param {number} seat */
function seatLine(state, seat) {
  const shown = /** @type {NonNullable<State["shown"]>} */ (state.shown);
  const { view, me } = shown;
  const hand = view.hands[seat];
  const isOnTurn = view.to_act === seat && !view.ended;
  const score = minus(shown.scores[shown.scoresBySide ? shown.sides[seat] : seat]);
  const melded = meldedPoints(state, seat);
  const notes = view.notes.filter((note) => note.seat === seat);
  const open = shown.hands && seat !== me ? shown.hands[seat] : null;
  return html`<div class="seatline ${isOnTurn ? "turn" : ""}" data-seat=${seat}>
    <h2 class="seat">
      ${isOnTurn ? html`<span class="arrow" aria-hidden="true"></span><span class="sr">On turn: </span>` : nothing}${nameOf(state, seat)}
      ${view.match.dealer === seat ? html`<span class="chip" title="dealt this hand">dealer</span>` : nothing}
      ${seat !== me && shown.sides[seat] === shown.sides[me] ? html`<span class="chip">partner</span>` : nothing}
      <span class="facts"
        >${many(hand.count, "card")} ·
        ${score}${melded ? html` <span title="in this hand, on the table">${signed(melded)}</span>` : nothing}
        points</span
      >
    </h2>
    ${
      open
        ? html`<ul class="fan tight" aria-label="Hand of ${nameOf(state, seat)}">
            ${sortedPlaces(open, state.settings.sort).map(({ card }) => openCard(card))}
          </ul>`
        : seat === me
          ? nothing
          : html`<span class="backs" aria-hidden="true"
                >${Array.from({ length: Math.min(hand.count - hand.known.length, 24) }, () => html`<i class="back small"></i>`)}</span
              >
              ${
                hand.known.length
                  ? html`<ul class="fan tight" aria-label="Cards that everybody saw ${nameOf(state, seat)} take">
                      ${hand.known.map(openCard)}
                    </ul>`
                  : nothing
              }`
    }
    ${notes.map((note) => html`<p class="note">${note.label}: ${named(state, note.text)}</p>`)}
    ${seat !== me && state.lately[seat] && !state.replay ? html`<p class="lately">${state.lately[seat]}</p>` : nothing}
  </div>`;
}

/** The letters that fit on a card. @param {string} name */
const badge = (name) => (name.length > 3 ? name.slice(0, 2) : name);

/** @param {State} state @param {Deeds} deeds @param {Meld} meld @param {number} place */
function meldBox(state, deeds, meld, place) {
  const { me } = /** @type {NonNullable<State["shown"]>} */ (state.shown);
  const words = meld.cards
    .map(({ card, role }) => (role === card ? cardName(card) : `${cardName(card)} as ${cardName(role)}`))
    .join(", ");
  const isTarget = state.targets.includes(place);
  const cards = html`${meld.cards.map(
    ({ card, role, by }) =>
      html`<span class="card ${suitOf(card)}" data-card=${card}
        >${face(card, role)}
        ${by !== meld.owner ? html`<span class="by" title="laid off by ${by === me ? "you" : nameOf(state, by)}">${badge(nameOf(state, by))}</span>` : nothing}</span
      >`,
  )}`;
  const label = `${meld.owner === me ? "Your" : `${nameOf(state, meld.owner)}’s`} ${meld.kind}: ${words}`;
  return html`<li data-drop="meld:${place}" @click=${() => deeds.layOff(place)}>
    ${
      isTarget
        ? html`<button class="meld target">
            <span class="sr">Lay off here. ${label}</span><span class="meldcards" aria-hidden="true">${cards}</span>
          </button>`
        : html`<span class="meld"
            ><span class="sr">${label}</span><span class="meldcards" aria-hidden="true">${cards}</span></span
          >`
    }
  </li>`;
}

/** @param {State} state @param {Deeds} deeds */
function middle(state, deeds) {
  const shown = /** @type {NonNullable<State["shown"]>} */ (state.shown);
  const { view } = shown;
  const notes = view.notes.filter((note) => note.seat === null);
  const keys = keyed(view.pile);
  const picked = state.selection.find(({ zone }) => zone === "pile");
  // What comes with the picked card, as the table says of the first move that takes it.
  const along = picked
    ? ([...state.exact, ...state.growing.map(({ action }) => action)].find(
        ({ depth }) => depth === view.pile.length - picked.place,
      )?.collects ?? [])
    : [];
  return html`<section class="middle" aria-label="Stock and discard pile">
    <div class="stock">
      <button
        class="card ${view.stock ? "back" : "gap"}"
        aria-label="Draw from the stock: ${many(view.stock, "card")}"
        ?disabled=${shown.isStill || !view.stock}
        @click=${deeds.drawCard}
      >
        ${view.stock ? html`<span class="count" aria-hidden="true">${view.stock}</span>` : nothing}
      </button>
      <span class="caption" aria-hidden="true">${view.stock ? "Stock" : "No stock"}</span>
    </div>
    <div class="pilebox" data-drop="pile">
      ${view.pile.length ? nothing : html`<span class="card gap" aria-hidden="true"></span>`}
      <ul
        class="fan pile ${view.pile.length > 10 ? "long" : ""}"
        .style=${`--cards: ${view.pile.length}`}
        aria-label="Discard pile, the top card last"
        @keydown=${alongFan}
      >
        ${repeat(
          view.pile,
          (_, place) => keys[place],
          (card, place) => {
            const depth = view.pile.length - place;
            const isSelected = state.selection.some((each) => each.zone === "pile" && each.place === place);
            const isHinted = state.hinted.pile.includes(place);
            const where = depth === 1 ? "top of the pile" : `${depth} from the top`;
            return html`<li>
              <button
                class="card ${suitOf(card)} ${isSelected ? "selected" : along.includes(depth) ? "along" : ""} ${isHinted ? "hinted" : ""}"
                aria-pressed=${isSelected}
                data-zone="pile"
                data-card=${card}
                data-place=${place}
                ?disabled=${shown.isStill}
                @click=${() => deeds.toggle("pile", place)}
              >
                <span class="sr">${cardName(card)}, ${where}</span>${face(card)}
              </button>
            </li>`;
          },
        )}
      </ul>
      <span class="caption" aria-hidden="true"
        >Pile, ${many(view.pile.length, "card")}${view.pile.length > 1 ? ", the newest last" : ""}</span
      >
      ${
        view.gone.length
          ? html`<ul class="fan tight gone" aria-label="Out of play">
              ${view.gone.map(openCard)}
            </ul>`
          : nothing
      }
      ${notes.length ? html`<div class="notes" tabindex=${notes.length > FEW_NOTES ? 0 : nothing} role="group" aria-label="Notes on the pile">${notes.map((note) => html`<p class="note">${note.label}: ${named(state, note.text)}</p>`)}</div>` : nothing}
    </div>
  </section>`;
}

/** @param {State} state @param {Deeds} deeds */
function ownHand(state, deeds) {
  const shown = /** @type {NonNullable<State["shown"]>} */ (state.shown);
  const hand = shown.hands ? shown.hands[shown.me] : shown.view.hand;
  const places = sortedPlaces(hand, state.settings.sort);
  const keys = keyed(places.map(({ card }) => card));
  // Of equal cards the first are marked: nobody can say which copy is new.
  const fresh = [
    ...shown.view.drawn,
    ...(shown.view.to_act === shown.me && !shown.view.ended ? shown.view.turn.taken : []),
  ];
  // Rows of equal lengths, where one is not enough.
  const columns = Math.ceil(hand.length / (hand.length > 26 ? 3 : 2));
  return html`<ul
    class="hand ${hand.length > 22 ? "most" : hand.length > 11 ? "many" : ""}"
    .style=${`--columns: ${columns}`}
    aria-label="Your hand"
    @keydown=${alongFan}
  >
    ${repeat(
      places,
      (_, n) => keys[n],
      ({ card, place }) => {
        const isSelected = state.selection.some((each) => each.zone === "hand" && each.place === place);
        const isFresh = fresh.includes(card);
        if (isFresh) fresh.splice(fresh.indexOf(card), 1);
        const classes = `card ${suitOf(card)} ${isSelected ? "selected" : ""} ${isFresh ? "fresh" : ""} ${state.hinted.hand.includes(place) ? "hinted" : ""}`;
        return html`<li>
          <button
            class=${classes}
            aria-pressed=${isSelected}
            ?disabled=${shown.isStill}
            data-zone="hand"
            data-card=${card}
            data-place=${place}
            @click=${() => deeds.toggle("hand", place)}
            @pointerdown=${(/** @type {PointerEvent} */ event) => deeds.grab(event, place)}
          >
            <span class="sr"
              >${cardName(card)}${isFresh ? `, just ${shown.view.drawn.includes(card) ? "drawn" : "taken"}` : ""}</span
            >${face(card)}
          </button>
        </li>`;
      },
    )}
  </ul>`;
}

/** The arrow keys go along the cards. @param {KeyboardEvent} event */
function alongFan(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const cards = [.../** @type {HTMLElement} */ (event.currentTarget).querySelectorAll("button")];
  const at = cards.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
  if (!step || at < 0) return;
  cards[(at + step + cards.length) % cards.length].focus();
  event.preventDefault();
}

/** What can be done now, and what was wrong. @param {State} state @param {Deeds} deeds */
function actionBar(state, deeds) {
  const { update, shown } = state;
  if (!update || !shown) return nothing;
  if (state.replay) return replayBar(state, deeds);
  const { waiting } = update;
  const lost = state.failed || (deeds.hasHost || state.isReady ? "" : `${state.progress} …`);
  if (lost) return html`<div class="bar"><p class="status wrong" role="alert">${lost}</p></div>`;
  if (state.waiting?.why) return waitingBar(state, deeds);
  if (!update.view) {
    const winners = update.match.winners.map((seat) => nameOf(state, seat)).join(" and ");
    return html`<div class="bar over">
      <p class="status" role="status">
        ${handEnd(state)}
        ${winners ? `${winners} won the match.` : update.match.playoff ? "The lead is tied: the match goes on." : ""}
        ${waiting.kind === "deal" && !deeds.hasHost ? "The next hand is dealt in a moment." : nothing}
      </p>
      <div class="buttons">
        ${waiting.kind === "deal" && deeds.hasHost ? html`<button class="primary" data-key="n" @click=${deeds.nextHand}>Next hand</button>` : nothing}
        ${waiting.kind === "over" && deeds.hasHost ? html`<button class="primary" @click=${deeds.again}>New match</button>` : nothing}
        ${deeds.hasHost ? html`<button @click=${deeds.replayThis}>Replay</button>` : nothing}
      </div>
      ${noticeLine(state, deeds)}
    </div>`;
  }
  const view = update.view;
  if (view.seat === null)
    return html`<div class="bar"><p class="status" role="status">${statusLine(state)} You are watching.</p></div>`;
  const isWindow = mayInterrupt(update);
  const exact = [...state.exact].sort((a, b) => Number(isDiscard(a)) - Number(isDiscard(b)));
  const growing = state.selected && !exact.length ? state.growing : [];
  const refusal = state.refused ?? (state.selected?.refusal && !growing.length ? state.selected.refusal : null);
  // A card of the pile alone, with which nothing goes: the library's sentence asks for the cards that a typed move would name.
  const why =
    refusal &&
    (refusal.reason === "unused" && state.selection.length === 1 && !state.selected?.more
      ? `You cannot take ${shortCard(view.pile[state.selection[0].place])}: nothing in your hand or on the table goes with it.`
      : named(state, refusal.sentence));
  // Without a selection: what takes none, and in a window everything, for there is little time. To draw is possible with a selection, too.
  const bare = (update.legal?.kinds ?? [])
    .filter(({ kind }) => !state.selection.length || kind === "draw")
    .flatMap(({ actions, kind }) =>
      actions
        .filter(
          ({ cards }) =>
            (isWindow && (kind === "call" || waiting.on_turn !== view.seat)) || view.phase === "offer" || !cards.length,
        )
        .map((action) => ({ action, kind })),
    );
  const otherSort = state.settings.sort === "suit" ? "rank" : "suit";
  return html`<div class="bar ${isWindow ? "window" : ""}">
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
              ${deeds.line(action.action)}
            </button>`,
        ),
      )}
      ${someOf(
        state,
        deeds,
        growing.map(
          ({ action }) =>
            html`<button class="offer" @click=${() => deeds.submit(action.action)}>
              ${deeds.line(action.action)}
            </button>`,
        ),
      )}
      ${someOf(
        state,
        deeds,
        bare.map(
          ({ action, kind }) =>
            html`<button
              class=${kind === "draw" || isWindow ? "primary" : ""}
              data-key=${kind === "draw" ? "d" : nothing}
              @click=${() => deeds.submit(action.action)}
            >
              ${deeds.line(action.action)}
            </button>`,
        ),
      )}
      ${isWindow && (deeds.hasHost || waiting.kind === "window") ? html`<button data-key="l" @click=${deeds.letGo}>Let it go</button>` : nothing}
      ${state.selection.length ? html`<button data-key="Escape" @click=${deeds.clear}>Clear</button>` : nothing}
    </div>
    ${refusal ? html`<p class="why ${state.refused ? "asked" : ""}" role="alert" title=${refusal.rule}><b>Not allowed:</b> ${why}</p>` : nothing}
    ${growing.length ? html`<p class="quiet tip">${state.selected?.refusal ? "You have selected only some of these cards." : ""}</p>` : nothing}
    ${state.noDiscard && !refusal ? html`<p class="quiet tip" title=${state.noDiscard.rule}>No discard: ${named(state, state.noDiscard.sentence)}</p>` : nothing}
    ${noticeLine(state, deeds)}
    <div class="tools">
      ${deeds.hasHost || update.seats.filter(({ player }) => player === "person").length < 2 ? html`<button data-key="h" ?disabled=${!update.legal?.kinds.length} @click=${deeds.hint}>Hint</button>` : nothing}
      <button
        data-key="u"
        ?disabled=${!state.acted.length}
        title=${state.acted.length ? nothing : "You have done nothing since the last new card was seen"}
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
const waitingBar = (state, deeds) =>
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
    ? html`<p class="quiet">You may also: ${labels.join(", ")}. ${capital(CLICK)} the cards for it.</p>`
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

/** The person may act before the turn goes on, and play waits for that: out of turn, or with a call on their own turn. @param {import("./state.js").Update} update */
function mayInterrupt({ kept, waiting, view, legal, let_go }) {
  if (!view || view.seat === null || let_go || kept || !legal?.kinds.length) return false;
  if (waiting.on_turn === view.seat)
    return waiting.kind === "window" && legal.kinds.some(({ kind }) => kind === "call");
  return waiting.kind === "programs" || (waiting.kind === "window" && waiting.seats.includes(view.seat));
}

/** An undo that other people must agree to. @param {State} state @param {Deeds} deeds */
function undoLine(state, deeds) {
  const me = state.update?.view?.seat ?? -1;
  const asked = undoAskedOf(state);
  if (!state.undo || !asked.length) return nothing;
  if (!asked.includes(me))
    return html`<p class="quiet">
      ${state.undo.seat === me ? "You want" : `${nameOf(state, state.undo.seat)} wants`} to take the last move back.
      ${asked.map((seat) => nameOf(state, seat)).join(" and ")} must agree.
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
              ${label}${kind === "call" && isOnTurn ? html`<span class="quiet">: at once, before anybody else calls; what you draw or take waits for their calls</span>` : nothing}
            </h3>
            <ul>
              ${actions.map(
                ({ action }) =>
                  html`<li><button @click=${() => deeds.submit(action)}>${deeds.line(action)}</button></li>`,
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
      <button ?disabled=${!replay.step} @click=${() => deeds.replayAt(replay.step - 1)}>Back</button>
      <button class="primary" ?disabled=${replay.step === replay.steps} @click=${() => deeds.replayAt(replay.step + 1)}>
        Forward
      </button>
      <label class="check"
        ><input type="checkbox" .checked=${replay.showsAll} @change=${deeds.toggleHands} />All hands</label
      >
      <button @click=${deeds.endReplay}>End the replay</button>
    </div>
  </div>`;
}

/** How a hand ends while nobody goes out. @type {Record<string, string>} */
const ENDINGS = { stock: "The stock ran out", circle: "The stock ran out, and everybody only took the top card" };

/** @param {State} state */
function handEnd(state) {
  const last = state.update?.last_hand;
  if (!last) return "";
  const { out, ended } = last.view;
  const all = parties(state)
    .map(({ seats, title }) => ({ title, points: pointsOf(seats, last.score.by_seat) }))
    .sort((a, b) => b.points - a.points);
  const points = all.map((each) => `${each.title} ${signed(each.points)}`).join(", ");
  if (out === null) return `${ENDINGS[ended] ?? "The hand is over"}: ${points}.`;
  return `${out === state.shown?.me ? "You" : nameOf(state, out)} went out. ${points}.`;
}

/** @param {State} state */
function statusLine(state) {
  const update = /** @type {NonNullable<State["update"]>} */ (state.update);
  const view = /** @type {View} */ (update.view);
  const { waiting } = update;
  const me = view.seat;
  if (me === null) return `${nameOf(state, view.to_act)} is on turn.`;
  if (update.kept) return `You chose: ${withSymbols(update.kept)}. It is played when the time for calls is over.`;
  if (update.let_go && waiting.on_turn !== me) return "You let it go. The others still have time to call.";
  const onTurn = nameOf(state, waiting.on_turn ?? view.to_act);
  if (mayInterrupt(update)) {
    if (waiting.on_turn === me)
      return "Your turn: you may call now. If you draw, take or let it go, the others may call first.";
    const isCall = update.legal?.kinds.some(({ kind }) => kind === "call");
    return isCall && view.last !== null
      ? `${nameOf(state, view.last)} discarded. You may call now.`
      : `It is ${onTurn}’s turn, and you may act first.`;
  }
  if (!waiting.seats.includes(me) || (waiting.kind === "window" && waiting.on_turn !== me))
    return `${onTurn} is on turn.`;
  if (view.phase === "draw")
    return `Your turn: ${view.stock ? `draw, or ${CLICK} a card of the pile` : "the stock is empty, so take from the pile, or pass"}.`;
  if (view.phase === "play")
    return `Your turn: ${CLICK} cards to meld or lay off; to end your turn, ${CLICK} one card and discard it.`;
  if (view.phase === "offer") return "The first card lies open: take it, or pass.";
  return "Your turn: choose.";
}

/** What an action does, with the label of its kind. @param {State} state @param {string} action */
export function lineOf(state, action) {
  const verb = action.split(" ")[0];
  const kinds = state.update?.legal?.kinds ?? [];
  const offered = [
    ...kinds.flatMap(({ actions }) => actions),
    ...state.exact,
    ...state.growing.map((each) => each.action),
  ].find((each) => each.action === action);
  const pile = state.shown?.view.pile ?? [];
  // The card that is taken is named already, and so is every card of a call.
  const called = verb === "call" ? (offered?.cards ?? []) : [];
  const along = (offered?.collects ?? [])
    .filter((depth) => verb === "call" || depth !== offered?.depth)
    .sort((a, b) => b - a)
    .map((depth) => pile[pile.length - depth]);
  return actionLine(
    action,
    kinds.find((each) => each.kind === verb)?.label ?? verb,
    state.shown?.view.melds ?? [],
    without(along, called),
  );
}
