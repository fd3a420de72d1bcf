// The page of the table: it knows nothing but the messages of the wire (docs/reference/wire.md).
const byId = (id) => document.getElementById(id);
const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const state = { update: null, events: [], selected: [], socket: null, offered: null, end: null };

const made = (tag, text, classes = "", click = null) => {
  const element = document.createElement(tag);
  element.textContent = text; // never innerHTML: names come from other people
  element.className = classes;
  if (click) { element.type = "button"; element.addEventListener("click", click); }
  return element;
};
const cardText = (card) => (card === "*" ? "★" : card[0].replace("T", "10") + SUITS[card[1]]);
const cardButton = (card, click, chosen = false) => {
  const red = "hd".includes(card[1]) ? " red" : "";
  return made(click ? "button" : "span", cardText(card), `card${red}${chosen ? " selected" : ""}`, click);
};
const send = (type, fields = {}) => state.socket.send(JSON.stringify({ type, version: 1, ...fields }));
const nameOf = (seat) => state.update.seats[seat]?.name ?? "";

// ---------------------------------------------------------------- a new table

async function showForm() {
  const form = byId("form");
  const choices = async () => {
    const chosen = form.preset.value || "pagat";
    const found = await (await fetch(`/choices?preset=${encodeURIComponent(chosen)}`)).json();
    if (!form.preset.length) {
      form.preset.append(...found.presets.map((each) => new Option(each.name, each.name)));
      form.preset.value = "pagat";
      form.plugin.append(new Option("none", ""), ...found.plugins.map((each) => new Option(each.name, each.name)));
    }
    byId("about").textContent = found.presets.find((each) => each.name === form.preset.value)?.about ?? "";
  };
  form.hidden = false;
  form.preset.addEventListener("change", choices);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const seats = [{ name: form.name.value, player: "person" }];
    for (let each = 1; each <= Number(form.friends.value); each += 1) seats.push({ name: `Friend ${each}`, player: "person" });
    for (let each = 1; each <= Number(form.robots.value); each += 1) seats.push({ name: `Robot ${each}`, player: "greedy" });
    const body = { preset: form.preset.value, plugins: form.plugin.value ? [form.plugin.value] : [], seats };
    body.options = { "match.target": Number(form.target.value) };
    const answer = await (await fetch("/tables", { method: "POST", body: JSON.stringify(body) })).json();
    if (answer.error) { byId("wrong").textContent = answer.error; return; }
    // What comes after # is not sent to servers, so no log of one has a token.
    const links = answer.tokens.map((token, seat) => token && seat && `${location.origin}/#${answer.table}/${token}`);
    sessionStorage.setItem(answer.table, JSON.stringify(links.filter(Boolean)));
    location.hash = `${answer.table}/${answer.tokens[0]}`;
  });
  await choices();
}

// ---------------------------------------------------------------- the connection

function connect(table, token) {
  const since = state.events.at(-1)?.number ?? 0;
  const socket = new WebSocket(`${location.origin.replace("http", "ws")}/tables/${table}?since=${since}`);
  state.socket = socket;
  socket.addEventListener("open", () => socket.send(token));
  socket.addEventListener("message", ({ data }) => receive(JSON.parse(data)));
  socket.addEventListener("close", ({ code, reason }) => {
    byId("waiting").textContent = reason || "The connection is lost; connecting again …";
    if (code < 4000) setTimeout(() => connect(table, token), 1000 + 2000 * Math.random());
  });
}

function receive(message) {
  if (message.type === "update") {
    state.events.push(...message.events.filter((event) => event.number > (state.events.at(-1)?.number ?? 0)));
    if (state.update?.waiting.decision !== message.waiting.decision) {
      state.selected = [];
      state.offered = null;
      byId("refusal").textContent = "";
    }
    state.update = message;
  } else if (message.type === "selected") {
    state.offered = message;
    byId("refusal").textContent = message.refusal?.sentence ?? "";
  } else if (message.type === "refusal") {
    byId("refusal").textContent = message.sentence;
  } else if (message.type === "error") {
    byId("refusal").textContent = message.error;
  } else if (message.type === "hint") {
    byId("refusal").textContent = message.action ? `A robot would: ${message.action}` : "A robot would let it go.";
  }
  show();
}

function toggle(card, place) {
  const at = state.selected.findIndex((each) => each.place === place);
  if (at >= 0) state.selected.splice(at, 1); else state.selected.push({ card, place });
  state.offered = null;
  byId("refusal").textContent = "";
  if (state.selected.length) send("select", { cards: state.selected.map((each) => each.card) });
  show();
}

// ---------------------------------------------------------------- the table

