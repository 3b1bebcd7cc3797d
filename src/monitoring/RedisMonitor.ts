/**
 * Looks at the servers of Redis, and tells the log and `/readyz` what an operator has to know of them: a server that is
 * away, a cluster that serves nothing, a takeover, slots that move, replicas that are missing, connections that broke.
 * It runs once for each process, in the main thread.
 */
import { Cluster } from 'ioredis';
import type { Logger } from 'pino';
import { withTimeout } from '../lifecycle/withTimeout.js';
import { type ClusterNode, combineViews, ownerChanges } from '../redis/clusterNodes.js';
import type { RedisClient } from '../redis/connect.js';
import { addressesOf } from '../redis/masterNodes.js';
import { needsReplicas, type ReplicaSettings } from '../redis/missingReplicas.js';
import { NodeProbe } from '../redis/NodeProbe.js';
import { reconnectionCounts } from '../redis/reconnections.js';
import { LastingConditions } from './LastingConditions.js';
import { describeOutage, describeServer, type RedisServer, servesSlots, shortageOf } from './RedisServer.js';
import { SlotMoves } from './SlotMoves.js';

interface Intervals {
  readonly checkMs: number;
  readonly reminderMs: number;
  /** Slots and connections come one after another: a move is over when no slot moved for so long. */
  readonly quietMs: number;
}

const defaultIntervals: Intervals = { checkMs: 1_000, reminderMs: 60_000, quietMs: 5_000 };

/** A large cluster is asked less often. */
const checkMsPerServer = 100;

/** A silent server is called away when requests would get no answer either; one that refuses connections at once. */
const silenceMs = 2_500;

/** `/readyz` answers within a second. */
const readinessMs = 900;

/** However many probes come, Redis is not asked again within this time. */
const freshMs = 10;

