/**
 * A Redis Cluster on loopback: masters that share the slots evenly, each with its replicas. Every node has a folder,
 * an append-only file and the search module.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClusterNode, startClusterNode } from './startClusterNode.js';
import { plainAccess, type RedisAccess, urlOfPort } from './redisAccess.js';
import { waitUntil } from './waitUntil.js';

export interface ClusterOptions {
  readonly masters?: number;
  /** The total number of replicas; they are assigned to the masters in turn. */
  readonly replicas?: number;
  /** Further arguments of every node; of several arguments with the same name the last one applies. */
  readonly args?: readonly string[];
  /** The access of clients to the nodes, and of the nodes to one another; by default without a password and TLS. */
  readonly access?: RedisAccess;
}

export interface ClusterNodes {
  /** The URL with the initial masters: `redis-cluster://127.0.0.1:1,127.0.0.1:2`. */
  readonly url: string;
  readonly nodes: readonly ClusterNode[];
  /** Returns the node that serves a key, or a project by `{projectKey}`, according to the majority of the nodes. */
  readonly masterOf: (key: string) => Promise<ClusterNode>;
  readonly replicasOf: (master: ClusterNode) => Promise<ClusterNode[]>;
  /** Starts a master without slots, or a replica of `master`; resolves when all nodes know it. */
  readonly addNode: (master?: ClusterNode) => Promise<ClusterNode>;
  /** Ends a node that serves no slot, and removes it from the tables of the others. */
  readonly removeNode: (node: ClusterNode) => Promise<void>;
  /** Resolves when all slots are served, all nodes run and agree, and all replicas are in sync. */
  readonly waitUntilHealthy: (timeoutMs?: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

const slots = 16_384;
const healthyMsMax = 30_000;

const respondingNodes = async (nodes: readonly ClusterNode[]): Promise<ClusterNode[]> => {
  const answers = await Promise.all(
    nodes.map(node =>
      node
        .call(redis => redis.ping())
        .then(
          () => true,
          () => false,
        ),
    ),
  );
  return nodes.filter((_, at) => answers[at]);
};

export interface SlotRange {
  readonly from: number;
  readonly to: number;
  readonly port: number;
}

/** Returns the slots of all masters in their order, according to one node. */
export const slotRanges = async (node: ClusterNode): Promise<SlotRange[]> => {
  const lines = (await node.call(redis => redis.call('CLUSTER', 'SLOTS'))) as [
    from: number,
    to: number,
    master: [host: string, port: number],
  ][];
  return lines.map(([from, to, [, port]]) => ({ from, to, port })).sort((a, b) => a.from - b.from);
};

const ownerBy = async (node: ClusterNode, slot: number): Promise<number | undefined> =>
  (await slotRanges(node)).find(({ from, to }) => from <= slot && slot <= to)?.port;

/** Returns the most frequent port: a failed master that does not know of its failure is outvoted. */
const mostNamed = (ports: readonly (number | undefined)[]): number | undefined => {
  const votes = (port: number | undefined): number => ports.filter(each => each === port).length;
  return [...ports].sort((a, b) => votes(b) - votes(a))[0];
};

const isHealthy = async (nodes: readonly ClusterNode[], node: ClusterNode): Promise<boolean> => {
  const [info, replication] = await node.call(redis =>
    Promise.all([redis.call('CLUSTER', 'INFO') as Promise<string>, redis.info('replication')]),
  );
  const isReplica = replication.includes('role:slave');
  return (
    info.includes('cluster_state:ok') &&
    info.includes(`cluster_known_nodes:${nodes.length}`) &&
    info.includes(`cluster_slots_ok:${slots}`) &&
    (!isReplica || (replication.includes('master_link_status:up') && replication.includes('master_sync_in_progress:0')))
  );
};

const shareSlots = async (masters: readonly ClusterNode[]): Promise<void> => {
  const share = Math.ceil(slots / masters.length);
  await Promise.all(
    masters.map((master, at) =>
      master.call(async redis => {
        await redis.call('CLUSTER', 'SET-CONFIG-EPOCH', at + 1);
        await redis.call('CLUSTER', 'ADDSLOTSRANGE', at * share, Math.min(slots, (at + 1) * share) - 1);
      }),
    ),
  );
};

const connectNodes = async ([first, ...others]: readonly ClusterNode[]): Promise<void> => {
  await Promise.all(others.map(node => first!.call(redis => redis.call('CLUSTER', 'MEET', '127.0.0.1', node.port))));
};

/** Retries until the replica knows its master. */
const replicate = async (replica: ClusterNode, master: ClusterNode): Promise<void> => {
  const id = await master.id();
  await waitUntil(() =>
    replica
      .call(redis => redis.call('CLUSTER', 'REPLICATE', id))
      .then(
        () => true,
        () => false,
      ),
  );
};

const hasJoined = async (nodes: readonly ClusterNode[], id: string): Promise<boolean> =>
  (await Promise.all(nodes.map(node => node.call(redis => redis.call('CLUSTER', 'NODES') as Promise<string>)))).every(
    known => known.includes(`${id} 127.0.0.1`),
  );

const isOk = (node: ClusterNode): Promise<boolean> =>
  node.call(async redis => ((await redis.call('CLUSTER', 'INFO')) as string).includes('cluster_state:ok'));

export const startCluster = async ({
  masters = 3,
  replicas = 0,
  args = [],
  access = plainAccess,
}: ClusterOptions = {}): Promise<ClusterNodes> => {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-cluster-'));
  const nodes: ClusterNode[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(nodes.map(node => node.kill()));
    rmSync(folder, { recursive: true, force: true });
  };
  const waitUntilHealthy = (timeoutMs = healthyMsMax): Promise<void> =>
    waitUntil(
      async () => (await Promise.all(nodes.map(node => isHealthy(nodes, node).catch(() => false)))).every(Boolean),
      timeoutMs,
    );
  try {
    for (let at = 0; at < masters + replicas; at++) nodes.push(await startClusterNode(folder, args, access));
    const first = nodes.slice(0, masters);
    await shareSlots(first);
    await connectNodes(nodes);
    await Promise.all(nodes.slice(masters).map((replica, at) => replicate(replica, first[at % masters]!)));
    await waitUntilHealthy();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: [
      urlOfPort(access, nodes[0]!.port).replace('://', '-cluster://'),
      ...nodes.slice(1, masters).map(({ port }) => `127.0.0.1:${port}`),
    ].join(),
    nodes,
    waitUntilHealthy,
    stop,
    masterOf: async key => {
      const responding = await respondingNodes(nodes);
      const slot = Number(await responding[0]!.call(redis => redis.call('CLUSTER', 'KEYSLOT', key)));
      const owners = await Promise.all(responding.map(node => ownerBy(node, slot)));
      return nodes.find(({ port }) => port === mostNamed(owners))!;
    },
    addNode: async master => {
      const node = await startClusterNode(folder, args);
      nodes.push(node);
      await connectNodes([nodes[0]!, node]);
      const id = await node.id();
      await waitUntil(async () => (await isOk(node)) && (await hasJoined(nodes, id)));
      if (master !== undefined) await replicate(node, master);
      return node;
    },
    removeNode: async node => {
      const id = await node.id();
      nodes.splice(nodes.indexOf(node), 1);
      await node.kill();
      await Promise.all(nodes.map(each => each.call(redis => redis.call('CLUSTER', 'FORGET', id))));
    },
    replicasOf: async master => {
      const lines = (await master.call(async redis =>
        redis.call('CLUSTER', 'REPLICAS', (await redis.call('CLUSTER', 'MYID')) as string),
      )) as string[];
      return nodes.filter(({ port }) => lines.some(line => line.includes(`:${port}@`)));
    },
  };
};
