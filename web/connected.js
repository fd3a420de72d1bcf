// The table at which the page plays: in a worker of its own, or at a server.
// @ts-check
import { HostError, SocketConnection, WorkerConnection } from "./connection.js";

/** @typedef {import("./host.js").HostCalls} HostCalls */

const socketAddress = new URLSearchParams(location.search).get("table");
/** The page plays at a server: others open tables, deal and end windows there. */
export const isAtServer = socketAddress !== null;

/** The host of the table in the page; `null` at a server. @type {WorkerConnection | null} */
export let host = null;
/** @type {WorkerConnection | SocketConnection} */
export let table;

/** @param {import("./connection.js").Listener} listener */
export function connect(listener) {
  if (socketAddress === null) table = host = new WorkerConnection(listener);
  // A server gives the page an address of its own, beside it: the policy of the page lets it ask no other host.
  else table = new SocketConnection(new URL(socketAddress, location.href.split("#")[0].replace(/^http/, "ws")).href, location.hash.slice(1), listener);
}

/**
 * Calls the host of the table.
 * @template {keyof HostCalls} Name
 * @param {Name} name
 * @param {Parameters<HostCalls[Name]>} values
 * @returns {Promise<ReturnType<HostCalls[Name]>>}
 */
export const call = async (name, ...values) => {
  if (!host) throw new HostError("the server opens and saves the games of this table");
  return host.call(name, ...values);
};
