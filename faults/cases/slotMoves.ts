/** Moves slots between the masters of a cluster under load. */
import { execFile } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { moveSlot } from '../../test/support/moveSlot.js';
import { waitUntil } from '../../test/support/waitUntil.js';
import { type ClusterNodes, slotRanges } from '../../test/support/startCluster.js';
import type { ClusterNode } from '../../test/support/startClusterNode.js';
import type { Fault } from '../Fault.js';
import { keys } from '../../src/store/keys.js';
import { rebalancedSlots } from '../openProjects.js';
import { boundCommand } from '../../src/base/lifecycle/spawnBound.js';

const execute = promisify(execFile);
/** Time for which the keys of the slot are on two nodes, since a large project moves slowly. */
const dividedMs = 2_000;
/** redis-cli prints two lines for each slot. */
const outputBytesMax = 10_000_000;

/** Returns the masters in the order of their slots. */
const mastersOf = async ({ nodes }: ClusterNodes): Promise<ClusterNode[]> =>
  (await slotRanges(nodes[0]!)).map(range => nodes.find(({ port }) => port === range.port)!);

/** Moves the slot of a key to another master and back; for a while its keys are on two nodes. */
const moveThereAndBack = async (cluster: ClusterNodes, key: string, random: () => number): Promise<void> => {
  const home = await cluster.masterOf(key);
  const others = (await mastersOf(cluster)).filter(node => node !== home);
  const other = others[Math.floor(random() * others.length)]!;
  const move = await moveSlot(key, home, other);
  const names = await move.left();
  await move.keys(names.slice(0, names.length / 2));
  await setTimeout(dividedMs);
  await move.end();
  await cluster.waitUntilHealthy();
  await (await moveSlot(key, other, home)).end();
  await cluster.waitUntilHealthy();
};

export const moveProject: Fault = {
  name: 'move-slot',
  description: 'the slot of a project moves to another master and back, then that of its search index',
  affects: (project, first) => project === first,
  inject: async ({ cluster }, _ledger, random, projectKey) => {
    if (cluster === undefined) throw new Error('move-slot needs a cluster');
    const divided = [keys.hashTag(projectKey), keys.searchIndex(projectKey, 'order', 1)];
    for (const key of divided) await moveThereAndBack(cluster, key, random);
  },
};

/** Runs a command of `redis-cli --cluster`; an error contains its output. */
const manageCluster = (command: string, node: ClusterNode, args: readonly string[] = []): Promise<unknown> =>
  execute(...boundCommand('redis-cli', ['--cluster', command, `127.0.0.1:${node.port}`, ...args]), {
    maxBuffer: outputBytesMax,
  }).catch(({ stdout }: { readonly stdout: string }) => {
    throw new Error(`redis-cli --cluster ${command}: ${stdout.slice(-300)}`);
  });

/** Tells whether all nodes agree on the owners of all slots, as the tool requires. */
const isAgreed = (node: ClusterNode): Promise<boolean> =>
  manageCluster('check', node).then(
    () => true,
    () => false,
  );

/** Moves the lowest slots of one master to another, as operators do. */
const reshard = async (from: ClusterNode, to: ClusterNode): Promise<void> => {
  await waitUntil(() => isAgreed(from));
  const ids = ['--cluster-from', await from.id(), '--cluster-to', await to.id()];
  await manageCluster('reshard', from, [...ids, '--cluster-slots', String(rebalancedSlots), '--cluster-yes']);
};

export const rebalance: Fault = {
  name: 'rebalance',
  description: `a new master with a replica gets ${rebalancedSlots} slots of each master, gives them back and leaves`,
  affects: ({ isLow }) => isLow,
  inject: async ({ cluster }) => {
    if (cluster === undefined) throw new Error('rebalance needs a cluster');
    // The new master returns its lowest slots first, so each master gets its own slots back.
    const masters = await mastersOf(cluster);
    const added = await cluster.addNode();
    const replica = await cluster.addNode(added);
    await cluster.waitUntilHealthy();
    for (const master of masters) await reshard(master, added);
    await cluster.waitUntilHealthy();
    for (const master of masters) await reshard(added, master);
    await cluster.waitUntilHealthy();
    await cluster.removeNode(replica);
    await cluster.removeNode(added);
  },
};
