// The form of a new game: preset, plugins and why some do not go together, options in words, seats and opponents.
// @ts-check
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { capital } from "./cards.js";
import { sheetOf } from "./panels.js";
import { inWords, many } from "./words.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./deeds.js").Deeds} Deeds */
/** @typedef {Pick<State, "choices" | "setup" | "hasHouseRule"> & Partial<Pick<State, "houseRule" | "opened" | "hasNoTarget" | "wrongOption">>} Filled the form as it is filled in */
/** @typedef {Pick<Deeds, "changeSetup"> & Partial<Pick<Deeds, "hasHost">>} Changing */
/** @typedef {import("../src/rummy500/wire/messages.js").PluginChoiceData} Plugin */
/** @typedef {import("../src/rummy500/wire/messages.js").OptionChoiceData} Option */
/**
 * @typedef {object} Setup
 * @property {string} preset
 * @property {string[]} plugins
 * @property {Record<string, string | number | boolean>} options
 * @property {number} seats
 * @property {string[]} names
 * @property {Record<string, string>} programs
 * @property {string} seed
 * @property {boolean} house_rule
 */

/**
 * The games that the form offers before all rules: presets, and variants on the rules that their source begins with.
 * @type {[string, ...string[]][]}
 */
const GAMES = [
  ["pagat"],
  ["classic"],
  ["family"],
  ["north-american"],
  ["classic", "oklahoma"],
  ["classic", "persian"],
  ["classic", "throw-down"],
  ["classic", "michigan"],
  ["wikipedia", "dealers-gambit"],
  ["wikipedia", "partnership"],
];
/** So many letters stand on a tile. */
const TILE = 62;
/** The variants that the site has a page of. A test compares them. */
const PAGES = (
  "five-ten-fifteen boathouse partnership persian oklahoma dealers-gambit floating michigan throw-down " +
  "wikipedia scoring add-opponents-hand masters-hand must-go-out displayed-discards house-rules"
).split(" ");

/** The title of a preset or a variant. @param {{name: string, title: string}[] | undefined} listed @param {string} name */
export const titleOf = (listed, name) => listed?.find((each) => each.name === name)?.title ?? name;

/**
 * Rules in a line: the preset, and the variants that were added, without those that come with them.
 * @param {string[]} titles as the rules of a game have them @param {number} [most] how many variants are named
 */
export function rulesLine([preset, ...added], most = Infinity) {
  const named = added.length > most ? [...added.slice(0, most), `${added.length - most} more`] : added;
  return named.length ? `${preset} with ${inWords(named)}` : preset;
}

/** The person, and the names of programs as the terminal shows them. A test compares them. */
const NAMES = ["You", "Ada", "Bela", "Cleo", "Dana", "Egon", "Fay", "Gus"];
const PROGRAMS = [
  ["easy", "easy"],
  ["medium", "medium"],
  ["hard", "hard"],
  ["expert", "expert, thinks longer"],
  ["random", "plays at random"],
  ["default", "never melds"],
];

/** @param {number} seats */
export const namesFor = (seats) => NAMES.slice(0, seats);

/** A seed that nobody chose. */
export const freshSeed = () =>
  [...crypto.getRandomValues(new Uint32Array(2))].map((each) => each.toString(36)).join("");

/** The first game. @returns {Setup} */
export const firstSetup = () => ({
  preset: "pagat",
  plugins: [],
  options: {},
  seats: 3,
  names: namesFor(3),
  programs: { 1: "easy", 2: "easy" },
  seed: freshSeed(),
  house_rule: false,
});

/** The setup with another number of seats; new ones are played like the last. @param {Setup} setup @param {number} seats @returns {Setup} */
export function withSeats(setup, seats) {
  const last = Object.values(setup.programs).at(-1) ?? "easy";
  const programs = Object.fromEntries(
    Array.from({ length: seats - 1 }, (_, n) => [n + 1, setup.programs[n + 1] ?? last]),
  );
  return { ...setup, seats, programs, names: namesFor(seats).map((name, n) => setup.names[n] ?? name) };
}

