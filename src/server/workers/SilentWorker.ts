import type { UnnumberedCall } from '../../operations/Call.js';
import type { CallOrigin } from '../../operations/Call.js';
import type { PendingCall } from './WorkerConnection.js';

type DescribedCall = Pick<UnnumberedCall, 'verb' | 'typeId' | 'projectKey' | 'correlationId'> &
  Partial<CallOrigin> & { readonly ageMs: number };

/** The calls that a silent worker had begun and not answered, for the log. */
export interface SilentWorker {
  readonly threadId: number;
  readonly begunCalls: number;
  /** One of them holds the worker. */
  readonly oldestCalls: readonly DescribedCall[];
}

/** So many lines of a log are enough to find the request. */
const describedMax = 20;

export const describeSilence = (threadId: number, begun: readonly PendingCall[]): SilentWorker => {
  const nowMs = performance.now();
  const oldestCalls = begun.slice(0, describedMax).map(({ startMs, call, origin }): DescribedCall => {
    const { verb, typeId, projectKey, correlationId } = call;
    return { ...origin, verb, typeId, projectKey, correlationId, ageMs: Math.round(nowMs - startMs) };
  });
  return { threadId, begunCalls: begun.length, oldestCalls };
};
