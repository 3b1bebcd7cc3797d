/** The result of a check of one server of Redis, and its report in `/readyz` and the log. */
import { type ClusterNode, slotCount } from '../../base/redis/clusterNodes.js';
import { type ReplicaSettings, replicaShortage } from '../../base/redis/replicas.js';
import type { ProbeAnswer, ProbeFailure } from '../../base/redis/NodeProbe.js';

export interface RedisServer {
  readonly address: string;
  /** Absent outside of a cluster, and where no node has told of it yet. */
  readonly node?: ClusterNode;
  readonly answer?: ProbeAnswer;
  readonly failure?: ProbeFailure;
}

/** A server as `/readyz` lists it. */
export interface ReportedServer {
  readonly node: string;
  readonly role?: 'master' | 'replica';
  /** Number of slots that a master serves. */
  readonly slots?: number;
}

export const describeServer = ({ address, node }: RedisServer): ReportedServer => ({
  node: address,
  ...(node !== undefined && { role: node.isMaster ? ('master' as const) : ('replica' as const) }),
  ...(node?.isMaster === true && { slots: slotCount(node) }),
});

/** Tells whether projects lie on the server; a master whose replica took over has none any longer. */
export const servesSlots = ({ node }: RedisServer): boolean =>
  node === undefined || (node.isMaster && slotCount(node) > 0);

/** Tells whether a master answers but serves nothing, since it does not see enough of the cluster. */
export const refusesAll = (server: RedisServer): boolean => servesSlots(server) && server.answer?.isServing === false;

/** Says why a server serves nothing; undefined where it does. */
export const faultOf = (server: RedisServer): string | undefined =>
  server.failure?.cause ?? (refusesAll(server) ? 'cluster_state:fail' : undefined);

/** Says why changes of a master cannot be confirmed now; undefined also for a master that does not answer. */
export const shortageOf = (server: RedisServer, settings: ReplicaSettings): string | undefined =>
  servesSlots(server) && server.answer?.replicas !== undefined
    ? replicaShortage(server.answer.replicas, settings)
    : undefined;

/** Says why no project is served: no master answers that takes the cluster for complete. */
export const describeOutage = (servers: readonly RedisServer[]): string | undefined => {
  const masters = servers.filter(servesSlots);
  if (masters.length === 0 || masters.some(({ answer }) => answer?.isServing === true)) return undefined;
  const failed = masters.filter(({ answer }) => answer !== undefined).map(({ address }) => address);
  const away = masters.flatMap(({ address, failure }) =>
    failure === undefined ? [] : [`${address} cannot be reached (${failure.cause})`],
  );
  const states = failed.length === 0 ? [] : [`cluster_state:fail at ${failed.join(', ')}`];
  return `The cluster serves no project: ${[...states, ...away].join('; ')}.`;
};
