import { parseRedisUrl } from '../../config/redisUrl.js';
import type { RedisClient } from '../connect.js';
import { findSlotName, slotCount, slotOf, slotsOfCluster } from '../clusterNodes.js';
import { type ClusterView, type ExamineOptions, examineClusterNode, joinAddress } from './examineNode.js';
import { type FaultKind, RedisFault, toRedisFault } from './RedisFault.js';

export interface LostNode {
  /** `host:port` */
  readonly node: string;
  readonly reason: string;
  /** True if the node has slots; the address may name replicas, and nodes that have left the cluster. */
  readonly isMaster: boolean;
}

/** Scheme, user and password; other nodes have the same, or none. */
const clusterUrl = /^(rediss?)-cluster:\/\/([^,]*@)?/;

/** Splits the address of a cluster into its nodes, and makes the address of any node, and of some nodes. */
const parseNodes = (url: string) => {
  const [, scheme = 'redis', user = ''] = clusterUrl.exec(url) ?? [];
  return {
    named: parseRedisUrl(url).nodes.map(({ host, port }) => joinAddress(host, port)),
    urlOf: (node: string) => `${scheme}://${user}${node}`,
    urlOfNodes: (some: readonly string[]) => `${scheme}-cluster://${user}${some.join(',')}`,
  };
};

/**
 * The address without the nodes that cannot be used: a client begins with any node of its address, and waits for one
 * that is silent. It learns of all nodes from the first that answers.
 */
export const addressWithout = (lost: readonly LostNode[], url: string): string => {
  if (lost.length === 0) return url;
  const { named, urlOfNodes } = parseNodes(url);
  const usable = named.filter(node => lost.every(each => each.node !== node));
  return usable.length === 0 ? url : urlOfNodes(usable);
};

/** Examines each node once. */
type ExamineNode = (node: string) => Promise<ClusterView>;

const createExamination = (urlOf: (node: string) => string, options: ExamineOptions): ExamineNode => {
  const started = new Map<string, Promise<ClusterView>>();
  return node => {
    const known = started.get(node) ?? examineClusterNode(urlOf(node), options);
    started.set(node, known);
    return known;
  };
};

/** A node that restarted a moment ago serves nothing yet, although its cluster does. */
const assertServes = (view: ClusterView): ClusterView => {
  if (view.isDown) throw toRedisFault(new Error('CLUSTERDOWN, its cluster_state is fail'));
  return view;
};

const findFaults = async (
  examine: ExamineNode,
  nodes: Iterable<string>,
  assertUsable = assertServes,
): Promise<Map<string, RedisFault>> => {
  const names = [...new Set(nodes)];
  const results = await Promise.allSettled(names.map(async node => assertUsable(await examine(node))));
  return new Map(
    results.flatMap((result, at): [string, RedisFault][] =>
      result.status === 'fulfilled' ? [] : [[names[at] as string, toRedisFault(result.reason)]],
    ),
  );
};

const mastersOf = ({ ranges }: ClusterView): string[] => ranges.map(({ master }) => master);

const toLostNodes = (faults: ReadonlyMap<string, RedisFault>, masters: readonly string[]): LostNode[] =>
  Array.from(faults, ([node, { reason }]) => ({ node, reason, isMaster: masters.includes(node) }));

/** `127.0.0.1:7001: connect ECONNREFUSED 127.0.0.1:7001` */
export const describeLostNodes = (lost: readonly Pick<LostNode, 'node' | 'reason'>[]): string =>
  lost.map(({ node, reason }) => (reason.includes(node) ? reason : `${node}: ${reason}`)).join('; ');

const faultOfDownCluster = async (examine: ExamineNode, view: ClusterView): Promise<RedisFault> => {
  const masters = mastersOf(view);
  const lost = toLostNodes(await findFaults(examine, masters, each => each), masters);
  const missing = slotsOfCluster - slotCount({ slots: view.ranges });
  const details = [
    'cluster_state:fail',
    ...(missing > 0 ? [`${missing} of ${slotsOfCluster} slots have no master`] : []),
    ...(lost.length === 0 ? [] : [describeLostNodes(lost)]),
  ];
  return new RedisFault(
    'temporary',
    'whose cluster is down',
    details.join('; '),
    'start the missing masters, or let their replicas take over; a node that has just started needs some seconds',
  );
};

/** Faults in the order in which they are told where no node can be used. */
const kinds: readonly FaultKind[] = ['configuration', 'temporary', 'unreachable'];

const faultOfNamedNodes = async (examine: ExamineNode, named: readonly string[]): Promise<RedisFault> => {
  const views = await Promise.allSettled(named.map(examine));
  const known = views.find(view => view.status === 'fulfilled');
  if (known !== undefined) return faultOfDownCluster(examine, known.value);
  const faults = await findFaults(examine, named);
  const [node, fault] = kinds.flatMap(kind => [...faults].filter(([, each]) => each.kind === kind)).at(0) as [
    string,
    RedisFault,
  ];
  const others = toLostNodes(faults, []).filter(each => each.node !== node);
  const reason = describeLostNodes([{ node, reason: fault.reason }, ...others]);
  return new RedisFault(fault.kind, fault.meaning, reason, fault.advice);
};

const assertKeyServed = (view: ClusterView, faults: ReadonlyMap<string, RedisFault>, key: string): void => {
  const slot = slotOf(key);
  const master = view.ranges.find(({ from, to }) => from <= slot && slot <= to)?.master;
  if (master === undefined)
    throw new RedisFault('temporary', `whose cluster has no master for ${key}`, `slot ${slot}`, 'assign the slot');
  const fault = faults.get(master);
  if (fault !== undefined)
    throw new RedisFault(
      fault.kind === 'configuration' ? 'configuration' : 'temporary',
      `whose master ${master} has ${key} and cannot be used`,
      fault.reason,
      'start it, or let its replica take over',
    );
};

/**
 * Lists the masters, and the nodes of the address, that cannot be used. Throws a RedisFault where no node can, or where
 * the master of one of the keys cannot.
 */
export const examineCluster = async (
  url: string,
  keys: readonly string[],
  options: ExamineOptions,
): Promise<LostNode[]> => {
  const { named, urlOf } = parseNodes(url);
  const examine = createExamination(urlOf, options);
  const serving = await Promise.any(named.map(async node => assertServes(await examine(node)))).catch(() => undefined);
  if (serving === undefined) throw await faultOfNamedNodes(examine, named);
  const masters = mastersOf(serving);
  const faults = await findFaults(examine, [...masters, ...named]);
  for (const key of keys) assertKeyServed(serving, faults, key);
  return toLostNodes(faults, masters);
};

/** The master of a key where it is one of the lost nodes. */
export const findLostNode = (client: RedisClient, key: string, lost: readonly LostNode[]): LostNode | undefined => {
  if (lost.length === 0) return undefined;
  const name = findSlotName(client, key);
  return lost.find(({ node }) => node === name);
};
