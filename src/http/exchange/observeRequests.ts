import type { Exchange, RequestObserver } from './Exchange.js';

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
