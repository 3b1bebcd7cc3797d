/** quayside verify --repair, and data whose lists and indexes were written by another build. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withTemporaryConnection } from '../../src/base/redis/withTemporaryConnection.js';
import { startEmbeddedRedis } from '../../src/base/redis/embedded/startEmbeddedRedis.js';
import { documentLayout } from '../support/search/searchedOrder.js';
import { ownLayout } from '../../src/services/ownFormat.js';
import { keys } from '../../src/store/keys.js';
import { currentFormat } from '../../src/store/storedFormat.js';
import { startQuaysideAlone } from '../support/quayside.js';
import { runHere } from '../support/runHere.js';
import { searchOf } from '../support/search.js';
import { t as root, test } from '../support/tap.js';

const quayside = await startQuaysideAlone();
const { redis } = quayside.services;
const credentials = await quayside.project({ key: 'first' });
await quayside.project({ key: 'second' });
const environment = { REDIS_URL: quayside.redisUrl };

const verify = (...args: readonly string[]) => runHere(['verify', ...args], environment);

test('says in words and in JSON which differences were mended, per kind and type, and which were not', async t => {
  const [list, body] = [keys.time('first', 'state', 'createdAt'), keys.body('first', 'ship', '1')];
  const [id = ''] = await redis.zrange(list, 0, 0);
  const before = await redis.zscore(list, id);
  const damage = async (): Promise<void> => {
    await redis.zrem(list, id);
    await redis.set(`${keys.prefix('first')}unheard-of`, '1');
  };
  await damage();
  const detail = `the list by createdAt has null, not ${before}`;
  const found = await verify('--project', 'first');
  t.equal(found.code, 1);
  t.match(found.stdout, `list\tstate/${id}\t${detail}\n`);
  const mended = await verify('--project', 'first', '--repair');
  t.equal(mended.code, 0);
  t.equal(
    mended.stdout.split('\n').slice(-5).join('\n'),
    [
      `mended\tlist\tstate/${id}\t${detail}`,
      `mended\tleft\t{first}:unheard-of\tno key of a project has this form`,
      'Mended: entries of lists 1 (state 1); keys that belonged to nothing 1 (keys 1)',
      'Everything agrees.',
      '',
    ]
      .sort((one, two) => Number(two.startsWith('mended')) - Number(one.startsWith('mended')))
      .join('\n'),
  );
  t.equal(await redis.zscore(list, id), before);

  await damage();
  await redis.set(body, '1');
  const { code, stdout } = await verify('--repair', '--json');
  t.equal(code, 1, 'a resource of an unknown type stays');
  const projects = stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Record<string, unknown>);
  t.same(
    projects.map(({ projectKey }) => projectKey),
    ['demo', 'first', 'second'],
  );
  const [, first, second] = projects;
  const unknown = { kind: 'left', subject: body, detail: "there is no resource type 'ship'" };
  t.match(first, {
    projectKey: 'first',
    repaired: { counts: { list: { state: 1 }, left: { keys: 1 } } },
    counts: { left: 1 },
    differences: [unknown],
    isEqual: false,
  });
  t.match(second, { projectKey: 'second', repaired: { counts: {}, changes: [] }, isEqual: true });
  t.equal(await redis.get(body), '1');
  t.match(
    (await verify('--repair', '--project', 'first')).stdout,
    /Nothing was mended\.\nleft\t.*\nNot mended: left 1\n$/,
  );
  await redis.del(body);
});

test('lets a server rebuild a search index that differs', async t => {
  const search = searchOf(quayside, credentials);
  const ids = await search.orders(3);
  await search.activate();
  await search.holds(ids);
  await search.settled();
  const damages = [
    (number: number) => redis.hset(keys.searchDocument('first', 'order', number, ids[0]!), 'v', 0),
    (number: number) => quayside.services.indexes.drop('first', 'order', number),
  ];
  for (const damage of damages) {
    const number = (await search.current())!;
    await damage(number);
    t.equal((await verify('--project', 'first')).code, 1);
    const { code, stdout } = await verify('--project', 'first', '--repair');
    t.match(stdout, /^mended\tsearch\tsearch index of orders\tit was built anew$/m);
    t.match(stdout, /^Mended: search indexes built anew 1 \(order 1\)\nEverything agrees\.\n$/m);
    t.equal(code, 0);
    await search.holds(ids);
    t.not(await search.current(), number);
  }
  t.equal(await redis.hget(keys.searchState('first', 'order'), 'layout'), String(documentLayout));
});

test('refuses data of another build, and does not mend it beside a server or in one project', async t => {
  await redis.hset(keys.formatLayout, 'order', 'another');
  const message =
    `The data in Redis has format ${currentFormat}, but lists and indexes of another build (order): ` +
    'start the build that wrote the data, or stop all servers, make a backup, and run: quayside verify --repair';
  for (const [args, stderr] of [
    [['--project', 'first'], `${message}\n`],
    [[], `${message}\n`],
    [['--repair', '--project', 'first'], `${message}, without --project: all projects have other lists and indexes.\n`],
    [['--repair'], /^Servers are running on this Redis \(.+\), which would write .*: stop them first\.\n$/],
  ] as const) {
    const refused = await verify(...args);
    t.same([refused.code, refused.stdout], [1, '']);
    if (typeof stderr === 'string') t.equal(refused.stderr, stderr);
    else t.match(refused.stderr, stderr);
  }
  await redis.hset(keys.formatLayout, Object.fromEntries(ownLayout()));
});

test('mends the lists of all projects of another build in the embedded Redis', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-repair-'));
  root.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const own = { REDIS_URL: '', DATA_DIR: folder, ENCRYPTION_KEY: 'a key of thirty-two characters, for tests' };
  const embedded = await startEmbeddedRedis(folder, '');
  const withRedis = { ...own, REDIS_URL: embedded.url };
  for (const key of ['one', 'two']) t.equal((await runHere(['project', 'create', key], withRedis)).code, 0);
  // The other build had no index of states by type.
  await withTemporaryConnection(embedded.url, 60_000, async connection => {
    for (const key of ['one', 'two'])
      await connection.del(await connection.keys(keys.index(key, 'state', 'type', '*')));
    await connection.hset(keys.formatLayout, 'state', 'another');
  });
  await embedded.stop();
  const { code, stdout, stderr } = await runHere(['verify', '--repair'], own);
  t.equal(code, 0, stderr);
  t.match(
    stdout,
    /^project\tone\n[^]*Mended: entries of indexes \d+ \(state \d+\)\nEverything agrees\.\nproject\ttwo\n/,
  );
  t.match(stderr, /The lists and indexes of all projects are those of this version now\.\n$/);
  const again = await startEmbeddedRedis(folder, '');
  t.equal((await runHere(['verify', '--project', 'two'], { ...own, REDIS_URL: again.url })).code, 0);
  await again.stop();
});
