// Runs before mkdocs-material's own search worker, in one scope with it: see tools/site_hooks.py.
"use strict";
addEventListener("message", ({ data: message }) => {
  // The worker asks for no normalization by length; without it, a long section beats one that answers the question.
  lunr.Builder.prototype.b = () => {};
  const QUERY = 2;
  if (message.type !== QUERY) return;
  // The worker makes a prefix of each word: "a" would find "ai", and "set" finds "settings" as much as "set". So words
  // that say little are left out, and the others count more as whole words. `^` turns the prefix off. "Must" says much
  // here: "Must you meld?" is not "What is a meld?".
  const words = message.data.toLowerCase().split(/[^\p{L}\p{N}_']+/u);
  const telling = words.filter((word) => (word.length > 2 || /\d/.test(word)) && (word === "must" || lunr.stopWordFilter(word)));
  if (telling.length) message.data = telling.map((word) => `${word}^10 ${word}`).join(" ");
});
