// The calls of the host in worker.py: what each takes, and its result. A test compares their names.
import type { RulesMessage, SheetMessage, UpdateMessage } from "../src/rummy500/wire/messages.js";
import type { Setup } from "./setup.js";

export interface HostCalls {
  check: (values: { setup: Setup }) => { target: number };
  open: (values: { setup: Setup }) => null;
  "next-hand": () => null;
  "end-window": (values: { decision: number }) => null;
  "go-on": () => null;
  save: () => string;
  "check-link": () => null;
  position: () => { text: string; seat: number };
  load: (values: { text: string; seat: number | null; seed: string }) => Loaded;
  replay: (values?: { text: string }) => { steps: number; mine: number[]; in_play: boolean };
  "replay-at": (values: { step: number }) => ReplayedStep;
  describe: (values: { setup: Setup }) => SheetMessage;
  "write-rule": (values: { code: string; setup: Setup }) => string;
  laws: (values: { setup: Setup }) => { line: string; broken: string[]; table: string };
}

/** A file that was opened: a transcript is replayed, anything else is played; without a seed if none is known to deal its cards. */
export type Loaded = { kind: "transcript"; steps: number } | { kind: "game" | "position"; setup: Setup };

/** A step of a replay, with the hands of all seats; no hands between two hands. */
export interface ReplayedStep {
  update: UpdateMessage;
  hands: string[][] | null;
  rules: RulesMessage;
  sheet: SheetMessage;
}