/** The plugins that are turned on, with those that they and the preset require. @param {Filled} state @returns {string[]} */
export function activePlugins(state) {
  const { choices, setup } = state;
  const preset = choices?.presets.find(({ name }) => name === setup.preset);
  /** @type {string[]} */
  const found = [];
  /** @param {string} name */
  const add = (name) => {
    if (found.includes(name)) return;
    found.push(name);
    choices?.plugins.find((each) => each.name === name)?.requires.forEach(add);
  };
  [...(preset?.plugins ?? []), ...setup.plugins].forEach(add);
  return found;
}

/** The numbers of players that rules allow. @param {{seats: number[], even_seats?: boolean}[]} rules */
const seatsOf = (...rules) =>
  [2, 3, 4, 5, 6, 7, 8].filter((number) =>
    rules.every(
      ({ seats: [fewest, most], even_seats }) => fewest <= number && number <= most && !(even_seats && number % 2),
    ),
  );

/** The numbers of players that the rules in the form allow. @param {Filled} state */
function seatsAllowed(state) {
  const { choices, setup } = state;
  const active = activePlugins(state);
  return seatsOf(
    ...(choices?.presets ?? []).filter(({ name }) => name === setup.preset),
    ...(choices?.plugins ?? []).filter(({ name }) => active.includes(name)),
  );
}

/** Numbers of players in words. @param {number[]} seats */
const seatsText = (seats) =>
  seats.length > 1 && seats[seats.length - 1] - seats[0] === seats.length - 1
    ? `${seats[0]} to ${seats.at(-1)}`
    : seats.join(" or ");

/** The setup with as many players as are wanted, or nearly as many if the rules allow others. @param {Filled} state @param {number} wanted */
export function seated(state, wanted) {
  const [nearest] = seatsAllowed(state).toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted));
  return state.choices && nearest ? withSeats(state.setup, nearest) : state.setup;
}

/** The chosen options that other rules have, too, with a value that is legal there and not theirs anyway. @param {Option[]} options @param {Setup["options"]} chosen */
export const keptOptions = (options, chosen) =>
  Object.fromEntries(
    Object.entries(chosen).filter(([name, value]) => {
      const option = options.find((each) => each.name === name);
      return (
        option &&
        value !== option.value &&
        (option.values.some((each) => each.value === value) ||
          (typeof value === "number" &&
            option.least !== null &&
            value >= option.least &&
            value <= (option.most ?? Infinity)))
      );
    }),
  );

/** @param {State} state @param {Deeds} deeds */
export function setupDialog(state, deeds) {
  const { choices, setup } = state;
  if (!choices) return html`<p>The lists are not loaded yet.</p>`;
  return html`<form
    method="dialog"
    @submit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      deeds.openTable(setup);
    }}
  >
    ${opponentsField(state, deeds)} ${gamesField(state, deeds)}
    <details class="options rest" ?open=${Boolean(state.wrongOption)}>
      <summary>More rules</summary>
      ${rulesFields(state, deeds)} ${playersField(state, deeds, PROGRAMS)} ${optionsField(state, deeds)}
      <label
        >Code of this deal
        <input
          class="seed"
          aria-label="Code of this deal"
          maxlength="40"
          .value=${setup.seed}
          @change=${(/** @type {Event} */ event) => deeds.changeSetup({ ...setup, seed: /** @type {HTMLInputElement} */ (event.target).value })}
        />
        <span class="quiet">The same code, with the same rules and seats, deals the same cards.</span></label
      >
    </details>
    ${state.setupSheet ? html`<div class="panel" id="setup-sheet">${sheetOf(state.setupSheet)}</div>` : nothing}
    <div class="foot">
      <div role="status">${state.setupError ? html`<p class="wrong">${state.setupError}</p>` : dealLine(state)}</div>
      <div class="buttons">
        <button class="primary" ?disabled=${Boolean(state.setupError)}>Deal</button>
        <button type="button" @click=${deeds.readSheet} ?disabled=${Boolean(state.setupError)}>Read these rules</button>
        <button type="button" @click=${deeds.closeDialog}>Cancel</button>
      </div>
    </div>
  </form>`;
}