export class RedisMonitor {
  readonly #redis: RedisClient;
  readonly #log: Logger;
  readonly #settings: ReplicaSettings;
  readonly #checkMs: number;
  readonly #probes = new Map<string, NodeProbe>();
  /** By address: since when a server gives no answer. */
  readonly #failedSinceMs = new Map<string, number>();
  readonly #unreachable: LastingConditions<string>;
  readonly #outage: LastingConditions<'cluster'>;
  readonly #shortages: LastingConditions<string>;
  readonly #reconnecting: LastingConditions<'reconnections'>;
  readonly #moves: SlotMoves;
  #nodes: ReadonlyMap<string, ClusterNode> = new Map();
  #servers: readonly RedisServer[] = [];
  #takeovers = 0;
  #reconnections = { last: reconnectionCounts.get('reconnections'), atBegin: 0 };
  #lookedMs = -Infinity;
  #checking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(redis: RedisClient, log: Logger, settings: ReplicaSettings, intervals = defaultIntervals) {
    const { checkMs, reminderMs, quietMs } = intervals;
    this.#redis = redis;
    this.#log = log;
    this.#settings = settings;
    this.#checkMs = checkMs;
    this.#unreachable = new LastingConditions(log, { reminderMs, quietMs: 0 });
    this.#outage = new LastingConditions(log, { reminderMs, quietMs: 0 });
    this.#shortages = new LastingConditions(log, { reminderMs, quietMs: 0 });
    this.#reconnecting = new LastingConditions(log, { reminderMs, quietMs });
    this.#moves = new SlotMoves(log, { reminderMs, quietMs });
    void this.#checkRegularly();
  }

  /** What `/readyz` says; within a second, also where servers are silent. */
  async readiness() {
    // Without a new answer the last one applies.
    if (performance.now() - this.#lookedMs > freshMs)
      await withTimeout(this.#check(), readinessMs).catch(() => undefined);
    return {
      failure: this.#failure(),
      unreachableNodes: this.#servers.flatMap(server =>
        server.failure === undefined ? [] : [{ ...describeServer(server), message: `${server.failure.cause}.` }],
      ),
      missingReplicas: this.#servers.flatMap(server => {
        const message = shortageOf(server, this.#settings);
        return message === undefined ? [] : [{ ...describeServer(server), message }];
      }),
    };
  }

  /** For the metrics. */
  get figures() {
    const unreachable = this.#servers.filter(({ failure }) => failure !== undefined);
    const masters = unreachable.filter(servesSlots).length;
    return {
      unreachableMasters: masters,
      unreachableReplicas: unreachable.length - masters,
      isServing: this.#failure() === undefined,
      takeovers: this.#takeovers,
      movingSlots: this.#moves.movingSlots,
      movedSlots: this.#moves.movedSlots,
      mastersLackingReplicas: this.#servers.filter(server => shortageOf(server, this.#settings) !== undefined).length,
      reconnections: reconnectionCounts.get('reconnections'),
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
    const checkMs = Math.max(this.#checkMs, this.#probes.size * checkMsPerServer);
    this.#timer = setTimeout(() => void this.#checkRegularly(), checkMs);
  }

  /** Calls at the same time share one look. */
  #check(): Promise<void> {
    return (this.#checking ??= this.#look().finally(() => {
      this.#checking = undefined;
      this.#lookedMs = performance.now();
    }));
  }

  async #look(): Promise<void> {
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
    for (const server of this.#servers) this.#reportServer(server);
    this.#reportOutage();
    this.#reportOwners(before);
    for (const server of this.#servers) this.#reportShortage(server);
    this.#reportReconnections();
  }

  /** The addresses that the cluster told; while nobody answers, also those that the client knows. */
  #addresses(): readonly string[] {
    const told = [...this.#nodes.values()].map(({ address }) => address);
    const isTold = told.length > 0 && this.#servers.some(({ answer }) => answer !== undefined);
    return [...new Set(isTold ? told : [...told, ...addressesOf(this.#redis)])];
  }

  #probe(address: string): NodeProbe {
    const known = this.#probes.get(address);
    if (known !== undefined) return known;
    const probe = new NodeProbe(this.#redis, address, needsReplicas(this.#settings));
    this.#probes.set(address, probe);
    return probe;
  }

  /** Ends what is known of servers that are no part of the cluster any longer. */
  #forgetServers(asked: readonly string[]): void {
    const present = new Set(this.#servers.map(({ address }) => address));
    for (const address of asked.filter(each => !present.has(each))) {
      this.#probes.get(address)?.close();
      this.#probes.delete(address);
      this.#failedSinceMs.delete(address);
      const message = `Redis at ${address} is no part of the cluster any longer`;
      for (const conditions of [this.#shortages, this.#unreachable]) conditions.miss(address, () => ({ message }));
    }
  }

  /** Why no request can be served. */
  #failure(): string | undefined {
    if (this.#redis instanceof Cluster) return describeOutage(this.#servers);
    const cause = this.#servers[0]?.failure?.cause;
    return cause === undefined ? undefined : `Redis does not answer: ${cause}.`;
  }

  #reportServer(server: RedisServer): void {
    const { address, failure } = server;
    const fields = describeServer(server);
    if (failure === undefined) {
      this.#failedSinceMs.delete(address);
      this.#unreachable.miss(address, () => ({ message: `Redis at ${address} can be reached again`, fields }));
      return;
    }
    const now = performance.now();
    const sinceMs = this.#failedSinceMs.get(address) ?? now;
    this.#failedSinceMs.set(address, sinceMs);
    if (failure.isSilent && now - sinceMs < silenceMs) return;
    const level = servesSlots(server) ? 'error' : 'warn';
    const message = `Redis at ${address} cannot be reached: ${failure.cause}`;
    this.#unreachable.see(address, () => ({ message, fields, level }), sinceMs);
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

  #reportReconnections(): void {
    const count = reconnectionCounts.get('reconnections');
    const { last } = this.#reconnections;
    if (!this.#reconnecting.has('reconnections')) this.#reconnections.atBegin = last;
    this.#reconnections.last = count;
    const fields = { reconnections: count - this.#reconnections.atBegin };
    const level = 'warn';
    if (count > last)
      this.#reconnecting.see('reconnections', () => ({
        message: 'connections to Redis were opened again',
        fields,
        level,
      }));
    else this.#reconnecting.miss('reconnections', () => ({ message: 'connections to Redis hold again', fields }));
  }
}
