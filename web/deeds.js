// Everything that the person can do, for the buttons of the page. Nothing that is collected here imports this module.
// @ts-check
import { isAtServer } from "./connected.js";
import * as asking from "./asking.js";
import * as houserule from "./houserule.js";
import * as links from "./links.js";
import * as newgame from "./newgame.js";
import * as play from "./play.js";
import * as replay from "./replay.js";
import * as saving from "./saving.js";
import * as settings from "./settings.js";
import * as teaching from "./teaching.js";

/** @typedef {typeof deeds} Deeds */
export const deeds = {
  hasHost: !isAtServer,
  ...asking,
  ...houserule,
  ...links,
  ...newgame,
  ...play,
  ...replay,
  ...saving,
  ...settings,
  ...teaching,
};
