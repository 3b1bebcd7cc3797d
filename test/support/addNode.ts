import { dirname } from 'node:path';
import { t } from './tap.js';
import { type ClusterNode, startClusterNode } from './startClusterNode.js';
import type { ClusterNodes } from './startCluster.js';
import { waitUntil } from './waitUntil.js';

/** Adds a node without slots to the cluster; the node stops with the test file. */
export const addNode = async (cluster: ClusterNodes): Promise<ClusterNode> => {
  const [first] = cluster.nodes as readonly [ClusterNode];
  const node = await startClusterNode(dirname(first.folder), []);
  t.teardown(() => node.kill());
  await node.call(redis => redis.call('CLUSTER', 'MEET', '127.0.0.1', first.port));
  const id = await node.id();
  await waitUntil(() =>
    node.call(async redis => ((await redis.call('CLUSTER', 'INFO')) as string).includes('cluster_state:ok')),
  );
  await waitUntil(async () =>
    (
      await Promise.all(
        cluster.nodes.map(each => each.call(redis => redis.call('CLUSTER', 'NODES') as Promise<string>)),
      )
    ).every(nodes => nodes.includes(`${id} 127.0.0.1`)),
  );
  return node;
};
