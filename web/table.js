// Draws the table: stock and pile, every side with its melds, the own hand.
// @ts-check
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { repeat } from "./vendor/lit-html/directives/repeat.js";
import { actionBar, waitingBar } from "./bar.js";
import { cardName, isJoker, shortCard, shortRank, sortedPlaces, suitOf } from "./cards.js";
import { called } from "./rummy.js";
import { cardsOfMeld, inWords, many, meldedPoints, minus, nameOf, partsOf, signed } from "./words.js";

/** @typedef {import("../src/rummy500/wire/messages.js").MeldOnTable} Meld */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./deeds.js").Deeds} Deeds */

/** @param {"s" | "h" | "d" | "c" | "j"} suit @param {string} [size] */
const shape = (suit, size = "") =>
  html`<svg class="shape ${size}" aria-hidden="true"><use href="#suit-${suit}"></use></svg>`;

/** More notes than these may be scrolled on a phone, by keys too. */
const FEW_NOTES = 3;
/** More melded cards than these make the box of a player wider than those of others, and so many times at most. */
const FEW_MELDED = 9;
const WIDEST = 1.7;
/** The picture on a card. @param {string} card @param {string} [role] the card or rank that it stands for */
function face(card, role = card) {
  const suit = suitOf(card);
  const index = isJoker(card) ? "" : shortRank(card[0]);
  const pip =
    index && "JQK".includes(index)
      ? html`<span class="pip court">${index}</span>`
      : shape(suit, `pip ${index === "A" ? "ace" : ""}`);
  const stands =
    role !== card && role
      ? html`<span class="role ${suitOf(role)}"
          >${shortRank(role[0])}${role.length > 1 ? shape(suitOf(role), "tiny") : nothing}</span
        >`
      : pip;
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

/**
 * How many boxes of opponents lie in a row, where there is room and where there is less: no row is more than half empty.
 * In a single row, who has melded much has more room. @param {number[]} melded how many cards each has melded
 */
function columns(melded) {
  const count = melded.length;
  const row = melded.map((cards) => `minmax(0, ${Math.min(WIDEST, Math.max(1, cards / FEW_MELDED))}fr)`).join(" ");
  return `--count: ${count}; --wide: ${[1, 1, 2, 3, 4, 3, 3, 4, 4][count]}; --fewer: ${[1, 1, 2, 3, 2, 3, 3, 4, 4][count]}${count < 5 ? `; --row: ${row}` : ""}`;
}

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
  const calls = called(state.update);
  const melded = others.map((side) =>
    view.melds.reduce((sum, { owner, cards }) => sum + (shown.sides[owner] === side ? cards.length : 0), 0),
  );
  return html` <div class="others seats-${others.length}" .style=${columns(melded)}>
      ${others.map((side) => html`<div class="place">${sideBox(state, deeds, side, calls)}</div>`)}
    </div>
    ${middle(state, deeds, calls)}
    <div class="own">
      ${me < 0 ? nothing : [sideBox(state, deeds, mine, calls), ownHand(state, deeds)]}${actionBar(state, deeds)}
    </div>`;
}

/** The table before the first card. @param {State} state @param {Deeds} deeds */
const emptyTable = (state, deeds) =>
  html` <div class="others seats-2" .style=${columns([0, 0])}>
      ${["North", "East"].map(
        (name) =>
          html`<section class="side place" aria-label=${name}>
            <h2 class="seat">&nbsp;</h2>
            <span class="backs" aria-hidden="true"
              >${Array.from({ length: 7 }, () => html`<i class="back small"></i>`)}</span
            >
          </section>`,
      )}
    </div>
    <section class="middle" aria-label="Stock and pile">
      <div class="stock"><span class="card back" aria-hidden="true"></span></div>
      <div class="loading" role="status">
        ${
          state.failed
            ? html`<p class="wrong">
                ${deeds.hasHost ? "The page could not start:" : "You can’t sit at this table:"} ${state.failed}
              </p>`
            : state.update
              ? html`<p>
                  ${state.update.seats.map(({ name }) => name).join(", ")}: the first hand is dealt when everyone is
                  here.
                </p>`
              : state.waiting?.why
                ? nothing
                : html`<p>${state.progress} …</p>
                    <progress aria-label="Loading"></progress>
                    ${deeds.hasHost ? html`<p class="quiet">It runs in your browser: about 10 MB, loaded once.</p>` : nothing}`
        }
      </div>
    </section>
    <div class="own">
      <ul class="hand" aria-label="Your hand">
        ${Array.from({ length: 7 }, () => html`<li class="card back" aria-hidden="true"></li>`)}
      </ul>
      ${state.waiting?.why && !state.failed ? waitingBar(state, deeds) : nothing}
    </div>`;

