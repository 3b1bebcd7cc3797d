/** Maps errors of Redis to error responses. */
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { test } from '../../support/tap.js';
import { withTimeout } from '../../../src/base/lifecycle/timeouts.js';
import { toApiError } from '../../../src/base/redis/redisErrors.js';
import { matchWhole } from '../../support/matchWhole.js';

const none = '/nowhere/redis.sock';

test('maps a password that Redis refuses to a 503', async t => {
  for (const message of [
    'WRONGPASS invalid username-password pair or user is disabled.',
    'NOAUTH Authentication required.',
  ])
    matchWhole(t, toApiError(new Error(message)), { status: 503 });
});

test('maps a missing socket of Redis to a 503, and another missing file to a defect', async t => {
  const socketError = await new Promise(resolve => {
    connect(none).on('error', resolve);
  });
  matchWhole(t, toApiError(socketError), { status: 503 });
  const fileError = await readFile(none).catch((error: unknown) => error);
  matchWhole(t, fileError, { code: 'ENOENT' });
  t.equal(toApiError(fileError), undefined);
});

test('maps an answer that did not come in time to a 503', async t => {
  const error = await withTimeout(new Promise(() => undefined), 1).catch((each: unknown) => each);
  matchWhole(t, error, { message: 'no answer within 1 ms' });
  matchWhole(t, toApiError(error), { status: 503 });
});
