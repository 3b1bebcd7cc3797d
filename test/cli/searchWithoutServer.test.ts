import { t as root, test } from '../support/tap.js';
import { searchActivate } from '../../src/cli/search/searchActivate.js';
import { UsageError } from '../../src/cli/UsageError.js';
import { readConfig } from '../../src/config/readConfig.js';
import { createProject } from '../../src/projects/createProject.js';
import { seedOrders } from '../../src/seed/seedOrders.js';
import { openServices } from '../../src/services/services.js';
import { createServiceOptions } from '../../src/services/ServiceOptions.js';
import { matchWhole } from '../support/matchWhole.js';
import { startQuayside } from '../support/quayside.js';
import { run } from '../support/command.js';
import { captureOutput, runHere } from '../support/runHere.js';
import { startOwnRedis } from '../support/startOwnRedis.js';
import { waitUntil } from '../support/waitUntil.js';

const { url } = await startOwnRedis();
const environment = { REDIS_URL: url, ENCRYPTION_KEY: 'a key of thirty-two characters, for tests' };
const own = await openServices(
  createServiceOptions(readConfig({ NODE_ENV: 'test', ...environment }), url, environment.ENCRYPTION_KEY),
);
root.teardown(() => own.close());
await createProject(own, { key: 'alone' });

test('stops an indexing job and informs the waiting command (INDEX007)', async t => {
  await createProject(own, { key: 'stopped' });
  const activated = await runHere(['search', 'activate', '--project', 'stopped'], environment);
  const job = (await own.search.states.read('stopped'))?.jobId;
  t.match(activated.stdout, `the indexing job is ${job}`);
  const waiting = run(['jobs', 'watch', '--project', 'stopped'], { PATH: process.env.PATH, ...environment });
  const { stdout: stopped } = await runHere(['search', 'stop', '--project', 'stopped'], environment);
  t.equal(stopped, `The indexing job '${job}' was stopped.\n`);
  const { code, stdout, stderr } = await waiting;
  // The job may have ended before the command read it.
  if (code === 0) t.match(stdout, /\S+ has no running indexing job/);
  else t.match(stderr, `The indexing job '${job}' was stopped after 0 orders`);
});

test('explains that no server runs, and the next server runs the job', async t => {
  await seedOrders(own, { projectKey: 'alone', orders: 3, seed: 1 });
  const activation = { project: 'alone', wait: true, startTimeoutMs: 1_000 };
  const { stdout } = await captureOutput(environment, () =>
    t.rejects(
      searchActivate(activation),
      new UsageError(
        'No running server has started the job. It starts as soon as a server runs; quayside jobs watch shows its progress.',
      ),
    ),
  );
  t.match(stdout, /^order search of alone is activated, the indexing job is \S+\n$/);
  await startQuayside(environment);
  await waitUntil(async () => (await own.search.states.read('alone'))?.current !== undefined);
  matchWhole(t, await runHere(['search', 'status', '--project', 'alone'], environment), { code: 0, stdout: /3/ });
});
