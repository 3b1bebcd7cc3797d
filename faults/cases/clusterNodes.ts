/** Faults of cluster nodes. Each concerns the master that serves the project, and its replica. */
import { setTimeout } from 'node:timers/promises';
import type { ClusterNode } from '../../test/support/startClusterNode.js';
import type { ClusterNodes } from '../../test/support/startCluster.js';
import { waitUntil } from '../../test/support/waitUntil.js';
import type { Fault } from '../Fault.js';
import type { Ledger } from '../Ledger.js';
import { fileIsSynced } from './endRedis.js';

const stopMs = 5_000;
/** The nodes consider a master failed after 2 s, and then vote, which takes long on a busy machine. */
const failoverTimeoutMs = 20_000;
/** Time for which a master continues without its replica before it is killed. */
const stalenessMs = 2_000;
interface Scene {
  readonly cluster: ClusterNodes;
  readonly master: ClusterNode;
  readonly replica: ClusterNode;
  readonly ledger: Ledger;
  readonly backMsMax: number;
}

const onMaster = (name: string, description: string, play: (scene: Scene) => Promise<void>): Fault => ({
  name,
  description,
  inject: async ({ cluster }, ledger, _, projectKey, backMsMax) => {
    if (cluster === undefined) throw new Error(`${name} needs a cluster`);
    const master = await cluster.masterOf(`{${projectKey}}`);
    const [replica] = await cluster.replicasOf(master);
    if (replica === undefined) throw new Error('the master has no replica');
    await play({ cluster, master, replica, ledger, backMsMax });
    await cluster.waitUntilHealthy();
  },
});

const waitForFailover = ({ replica }: Scene): Promise<void> =>
  waitUntil(async () => (await replica.role()) === 'master', failoverTimeoutMs);

/** Waits for a read: reads must succeed soon, although no replica confirms changes while the old master is down. */
const waitForRead = async ({ ledger, backMsMax }: Scene): Promise<void> => {
  const { reads } = ledger;
  const startMs = performance.now();
  await waitUntil(() => ledger.reads > reads, failoverTimeoutMs).catch(() => undefined);
  const tookMs = performance.now() - startMs;
  if (tookMs > backMsMax)
    ledger.addFailure(
      `no read succeeded for ${Math.round(tookMs)} ms after the failover; at most ${backMsMax} ms are allowed`,
    );
};

const expectRefusals = async (ledger: Ledger, during: () => Promise<void>): Promise<void> => {
  const before = ledger.count(503);
  await during();
  if (ledger.count(503) === before) ledger.addFailure('no write was refused while Redis could not confirm writes');
};

export const killMaster = onMaster(
  'kill-master',
  'SIGKILL to a master: its replica takes over, it comes back as a replica',
  async scene => {
    await expectRefusals(scene.ledger, async () => {
      await scene.master.kill();
      scene.ledger.killedMs = performance.now();
      try {
        await waitForFailover(scene);
        await waitForRead(scene);
      } finally {
        await scene.master.restart();
      }
    });
  },
);

export const killAndRestartMaster = onMaster(
  'kill-restart-master',
  'SIGKILL to a master with its append-only file, which is started again before its replica takes over',
  async ({ master }) => {
    await master.call(fileIsSynced);
    await master.kill();
    await master.restart();
  },
);

export const restartMaster = onMaster(
  'restart-master',
  'SIGTERM to a master, which is started again at once',
  async ({ master }) => {
    await master.kill('SIGTERM');
    await master.restart();
  },
);

export const stopMaster = onMaster(
  'stop-master',
  `SIGSTOP to a master, SIGCONT after ${stopMs / 1_000} s, when its replica has taken over`,
  async ({ master, ledger }) => {
    await expectRefusals(ledger, async () => {
      master.pause();
      ledger.killedMs = performance.now();
      await setTimeout(stopMs).finally(() => master.resume());
    });
  },
);

export const failOver = onMaster(
  'fail-over',
  'CLUSTER FAILOVER: a replica takes over from its master while both run',
  ({ replica }) => replica.failOver(),
);

/** An operator promotes a replica that lacks the last changes. None of them may have been acknowledged. */
export const promoteStaleReplica: Fault = {
  ...onMaster(
    'promote-stale-replica',
    'SIGTERM to a replica, changes that it cannot confirm, SIGKILL to its master, CLUSTER FAILOVER TAKEOVER',
    async ({ master, replica, ledger }) => {
      await replica.kill('SIGTERM');
      await setTimeout(stalenessMs);
      await master.kill();
      ledger.killedMs = performance.now();
      try {
        await replica.restart();
        await waitUntil(() =>
          replica
            .call(redis => redis.call('CLUSTER', 'FAILOVER', 'TAKEOVER'))
            .then(
              () => true,
              () => false,
            ),
        );
        await waitUntil(async () => (await replica.role()) === 'master', failoverTimeoutMs);
      } finally {
        await master.restart();
      }
    },
  ),
  needsReplicas: true,
};
