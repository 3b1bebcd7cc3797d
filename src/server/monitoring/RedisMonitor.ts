import { getOrCreate } from '../../base/lists.js';
import { type ClusterNode, slotCount, combineViews, ownerChanges, addressesOf } from '../../base/redis/clusterNodes.js';
import { type ReplicaSettings, replicaShortage, needsReplicas } from '../../base/redis/replicas.js';
import { type ProbeAnswer, type ProbeFailure, NodeProbe } from '../../base/redis/NodeProbe.js';
import { Cluster } from 'ioredis';
import type { Logger } from 'pino';
import { withTimeout } from '../../base/lifecycle/timeouts.js';
import type { RedisClient } from '../../base/redis/connect.js';
import { LastingConditions } from './LastingConditions.js';
import { SlotMoves } from './SlotMoves.js';

// The result of a check of one server of Redis, and its report in `/readyz` and the log.

interface RedisServer {
  readonly address: string;
  /** Absent outside of a cluster, and where no node has told of it yet. */
  readonly node?: ClusterNode;
  readonly answer?: ProbeAnswer;
  readonly failure?: ProbeFailure;
}

/** A server as `/readyz` lists it. */
interface ReportedServer {
  readonly node: string;
  readonly role?: 'master' | 'replica';
  /** Number of slots that a master serves. */
  readonly slots?: number;
}

const describeServer = ({ address, node }: RedisServer): ReportedServer => ({
  node: address,
  ...(node !== undefined && { role: node.isMaster ? ('master' as const) : ('replica' as const) }),
  ...(node?.isMaster === true && { slots: slotCount(node) }),
});

/** Tells whether projects lie on the server; a master whose replica took over has none any longer. */
const servesSlots = ({ node }: RedisServer): boolean => node === undefined || (node.isMaster && slotCount(node) > 0);

/** Tells whether a master answers but serves nothing, since it does not see enough of the cluster. */
const refusesAll = (server: RedisServer): boolean => servesSlots(server) && server.answer?.isServing === false;

/** Says why a server serves nothing; undefined where it does. */
const faultOf = (server: RedisServer): string | undefined =>
  server.failure?.cause ?? (refusesAll(server) ? 'cluster_state:fail' : undefined);

/** Says why changes of a master cannot be confirmed now; undefined also for a master that does not answer. */
const shortageOf = (server: RedisServer, settings: ReplicaSettings): string | undefined =>
  servesSlots(server) && server.answer?.replicas !== undefined
    ? replicaShortage(server.answer.replicas, settings)
    : undefined;

/** Says why no project is served: no master answers that takes the cluster for complete. */
const describeOutage = (servers: readonly RedisServer[]): string | undefined => {
  const masters = servers.filter(servesSlots);
  if (masters.length === 0 || masters.some(({ answer }) => answer?.isServing === true)) return undefined;
  const failed = masters.filter(({ answer }) => answer !== undefined).map(({ address }) => address);
  const away = masters.flatMap(({ address, failure }) =>
    failure === undefined ? [] : [`${address} cannot be reached (${failure.cause})`],
  );
  const states = failed.length === 0 ? [] : [`cluster_state:fail at ${failed.join(', ')}`];
  return `The cluster serves no project: ${[...states, ...away].join('; ')}.`;
};

/**
 * Checks the servers of Redis, and reports to the log and in `/readyz` what an operator has to know: a server that is
 * away, a cluster that serves nothing, a takeover, slots that move, replicas that are missing. It runs once for each
 * process, in the main thread.
 */

const checkMs = 1_000;
const reminderMs = 60_000;
/** Slots move one after another: a move is over when no slot moved for so long. */
const quietMs = 5_000;
/** A large cluster is asked less often. */
const checkMsPerServer = 100;

/** A silent server is called away when requests would get no answer either; one that refuses connections at once. */
const silenceMs = 2_500;

/** A node that has just started waits for up to 5 s before it serves. */
const refusalMs = 10_000;

/** `/readyz` answers within a second. */
const readinessMs = 900;

/** Redis is not asked again within this time, however many probes come. */
const freshMs = 10;

