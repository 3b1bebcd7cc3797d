/** Faults of the replica that confirms changes: in a pair of servers, or of the master of the project in a cluster. */
import { setTimeout } from 'node:timers/promises';
import type { ClusterNode } from '../../test/support/startClusterNode.js';
import { waitUntil } from '../../test/support/waitUntil.js';
import type { World } from '../createWorld.js';
import type { Fault } from '../Fault.js';
import type { Ledger } from '../Ledger.js';
import type { ReplicaPair } from '../startReplicaPair.js';

/** Time for which a frozen replica does not respond; changes wait for it until DURABILITY_WAIT_MS. */
const frozenMs = 3_000;
/** Time for which a replica is missing when no change waits for it. */
const unawaitedMs = 1_000;

interface Scene {
  readonly replica: ClusterNode;
  /** Resolves when the replica confirms changes again. */
  readonly waitUntilInSync: () => Promise<void>;
  /** Resolves when a change is refused because the replica did not confirm it, if `DURABILITY` requires that. */
  readonly waitForRefusal: () => Promise<void>;
}

const findReplica = async (
  { cluster, pair }: World,
  projectKey: string,
): Promise<Pick<Scene, 'replica' | 'waitUntilInSync'>> => {
  if (pair !== undefined) return { replica: pair.replica(), waitUntilInSync: pair.attachReplica };
  const [replica] = (await cluster?.replicasOf(await cluster.masterOf(`{${projectKey}}`))) ?? [];
  if (cluster === undefined || replica === undefined) throw new Error('the project has no replica');
  return { replica, waitUntilInSync: () => cluster.waitUntilHealthy() };
};

const waitForServiceUnavailable = async (ledger: Ledger): Promise<void> => {
  const before = ledger.count(503);
  await waitUntil(() => ledger.count(503) > before);
};

const onReplica = (name: string, description: string, play: (scene: Scene) => Promise<void>): Fault => ({
  name,
  description,
  redis: 'pair',
  inject: async (world, ledger, _, projectKey) => {
    const isAwaited = world.durability.startsWith('replicas');
    const scene = {
      ...(await findReplica(world, projectKey)),
      waitForRefusal: () => (isAwaited ? waitForServiceUnavailable(ledger) : setTimeout(unawaitedMs)),
    };
    await play(scene);
    await scene.waitUntilInSync();
  },
});

export const freezeReplica = onReplica(
  'freeze-replica',
  `SIGSTOP to the replica, SIGCONT after ${frozenMs / 1_000} s`,
  async ({ replica, waitForRefusal }) => {
    replica.pause();
    try {
      await Promise.all([setTimeout(frozenMs), waitForRefusal()]);
    } finally {
      replica.resume();
    }
  },
);

export const killReplica = onReplica(
  'kill-replica',
  'SIGKILL to the replica, which is started again after a change was refused',
  async ({ replica, waitForRefusal }) => {
    await replica.kill();
    try {
      await waitForRefusal();
    } finally {
      await replica.restart();
    }
  },
);

/** Defines a fault that only a pair of servers can have: a cluster forbids the command, or does it by itself. */
const onPair = (
  name: string,
  description: string,
  play: (pair: ReplicaPair, ledger: Ledger) => Promise<void>,
): Fault => ({
  name,
  description,
  redis: 'pair',
  inject: async ({ pair }, ledger) => {
    if (pair === undefined) throw new Error(`${name} needs a server with a replica`);
    await play(pair, ledger);
    await pair.attachReplica();
  },
});

export const resynchroniseReplica = onPair(
  'resync-replica',
  'the replica leaves its master, gets a change of its own, and needs all data anew',
  async (pair, ledger) => {
    await pair.replica().call(redis => redis.call('REPLICAOF', 'NO', 'ONE'));
    await waitForServiceUnavailable(ledger);
    await pair.replica().call(redis => redis.set('other', 'history'));
  },
);

export const promoteReplica = onPair(
  'promote-replica',
  'SIGKILL to the master: its replica takes its place, and it comes back as the replica',
  async (pair, ledger) => {
    await pair.master().kill();
    await waitForServiceUnavailable(ledger);
    await pair.promoteReplica();
    await pair.replica().restart();
  },
);
