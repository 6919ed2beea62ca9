// The two ways to the server: POST for what the user does, one event stream for what happens.

import { showNotice } from "./notices.js";

/** The server refused a request; the message is for people, `status` is that of HTTP. */
export class Refused extends Error {
  constructor(message, status = 0) {
    super(message);
    this.status = status;
  }
}

// Requests that change nothing may overtake others; all else reaches the server in order.
const UNORDERED = new Set(["games", "pgn", "perft", "compare", "explain", "picture"]);
let last = Promise.resolve();

/** Post to /api/VERB; return the answer, or raise `Refused`. */
export function post(verb, body = {}, options = {}) {
  if (UNORDERED.has(verb)) return request(verb, body, options);
  const answer = last.then(() => request(verb, body, options));
  last = answer.catch(() => null);
  return answer;
}

async function request(verb, body, { signal }) {
  let answer;
  try {
    const response = await fetch(`/api/${verb}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal,
    });
    answer = await response.json().catch(() => ({ ok: false, error: `The server answered ${response.status}.` }));
    const refused = answer.ok === false && !("explanation" in answer);
    if (!response.ok || refused) throw new Refused(answer.error, response.status);
  } catch (error) {
    if (error instanceof Refused || error.name === "AbortError") throw error;
    throw new Refused("Kiwipete does not answer.");
  }
  return answer;
}

/** Post, show an error as a notice, and return the answer or null. */
export async function send(verb, body = {}) {
  try {
    return await post(verb, body);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    showNotice("error", error.message);
    return null;
  }
}

const KINDS = [
  "game", "nodes", "position", "analysis", "review", "play", "games", "match", "notice", "engines", "levels",
];
const LONGEST_PAUSE = 8000;

/** Read the server's events for as long as the page is open; reconnect when the stream breaks. */
export class Events {
  #source = null;
  #pause = 500;
  #timer = null;
  #onEvent;
  #onState;

  /** `onEvent(kind, data)` gets every event, `onState(connected)` each change of the connection. */
  constructor(onEvent, onState) {
    this.#onEvent = onEvent;
    this.#onState = onState;
  }

  /** Connect, or connect anew at once. */
  connect() {
    clearTimeout(this.#timer);
    this.#source?.close();
    const source = new EventSource("/events");
    this.#source = source;
    source.addEventListener("open", () => {
      this.#pause = 500;
      this.#onState(true);
    });
    source.addEventListener("error", () => {
      source.close();
      this.#onState(false);
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.connect(), this.#pause);
      this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE);
    });
    for (const kind of KINDS) {
      source.addEventListener(kind, (event) => this.#onEvent(kind, JSON.parse(event.data)));
    }
  }

  /** Close the stream: the server counts open pages. */
  close() {
    clearTimeout(this.#timer);
    this.#source?.close();
  }
}
