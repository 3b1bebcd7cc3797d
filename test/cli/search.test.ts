import { test, t as root } from '../support/tap.js';
import { importSampleOrders } from '../../src/server/sampleShop.js';
import { keys } from '../../src/store/keys.js';
import type { SearchStatus } from '../../src/search/SearchStatus.js';
import type { SearchVerification } from '../../src/jobs/verification/search/verifySearchIndex.js';
import { run } from '../support/command.js';
import { startQuayside } from '../support/quayside.js';
import { runHere, captureOutput } from '../support/runHere.js';
import { searchOf } from '../support/search.js';
import { bodyOf, sdkOf } from '../support/sdk.js';
import { matchWhole } from '../support/matchWhole.js';
import { searchActivate } from '../../src/cli/search.js';
import { UsageError } from '../../src/cli/options.js';
import { readConfig } from '../../src/base/config/readConfig.js';
import { createProject } from '../../src/projects/createProject.js';
import { openServices } from '../../src/services/services.js';
import { createServiceOptions } from '../../src/services/ServiceOptions.js';
import { startOwnRedis } from '../support/startOwnRedis.js';
import { waitUntil } from '../support/waitUntil.js';

const quayside = await startQuayside();

const { services } = quayside;

const start = async (orders: number) => {
  const credentials = await quayside.project();
  const { projectKey } = credentials;
  await importSampleOrders(services, { projectKey, orders, seed: 3 });
  const search = (...args: string[]) => runHere(['search', ...args, '--project', projectKey]);
  const readJson = async <T>(...args: string[]): Promise<T> =>
    JSON.parse((await search(...args, '--json')).stdout) as T;
  return { ...searchOf(quayside, credentials), sdk: sdkOf(quayside, credentials), search, readJson };
};

test('activates, shows, re-indexes and deactivates order search (SEARCH010, SEARCH011)', async t => {
  const { projectKey, sdk, search, readJson } = await start(60);
  matchWhole(t, await readJson('status'), {
    projectKey,
    status: 'Deactivated',
    resources: 60,
    waiting: 0,
    index: undefined,
    job: undefined,
  });
  const { version } = await bodyOf(sdk.get());
  const activated = await search('activate', '--wait');
  t.equal(activated.code, 0, activated.stderr);
  t.match(
    activated.stdout,
    new RegExp(
      `order search of ${projectKey} is activated, the indexing job is \\S+\n` +
        `60 orders of ${projectKey} indexed, 0 failed\n`,
    ),
  );
  matchWhole(t, await bodyOf(sdk.get()), {
    version: version + 1,
    searchIndexing: { orders: { status: 'Activated' } },
  });
  const { body } = await sdk
    .orders()
    .search()
    .post({ body: { query: { exists: { field: 'id' } } } })
    .execute();
  t.equal(body.total, 60, 'the server searches the index');

  const status = await readJson<SearchStatus>('status');
  matchWhole(t, status, {
    status: 'Activated',
    resources: 60,
    index: { documents: 60, replaced: 0 },
    waiting: 0,
    job: { completed: true, nbrOfIndexedDocuments: 60 },
    activatedAt: /^20/,
    daysLeft: 30,
  });
  t.ok(status.index!.bytesPerResource! > 500 && status.index!.bytes! > 30_000, JSON.stringify(status.index));
  t.match(
    (await search('status')).stdout,
    /search +Activated\nRediSearch +present\nresources +60\nindex +number \d+, layout \d+: 60 documents, .* each, 0 replaced\nwaiting +0\njob +none\n/,
  );
  t.match((await search('activate')).stdout, /was active already/);

  const again = await search('reindex', '--wait');
  t.equal(again.code, 0, again.stderr);
  t.match(again.stdout, /60 orders of \S+ indexed, 0 failed/);
  t.not((await readJson<SearchStatus>('status')).index!.number, status.index!.number, 'the index is a new one');

  const { code, stdout, stderr } = await search('deactivate');
  t.equal(code, 1);
  t.equal(stdout, '');
  t.equal(
    stderr,
    `Order search of ${projectKey} stops answering, and its index is deleted. ` +
      'Without a terminal to confirm it, --yes is needed.\n',
  );
  t.match((await search('deactivate', '--yes')).stdout, /is deactivated/);
  matchWhole(t, await readJson('status'), { status: 'Deactivated', index: undefined });
  t.match((await search('deactivate')).stdout, /was not active/);
  matchWhole(t, await search('reindex'), {
    code: 1,
    stderr:
      /The search of orders is not active in the project '\S+', so there is no index to fill\. Activate .*changeOrderSearchStatus.*quayside search activate --project \S+\./,
  });
  matchWhole(t, await search('verify'), {
    code: 1,
    stdout: '',
    stderr: /has no search index.*quayside search activate --project/,
  });
});

test('waits for a job that a server in another process runs, then has none to stop or to watch', async t => {
  const { search, projectKey, settled } = await start(5);
  const activated = await run(['search', 'activate', '--project', projectKey, '--wait']);
  t.equal(activated.code, 0, `a server in another process runs the job: ${activated.stderr}`);
  await settled();
  t.match((await search('stop')).stdout, /No indexing job is running/);
  matchWhole(t, await runHere(['jobs', 'watch', '--project', projectKey]), {
    code: 0,
    stdout: /\S+ has no running indexing job/,
  });
});