/** The level of all opponents; empty if they differ. @param {Setup} setup */
function levelOf({ programs }) {
  const levels = [...new Set(Object.values(programs))];
  return levels.length === 1 ? levels[0] : "";
}

/** The game that *Deal* deals. @param {State} state */
function dealLine(state) {
  const { choices, setup } = state;
  const added = setup.plugins.map((name) => titleOf(choices?.plugins, name));
  const changed = Object.keys(setup.options).length;
  const details = [
    ...(setup.seats === state.seatsWanted ? [] : [`it is for ${seatsText(seatsAllowed(state))} players`]),
    `${many(setup.seats - 1, "opponent")}${levelOf(setup) && `, ${levelOf(setup)}`}`,
    ...(setup.house_rule ? ["your house rule"] : []),
    ...(changed ? [many(changed, "option") + " changed"] : []),
  ];
  return html`<p><b>${rulesLine([titleOf(choices?.presets, setup.preset), ...added])}</b>: ${details.join("; ")}</p>`;
}

/** How many opponents, and how strong, in one tap. @param {State} state @param {Deeds} deeds */
function opponentsField({ choices, setup, seatsWanted }, deeds) {
  const most = Math.max(4, seatsWanted - 1);
  return html`<fieldset class="opponents">
    <legend>Opponents</legend>
    ${choices?.levels.map(
      ({ name, about }) =>
        html`<div class="level" role="group" aria-label="Opponents: ${name}">
          <b>${capital(name)}</b>
          ${Array.from({ length: most }, (_, n) => {
            const isChosen = name === levelOf(setup) && n + 2 === seatsWanted;
            return html`<button
              type="button"
              aria-label="${n + 1} ${name}"
              aria-pressed=${isChosen}
              @click=${() => deeds.chooseOpponents(n + 1, name)}
            >
              ${n + 1}
            </button>`;
          })}
          <span class="quiet ${name === levelOf(setup) ? "chosen" : ""}">${about}</span>
        </div>`,
    )}
  </fieldset>`;
}

/** The first parts of a sentence, as many as a tile has room for; the form has all of it with *More rules*. @param {string} about */
const inShort = (about) =>
  about.split("; ").reduce((found, part) => (`${found}; ${part}`.length > TILE ? found : `${found}; ${part}`));

/** The games that are dealt by one tap, as they are usually played. @param {State} state @param {Deeds} deeds */
function gamesField({ choices, setup, seatsWanted }, deeds) {
  const games = GAMES.flatMap(([preset, ...plugins]) => {
    const lists = [
      choices?.presets.find(({ name }) => name === preset),
      ...plugins.map((plugin) => choices?.plugins.find(({ name }) => name === plugin)),
    ];
    const shown = lists.at(-1);
    return shown && lists.every(Boolean) ? [{ preset, plugins, shown }] : [];
  });
  return html`<fieldset class="games">
    <legend>Tap a game to deal it</legend>
    ${games.map(({ preset, plugins, shown }) => {
      const seats = seatsOf(shown);
      const isSet = preset === setup.preset && plugins.join() === setup.plugins.join();
      return html`<button
        type="button"
        aria-current=${isSet ? "true" : nothing}
        title=${shown.about}
        @click=${() => deeds.dealGame(preset, plugins)}
      >
        <b>${shown.title}</b>
        <span class="quiet"
          >${seats.includes(seatsWanted) ? capital(inShort(shown.about)) : `For ${seatsText(seats)}: ${inShort(shown.about)}`}</span
        >
      </button>`;
    })}
  </fieldset>`;
}

// The parts of the form: the lobby of examples/online-table makes its own form of them.

