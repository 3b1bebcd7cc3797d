import { test } from 'tap';
import { orderDraft } from '../support/drafts.js';
import { startOwnServer } from '../support/startOwnServer.js';
import { startQuayside } from '../support/quayside.js';
import { readConfig } from '../../src/config/readConfig.js';
import type { ConfigError } from '../../src/config/ConfigError.js';
import { ReplicatedCommitRunner } from '../../src/store/ReplicatedCommitRunner.js';
import { durabilityWarnings } from '../../src/redis/durabilityWarnings.js';
import type { CommitCall } from '../../src/store/CommitRunner.js';
import { CommitLot } from '../../src/store/CommitLot.js';
import { planCommit } from '../../src/store/planCommit.js';
import { verifyStoredData } from '../../src/verify/verifyStoredData.js';
import { waitUntil } from '../support/waitUntil.js';
import { writeOf } from '../support/store.js';
import type { Redis } from 'ioredis';
import { matchWhole } from '../support/matchWhole.js';

const portOf = (redis: unknown): number => (redis as Redis).options.port!;
const urlOf = (redis: unknown): string => `redis://127.0.0.1:${portOf(redis)}`;
const onDisk = ['--appendonly', 'yes'];

/** The call that creates one resource. */
const callOf = (commitId: string, id: string): CommitCall => {
  const lot = new CommitLot();
  lot.add(planCommit({ commitId, projectKey: 'p', writes: [writeOf(id)], references: new Map() }));
  return lot.toCall(Date.now());
};

const pair = async () => {
  const master = await startOwnServer(onDisk);
  const replica = await startOwnServer(['--replicaof', '127.0.0.1', String(portOf(master))]);
  await waitUntil(async () => {
    await (master as Redis).set('probe', '1');
    return (await (master as Redis).wait(1, 100)) === 1;
  });
  return { master: master as Redis, replica: replica as Redis };
};

const shop = async (url: string, settings: Readonly<Record<string, string>>) => {
  const quayside = await startQuayside({
    REDIS_URL: url,
    DURABILITY: 'replicas',
    DURABILITY_WAIT_MS: '2000',
    ...settings,
  });
  const project = await quayside.project();
  const http = quayside.http.as(await quayside.token(project));
  return {
    quayside,
    projectKey: project.projectKey,
    create: () => http.send('POST', `/${project.projectKey}/orders/import`, { body: orderDraft() }),
    update: (id: string, version: number, email: string) =>
      http.send('POST', `/${project.projectKey}/orders/${id}`, {
        body: { version, actions: [{ action: 'setCustomerEmail', email }] },
      }),
    get: async (id: string) =>
      (await http.send('GET', `/${project.projectKey}/orders/${id}`)).json as {
        version: number;
        customerEmail?: string;
      },
  };
};

test('answers a change when a replica confirmed it, and with a 503 when none does', {
  timeout: 60_000,
}, async t => {
  const { master, replica } = await pair();
  const { quayside, projectKey, create, update, get } = await shop(urlOf(master), {});
  const all = await Promise.all(Array.from({ length: 20 }, create));
  t.same([...new Set(all.map(({ status }) => status))], [201]);
  const ids = all.map(({ json }) => (json as { id: string }).id);
  const copies = await replica.mget(ids.map(id => `{${projectKey}}:order:b:${id}`));
  t.same(
    copies.map(copy => (JSON.parse(copy!) as { id: string }).id),
    ids,
  );

  await replica.call('REPLICAOF', 'NO', 'ONE');
  const answer = await update(ids[0]!, 1, 'jo@example.com');
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

test('waits for replicas on the connection of a retry, although the commit had run', async t => {
  const { master, replica } = await pair();
  const confirmed = new ReplicatedCommitRunner(urlOf(master), {
    durability: 'replicas',
    durabilityReplicas: 1,
    durabilityWaitMs: 2_000,
  });
  t.teardown(() => confirmed.close());
  const call = callOf('c-1', 'a');
  t.same(await confirmed.run('p', call), []);
  await replica.call('REPLICAOF', 'NO', 'ONE');
  await master.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
  matchWhole(t, await confirmed.run('p', call).catch((error: unknown) => error), { status: 503 });
});

test('sends WAIT behind the script where the server does not know the script', async t => {
  const { master } = await pair();
  const confirmed = new ReplicatedCommitRunner(urlOf(master), {
    durability: 'replicas',
    durabilityReplicas: 1,
    durabilityWaitMs: 2_000,
  });
  const monitor = await master.monitor();
  t.teardown(() => {
    confirmed.close();
    monitor.disconnect();
  });
  const seen: string[] = [];
  monitor.on('monitor', (_, [name]: string[]) => {
    if (['eval', 'evalsha', 'wait'].includes(name!)) seen.push(name!);
  });
  for (const commitId of ['c-1', 'c-2']) t.same(await confirmed.run('p', callOf(commitId, commitId)), []);
  await waitUntil(() => seen.length === 6);
  t.same(seen, ['evalsha', 'wait', 'eval', 'wait', 'evalsha', 'wait']);
});

test('warns where a server falls short of the configured durability', async t => {
  const bare = await startOwnServer([]);
  const lacks = (durability: string) =>
    durabilityWarnings(bare, readConfig({ DURABILITY: durability, REDIS_URL: urlOf(bare) }));
  const [noFile] = await lacks('everysec');
  t.match(noFile, /keeps no append-only file/);
  matchWhole(t, await lacks('always'), [noFile, /appendfsync 'everysec'; set it to 'always'/]);
  matchWhole(t, await lacks('replicas'), [noFile, /has 0 replica\(s\), 1 must confirm/]);
  await bare.call('CONFIG', 'SET', 'appendonly', 'yes', 'appendfsync', 'always');
  t.same(await lacks('always'), []);
});

test('starts with replicas-disk only where the server knows WAITAOF', async t => {
  const server = await startOwnServer(onDisk);
  const isKnown = ((await (server as Redis).call('COMMAND', 'INFO', 'WAITAOF')) as unknown[])[0] !== null;
  const started = await startQuayside({ REDIS_URL: urlOf(server), DURABILITY: 'replicas-disk' }).then(
    () => ({ problems: [] }),
    (error: unknown) => error as ConfigError,
  );
  matchWhole(t, started.problems, isKnown ? [] : [/takes Redis 7\.2 or newer/]);
});
