/** Starts a Redis server with one replica on loopback, whose roles can change behind one address. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClusterNode, startClusterNode } from '../test/support/startClusterNode.js';
import { waitUntil } from '../test/support/waitUntil.js';
import { startRedirect } from './startRedirect.js';

export interface ReplicaPair {
  /** The address of the current master. */
  readonly url: string;
  readonly master: () => ClusterNode;
  readonly replica: () => ClusterNode;
  /** Makes the second server a replica of the first, with all its data. */
  readonly attachReplica: () => Promise<void>;
  /** Makes the replica the master; the server that was the master becomes the replica when it is attached. */
  readonly promoteReplica: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Overrides the cluster mode of both servers: of several arguments with the same name the last one applies. */
const serverArguments = ['--cluster-enabled', 'no'];
/** Redis copies all data to a replica that has none, which takes long on a busy machine. */
const attachMsMax = 60_000;

const isInSync = (replica: ClusterNode): Promise<boolean> =>
  replica
    .call(redis => redis.info('replication'))
    .then(
      text => text.includes('master_link_status:up') && text.includes('master_sync_in_progress:0'),
      () => false,
    );

export const startReplicaPair = async (args: readonly string[] = []): Promise<ReplicaPair> => {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-pair-'));
  const start = (): Promise<ClusterNode> => startClusterNode(folder, [...serverArguments, ...args]);
  let [master, replica] = [await start(), await start()];
  const redirect = await startRedirect(master.port);
  const attachReplica = async (): Promise<void> => {
    await replica.call(redis => redis.call('REPLICAOF', '127.0.0.1', master.port));
    await waitUntil(() => isInSync(replica), attachMsMax);
  };
  await attachReplica();
  return {
    url: `redis://127.0.0.1:${redirect.port}`,
    master: () => master,
    replica: () => replica,
    attachReplica,
    promoteReplica: async () => {
      await replica.call(redis => redis.call('REPLICAOF', 'NO', 'ONE'));
      [master, replica] = [replica, master];
      redirect.redirectTo(master.port);
    },
    stop: async () => {
      await redirect.close();
      await Promise.all([master, replica].map(server => server.kill()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
