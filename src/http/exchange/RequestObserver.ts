/** Metrics, the access log and traces observe requests. */
import type { Exchange } from './Exchange.js';

export interface RequestObserver {
  /** The head was read; no stage has begun. */
  requestStarted?(exchange: Exchange): void;
  /**
   * The response was sent, or the client closed the connection (clientClosedStatus); called once. `bytes` is the length of
   * the response body, `ms` the time since the request started.
   */
  requestEnded(exchange: Exchange, status: number, bytes: number, ms: number): void;
}

/** Undefined without observers: then no time is measured. */
export const combineObservers = (observers: readonly (RequestObserver | undefined)[]): RequestObserver | undefined => {
  const present = observers.filter(observer => observer !== undefined);
  if (present.length <= 1) return present[0];
  return {
    requestStarted: exchange => {
      for (const observer of present) observer.requestStarted?.(exchange);
    },
    requestEnded: (exchange, status, bytes, ms) => {
      for (const observer of present) observer.requestEnded(exchange, status, bytes, ms);
    },
  };
};

export const startObserving = (observer: RequestObserver, exchange: Exchange): void => {
  exchange.startMs = performance.now();
  exchange.observer = observer;
  observer.requestStarted?.(exchange);
};
