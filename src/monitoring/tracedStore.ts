/** Traces the store, the search indexes and calls to other services: a span for each call that is waited for. */
import type { Outbound } from '../outbound/Outbound.js';
import type { SearchIndexes } from '../store/SearchIndexes.js';
import type { Store } from '../store/Store.js';
import type { Tracing } from '../tracing/Tracing.js';
import { type AsyncMethod, wrapMethods } from './wrapMethods.js';

const traceCalls = (tracing: Tracing, name: string, method: AsyncMethod): AsyncMethod => {
  const options = { kind: 'client', attributes: { 'db.system.name': 'redis', 'db.operation.name': name } } as const;
  return (...args) => tracing.traceSpan(`redis ${name}`, options, () => method(...args));
};

export const tracedStore = (store: Store, tracing: Tracing): Store =>
  wrapMethods(store, { walk: true, masterOf: true }, (name, method) => traceCalls(tracing, name, method));

/** The traced methods of the search indexes, with the names that spans give their calls. */
const searchCalls: ReadonlyMap<string, string> = new Map([
  ['find', 'searchFind'],
  ['contents', 'searchContents'],
]);

export const tracedSearchIndexes = (indexes: SearchIndexes, tracing: Tracing): SearchIndexes =>
  wrapMethods(indexes, {}, (name, method) => {
    const callName = searchCalls.get(name);
    return callName === undefined ? method : traceCalls(tracing, callName, method);
  });

/** Adds the trace headers to outgoing calls. The span names only the host: the rest of the URL may contain a secret. */
export const tracedOutbound = (outbound: Outbound, tracing: Tracing): Outbound => ({
  mayCall: url => outbound.mayCall(url),
  post: (url, headers, body, timeoutMs) =>
    tracing.traceSpan(
      'POST',
      { kind: 'client', attributes: { 'http.request.method': 'POST', 'server.address': new URL(url).hostname } },
      parent => {
        const { traceparent, tracestate = '' } = parent ?? {};
        const traceHeaders = { ...(traceparent && { traceparent }), ...(tracestate !== '' && { tracestate }) };
        return outbound.post(url, { ...headers, ...traceHeaders }, body, timeoutMs);
      },
    ),
  close: () => outbound.close(),
});
