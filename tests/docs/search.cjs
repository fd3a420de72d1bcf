// Answers queries with the search of a built site: `node search.cjs SITE`, a JSON list of queries on stdin. It runs the
// worker that browsers run, on the index that they load, and writes the location of each hit, by page as they are shown.
"use strict";
const fs = require("fs");
const path = require("path");
const vm = require("vm");

const site = process.argv[2];
const workers = path.join(site, "assets", "javascripts", "workers");
const file = fs.readdirSync(workers).find((name) => name.endsWith(".js"));
const SETUP = 0;
const QUERY = 2;

const listeners = [];
let answered;
const worker = { console, addEventListener: (_, listener) => listeners.push(listener), postMessage: (data) => answered(data) };
worker.self = worker;
vm.runInNewContext(fs.readFileSync(path.join(workers, file), "utf8"), worker);

function ask(type, data) {
  const event = { data: { type, data } };
  const answer = new Promise((resolve) => (answered = resolve));
  for (const listener of listeners) listener(event);
  return answer;
}

async function main() {
  const index = JSON.parse(fs.readFileSync(path.join(site, "search", "search_index.json"), "utf8"));
  await ask(SETUP, { ...index, options: { suggest: false } });
  const found = [];
  for (const query of JSON.parse(fs.readFileSync(0, "utf8"))) {
    const { data } = await ask(QUERY, query);
    found.push(data.items.map((hits) => hits.map((hit) => hit.location)));
  }
  console.log(JSON.stringify(found));
}

main();