export class RedisMonitor {
  readonly #redis: RedisClient;
  readonly #log: Logger;
  readonly #settings: ReplicaSettings;
  readonly #probes = new Map<string, NodeProbe>();
  readonly #unreachable: LastingConditions<string>;
  readonly #refusing: LastingConditions<string>;
  readonly #outage: LastingConditions<'cluster'>;
  readonly #shortages: LastingConditions<string>;
  readonly #moves: SlotMoves;
  #nodes: ReadonlyMap<string, ClusterNode> = new Map();
  #servers: readonly RedisServer[] = [];
  #takeovers = 0;
  #checkedMs = -Infinity;
  #checking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(redis: RedisClient, log: Logger, settings: ReplicaSettings) {
    this.#redis = redis;
    this.#log = log;
    this.#settings = settings;
    this.#unreachable = new LastingConditions(log, { reminderMs, quietMs: 0 });
    this.#refusing = new LastingConditions(log, { reminderMs, quietMs: 0 });
    this.#outage = new LastingConditions(log, { reminderMs, quietMs: 0 });
    this.#shortages = new LastingConditions(log, { reminderMs, quietMs: 0 });
    this.#moves = new SlotMoves(log, { reminderMs, quietMs });
    void this.#checkRegularly();
  }

  /** Resolves to the state that `/readyz` reports within a second, also where servers are silent. */
  async readiness() {
    // If there is no new answer, the last one applies.
    if (performance.now() - this.#checkedMs > freshMs)
      await withTimeout(this.#check(), readinessMs).catch(() => undefined);
    return {
      failure: this.#failure(),
      failedNodes: this.#servers.flatMap(server => {
        const fault = faultOf(server);
        return fault === undefined ? [] : [{ ...describeServer(server), message: `${fault}.` }];
      }),
      missingReplicas: this.#servers.flatMap(server => {
        const message = shortageOf(server, this.#settings);
        return message === undefined ? [] : [{ ...describeServer(server), message }];
      }),
    };
  }

  /** The figures of the metrics. */
  get figures() {
    const failed = this.#servers.filter(server => faultOf(server) !== undefined);
    const masters = failed.filter(servesSlots).length;
    return {
      failedMasters: masters,
      failedReplicas: failed.length - masters,
      isServing: this.#failure() === undefined,
      takeovers: this.#takeovers,
      movingSlots: this.#moves.movingSlots,
      movedSlots: this.#moves.movedSlots,
      mastersLackingReplicas: this.#servers.filter(server => shortageOf(server, this.#settings) !== undefined).length,
    };
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const probe of this.#probes.values()) probe.close();
  }

  async #checkRegularly(): Promise<void> {
    await this.#check();
    if (this.#isClosed) return;
    const pauseMs = Math.max(checkMs, this.#probes.size * checkMsPerServer);
    this.#timer = setTimeout(() => void this.#checkRegularly(), pauseMs);
  }

  /** Calls at the same time share one check. */
  #check(): Promise<void> {
    return (this.#checking ??= this.#probeServers().finally(() => {
      this.#checking = undefined;
      this.#checkedMs = performance.now();
    }));
  }

  async #probeServers(): Promise<void> {
    const asked = this.#addresses();
    const replies = await Promise.all(asked.map(async address => [address, await this.#probe(address).ask()] as const));
    if (this.#isClosed) return;
    const views = replies.flatMap(([, reply]) => ('cause' in reply || reply.nodes.length === 0 ? [] : [reply.nodes]));
    const before = this.#nodes;
    if (views.length > 0) this.#nodes = combineViews(views);
    const byAddress = new Map([...this.#nodes.values()].map(node => [node.address, node]));
    this.#servers = replies
      .filter(([address]) => byAddress.size === 0 || byAddress.has(address))
      .map(([address, reply]) => ({
        address,
        node: byAddress.get(address),
        ...('cause' in reply ? { failure: reply } : { answer: reply }),
      }));
    this.#forgetServers(asked);
    for (const server of this.#servers) {
      this.#reportServer(server);
      this.#reportRefusal(server);
    }
    this.#reportOutage();
    this.#reportOwners(before);
    for (const server of this.#servers) this.#reportShortage(server);
  }

  /** The addresses in the list of nodes; while no server answers, also those that the client knows. */
  #addresses(): readonly string[] {
    const told = [...this.#nodes.values()].map(({ address }) => address);
    const isTold = told.length > 0 && this.#servers.some(({ answer }) => answer !== undefined);
    return [...new Set(isTold ? told : [...told, ...addressesOf(this.#redis)])];
  }

  #probe(address: string): NodeProbe {
    const create = () => new NodeProbe(this.#redis, address, needsReplicas(this.#settings));
    return getOrCreate(this.#probes, address, create);
  }

  /** Closes the probes, and ends the conditions, of servers that have left the cluster. */
  #forgetServers(asked: readonly string[]): void {
    const present = new Set(this.#servers.map(({ address }) => address));
    for (const address of asked.filter(each => !present.has(each))) {
      this.#probes.get(address)?.close();
      this.#probes.delete(address);
      const message = `Redis at ${address} is no part of the cluster any longer`;
      for (const conditions of [this.#unreachable, this.#refusing, this.#shortages])
        conditions.miss(address, () => ({ message }));
    }
  }

  /** Says why no request can be served; undefined where some can. */
  #failure(): string | undefined {
    if (this.#redis instanceof Cluster) return describeOutage(this.#servers);
    const cause = this.#servers[0]?.failure?.cause;
    return cause === undefined ? undefined : `Redis does not answer: ${cause}.`;
  }

  #reportServer(server: RedisServer): void {
    const { address, failure } = server;
    const fields = describeServer(server);
    if (failure === undefined)
      this.#unreachable.miss(address, () => ({ message: `Redis at ${address} can be reached again`, fields }));
    else {
      const level = servesSlots(server) ? 'error' : 'warn';
      const message = `Redis at ${address} cannot be reached: ${failure.cause}`;
      this.#unreachable.see(address, () => ({ message, fields, level }), failure.isSilent ? silenceMs : 0);
    }
  }

  /** Reports a master that sees less of the cluster than the others; where none serves, that is an outage. */
  #reportRefusal(server: RedisServer): void {
    const { address } = server;
    const fields = describeServer(server);
    if (refusesAll(server) && this.#failure() === undefined)
      this.#refusing.see(
        address,
        () => ({ message: `Redis at ${address} refuses all commands: cluster_state:fail`, fields }),
        refusalMs,
      );
    else
      this.#refusing.miss(address, () => ({ message: `Redis at ${address} refuses no commands any longer`, fields }));
  }

  #reportOutage(): void {
    const outage = this.#redis instanceof Cluster ? describeOutage(this.#servers) : undefined;
    if (outage !== undefined) this.#outage.see('cluster', () => ({ message: outage }));
    else this.#outage.miss('cluster', () => ({ message: 'The cluster serves projects again.' }));
  }

  #reportOwners(before: ReadonlyMap<string, ClusterNode>): void {
    const changes = this.#nodes === before ? [] : ownerChanges(before, this.#nodes);
    for (const { from, to, slots } of changes.filter(({ isTakeover }) => isTakeover)) {
      this.#takeovers++;
      this.#log.warn(
        { from: from.address, to: to.address, slots },
        `the Redis replica ${to.address} took over ${slots} slot(s) from its master ${from.address}`,
      );
    }
    this.#moves.report(
      this.#nodes,
      changes.filter(({ isTakeover }) => !isTakeover),
    );
  }

  #reportShortage(server: RedisServer): void {
    const { address, answer } = server;
    const fields = { master: address };
    const shortage = shortageOf(server, this.#settings);
    if (shortage !== undefined)
      this.#shortages.see(address, () => ({ message: `changes cannot be confirmed: ${shortage}`, fields }));
    else if (answer !== undefined)
      this.#shortages.miss(address, () => ({
        message: servesSlots(server)
          ? 'enough replicas are in sync to confirm changes again'
          : 'another master serves the slots now',
        fields,
      }));
  }
}
