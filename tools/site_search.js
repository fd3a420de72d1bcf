// Runs before mkdocs-material's own search worker, in one scope with it: see tools/site_hooks.py.
"use strict";
{
  const SETUP = 0;
  const QUERY = 2;
  const APART = /^settings?$/; // of a program: no form of "set", three of a kind
  const WORD = /[\p{L}\p{N}_']+/gu;
  const stem = (word) => lunr.stemmer(new lunr.Token(word)).toString();
  const wordsIn = (text) => text.toLowerCase().match(WORD) ?? [];
  let saysMuch; // lunr's own filter, which knows the words that say little
  let forms; // by stem all words of the site, as "deals", "dealt" and "dealing" by "deal"

  addEventListener("message", ({ data: message }) => {
    // The worker asks for no normalization by length; without it, a long section beats one that answers the question.
    lunr.Builder.prototype.b = () => {};
    saysMuch ??= lunr.stopWordFilter;
    if (message.type === SETUP) forms = formsIn(message.data.docs);
    if (message.type === QUERY) message.data = weighed(message.data);
  });

  function formsIn(docs) {
    const words = new Set(docs.flatMap(({ title, text, keywords }) => wordsIn(`${title} ${text.replace(/<[^>]*>/g, " ")} ${keywords}`)));
    const found = new Map();
    for (const word of words) {
      if (APART.test(word)) continue;
      const key = stem(word);
      found.set(key, [...(found.get(key) ?? []), word]);
    }
    return found;
  }

  // The worker makes a prefix of each word: "a" would find "ai", and "set" finds "settings" as much as "set". So words
  // that say little are left out, and the others count more as whole words, and somewhat in their other forms: the index
  // has no stems, because the worker would suggest and show them. `^` turns the prefix off. "Must" says much here: "Must
  // you meld?" is not "What is a meld?".
  function weighed(query) {
    const telling = wordsIn(query).filter((word) => (word.length > 2 || /\d/.test(word)) && (word === "must" || saysMuch(word)));
    if (!telling.length) return query;
    lunr.stopWordFilter = (word) => telling.includes(word); // a hit counts less without such a word; forms need not be there
    const others = (word) => (APART.test(word) ? [] : (forms.get(stem(word)) ?? [])).filter((form) => form !== word);
    return telling.map((word) => [`${word}^10`, word, ...others(word).map((form) => `${form}^3`)].join(" ")).join(" ");
  }
}
