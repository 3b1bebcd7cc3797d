/** Tokens expire by the clock of Redis, whatever the clock of a server shows. */
import { setTimeout } from 'node:timers/promises';
import { startQuayside } from '../../support/quayside.js';
import { startShiftedServer } from '../../support/startPreloaded.js';
import { test } from '../../support/tap.js';

const yearMs = 365 * 86_400_000;

const quayside = await startQuayside();
const credentials = await quayside.project();
const { projectKey, clientId, scope } = credentials;
const issue = async (access: number): Promise<string> => {
  const issued = await quayside.services.tokens.issue(projectKey, { clientId, scope }, { access });
  if (typeof issued === 'string') throw new Error(issued);
  return issued.accessToken;
};

for (const [name, offsetMs] of [
  ['ahead', yearMs],
  ['behind', -yearMs],
] as const)
  test(`takes a token until its end on a server whose clock is a year ${name}`, async t => {
    const http = await startShiftedServer(offsetMs);
    const statusOf = async (token: string): Promise<number> =>
      (await http.send('GET', `/${projectKey}/states`, { headers: { authorization: `Bearer ${token}` } })).status;
    const long = await issue(3_600);
    // The second request is answered from the cache.
    t.same([await statusOf(long), await statusOf(long)], [200, 200]);
    const short = await issue(1);
    const endMs = performance.now() + 1_000;
    await statusOf(short);
    await setTimeout(Math.max(0, endMs - performance.now()) + 10);
    t.same([await statusOf(long), await statusOf(short)], [200, 401]);
  });
