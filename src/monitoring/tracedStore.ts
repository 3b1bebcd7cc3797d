/** The store, the search indexes and calls to other services, with a span around what is waited for. */
import type { Outbound } from '../outbound/Outbound.js';
import type { SearchIndexes } from '../store/SearchIndexes.js';
import type { Store } from '../store/Store.js';
import type { Tracing } from '../tracing/Tracing.js';

type Call = (...given: never[]) => Promise<unknown>;

const traced = <C extends Call>({ traceSpan }: Tracing, name: string, call: C): C => {
  const options = { kind: 'client', attributes: { 'db.system.name': 'redis', 'db.operation.name': name } } as const;
  return ((...given: Parameters<C>) => traceSpan(`redis ${name}`, options, () => call(...given))) as C;
};

export const tracedStore = (store: Store, tracing: Tracing): Store =>
  Object.fromEntries(
    Object.entries(store).map(([name, call]) => [name, traced(tracing, name, call as Call)]),
  ) as unknown as Store;

export const tracedSearchIndexes = (indexes: SearchIndexes, tracing: Tracing): SearchIndexes => ({
  ...indexes,
  find: traced(tracing, 'searchFind', indexes.find),
  contents: traced(tracing, 'searchContents', indexes.contents),
});

/** They are told their place in the trace; of the address only the host is noted, since the rest may hold a secret. */
export const tracedOutbound = (outbound: Outbound, tracing: Tracing): Outbound => ({
  ...outbound,
  post: (url, headers, body, timeoutMs) =>
    tracing.traceSpan(
      'POST',
      { kind: 'client', attributes: { 'http.request.method': 'POST', 'server.address': new URL(url).hostname } },
      parent =>
        outbound.post(
          url,
          parent === undefined
            ? headers
            : {
                ...headers,
                traceparent: parent.traceparent,
                ...(parent.tracestate !== '' && { tracestate: parent.tracestate }),
              },
          body,
          timeoutMs,
        ),
    ),
});
