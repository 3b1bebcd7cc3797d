/** Those who look on as requests are served: metrics, logs, traces. */
import type { Exchange } from './exchange.js';

export interface Watcher {
  /** The head is there, and nothing was done yet. */
  started?(exchange: Exchange): void;
  /** It was answered, or the client is gone (goneStatus); called once. `bytes` are those of the body, `ms` since it started. */
  ended(exchange: Exchange, status: number, bytes: number, ms: number): void;
}

/** What others call a request whose client did not wait for the answer. */
export const goneStatus = 499;

/** Undefined where nobody looks on: then nothing is timed. */
export const watchers = (all: readonly (Watcher | undefined)[]): Watcher | undefined => {
  const present = all.filter(each => each !== undefined);
  if (present.length <= 1) return present[0];
  return {
    started: exchange => {
      for (const each of present) each.started?.(exchange);
    },
    ended: (exchange, status, bytes, ms) => {
      for (const each of present) each.ended(exchange, status, bytes, ms);
    },
  };
};

/** The first step of a request that somebody looks on at. */
export const watch = (watcher: Watcher, exchange: Exchange): void => {
  exchange.startMs = performance.now();
  exchange.watcher = watcher;
  watcher.started?.(exchange);
};
