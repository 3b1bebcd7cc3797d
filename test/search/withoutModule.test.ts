/** Order search on a Redis without the search module. */
import { test } from '../support/tap.js';
import { changeSearch } from '../../src/projects/updateProject.js';
import { searchModuleMissing } from '../../src/commerce/resources/project/index.js';
import { run } from '../support/command.js';
import { startQuayside } from '../support/quayside.js';
import { assertRefusal, literally } from '../support/refusal.js';
import { startOwnServer } from '../support/startOwnServer.js';
import { matchWhole } from '../support/matchWhole.js';

const { options } = await startOwnServer([]);
const redisUrl = `redis://127.0.0.1:${(options as { readonly port: number }).port}`;
const quayside = await startQuayside({ REDIS_URL: redisUrl });

const start = async () => {
  const credentials = await quayside.project();
  const { projectKey } = credentials;
  const http = quayside.http.as(await quayside.token(credentials));
  const read = async () => (await http.send('GET', `/${projectKey}`)).json as { readonly version: number };
  const change = async (...actions: object[]) =>
    http.send('POST', `/${projectKey}`, { body: { version: (await read()).version, actions } });
  return { projectKey, read, change };
};
const setStatus = (status: string) => ({ action: 'changeOrderSearchStatus', status });

test('refuses to activate order search, by the API as by the command, and changes nothing (SEARCH011)', async t => {
  const { projectKey, read, change } = await start();
  const before = await read();
  assertRefusal(t, await change({ action: 'changeName', name: 'Other' }, setStatus('Activated')), 400, [
    { code: 'InvalidOperation', message: literally(searchModuleMissing) },
  ]);
  t.strictSame(await read(), before);
  matchWhole(
    t,
    await run(['search', 'activate', '--project', projectKey], {
      REDIS_URL: redisUrl,
      ENCRYPTION_KEY: 'a key of thirty-two characters, for tests',
    }),
    { code: 1, stdout: '', stderr: `${searchModuleMissing}\n` },
  );
  t.strictSame(await read(), before);
  matchWhole(t, await change({ action: 'changeName', name: 'Other' }), { status: 200, json: { name: 'Other' } });
});

test('deactivates order search that was activated while Redis had the module (SEARCH010)', async t => {
  const { services } = quayside;
  const { projectKey, change } = await start();
  const engine = { ...services.engine, hasSearchModule: () => Promise.resolve(true) };
  t.equal(await changeSearch({ ...services, engine }, projectKey, 'order', 'Activated'), true);
  const answerTo = async (status: string) => {
    const { json } = await change(setStatus(status));
    return (json as { readonly searchIndexing?: { readonly orders?: object } }).searchIndexing?.orders;
  };
  matchWhole(t, await answerTo('Activated'), { status: 'Activated' }, 'no change, so no refusal');
  matchWhole(t, await answerTo('Deactivated'), { status: 'Deactivated' });
});
