import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { test } from 'tap';
import { orderDraft } from '../support/drafts.js';
import { startOwnServer } from '../support/startOwnServer.js';
import { startQuayside } from '../support/quayside.js';
import { readConfig } from '../../src/config/readConfig.js';
import type { ConfigError } from '../../src/config/ConfigError.js';
import { ReplicatedCommitRunner } from '../../src/store/ReplicatedCommitRunner.js';
import { durabilityWarnings } from '../../src/redis/durabilityWarnings.js';
import { loadScript } from '../../src/redis/loadScript.js';
import type { ChangeSet, ResourceWrite } from '../../src/store/ChangeSet.js';
import type { CommitCall } from '../../src/store/CommitRunner.js';
import { createStore } from '../../src/store/createStore.js';
import type { Store } from '../../src/store/Store.js';
import { CommitLot } from '../../src/store/CommitLot.js';
import { planCommit } from '../../src/store/planCommit.js';
import { verifyStoredData } from '../../src/verify/verifyStoredData.js';
import { waitUntil } from '../support/waitUntil.js';
import { bodyOf, writeOf } from '../support/store.js';
import type { Redis } from 'ioredis';
import { matchWhole } from '../support/matchWhole.js';
import { monitorCommands } from '../support/monitorCommands.js';

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
  const master = await startOwnServer([...onDisk, '--repl-diskless-sync-delay', '0']);
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

/** The commands of commits that a server without replicas sees while `use` runs. */
const commandsOf = async (
  durabilityWaitMs: number,
  use: (redis: Redis, store: Store) => Promise<unknown>,
): Promise<string[]> => {
  const server = (await startOwnServer([])) as Redis;
  const runner = new ReplicatedCommitRunner(urlOf(server), {
    durability: 'replicas',
    durabilityReplicas: 1,
    durabilityWaitMs,
  });
  await server.script('LOAD', loadScript('commit'));
  const seen: string[] = [];
  const stopMonitor = await monitorCommands(server, ([name, value]) => {
    if (['eval', 'evalsha', 'wait'].includes(name!) || value === 'last') seen.push(name!);
  });
  await use(server, createStore(server, runner.run, runner.lotsMax));
  await server.echo('last');
  await waitUntil(() => seen.at(-1) === 'echo');
  runner.close();
  stopMonitor();
  return seen.slice(0, -1);
};

/** The id of the client that waits for replicas. */
const waitingClient = async (redis: Redis): Promise<string> => {
  let id: string | undefined;
  await waitUntil(async () => {
    const list = String(await redis.client('LIST'));
    id = /^id=(\d+) .* flags=b .* cmd=wait /m.exec(list)?.[1];
    return id !== undefined;
  });
  return id!;
};

const lots = (count: number): string[] => [...Array.from({ length: count }, () => 'evalsha'), 'wait'];

const changeOf = (projectKey: string, ...writes: ResourceWrite[]): ChangeSet => ({
  commitId: randomUUID(),
  projectKey,
  writes,
  references: new Map(),
});

const messagesOf = async (commits: readonly Promise<void>[]): Promise<string[]> => {
  const results = await Promise.allSettled(commits);
  return results.map(result => (result.status === 'rejected' ? (result.reason as Error).message : result.status));
};

test('lets up to eight lots of a project share a wait for replicas', async t => {
  const seen = await commandsOf(50, async (redis, store) => {
    const ids = Array.from({ length: 400 }, () => randomUUID());
    const messages = await messagesOf(ids.map(id => store.commit(changeOf('p', writeOf(id)))));
    t.same(
      messages.filter(message => !message.startsWith('The change was written, but not confirmed by 1 replica')),
      [],
    );
    t.equal(await redis.exists(ids.map(id => `{p}:thing:b:${id}`)), 400);
  });
  t.same(seen, [...lots(8), ...lots(8), ...lots(1)]);
});

test('keeps the order of commits whose lots share a wait', async t => {
  const seen = await commandsOf(50, async (redis, store) => {
    const id = randomUUID();
    const bodies = [1, 2, 3, 4, 5].map(version => bodyOf(id, version));
    const writes = bodies.map((body, at) => writeOf(id, { body, expectedVersion: at === 0 ? undefined : at }));
    const messages = await messagesOf(writes.map(write => store.commit(changeOf('p', write))));
    t.equal(messages.filter(message => message.startsWith('The change was written')).length, 5);
    t.equal(await redis.get(`{p}:thing:b:${id}`), bodies.at(-1)!.toString());
  });
  t.same(seen, lots(5));
});

test('lets projects of one server share a wait, also those that come while another one waits', async t => {
  const seen = await commandsOf(30_000, async (redis, store) => {
    const create = (projectKey: string): Promise<string[]> =>
      messagesOf([store.commit(changeOf(projectKey, writeOf(randomUUID())))]);
    const first = [create('p'), create('q')];
    const waiting = await waitingClient(redis);
    const later: Promise<string[]>[] = [];
    for (const projectKey of ['r', 's', 't']) {
      later.push(create(projectKey));
      await setImmediate();
    }
    for (const client of [waiting, waiting]) {
      t.equal(await waitingClient(redis), client);
      await redis.client('UNBLOCK', client);
    }
    await Promise.all([...first, ...later]);
  });
  t.same(seen, [...lots(2), ...lots(3)]);
});

test('sends WAIT behind the script where the server does not know the script', async t => {
  const { master } = await pair();
  const confirmed = new ReplicatedCommitRunner(urlOf(master), {
    durability: 'replicas',
    durabilityReplicas: 1,
    durabilityWaitMs: 2_000,
  });
  const seen: string[] = [];
  const stopMonitor = await monitorCommands(master as Redis, ([name]) => {
    if (['eval', 'evalsha', 'wait'].includes(name!)) seen.push(name!);
  });
  t.teardown(() => {
    confirmed.close();
    stopMonitor();
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
