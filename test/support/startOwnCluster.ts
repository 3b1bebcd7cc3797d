/** A Redis Cluster for one test file; it ends with it. */
import { t } from 'tap';
import { type ClusterNodes, type ClusterOptions, startCluster } from './startCluster.js';

export const startOwnCluster = async (options: ClusterOptions = {}): Promise<ClusterNodes> => {
  const cluster = await startCluster(options);
  t.teardown(() => cluster.stop());
  return cluster;
};
