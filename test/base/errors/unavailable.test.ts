/** Each 503 has a reason, which is counted with the response. */
import { test } from '../../support/tap.js';
import { countUnavailable, UnavailableError, unavailableCounts } from '../../../src/base/errors/UnavailableError.js';
import { replacedCallReply } from '../../../src/server/workers/WorkerThreads.js';
import { toApiError } from '../../../src/base/redis/redisErrors.js';
import { overloadResponse } from '../../../src/base/shedding/overloadResponse.js';
import { notWrittenError, unconfirmedError, unknownOutcomeError } from '../../../src/store/unavailableErrors.js';

const answer = (error: unknown) => countUnavailable(toApiError(error));

const rows = [
  ['store_unreachable', () => answer(new Error('Command timed out'))],
  ['write_refused', () => answer(new Error('OOM command not allowed'))],
  ['not_written', () => answer(notWrittenError())],
  ['unknown_outcome', () => answer(unknownOutcomeError())],
  ['unconfirmed', () => answer(unconfirmedError(1, 500))],
  ['overload', () => overloadResponse(false)],
  ['contention', () => answer(new UnavailableError('contention', ''))],
  ['search_unavailable', () => answer(new UnavailableError('search_unavailable', ''))],
  ['worker_replaced', () => replacedCallReply({ call: { authorization: undefined } as never })],
] as const;

test('counts each reason of a 503', async t => {
  for (const [reason, respond] of rows) {
    const before = unavailableCounts.get(reason);
    respond();
    t.equal(unavailableCounts.get(reason), before + 1, reason);
  }
  t.same(
    rows.map(([reason]) => reason),
    unavailableCounts.names,
  );
  answer(new Error('a defect'));
});
