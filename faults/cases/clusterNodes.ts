/** Nodes of a cluster fail: always the master that the project lies on, with one replica. */
import { setTimeout } from 'node:timers/promises';
import type { ClusterNode } from '../../test/support/clusterNode.js';
import type { ClusterNodes } from '../../test/support/clusterNodes.js';
import { until } from '../../test/support/until.js';
import type { Fault } from '../Fault.js';
import type { Ledger } from '../Ledger.js';

const stopMs = 5_000;
/** The nodes take one for failed after 2 s, and then vote; on a busy machine that takes its time. */
const failoverMsMax = 20_000;
/** As after any other fault. */
const backMsMax = 3_000;

interface Scene {
  readonly cluster: ClusterNodes;
  readonly master: ClusterNode;
  readonly replica: ClusterNode;
  readonly ledger: Ledger;
}

const onMaster = (name: string, about: string, play: (scene: Scene) => Promise<void>): Fault => ({
  name,
  description,
  inject: async ({ cluster }, ledger, _, projectKey) => {
    if (cluster === undefined) throw new Error(`${name} takes a cluster`);
    const master = await cluster.masterOf(`{${projectKey}}`);
    const [replica] = await cluster.replicasOf(master);
    await play({ cluster, master, replica: replica!, ledger });
    await cluster.isWhole();
  },
});

const isTakenOver = ({ replica }: Scene): Promise<void> =>
  until(async () => (await replica.role()) === 'master', failoverMsMax);

/** Nobody confirms a change while the old master is away; all is there to be read. */
const isRead = async ({ ledger }: Scene): Promise<void> => {
  const { reads } = ledger;
  const startMs = performance.now();
  await until(() => ledger.reads > reads, failoverMsMax).catch(() => undefined);
  const tookMs = performance.now() - startMs;
  if (tookMs > backMsMax)
    ledger.addFailure(
      `nothing could be read for ${Math.round(tookMs)} ms after the replica had taken over; at most ${backMsMax} are allowed`,
    );
};

const wasTold = async (ledger: Ledger, during: () => Promise<void>): Promise<void> => {
  const before = ledger.count(503);
  await during();
  if (ledger.count(503) === before) ledger.addFailure('nobody was told that nothing can be written');
};

export const killMaster = onMaster(
  'kill-master',
  'SIGKILL to a master: its replica takes over, it comes back as a replica',
  async scene => {
    await wasTold(scene.ledger, async () => {
      await scene.master.kill();
      try {
        await isTakenOver(scene);
        await isRead(scene);
      } finally {
        await scene.master.restart();
      }
    });
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
  `SIGSTOP to a master, SIGCONT after ${stopMs / 1_000} s: its replica has taken over by then`,
  async ({ master, ledger }) => {
    await wasTold(ledger, async () => {
      master.pause();
      await setTimeout(stopMs).finally(() => master.resume());
    });
  },
);

export const failOver = onMaster(
  'fail-over',
  'CLUSTER FAILOVER: a replica takes over from its master while both are well',
  ({ replica }) => replica.failOver(),
);
