// What the table answers, and what of it is shown.
// @ts-check
import { beginWindow } from "./calls.js";
import { host, table } from "./connected.js";
import { draw } from "./draw.js";
import { forgetEvents, noteAll } from "./log.js";
import { celebrate } from "./moments.js";
import { move } from "./motion.js";
import { askChoices, listed } from "./newgame.js";
import { isAwaited, newsOf } from "./online.js";
import { follow, forgetComing } from "./pace.js";
import { forget, forgetSent, letGo, selected, why } from "./play.js";
import { forgetGone, hasLetGoAll } from "./rummy.js";
import { save } from "./saving.js";
import { say, show } from "./saying.js";
import { state } from "./state.js";
import { noteLaid, noteLesson } from "./teaching.js";
import { told } from "./words.js";

/** @typedef {import("../src/rummy500/wire/messages.js").Answer} Answer */
/** @typedef {import("../src/rummy500/wire/messages.js").UpdateMessage} Update */

/** How many events the log shows of what happened before the page was opened. */
const EVENTS_SHOWN = 60;

/** @param {Answer} message */
export function answer(message) {
  if (message.type === "update") arrived(message);
  else if (message.type === "selected") selected(message);
  else if (message.type === "rules") {
    state.rules = message;
    if (host && Object.keys(message.plugins).length) askChoices(); // their title leaves out what comes with others
  } else if (message.type === "sheet") state.sheet = message;
  else if (message.type === "choices") {
    state.choices = message;
    state.setupError = state.wrongOption = "";
    listed();
  } else if (message.type === "hint") hint(message);
  else if (message.type === "why") why(message);
  else if (message.type === "refusal") say(told(state, message), "wrong", message.rule);
  else if (message.type === "error") {
    if (state.dialog === "setup")
      Object.assign(state, { setupError: message.error, wrongOption: message.refusal.facts.option ?? "" });
    else say(told(state, message.refusal), "wrong");
  }
  if (message.type === "rules") show();
  draw();
}

/** @param {Update} message */
function arrived(message) {
  // It has no events: the last ones are asked for, and a host sends them. After a new connection the page goes on.
  const isFirst = message.requests.length > 0 && Boolean(host || !state.update);
  if (state.lesson?.isChanging && !isFirst) return;
  if (isFirst) {
    noteLaid();
    forgetComing();
    forgetEvents();
    state.moment = null;
    state.since = message.number;
    table.send({ type: "describe", what: "rules" });
    table.send({ type: "describe", what: "sheet" });
    if (!host) table.send({ type: "ask-update", since: Math.max(0, message.number - EVENTS_SHOWN) });
  }
  if (isFirst) update(message, false, true);
  else follow(message, update);
  if (host) save();
}

/** Shows how the table stands. @param {Update} message @param {boolean} moves cards move to their places @param {boolean} [isFirst] a table is opened */
function update(message, moves, isFirst = false) {
  if (!message.view) forgetSent();
  const before = state.update;
  if (moves) move(message);
  state.update = message;
  show();
  if (!isFirst) celebrate(message);
  // At a server others act while cards are being selected: the selection stays as long as the decision does.
  if (isFirst || before?.waiting.decision !== message.waiting.decision || before.kept !== message.kept) {
    forget();
    if (!isFirst) state.notice = null; // what was said of the game that begins stays
  }
  noteAll(message.events);
  if (isFirst || message.events.some(({ kind }) => kind === "dealt")) forgetGone();
  state.undo = message.undo;
  const news = newsOf(
    state,
    message.events.filter(({ number }) => number > state.since),
  );
  if (news) say(news, "news");
  if (!host) document.title = isAwaited(message) ? "Your turn: 500 Rummy" : "500 Rummy";
  beginWindow(message);
  if (host && hasLetGoAll(message)) letGo();
  noteLesson(message);
}

/** @param {import("../src/rummy500/wire/messages.js").HintMessage} message */
function hint(message) {
  const { action, legal } = message;
  const view = state.update?.view;
  if (!view) return;
  forget();
  state.notice = {
    text: `Hint: ${legal ? told(state, legal) : "let it go"}.`,
    reason: told(state, message),
    rule: "",
    kind: "news",
  };
  state.hint = action;
  if (!legal) return;
  const cards = [...legal.cards];
  if (legal.depth) {
    const place = view.pile.length - legal.depth;
    state.hinted.pile = [place];
    if (cards.includes(view.pile[place])) cards.splice(cards.indexOf(view.pile[place]), 1); // it is not in the hand yet
  }
  view.hand.forEach((card, place) => {
    if (cards.includes(card)) {
      cards.splice(cards.indexOf(card), 1);
      state.hinted.hand.push(place);
    }
  });
}