test('prints differences as lines or as JSON and sets the exit code', async t => {
  const { search, readJson, projectKey, ids, current } = await start(30);
  await search('activate', '--wait');
  matchWhole(t, await search('verify'), {
    code: 0,
    stdout: /^index \d+: 30 documents, 30 resources\nno differences\n$/,
  });
  const wrong = (await ids()).slice(0, 4);
  const number = (await current())!;
  await Promise.all(wrong.map(id => services.redis.hset(keys.searchDocument(projectKey, 'order', number, id), 'v', 0)));
  const { code, stdout } = await search('verify', '--list', '1', '--wait', '0');
  t.equal(code, 1);
  t.match(
    stdout,
    /\n4 documents of an older version than their resource\noutdated\t\S+\tits document is of version 0, the order has \d+\n$/,
  );
  const verification = await readJson<SearchVerification>('verify', '--references');
  matchWhole(t, verification, { resources: 30, documents: 30, isEqual: false, counts: { outdated: 4 } });
  t.same(
    verification.differences.map(({ id }) => id),
    wrong,
  );
  const whole = await runHere(['verify', '--project', projectKey]);
  t.equal(whole.code, 1);
  t.match(whole.stdout, /^order\t30$/m);
  t.match(
    whole.stdout,
    new RegExp(
      `^search\tindex ${number}, 30 documents\n` +
        `search\torder/${wrong[0]}\toutdated: its document is of version 0(.*\n){4}Differences: search 4\n$`,
      'm',
    ),
  );
  await search('reindex', '--wait');
  matchWhole(t, JSON.parse((await runHere(['verify', '--project', projectKey, '--json'])).stdout), {
    search: { documents: 30, pending: 0 },
    counts: {},
    isEqual: true,
  });
  matchWhole(t, await search('verify'), { code: 0, stdout: /no differences/ });
});

test('refuses unknown projects and wrong options', async t => {
  for (const command of ['status', 'activate', 'deactivate', 'reindex', 'stop', 'verify']) {
    const { code, stdout, stderr } = await runHere(['search', command, '--project', 'no-such-project']);
    matchWhole(t, { code, stdout }, { code: 1, stdout: '' }, command);
    t.match(stderr, /^The project 'no-such-project' was not found\.\n$/, command);
  }
  matchWhole(t, await run(['search', 'verify']), { code: 1, stderr: /--project/ });
  matchWhole(t, await run(['search', 'verify', '--project', 'x', '--wait', 'long']), {
    code: 1,
    stderr: /Expected an integer of at least 0/,
  });
});

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
  await importSampleOrders(own, { projectKey: 'alone', orders: 3, seed: 1 });
  const activation = { project: 'alone', wait: true, startTimeoutMs: 1_000 };
  const { stdout } = await captureOutput(environment, () =>
    t.rejects(
      searchActivate(activation),
      new UsageError(
        'No running server has started the job. It starts as soon as a server runs; ' +
          'quayside jobs watch shows its progress.',
      ),
    ),
  );
  t.match(stdout, /^order search of alone is activated, the indexing job is \S+\n$/);
  await startQuayside(environment);
  await waitUntil(async () => (await own.search.states.read('alone'))?.current !== undefined);
  matchWhole(t, await runHere(['search', 'status', '--project', 'alone'], environment), { code: 0, stdout: /3/ });
});

const { projectKey } = await quayside.project();

const fields = (command: string, ...more: string[]) => runHere(['fields', command, '--project', projectKey, ...more]);

const code = ['--type', 'order', '--field', 'code'];

test('indexes a custom field, lists it, and removes the index', async t => {
  const index = await fields('index', ...code, '--wait');
  t.equal(index.code, 0);
  t.match(index.stderr, /^(0 of 0 resources indexed\n)*$/, 'the progress, where the command sees the build');
  t.equal(index.stdout, `the field code of order resources will be indexed in ${projectKey}\nthe index is complete\n`);
  t.equal(
    (await fields('index', ...code)).stdout,
    `the field code of order resources was already indexed in ${projectKey}\n`,
  );
  t.equal((await fields('list')).stdout, 'order\tcode\tcomplete\n');
  const listed = JSON.parse((await fields('list', '--json')).stdout) as unknown;
  t.same(listed, [{ type: 'order', field: 'code', status: 'complete', indexed: 0 }]);
  t.equal(
    (await fields('unindex', ...code)).stdout,
    `the field code of order resources is no longer indexed in ${projectKey}\n`,
  );
  t.equal(
    (await fields('unindex', ...code)).stdout,
    `the field code of order resources was not indexed in ${projectKey}\n`,
  );
  t.equal((await fields('list')).stdout, '');
});

test('refuses a type without custom fields', async t => {
  const { code: exitCode, stderr } = await fields('index', '--type', 'zone', '--field', 'code');
  t.equal(exitCode, 1);
  t.match(stderr, 'zone');
});

test('manages the searches of products and customers by --type', async t => {
  const { projectKey: key, sdk, search, readJson } = await start(0);
  const email = 'a@example.com';
  await sdk
    .customers()
    .post({ body: { email, password: 'secret123' } })
    .execute();
  for (const [type, noun, count] of [
    ['customer', 'customer', 1],
    ['product', 'product', 0],
  ] as const) {
    const activated = await search('activate', '--type', type, '--wait');
    t.match(activated.stdout, new RegExp(`^${noun} search of ${key} is activated, .*\n${count} ${noun}s of`, 's'));
    matchWhole(t, await readJson('status', '--type', type), { status: 'Activated', resources: count });
    matchWhole(t, await readJson('verify', '--type', type), { isEqual: true, resources: count, documents: count });
    const deactivated = await search('deactivate', '--type', type, '--yes');
    t.equal(deactivated.stdout, `${noun} search of ${key} is deactivated\n`);
    t.match((await search('reindex', '--type', type)).stderr, new RegExp(`^The search of ${noun}s is not active`));
  }
});