function show() {
  const { update } = state;
  byId("table").hidden = false;
  const { view, waiting, match, legal } = update;
  const decision = waiting.decision;
  byId("seats").replaceChildren(...update.seats.map((seat, number) => {
    const side = match.scores.length === update.seats.length ? number : number % match.scores.length;
    const cards = view ? `, ${view.hands[number].count} cards` : "";
    return made("span", `${seat.name}: ${match.scores[side]} points${cards}`, `seat${waiting.on_turn === number ? " asked" : ""}`);
  }));
  const shown = view ?? update.last_hand?.view;
  byId("melds").replaceChildren(...(shown?.melds ?? []).map((meld) => {
    const element = made("span", "", "meld");
    element.title = nameOf(meld.owner);
    element.append(...meld.cards.map((each) => cardButton(each.card, null)));
    return element;
  }));
  byId("stock").textContent = shown ? `Stock: ${shown.stock}. Pile: ` : "";
  const chosen = (place) => state.selected.some((each) => each.place === place);
  const button = (where) => (card, number) => {
    const place = `${where} ${number}`;
    return cardButton(card, view && legal ? () => toggle(card, place) : null, chosen(place));
  };
  byId("pile").replaceChildren(...(shown?.pile ?? []).map(button("pile")));
  byId("hand").replaceChildren(...(view ? view.hand.map(button("hand")) : lastHands(update)));
  byId("waiting").textContent = said(update);
  byId("actions").replaceChildren(...(legal ? actions(legal, decision, waiting) : []));
  byId("events").replaceChildren(...state.events.slice(-40).reverse().map((event) => made("li", eventText(event))));
}

function lastHands(update) {
  return (update.last_hand?.hands ?? []).flatMap((cards, seat) => [
    made("span", `${nameOf(seat)} (${update.last_hand.score.by_seat[seat]}):`),
    ...cards.map((card) => cardButton(card, null)),
  ]);
}

function said({ waiting, match, view, kept, seats }) {
  if (waiting.kind === "over") return `${match.winners.map(nameOf).join(" and ")} won the match.`;
  if (waiting.kind === "deal") return "The next hand is dealt in a moment.";
  if (kept) return `You have chosen: ${kept}. The others may still claim the discard.`;
  if (waiting.kind === "window") return "Does anybody claim the discard?";
  return waiting.seats.includes(view.seat) ? "It is your turn." : `${seats[waiting.on_turn].name} is on turn.`;
}

function actions(legal, decision, waiting) {
  const submit = (action) => () => send("submit", { decision, action });
  const found = [];
  if (state.selected.length) {
    const offered = state.offered ?? { actions: [], growing: [] };
    found.push(...offered.actions.map((each) => made("button", each.action, "", submit(each.action))));
    found.push(...offered.growing.slice(0, 8).map(({ action, add }) =>
      made("button", `${action.action} (with ${add.map(cardText).join(" ")})`, "", submit(action.action))));
  } else {
    for (const { label, actions: each } of legal.kinds) {
      if (each.length <= 3) found.push(...each.map((one) => made("button", one.action, "", submit(one.action))));
      else found.push(made("span", ` ${label}: select cards. `));
    }
  }
  if (waiting.kind === "window" && waiting.on_turn !== legal.seat)
    found.push(made("button", "Let it go", "", () => send("let-go", { decision })));
  found.push(made("button", "Undo", "", () => send("undo", { decision })));
  const asks = state.events.findLast((event) => event.kind.startsWith("undo") || event.kind === "acted");
  if (asks?.kind === "undo-asked" && asks.seat !== legal.seat)
    for (const agree of [true, false])
      found.push(made("button", `${agree ? "Allow" : "Refuse"} the undo`, "", () => send("answer-undo", { decision, agree })));
  found.push(made("button", "Hint", "", () => send("ask-hint")));
  return found;
}

function eventText(event) {
  const who = event.seat === null ? "" : `${nameOf(event.seat)} `;
  if (event.kind === "acted") return `${who}${event.action.replace(/^\d+: /, "")}${event.timed_out ? " (time is up)" : ""}`;
  return `${who}${event.kind.replace("-", " ")}`;
}

// ---------------------------------------------------------------- begin

function begin() {
  const [table, token = ""] = location.hash.slice(1).split("/");
  if (!table) { showForm(); return; }
  byId("form").hidden = true;
  const links = JSON.parse(sessionStorage.getItem(table) ?? "[]");
  links.push(`${location.origin}/#${table}`);
  byId("links").replaceChildren(...links.map((link, number) => {
    const element = made("a", number < links.length - 1 ? `Link for friend ${number + 1} ` : "Link for spectators");
    element.href = link;
    element.target = "_blank";
    return element;
  }));
  connect(table, token);
}
addEventListener("hashchange", () => location.reload());
begin();
