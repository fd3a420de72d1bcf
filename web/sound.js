// Quiet sounds, made when they are heard: no file is loaded for them.
// @ts-check
import { state } from "./state.js";

/** Notes, one after another: the pitch in hertz, when it begins and how long it sounds, in seconds. @type {Record<string, [number, number, number][]>} */
const NOTES = {
  draw: [[520, 0, 0.05]],
  discard: [[330, 0, 0.06]],
  take: [
    [392, 0, 0.06],
    [494, 0.05, 0.06],
  ],
  meld: [
    [523, 0, 0.08],
    [659, 0.07, 0.1],
  ],
  end: [
    [392, 0, 0.12],
    [330, 0.1, 0.16],
  ],
  small: [
    [587, 0, 0.1],
    [784, 0.09, 0.14],
  ],
  big: [
    [523, 0, 0.1],
    [659, 0.09, 0.1],
    [784, 0.18, 0.1],
    [1047, 0.27, 0.25],
  ],
  huge: [
    [523, 0, 0.12],
    [523, 0.14, 0.08],
    [659, 0.24, 0.12],
    [784, 0.38, 0.12],
    [1047, 0.52, 0.5],
  ],
};
const LOUDNESS = 0.06;
/** @type {AudioContext | undefined} */
let context;

/** @param {string} name */
export function play(name) {
  if (!state.settings.sound || document.hidden || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  for (const [pitch, after, length] of NOTES[name] ?? []) {
    const [voice, volume] = [context.createOscillator(), context.createGain()];
    const begins = context.currentTime + after;
    voice.type = "triangle";
    voice.frequency.value = pitch;
    volume.gain.setValueAtTime(LOUDNESS, begins);
    volume.gain.exponentialRampToValueAtTime(0.001, begins + length);
    voice.connect(volume).connect(context.destination);
    voice.start(begins);
    voice.stop(begins + length);
  }
}
