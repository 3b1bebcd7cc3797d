import { test } from '../support/tap.js';
import type { Redis } from 'ioredis';
import { orderDraft } from '../support/drafts.js';
import { startOwnServer } from '../support/startOwnServer.js';
import { startQuayside } from '../support/quayside.js';
import { readConfig } from '../../src/base/config/readConfig.js';
import type { ConfigError } from '../../src/base/config/valueKinds.js';
import { readStoredBody } from '../../src/store/compressedBody.js';
import { keys } from '../../src/store/keys.js';
import { durabilityWarnings } from '../../src/base/redis/serverChecks.js';
import { verifyStoredData } from '../../src/jobs/verification/verifyStoredData.js';
import { waitUntil } from '../support/waitUntil.js';
import { matchWhole } from '../support/matchWhole.js';
import { portOf, startPair, urlOf } from '../support/replicas.js';

const shop = async (url: string) => {
  const quayside = await startQuayside({
    REDIS_URL: url,
    DURABILITY: 'replicas',
    DURABILITY_WAIT_MS: '60000',
  });
  const project = await quayside.project();
  const token = await quayside.token(project);
  const http = quayside.http.as(token);
  return {
    quayside,
    projectKey: project.projectKey,
    create: () => http.send('POST', `/${project.projectKey}/orders/import`, { body: orderDraft() }),
    update: (id: string, version: number, email: string, server = quayside) =>
      server.http.as(token).send('POST', `/${project.projectKey}/orders/${id}`, {
        body: { version, actions: [{ action: 'setCustomerEmail', email }] },
      }),
    get: async (id: string) =>
      (await http.send('GET', `/${project.projectKey}/orders/${id}`)).json as {
        version: number;
        customerEmail?: string;
      },
  };
};

test('answers a change when a replica confirmed it, and with a 503 when none does', async t => {
  const { master, replica } = await startPair();
  const { quayside, projectKey, create, update, get } = await shop(urlOf(master));
  const hasty = await startQuayside({
    REDIS_URL: urlOf(master),
    DURABILITY: 'replicas',
    DURABILITY_WAIT_MS: '100',
  });
  const all = await Promise.all(Array.from({ length: 20 }, create));
  t.same([...new Set(all.map(({ status }) => status))], [201]);
  const ids = all.map(({ json }) => (json as { id: string }).id);
  const copies = await replica.mgetBuffer(ids.map(id => keys.body(projectKey, 'order', id)));
  t.same(
    copies.map(copy => (JSON.parse(readStoredBody(copy!, 'the copy of the replica').toString()) as { id: string }).id),
    ids,
  );

  await replica.call('REPLICAOF', 'NO', 'ONE');
  const answer = await update(ids[0]!, 1, 'jo@example.com', hasty);
  matchWhole(t, answer, {
    status: 503,
    headers: { 'retry-after': '1' },
    json: {
      statusCode: 503,
      errors: [{ code: 'ServiceUnavailable', message: /^The change was written, but not confirmed by 1 replica/ }],
    },
  });
  matchWhole(t, await get(ids[0]!), { version: 2, customerEmail: 'jo@example.com' }, 'the change is written once');

  await replica.call('REPLICAOF', '127.0.0.1', String(portOf(master)));
  await waitUntil(async () => (await update(ids[1]!, (await get(ids[1]!)).version, 'al@example.com')).status === 200);
  t.same((await verifyStoredData(quayside.services, projectKey)).differences, []);
});

test('warns where a server falls short of the configured durability', async t => {
  const bare = (await startOwnServer([])) as Redis;
  const lacks = (durability: string) =>
    durabilityWarnings(bare, readConfig({ DURABILITY: durability, REDIS_URL: urlOf(bare) }));
  const [noFile] = await lacks('everysec');
  t.match(noFile, /keeps no append-only file/);
  matchWhole(t, await lacks('always'), [noFile, /appendfsync 'everysec'; set it to 'always'/]);
  t.same(await lacks('replicas'), [noFile]);
  await bare.call('CONFIG', 'SET', 'appendonly', 'yes', 'appendfsync', 'always');
  t.same(await lacks('always'), []);
});

test('says of each replica why it confirms late or never that its disk has a change', async t => {
  const { master, replica } = await startPair();
  const lacks = () => durabilityWarnings(master, readConfig({ DURABILITY: 'replicas-disk', REDIS_URL: urlOf(master) }));
  const name = `the replica 127.0.0.1:${portOf(replica)}`;
  t.same(await lacks(), []);
  await replica.call('CONFIG', 'SET', 'appendfsync', 'everysec');
  t.same(await lacks(), [
    `${name} has appendfsync 'everysec'; set it to 'always', otherwise each change waits up to a second for its disk`,
  ]);
  await replica.call('CONFIG', 'SET', 'appendonly', 'no');
  t.same(await lacks(), [
    `${name} keeps no append-only file, and never confirms a change; set its appendonly to 'yes'`,
  ]);
  await replica.call('CONFIG', 'SET', 'appendonly', 'yes', 'appendfsync', 'always');
  await replica.call('ACL', 'SETUSER', 'default', '-config');
  t.same(await lacks(), [
    `the configuration of ${name} cannot be read; it needs appendonly 'yes' and appendfsync 'always'`,
  ]);
  await master.call('CONFIG', 'SET', 'appendfsync', 'everysec');
  t.equal(
    (await lacks())[0],
    "Redis has appendfsync 'everysec'; set it to 'always', otherwise each change waits up to a second for its disk",
  );
});

test('starts with replicas-disk only where the server knows WAITAOF', async t => {
  const { master: server } = await startPair();
  const isKnown = ((await server.call('COMMAND', 'INFO', 'WAITAOF')) as unknown[])[0] !== null;
  const started = await startQuayside({ REDIS_URL: urlOf(server), DURABILITY: 'replicas-disk' }).then(
    () => ({ problems: [] }),
    (error: unknown) => error as ConfigError,
  );
  matchWhole(t, started.problems, isKnown ? [] : [/takes Redis 7\.2 or newer/]);
});
