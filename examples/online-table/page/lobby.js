// The lobby: open a table, hand out the links of its seats, go back to a table. The page to play on is in play/.
const STORED = "rummy500.tables";
const MOST_STORED = 20;
const PLAYERS = [["person", "a friend"], ["easy", "computer, easy"], ["medium", "computer, medium"], ["hard", "computer, hard"], ["expert", "computer, expert"], ["random", "computer, at random"], ["default", "computer, never melds"]];

const parts = await Promise.all([import("./play/vendor/lit-html/lit-html.js"), import("./play/setup.js")]).catch(() => null);
if (!parts) document.getElementById("unbuilt").hidden = false;
const [{ html, nothing, render }, form] = parts ?? [{}, {}];

const state = {
  /** The lists to choose from; those of play/setup.js read it and `setup`. */
  choices: null,
  setup: null,
  hasHouseRule: false,
  error: "",
  /** The option that it is about; the form marks it. */
  wrongOption: "",
  copied: "",
  tables: JSON.parse(localStorage.getItem(STORED) ?? "[]"),
};

const deeds = {
  changeSetup(setup) {
    const rules = ({ preset, plugins }) => `choices?preset=${encodeURIComponent(preset)}&plugins=${encodeURIComponent(plugins.join(","))}`;
    const isSame = state.setup && rules(setup) === rules(state.setup);
    state.setup = setup;
    state.error = state.wrongOption = "";
    state.setup = form.seated(state, setup.seats);
    draw();
    if (!isSame) asked(rules(setup)).then((choices) => { listed(setup, choices); draw(); }, refused);
  },
};

/** The lists for a setup have come: the form has the options that they allow. */
function listed({ preset }, choices) {
  if (preset !== state.setup.preset) return;
  state.choices = choices;
  state.setup.options = form.keptOptions(choices.options, state.setup.options);
}

/** Asks the server. Throws its reason if it refuses. */
async function asked(path, body) {
  const answer = await fetch(path, body ? { method: "POST", body: JSON.stringify(body) } : {});
  const found = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(found.error), { option: found.option });
  return found;
}

function refused(error) {
  state.error = error.message || "The server does not answer.";
  state.wrongOption = error.option ?? "";
  draw();
}

async function openTable() {
  const { preset, plugins, options, names, programs } = state.setup;
  const seats = names.map((name, seat) => ({ name, player: programs[seat] ?? "person" }));
  try {
    const { table, tokens } = await asked("tables", { preset, plugins, options, seats });
    const { presets, plugins: listed } = state.choices;
    const rules = form.rulesLine([form.titleOf(presets, preset), ...plugins.map((name) => form.titleOf(listed, name))]);
    store([{ table, rules, seats: seats.map(({ name }, seat) => ({ name, token: tokens[seat] })) }, ...state.tables]);
    localStorage.setItem("rummy500.name", names[0]);
    scrollTo(0, 0);
  } catch (error) {
    refused(error);
  }
}

function store(tables) {
  state.tables = tables.slice(0, MOST_STORED);
  localStorage.setItem(STORED, JSON.stringify(state.tables));
  draw();
}

/** What comes after # is not sent to servers, so no log of one has a token. */
const linkOf = (table, token) => new URL(`play/?table=/tables/${table}#${token}`, location.href).href;

async function copy(link) {
  try {
    await navigator.clipboard.writeText(link);
    state.copied = link;
  } catch {
    state.copied = "";
  }
  draw();
}

const tableBox = ({ table, rules, seats }) => {
  const [own, ...others] = seats;
  const links = [...others.filter(({ token }) => token), { name: "Spectators", token: "" }];
  return html`<section class="opened"><h3>${seats.map(({ name }) => name).join(", ")} <span class="quiet">${rules}</span></h3>
    ${links.length > 1 ? html`<p>Send each friend their link, and to nobody else: whoever has it plays that seat.</p>` : nothing}
    <ul class="links">${links.map(({ name, token }) => {
      const link = linkOf(table, token);
      return html`<li><span>${name}</span><input readonly aria-label="Link for ${name}" .value=${link} @focus=${(event) => event.target.select()}>
        <button @click=${() => copy(link)}>${state.copied === link ? "Copied" : "Copy"}</button></li>`;
    })}</ul>
    <div class="buttons"><a class="primary" href=${linkOf(table, own.token)}>Play as ${own.name}</a>
      <button @click=${() => store(state.tables.filter((each) => each.table !== table))}>Forget this table</button></div></section>`;
};

const lobby = () => html`
  <h1>Tables of 500 Rummy</h1>
  ${state.tables.length ? html`<h2>Your tables</h2>${state.tables.map(tableBox)}` : nothing}
  <h2>Open a table</h2>
  ${state.choices ? html`<form @submit=${(event) => { event.preventDefault(); openTable(); }}>
    ${form.playersField(state, deeds, PLAYERS)}
    ${form.rulesFields(state, deeds)}
    ${form.optionsField(state, deeds)}
    ${state.error ? html`<p class="wrong" role="alert">${state.error}</p>` : nothing}
    <div class="buttons"><button class="primary">Open the table</button></div></form>`
    : html`<p role="status">${state.error || "One moment …"}</p>`}`;

function draw() {
  render(lobby(), document.getElementById("lobby"));
}

if (parts) {
  const names = [localStorage.getItem("rummy500.name") ?? "", "Ada", "Bela"];
  deeds.changeSetup({ ...form.firstSetup(), names, programs: { 1: "person", 2: "easy" } });
}
