/** Starts a Redis Cluster that stops with the test file. */
import { t } from './tap.js';
import { type ClusterNodes, type ClusterOptions, startCluster } from './startCluster.js';
import type { ClusterNode } from './startClusterNode.js';

export { moveSlot } from './moveSlot.js';

export const startOwnCluster = async (options: ClusterOptions = {}): Promise<ClusterNodes> => {
  const cluster = await startCluster(options);
  t.teardown(() => cluster.stop());
  return cluster;
};

export const addNode = (cluster: ClusterNodes): Promise<ClusterNode> => cluster.addNode();