/** Presets and plugins. @param {Filled} state @param {Changing} deeds */
export function rulesFields(state, deeds) {
  const { choices, setup } = state;
  const active = activePlugins(state);
  // Those of the game that is played come first. A click moves nothing.
  const isOpened = (/** @type {Plugin} */ { name }) => Number(state.opened?.plugins.includes(name) ?? false);
  const plugins = [...(choices?.plugins ?? [])].sort((a, b) => isOpened(b) - isOpened(a));
  return html` <fieldset>
      <legend>Rules to start from</legend>
      <div class="cardsof">
        ${choices?.presets.map(
          ({ name, title, about, plugins: own }) =>
            html`<label class="choice">
              <input
                type="radio"
                name="preset"
                value=${name}
                .checked=${setup.preset === name}
                @change=${() => deeds.changeSetup({ ...setup, preset: name })}
              />
              <span
                ><b>${title}</b>
                ${about}${own.length ? html` <i>(with ${own.length > 1 ? "these variants" : "this variant"}: ${own.map((each) => titleOf(plugins, each)).join(", ")})</i>` : nothing}</span
              ></label
            >`,
        )}
      </div>
    </fieldset>
    <fieldset>
      <legend>Variants to add</legend>
      <div class="cardsof">
        ${plugins.map((plugin) => pluginChoice(state, deeds, plugin, active))}
        ${
          state.hasHouseRule
            ? html`<label class="choice"
                ><input
                  type="checkbox"
                  .checked=${setup.house_rule}
                  @change=${() => deeds.changeSetup({ ...setup, house_rule: !setup.house_rule })}
                /><span
                  ><b>Your house rule${state.houseRule ? `: ${state.houseRule}` : ""}</b> as you wrote it in the
                  editor</span
                ></label
              >`
            : nothing
        }
      </div>
    </fieldset>`;
}

/**
 * Who plays: the person at the page has the first seat.
 * @param {Filled} state @param {Changing} deeds
 * @param {string[][]} players those who may have the others, each with a few words
 */
export function playersField(state, deeds, players) {
  const { setup } = state;
  /** @param {Partial<Setup>} change */
  const set = (change) => deeds.changeSetup({ ...setup, ...change });
  return html`<fieldset>
    <legend>Players</legend>
    <div class="length">
      <label
        >Seats
        <select
          aria-label="Seats"
          @change=${(/** @type {Event} */ event) => deeds.changeSetup(withSeats(setup, Number(/** @type {HTMLSelectElement} */ (event.target).value)))}
        >
          ${seatsAllowed(state).map((each) => html`<option value=${each} .selected=${setup.seats === each}>${each}</option>`)}
        </select></label
      >
      ${state.choices?.options.filter(({ name }) => name === TARGET && !state.hasNoTarget).map((option) => optionChoice(state, deeds, option))}
    </div>
    <ul class="players">
      ${setup.names.map(
        (name, seat) =>
          html`<li>
            <input
              aria-label="Name of seat ${seat}"
              maxlength="20"
              required
              placeholder=${seat ? "Name" : "Your name"}
              .value=${name}
              @change=${(/** @type {Event} */ event) => set({ names: setup.names.map((each, n) => (n === seat ? /** @type {HTMLInputElement} */ (event.target).value : each)) })}
            />
            ${
              seat
                ? html`<select
                    aria-label="Who plays seat ${seat}"
                    @change=${(/** @type {Event} */ event) => set({ programs: { ...setup.programs, [seat]: /** @type {HTMLSelectElement} */ (event.target).value } })}
                  >
                    ${players.map(([player, words]) => html`<option value=${player} .selected=${setup.programs[seat] === player}>${words}</option>`)}
                  </select>`
                : html`<span>you</span>`
            }
          </li>`,
      )}
    </ul>
    ${deeds.hasHost ? html`<p class="quiet">One person plays here, against programs. Several people at one screen: <a href="../play-in-a-terminal/" target="_blank">Play in a terminal</a>.</p>` : nothing}
  </fieldset>`;
}

/** The length of a match: asked beside the players. */
const TARGET = "match.target";

