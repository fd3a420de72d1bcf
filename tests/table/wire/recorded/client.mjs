// A client of version 1 as it was shipped. It is never changed: every later server must let it play on.
// It reads answers, a line each, and writes a line for each: what it shows, and what it requests. Its argument is a seed.
// @ts-check
import { createInterface } from "node:readline";

/** @typedef {import("./messages").Answer} Answer */
/** @typedef {import("./messages").Request} Request */
/** @typedef {Request extends infer R ? R extends Request ? Omit<R, "version"> : never : never} Asked */

/** Fails where a field is missing: a page would show "undefined". @template T @param {T} value @returns {T} */
function checked(value) {
  if (value === null || typeof value !== "object") return value;
  return new Proxy(value, {
    get(target, name) {
      if (typeof name === "string" && !(name in target) && name !== "toJSON") throw new Error(`an answer has no field ${name}`);
      return checked(Reflect.get(target, name));
    },
  });
}

let random = Number(process.argv[2] ?? 1);
/** @template T @param {readonly T[]} list @returns {T} */
function pick(list) {
  random = (random * 1103515245 + 12345) % 2 ** 31;
  return list[Math.floor((random / 2 ** 31) * list.length)];
}

/** @param {import("./messages").LegalAction} action */
const actionText = ({ action, cards, depth, collects, meld }) =>
  `${action} (${cards.join(" ")}${depth ? `, from ${depth}, with ${collects.join(" ")}` : ""}${meld === null ? "" : `, on ${meld + 1}`})`;
/** @param {import("./messages").RefusalData} refusal */
const refusalText = ({ rule, reason, template, facts, sentence }) => `${sentence} [${rule}:${reason}; ${template}; ${Object.entries(facts).join(" ")}]`;
/** @param {import("./messages").ScoreLineData} line */
const lineText = ({ seat, points, rule, kind, template, facts, sentence, cards, of_seat, meld }) =>
  `${seat}: ${points} ${sentence} ${cards.join(" ")} [${rule}:${kind}; ${template}; ${Object.entries(facts).join(" ")}; ${of_seat} ${meld}]`;
/** @param {import("./messages").ScoreData} score */
const scoreText = ({ lines, by_seat, by_side, final, partial }) => [...lines.map(lineText), by_seat.join(), by_side.join(), final, partial.join()].join("\n");
/** @param {import("./messages").PlaceData} place */
const placeText = ({ kind, number, plugin }) => `${kind}${number === null ? "" : ` ${number}`}${plugin && ` of ${plugin}`}`;
/** @param {import("./messages").ChangeData} change */
const changeText = ({ seat, source, target, number, cards, depths, shuffled }) =>
  `${seat ?? "chance"}: ${number} from ${placeText(source)} to ${placeText(target)}: ${cards.join(" ")} ${depths.join(" ")} ${shuffled}`;
/** @param {import("./messages").MatchData} match */
const matchText = ({ dealer, scores, hand_number, playoff, hands, winners, lines }) =>
  `hand ${hand_number} of ${dealer}, ${scores.join(":")} ${playoff} ${hands.map(({ dealer, out, by_seat }) => `${dealer} ${out} ${by_seat.join()}`).join("; ")}` +
  ` won by ${winners.join()} ${lines.map(lineText).join("; ")}`;
/** @param {import("./messages").LegalData} legal */
const legalText = ({ seat, kinds, more }) => `${seat} may ${kinds.map(({ kind, label, actions }) => `${kind} (${label}): ${actions.map(actionText).join("; ")}`).join("\n")} ${more}`;

/** @param {import("./messages").ViewData} view */
function viewText(view) {
  const { turn, match } = view;
  const melds = view.melds.map(({ owner, kind, cards }) => `${owner} ${kind} ${cards.map(({ card, role, by }) => `${by}:${card}=${role}`).join(" ")}`);
  const notes = view.notes.map(({ label, text, seat }) => `${label} ${text} ${seat}`);
  return [
    `${view.phase} of ${view.to_act} after ${view.last}, seen by ${view.seat}`,
    ...view.hands.map(({ count, known }, seat) => `${seat}: ${count} cards, ${known.join(" ")}`),
    `${view.hand.join(" ")} | ${view.drawn.join(" ")} | ${view.pile.join(" ")} | ${view.stock} | ${view.gone.join(" ")}`,
    ...melds,
    `${turn.taken.join(" ")} ${turn.plays.join("; ")} ${turn.stock_only} ${turn.claimed} ${turn.pending.join()}`,
    `${match.dealer} ${match.scores.join()} ${match.hand_number} ${match.playoff} ${JSON.stringify(match.memory)}`,
    `${view.idle} ${view.stale} ${view.ended} ${view.out} ${JSON.stringify(view.memory)}`,
    ...notes,
  ].join("\n");
}

/** @param {import("./messages").EventData} event */
const eventText = ({ number, kind, decision, seat, action, changes, timed_out, drops_kept, ended, back_to, by }) =>
  `${number} ${kind} ${decision} ${seat}: ${action} ${changes.map(changeText).join("; ")} ${timed_out} ${drops_kept} ${ended} ${back_to} ${by && `${by.name} (${by.player})`}`;

