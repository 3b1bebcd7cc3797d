import type { Test } from '../../support/tap.js';
import { matchWhole } from '../../support/matchWhole.js';

/** The response has status 400 and one error with this code and these members. */
export const assertCartRefusal = (t: Test, response: unknown, code: string, members: object = {}): void =>
  matchWhole(t, response, { statusCode: 400, errors: [{ code, ...members }] }, JSON.stringify(response).slice(0, 300));
