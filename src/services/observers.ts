/** Observers of the calls of the store, of the search indexes and of other services. */
import { ApiError } from '../base/errors/ApiError.js';
import type { Outbound } from '../base/net/HttpOutbound.js';
import type { CommitCounts, CommitResult, ThreadMetrics } from '../base/observe/metrics/ThreadMetrics.js';
import type { CallObserver } from '../base/observe/observeCalls.js';
import type { Tracing } from '../base/observe/tracing/Tracing.js';
import { StaleReadError } from '../store/unavailableErrors.js';

/** One of so many calls is timed; a power of two. */
const samplingInterval = 8;

const commitResult = (error: unknown): CommitResult => {
  if (error === undefined) return 'done';
  if (error instanceof StaleReadError) return 'stale';
  if (!(error instanceof ApiError)) return 'failed';
  return error.entries.some(({ code }) => code === 'ConcurrentModification') ? 'conflict' : 'refused';
};

/** Counts the commits of the store by their result. */
export const countCommits =
  (commits: CommitCounts): CallObserver =>
  method =>
    method === 'commit' ? { before: () => error => commits.count(commitResult(error)) } : undefined;

/** Measures the duration of every eighth call of a method. */
export const measureCalls =
  (metrics: ThreadMetrics): CallObserver =>
  method => {
    const durations = metrics.redisDurations(method);
    let count = 0;
    return {
      before: () => {
        if ((count++ & (samplingInterval - 1)) !== 0) return undefined;
        const startMs = performance.now();
        return () => durations.observe(performance.now() - startMs);
      },
    };
  };

/** Makes a span of each call that is waited for. */
export const traceCalls =
  (tracing: Tracing): CallObserver =>
  method => {
    const options = { kind: 'client', attributes: { 'db.system.name': 'redis', 'db.operation.name': method } } as const;
    return { before: () => tracing.startSpan(`redis ${method}`, options)?.end };
  };

/** The observed methods of the search indexes, with the names of their calls in metrics and spans. */
const searchCalls: ReadonlyMap<string, string> = new Map([
  ['find', 'searchFind'],
  ['contents', 'searchContents'],
  ['apply', 'searchApply'],
]);

/** Lets an observer observe the search indexes. */
export const observeSearch =
  (observer: CallObserver): CallObserver =>
  method => {
    const callName = searchCalls.get(method);
    return callName === undefined ? undefined : observer(callName);
  };

/** Adds the trace headers to outgoing calls. The span names only the host: the rest of the URL may contain a secret. */
export const tracedOutbound = (outbound: Outbound, tracing: Tracing): Outbound => ({
  mayCall: url => outbound.mayCall(url),
  post: (url, headers, body, timeoutMs) => {
    const attributes = { 'http.request.method': 'POST', 'server.address': new URL(url).hostname };
    const span = tracing.startSpan('POST', { kind: 'client', attributes });
    const { traceparent, tracestate = '' } = span?.parent ?? {};
    const traceHeaders = { ...(traceparent && { traceparent }), ...(tracestate !== '' && { tracestate }) };
    const posted = outbound.post(url, { ...headers, ...traceHeaders }, body, timeoutMs);
    if (span !== undefined) posted.then(() => span.end(), span.end);
    return posted;
  },
  close: () => outbound.close(),
});
