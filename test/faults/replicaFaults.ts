/** Tests in which replicas hang, end, resynchronise and take over while changes wait for them. */
import { randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { type Test, test } from '../support/tap.js';
import { checkRound } from '../../faults/checkRound.js';
import { createClient } from '../../faults/createClient.js';
import { Ledger } from '../../faults/Ledger.js';
import { Random } from '../../examples/sample-shop/choices.js';
import { startLoad } from '../../faults/startLoad.js';
import type { ClientCredentials } from '../../src/projects/createProject.js';
import { verifyStoredData } from '../../src/jobs/verification/verifyStoredData.js';
import { orderDraft } from '../support/drafts.js';
import { type Quayside, startQuayside } from '../support/quayside.js';
import { onDisk, portOf, processOf, startPair, urlOf, waitUntilConfirmed } from '../support/replicas.js';
import { skipInShort } from '../support/rounds.js';
import { startOwnServer } from '../support/startOwnServer.js';
import { waitUntil } from '../support/waitUntil.js';

const unconfirmed = /^The change was written, but not confirmed by 1 replica\(s\) within \d+ ms/;
const writers = 6;

type Durability = 'replicas' | 'replicas-disk';

interface Shop {
  readonly quayside: Quayside;
  readonly projectKey: string;
  readonly token: string;
  /** Resolves to the message of a 503, or to the id of the order. */
  readonly importOrder: () => Promise<string>;
}

const openShop = async (redis: Redis, durability: string, waitMs: number): Promise<Shop> => {
  const quayside = await startQuayside({
    REDIS_URL: urlOf(redis),
    DURABILITY: durability,
    DURABILITY_WAIT_MS: String(waitMs),
  });
  // On a busy machine a replica may confirm one of the changes too late.
  const projects: ClientCredentials[] = [];
  await waitUntil(() =>
    quayside.project().then(
      created => projects.push(created) > 0,
      () => false,
    ),
  );
  const [project] = projects as [ClientCredentials];
  const token = await quayside.token(project);
  const http = quayside.http.as(token);
  const { projectKey } = project;
  return {
    quayside,
    projectKey,
    token,
    importOrder: async () => {
      const { status, json } = await http.send('POST', `/${projectKey}/orders/import`, { body: orderDraft() });
      return status === 201 ? (json as { id: string }).id : (json as { message: string }).message;
    },
  };
};

const waitUntilAcknowledged = ({ importOrder }: Shop): Promise<void> =>
  waitUntil(async () => /^[0-9a-f-]{36}$/.test(await importOrder()));

/** Runs `fault` under load, and returns what was answered. */
const underLoad = async (
  { quayside: { address }, projectKey, token }: Shop,
  fault: (ledger: Ledger) => Promise<void>,
): Promise<Ledger> => {
  const ledger = new Ledger();
  const client = createClient({ address, token, ledger, allowed: [503], answerMsMax: Number.POSITIVE_INFINITY });
  const load = startLoad({
    client,
    projectKey,
    ledger,
    writers,
    random: new Random(randomInt(1_000_000)).next,
    restMs: 5,
  });
  const waitForMore = async (): Promise<void> => {
    const before = ledger.acknowledged;
    await waitUntil(() => ledger.acknowledged > before + 5 * writers);
  };
  await waitForMore();
  await fault(ledger);
  await load.stop();
  client.close();
  return ledger;
};

const startReplica = async (master: Redis): Promise<Redis> =>
  (await startOwnServer([...onDisk, '--replicaof', '127.0.0.1', String(portOf(master))])) as Redis;

const keyCount = async (redis: Redis, projectKey: string): Promise<number> =>
  (await redis.keys(`{${projectKey}}:order:b:*`)).length;

const freezeReplica = async (t: Test, durability: Durability): Promise<void> => {
  const { master, replica } = await startPair();
  const pid = await processOf(replica);
  const shop = await openShop(master, durability, 1_000);
  await waitUntilAcknowledged(shop);
  const before = await keyCount(master, shop.projectKey);
  process.kill(pid, 'SIGSTOP');
  const answers: Promise<string>[] = [];
  for (let at = 0; at < 20; at++) {
    answers.push(shop.importOrder());
    await setTimeout(25);
  }
  const messages = await Promise.all(answers);
  t.same(
    messages.filter(message => !unconfirmed.test(message)),
    [],
  );
  t.equal(await keyCount(master, shop.projectKey), before + 20, 'each change was written');
  process.kill(pid, 'SIGCONT');
  await waitUntilAcknowledged(shop);
  t.same((await verifyStoredData(shop.quayside.services, shop.projectKey)).differences, []);
};

const killReplica = async (t: Test, durability: Durability): Promise<void> => {
  const { master, replica } = await startPair();
  const shop = await openShop(master, durability, 2_000);
  const { services } = shop.quayside;
  const ledger = await underLoad(shop, async answers => {
    process.kill(await processOf(replica), 'SIGKILL');
    await waitUntil(() => answers.count(503) > 0);
    await startReplica(master);
    const before = answers.acknowledged;
    await waitUntil(() => answers.acknowledged > before + 2 * writers);
  });
  await checkRound({ services, projectKey: shop.projectKey }, ledger, { search: false });
  t.same(ledger.failures, []);
};

const resynchronise = async (t: Test, durability: Durability): Promise<void> => {
  const { master, replica } = await startPair();
  const shop = await openShop(master, durability, 2_000);
  const ledger = await underLoad(shop, async answers => {
    await replica.call('REPLICAOF', 'NO', 'ONE');
    await waitUntil(() => answers.count(503) > 0);
    // With a history of its own it needs all data anew.
    await replica.set('other', 'history');
    await replica.call('REPLICAOF', '127.0.0.1', String(portOf(master)));
    const before = answers.acknowledged;
    await waitUntil(() => answers.acknowledged > before + 2 * writers);
  });
  await waitUntilConfirmed(master);
  process.kill(await processOf(master), 'SIGKILL');
  await replica.call('REPLICAOF', 'NO', 'ONE');
  const promoted = await openShop(replica, 'everysec', 1_000);
  await checkRound({ services: promoted.quayside.services, projectKey: shop.projectKey }, ledger, { search: false });
  t.same(ledger.failures, []);
};

const promoteReplica = async (t: Test, durability: Durability): Promise<void> => {
  const { master, replica } = await startPair();
  const shop = await openShop(master, durability, 2_000);
  const ledger = await underLoad(shop, async answers => {
    process.kill(await processOf(master), 'SIGKILL');
    await waitUntil(() => answers.count(503) > writers);
  });
  await replica.call('REPLICAOF', 'NO', 'ONE');
  await startReplica(replica);
  await waitUntilConfirmed(replica);
  const promoted = await openShop(replica, durability, 2_000);
  await waitUntilAcknowledged(promoted);
  await checkRound({ services: promoted.quayside.services, projectKey: shop.projectKey }, ledger, { search: false });
  t.same(ledger.failures, []);
};

/** Adds the tests for one setting; `skip` says why they cannot run here. */
export const testReplicaFaults = (durability: Durability, skip: string | false = false): void => {
  const options = { timeout: 180_000, skip };
  const longForm = { ...options, skip: skip || skipInShort };
  test(`${durability}: a frozen replica delays no change, and each 503 says that the change was written`, longForm, t =>
    freezeReplica(t, durability),
  );
  test(`${durability}: changes go on when a replica was killed and another one has taken its place`, longForm, t =>
    killReplica(t, durability),
  );
  test(`${durability}: a replica that resynchronises confirms nothing that it lacks`, longForm, t =>
    resynchronise(t, durability),
  );
  test(`${durability}: a promoted replica has every change that was acknowledged`, options, t =>
    promoteReplica(t, durability),
  );
};
