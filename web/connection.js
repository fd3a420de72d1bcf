// Two ways to a table: a worker in the page, and a websocket. Both carry the messages of rummy500.wire, as JSON texts.
// @ts-check

/** @typedef {import("../src/rummy500/wire/messages.js").Answer} Answer */
/** @typedef {import("../src/rummy500/wire/messages.js").TableRequest} TableRequest */
/** @typedef {import("./host.js").HostCalls} HostCalls */
/** @typedef {TableRequest extends infer R ? R extends TableRequest ? Omit<R, "version"> : never : never} Asked */

/**
 * @typedef {object} Listener
 * @property {(answer: Answer) => void} answer
 * @property {(text: string) => void} progress
 * @property {(ms: number) => void} ready
 * @property {(text: string) => void} failed
 * @property {(isSlow: boolean) => void} slow the worker has been busy with one message for a while, or is no longer
 * @property {(what: string) => void} restarted the worker was ended, and begins anew: the end of a sentence says why
 * @property {(error: HostError) => void} refused a request failed; a call that fails is rejected
 */

/** A request or a call that is not answered yet. @typedef {{resolve?: (value: any) => void, reject?: (error: HostError) => void, settle?: () => void, seconds: number}} Open */

/** How long one message may take; a check of the laws plays whole hands. */
const SECONDS = 15;
const SECONDS_FOR_LAWS = 60;
/** After this time the person hears that something still runs. */
const SLOW_MS = 500;
/** A server that closes a socket with such a code does not want it back. */
const FINAL = 4000;
const RETRY_MS = [500, 1000, 2000, 5000, 10000];

/** A table in a worker of the page, with a host that opens and saves it. */
export class WorkerConnection {
  /** @param {Listener} listener */
  constructor(listener) {
    this.listener = listener;
    this.number = 0;
    /** @type {Map<number, Open>} */
    this.open = new Map();
    this.seconds = SECONDS;
    /** programs at the table act, or think */ this.isThinking = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.slowTimer = undefined;
    this.begin();
  }

  begin() {
    this.isReady = this.isThinking = false;
    this.watch();
    // From a blob, so that the worker has the page's content security policy.
    const source = `import ${JSON.stringify(new URL("worker.js", import.meta.url).href)};`;
    const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    const worker = new Worker(address, { type: "module" });
    this.worker = worker;
    worker.addEventListener("message", ({ data }) => {
      if (worker === this.worker) this.receive(data); // one that was ended may have sent more
    });
    worker.addEventListener("error", (event) => this.failed(event.message || "the worker did not start"));
  }

  /** A worker that does not start fails for good; one that fails later begins anew. @param {string} text */
  failed(text) {
    if (this.isReady) this.restart(`stopped Python (${text.trim().split("\n").at(-1)})`);
    else this.listener.failed(text);
  }

  /** @param {any} data */
  receive(data) {
    if (data.kind === "progress") this.listener.progress(data.text);
    else if (data.kind === "rest") this.isThinking = false;
    else if (data.kind === "failed") this.failed(data.text);
    else if (data.kind === "ready") {
      this.isReady = true;
      this.watch();
      this.listener.ready(data.ms);
    } else if (data.kind === "done") {
      const call = this.open.get(data.id);
      this.open.delete(data.id);
      this.isThinking = true; // until the worker says that none does
      call?.settle?.();
      this.watch();
    } else if (data.kind === "result") this.whenDone(data.id, (call) => call.resolve?.(JSON.parse(data.text)));
    else if (data.kind === "error") {
      const { error, line, needs, option } = JSON.parse(data.text);
      const failure = new HostError(error, line, needs, option);
      if (data.id === undefined)
        this.listener.refused(failure); // of a program that thinks, which nobody has asked for
      else this.whenDone(data.id, (call) => (call.reject ? call.reject(failure) : this.listener.refused(failure)));
    } else this.listener.answer(JSON.parse(data.text));
  }

  /** An update may follow an answer: the caller hears of it after that, and finds the table as it is now. @param {number} id @param {(call: Open) => void} settle */
  whenDone(id, settle) {
    const call = this.open.get(id);
    if (call) call.settle = () => settle(call);
  }

