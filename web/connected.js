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
  if (socketAddress === null) {
    table = host = new WorkerConnection(listener);
    return;
  }
  // A server gives the page an address of its own, beside it. No other server gets the token of a seat.
  const here = new URL(location.href.split("#")[0].replace(/^http/, "ws"));
  const address = new URL(socketAddress, here);
  if (address.origin === here.origin) table = new SocketConnection(address.href, location.hash.slice(1), listener);
  else listener.failed(`the link leads to another server, and this page plays only at its own, ${location.host}`);
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
