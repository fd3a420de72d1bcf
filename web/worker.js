// Runs the library in Pyodide, away from the page, so that nothing that it computes holds up a click.
// The page starts this module from a blob, which inherits the page's content security policy: a house rule can ask no
// other host for anything. So every address here is absolute.
// @ts-check

/** What the browser stores for this site, the ways to other tabs, and to another worker that would have all this. Pyodide needs none of it. */
const OUT_OF_REACH = [
  "caches",
  "indexedDB",
  "storage",
  "storageBuckets",
  "cookieStore",
  "localStorage",
  "sessionStorage",
  "webkitRequestFileSystem",
  "webkitRequestFileSystemSync",
  "webkitResolveLocalFileSystemURL",
  "webkitResolveLocalFileSystemSyncURL",
  "BroadcastChannel",
  "locks",
  "serviceWorker",
  "Worker",
  "SharedWorker",
  "importScripts",
];
// Taken away for good, before Python starts: most of them are on prototypes. What cannot be deleted throws, and nothing starts.
for (const outermost of [self, navigator]) {
  for (let owner = /** @type {any} */ (outermost); owner; owner = Object.getPrototypeOf(owner)) {
    for (const name of OUT_OF_REACH) delete owner[name];
  }
}

/** @param {string} name */
const beside = (name) => new URL(name, import.meta.url).href;

/** @param {string} name */
async function fetched(name) {
  const response = await fetch(beside(name));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
}

const begun = performance.now();
const files = Promise.all([
  fetched("library.zip").then((r) => r.arrayBuffer()),
  fetched("worker.py").then((r) => r.text()),
]);

/** Answers a request of the wire or a call of the host: pairs of kind and text. @type {(kind: string, text: string) => string} */
let receive;
/** Lets programs think for a slice of time: pairs of kind and text, and nothing where none thinks. @type {() => string} */
let think;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let nextSlice;

async function start() {
  /** @type {typeof import("./vendor/pyodide/pyodide.js")} */
  const { loadPyodide } = await import(beside("vendor/pyodide/pyodide.mjs"));
  const pyodide = await loadPyodide({ indexURL: beside("vendor/pyodide/") });
  postMessage({ kind: "progress", text: "Unpacking the game" });
  const [library, program] = await files;
  pyodide.unpackArchive(library, "zip");
  postMessage({ kind: "progress", text: "Starting the game" });
  const names = pyodide.globals.get("dict")();
  pyodide.runPython(program, { globals: names, filename: "worker.py" });
  receive = names.get("receive");
  think = names.get("think");
  postMessage({ kind: "ready", ms: Math.round(performance.now() - begun) });
}

const started = start();
started.catch((error) => postMessage({ kind: "failed", text: String(error) }));

/** Posts answers. @param {() => string} work @param {number} [id] */
function answer(work, id) {
  try {
    const answers = work();
    for (const [kind, text] of JSON.parse(answers || "[]")) postMessage({ kind, id, text });
    return answers !== "";
  } catch (error) {
    postMessage({ kind: "failed", text: String(error) }); // Python itself has ended: it catches what a rule raises
    return false;
  }
}

/** Lets programs think, slice by slice: what the page has sent meanwhile is answered between them. */
function thinkOn() {
  clearTimeout(nextSlice);
  nextSlice = setTimeout(() => (answer(think) ? thinkOn() : postMessage({ kind: "rest" })));
}

addEventListener("message", async ({ data }) => {
  await started;
  answer(() => receive(data.kind, data.text), data.id);
  postMessage({ kind: "done", id: data.id });
  thinkOn();
});