  /** Each message has its time from when the one before it was answered. */
  watch() {
    clearTimeout(this.timer);
    clearTimeout(this.slowTimer);
    this.listener.slow(false);
    const [first] = this.open.values();
    if (!this.isReady || !first) return;
    this.timer = setTimeout(
      () => this.restart(`did not end in ${first.seconds} seconds, and was stopped`),
      first.seconds * 1000,
    );
    this.slowTimer = setTimeout(() => this.listener.slow(true), SLOW_MS);
  }

  /** @param {string} what the end of a sentence about what ran */
  restart(what) {
    this.worker?.terminate();
    const open = [...this.open.values()];
    this.open.clear();
    for (const each of open) each.reject?.(new HostError(`This ${what}.`));
    this.begin();
    this.listener.restarted(what);
  }

  /** @param {"wire" | "host"} kind @param {string} text @param {object} [call] */
  post(kind, text, call = {}) {
    const id = ++this.number;
    this.open.set(id, { seconds: this.seconds, ...call });
    this.worker?.postMessage({ kind, id, text });
    if (this.open.size === 1) this.watch();
  }

  /** @param {Asked} request */
  send(request) {
    this.post("wire", JSON.stringify({ version: 1, ...request }));
  }

  /**
   * Calls the host of the table.
   * @template {keyof HostCalls} Name
   * @param {Name} name
   * @param {Parameters<HostCalls[Name]>} values
   * @returns {Promise<ReturnType<HostCalls[Name]>>}
   */
  call(name, ...values) {
    return new Promise((resolve, reject) => {
      const patience = name === "laws" ? { seconds: SECONDS_FOR_LAWS } : {};
      this.post("host", JSON.stringify({ call: name, ...values[0] }), { resolve, reject, ...patience });
    });
  }
}

/** What the host of a table refuses, or how a house rule failed. */
export class HostError extends Error {
  /** @param {string} text @param {number} [line] the line of the house rule; 0 for none @param {string} [needs] a house rule to compose first @param {string} [option] the option that it is about */
  constructor(text, line = 0, needs = "", option = "") {
    super(text);
    this.line = line;
    this.needs = needs;
    this.option = option;
  }

  /** The words for somebody who does not look at the rule. */
  get sentence() {
    return this.line ? `Your rule failed in line ${this.line}: ${this.message}` : this.message;
  }
}

/**
 * A table at a server, as examples/online-table serves it. It has no host here: the server opens tables, deals, and ends
 * windows. The first message is the token of a seat, empty for a spectator; requests and answers follow.
 */
export class SocketConnection {
  /** @param {string} address @param {string} token @param {Listener} listener */
  constructor(address, token, listener) {
    this.address = address;
    this.token = token;
    this.listener = listener;
    /** the last event that has come; none before the first update @type {number | null} */ this.last = null;
    this.failures = 0;
    this.begin();
  }

  begin() {
    const begun = performance.now();
    this.socket = new WebSocket(this.last === null ? this.address : `${this.address}?since=${this.last}`);
    this.socket.addEventListener("open", () => {
      this.socket?.send(this.token);
      this.listener.ready(performance.now() - begun);
    });
    this.socket.addEventListener("message", ({ data }) => {
      this.failures = 0; // not when it opens: a server may close it at once
      /** @type {Answer} */
      const answer = JSON.parse(data);
      if (answer.type === "update") this.last = Math.max(this.last ?? 0, answer.events.at(-1)?.number ?? answer.number);
      this.listener.answer(answer);
    });
    this.socket.addEventListener("close", ({ code, reason }) => {
      if (code >= FINAL) return this.listener.failed(reason);
      this.listener.progress("No connection to the table. Connecting again");
      // Not at the same moment as everybody else whom the server has lost.
      setTimeout(
        () => this.begin(),
        RETRY_MS[Math.min(this.failures++, RETRY_MS.length - 1)] * (0.75 + Math.random() / 2),
      );
    });
  }

  /** Without a connection nothing is sent: the update that comes with the next one shows what is open. @param {Asked} request */
  send(request) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ version: 1, ...request }));
  }
}