/** @param {State} state @param {Deeds} deeds @param {number} side @param {ReturnType<typeof called>} calls */
function sideBox(state, deeds, side, calls) {
  const shown = /** @type {NonNullable<State["shown"]>} */ (state.shown);
  const { view, me } = shown;
  const seats = view.hands.map((_, seat) => seat).filter((seat) => shown.sides[seat] === side);
  const melds = view.melds
    .map((meld, place) => ({ meld, place }))
    .filter(({ meld }) => shown.sides[meld.owner] === side);
  const isMine = side === shown.sides[me];
  const title = inWords(seats.map((seat) => nameOf(state, seat)));
  return html`<section
    class="side ${isMine ? "mine" : ""}"
    id="side-${side}"
    popover=${isMine ? nothing : "auto"}
    aria-label="${title}: hand and melds"
    data-drop=${isMine ? "melds" : "none"}
  >
    ${isMine ? nothing : html`<button class="look" popovertarget="side-${side}" aria-label="All of ${title}: ${many(melds.length, "meld")}"><span>${melds.length ? many(melds.length, "meld") : ""}</span></button>`}
    <div class="seats">${seats.map((seat) => seatLine(state, seat))}</div>
    ${
      melds.length
        ? html`<ul class="melds" aria-label=${isMine ? "Your melds" : `Melds of ${title}`}>
            ${repeat(
              melds,
              ({ place }) => place,
              ({ meld, place }) => meldBox(state, deeds, meld, place, calls.melds.includes(place)),
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
      ${view.match.dealer === seat ? html`<span class="chip" title="dealt this hand"><span class="wide">dealer</span><span class="narrow">D</span></span>` : nothing}
      ${seat !== me && shown.sides[seat] === shown.sides[me] ? html`<span class="chip">partner</span>` : nothing}
      <span class="facts"
        >${many(hand.count, "card")} ·
        ${score}${melded ? html` <span title="in this hand, on the table">${signed(melded)}</span>` : nothing}
        <span class="wide">points</span></span
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
                  ? html`<ul class="fan tight" aria-label="Cards that everyone saw ${nameOf(state, seat)} take">
                      ${hand.known.map(openCard)}
                    </ul>`
                  : nothing
              }`
    }
    ${notes.map((note) => noteLine(state, note))}
    ${seat !== me && state.lately[seat] && !state.replay ? html`<p class="lately">${state.lately[seat]}</p>` : nothing}
  </div>`;
}

/** @param {string} card */
const smallCard = (card) => html`<span class="card ${suitOf(card)}" data-card=${card}>${shortCard(card)}</span> `;

/** A note, whose cards are cards. @param {State} state @param {import("../src/rummy500/wire/messages.js").NoteShown} note */
const noteLine = (state, note) =>
  html`<p class="note">
    ${note.label}:
    ${partsOf(note, {
      card: smallCard,
      cards: (fact) => fact.split(" ").map(smallCard),
      melds: (fact) => fact.split(" ").flatMap((meld) => cardsOfMeld(state, meld).map(smallCard)),
    })}
  </p>`;

/** The letters that fit on a card. @param {string} name */
const badge = (name) => (name.length > 3 ? name.slice(0, 2) : name);

/** @param {State} state @param {Deeds} deeds @param {Meld} meld @param {number} place @param {boolean} isCalled */
function meldBox(state, deeds, meld, place, isCalled) {
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
        ? html`<button class="meld target ${isCalled ? "called" : ""}">
            <span class="sr">Lay off here. ${label}</span><span class="meldcards" aria-hidden="true">${cards}</span>
          </button>`
        : html`<span class="meld ${isCalled ? "called" : ""}"
            ><span class="sr">${label}</span><span class="meldcards" aria-hidden="true">${cards}</span></span
          >`
    }
  </li>`;
}

/** @param {State} state @param {Deeds} deeds @param {ReturnType<typeof called>} calls */
function middle(state, deeds, calls) {
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
  return html`<section class="middle" aria-label="Stock and discard pile" data-drop="pile">
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
    <div class="pilebox">
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
                class="card ${suitOf(card)} ${isSelected ? "selected" : along.includes(depth) ? "along" : ""} ${isHinted ? "hinted" : ""} ${calls.pile.includes(place) ? "called" : ""}"
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
      ${notes.length ? html`<div class="notes" tabindex=${notes.length > FEW_NOTES ? 0 : nothing} role="group" aria-label="Notes on the pile">${notes.map((note) => noteLine(state, note))}</div>` : nothing}
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
            @dblclick=${() => deeds.discard(place)}
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