/** @param {Filled} state @param {Changing} deeds */
export function optionsField(state, deeds) {
  const options = (state.choices?.options ?? []).filter(({ name }) => name !== TARGET);
  const changed = options.filter(({ name }) => name in state.setup.options).length;
  return html`<details class="options" ?open=${options.some(({ name }) => name === state.wrongOption)}>
    <summary>Options (${options.length}${changed ? `, ${changed} changed` : ""})</summary>
    ${options.map((option) => optionChoice(state, deeds, option))}
  </details>`;
}

/** @param {Filled} state @param {Changing} deeds @param {Plugin} plugin @param {string[]} active */
function pluginChoice(state, deeds, plugin, active) {
  const { setup } = state;
  const isChosen = setup.plugins.includes(plugin.name);
  const isRequired = active.includes(plugin.name) && !isChosen;
  const against = active.filter((name) => plugin.conflicts[name]);
  /** @param {Event} event */
  const change = (event) => {
    const plugins = /** @type {HTMLInputElement} */ (event.target).checked
      ? [...setup.plugins, plugin.name]
      : setup.plugins.filter((name) => name !== plugin.name);
    deeds.changeSetup({ ...setup, plugins });
  };
  const page = deeds.hasHost && PAGES.includes(plugin.name);
  return html`<div class="variant">
    <label class="choice ${against.length && !isChosen ? "off" : ""}"
      ><input
        type="checkbox"
        value=${plugin.name}
        .checked=${isChosen || isRequired}
        ?disabled=${isRequired || (against.length > 0 && !isChosen)}
        @change=${change}
      />
      <span
        ><b>${plugin.title}</b> ${plugin.about} ${isRequired ? html`<i>(comes with your choice)</i>` : nothing}
        ${against.map((name) => html`<em>Not with ${titleOf(state.choices?.plugins, name)}: ${plugin.conflicts[name]}.</em>`)}</span
      ></label
    >
    ${page ? html`<a class="more" href="../variants/${plugin.name}/" target="_blank" aria-label="more about ${plugin.title}, in a new tab">more</a>` : nothing}
  </div>`;
}

/** @param {Filled} state @param {Changing} deeds @param {Option} option */
function optionChoice(state, deeds, option) {
  const { setup } = state;
  const value = setup.options[option.name] ?? option.value;
  /** @param {string | number | boolean} chosen */
  const set = (chosen) => {
    const { [option.name]: _, ...others } = setup.options;
    deeds.changeSetup({ ...setup, options: chosen === option.value ? others : { ...others, [option.name]: chosen } });
  };
  const isChanged = option.name in setup.options;
  const isListed = option.values.some((each) => each.value === value);
  const isWrong = state.wrongOption === option.name;
  const control =
    option.least !== null && (!isListed || option.values.length < 2)
      ? html`<input
          type="number"
          aria-invalid=${isWrong ? "true" : nothing}
          min=${option.values.some((each) => each.value === 0) ? 0 : option.least}
          max=${option.most ?? nothing}
          .value=${String(value)}
          @change=${(/** @type {Event} */ event) => set(Number(/** @type {HTMLInputElement} */ (event.target).value))}
        />`
      : html`<select
          aria-invalid=${isWrong ? "true" : nothing}
          @change=${(/** @type {Event} */ event) => {
            const at = /** @type {HTMLSelectElement} */ (event.target).selectedIndex;
            set(
              at < option.values.length
                ? option.values[at].value
                : /** @type {number} */ (option.least) + option.values.length,
            );
          }}
        >
          ${option.values.map((each) => html`<option .selected=${each.value === value}>${each.words}</option>`)}
          ${option.least !== null ? html`<option>another number …</option>` : nothing}
        </select>`;
  const question = option.question.replace(/; auto: .*/, ""); // the choice itself says it
  return html`<label class="option ${isChanged ? "changed" : ""} ${isWrong ? "wrong" : ""}" title=${option.name}
    ><span>${capital(question)}</span>${control}</label
  >`;
}