/** @param {import("./messages").UpdateMessage} update */
function updateText({ seat, events, number, seats, waiting, match, view, legal, kept, let_go, undo, score, last_hand, requests }) {
  const end = last_hand && [viewText(last_hand.view), ...last_hand.hands.map((hand) => hand.join(" ")), scoreText(last_hand.score)].join("\n");
  return [
    `seat ${seat}, event ${number}; ${seats.map(({ name, player }) => `${name} (${player})`).join()}; ${requests.join()}`,
    ...events.map(eventText),
    `decision ${waiting.decision}: ${waiting.kind} of ${waiting.seats.join()} ${waiting.on_turn}; ${kept} ${let_go} ${undo && `${undo.seat} ${undo.agreed.join()}`}`,
    matchText(match), view && viewText(view), legal && legalText(legal), score && scoreText(score), end,
  ].join("\n");
}

/** What a page would show of an answer; empty for a type that is not known. @param {Answer} answer @returns {string} */
function textOf(answer) {
  switch (answer.type) {
    case "update": return updateText(answer);
    case "refusal": return refusalText(answer);
    case "error": return `${answer.error} ${answer.line}:${answer.column} ${answer.expected}`;
    case "selected": {
      const growing = answer.growing.map(({ action, add }) => `${actionText(action)} + ${add.join(" ")}`);
      return [...answer.actions.map(actionText), ...growing, answer.more, answer.guess, answer.refusal && refusalText(answer.refusal)].join("\n");
    }
    case "why": return `${answer.action}: ${answer.refusal ? refusalText(answer.refusal) : "legal"}`;
    case "hint": return `${answer.action}: ${answer.sentence} [${answer.key}; ${answer.template}; ${Object.entries(answer.facts).join(" ")}]`;
    case "rules": {
      const options = answer.options.map(({ name, value, words, set_by }) => `${name} = ${value}: ${words} (${set_by})`);
      return [answer.preset, Object.entries(answer.plugins).join(" "), answer.seats, answer.sides.join(), answer.target, answer.core, ...options].join("\n");
    }
    case "sheet": return [answer.title, ...answer.lines.map(({ section, text, rules, cells }) => `${section}: ${text} ${rules.join()} ${cells.join()}`)].join("\n");
    case "choices": return [
      ...answer.presets.map(({ name, about, plugins, seats }) => `${name} ${about} ${plugins.join()} ${seats.join()}`),
      ...answer.plugins.map(({ name, about, requires, conflicts, seats, options }) => `${name} ${about} ${requires.join()} ${Object.entries(conflicts).join()} ${seats.join()} ${options.join()}`),
      ...answer.options.map(({ name, question, about, plugin, values, least, most, value, set_by }) =>
        `${name} ${question} ${about} ${plugin} ${values.map(({ value, words }) => `${value} ${words}`).join()} ${least} ${most} ${value} ${set_by}`),
    ].join("\n");
    case "view": return viewText(answer);
    case "legal": return legalText(answer);
    case "score": return scoreText(answer);
    case "match": return matchText(answer);
    case "changes": return answer.changes.map(changeText).join("\n");
    default: return "";
  }
}

let answered = "";
/** @type {Set<string>} */
const known = new Set();

/** What the player does now. @param {Answer} answer @returns {Asked[]} */
function requestsAfter(answer) {
  if (answer.type !== "update") return [];
  const { waiting: { decision, kind, seats }, legal, kept, undo, seat, view } = answer;
  for (const each of answer.requests) known.add(each);
  /** @type {Asked[]} */
  const asked = [];
  if (answer.requests.length) asked.push({ type: "describe", what: "rules" }, { type: "describe", what: "sheet" }, { type: "ask-choices", preset: "pagat" }, { type: "ask-update", since: 0 });
  if (seat === null) return asked;
  if (undo && undo.seat !== seat && !undo.agreed.includes(seat)) return [...asked, { type: "answer-undo", decision, agree: pick([true, true, false]) }];
  const now = `${decision} ${kind}`;
  if (!legal || !view || !seats.includes(seat) || kept || now === answered) return asked;
  answered = now;
  if (pick([1, 2, 3, 4]) === 1) asked.push({ type: "select", cards: view.hand.slice(0, pick([1, 2, 3])) }, { type: "ask-why", action: `discard ${view.hand.at(0) ?? "As"}` }, { type: "ask-hint" });
  if (pick([...Array(20).keys()]) === 7) return [...asked, { type: "undo", decision }];
  const plays = legal.kinds.filter(({ kind }) => ["call", "meld", "lay"].includes(kind));
  if (!legal.kinds.length) return kind === "window" ? [...asked, { type: "let-go", decision }] : asked;
  return [...asked, { type: "submit", decision, action: pick(pick(plays.length ? plays : legal.kinds).actions).action }];
}

for await (const line of createInterface({ input: process.stdin })) {
  /** @type {Answer} */
  const answer = checked(JSON.parse(line));
  const shown = textOf(answer);
  if (shown.includes("undefined")) throw new Error(`shown as undefined: ${shown}`);
  const requests = requestsAfter(answer).filter(({ type }) => known.has(type)).map((request) => JSON.stringify({ version: 1, ...request }));
  process.stdout.write(`${JSON.stringify({ shown, requests })}\n`);
}
