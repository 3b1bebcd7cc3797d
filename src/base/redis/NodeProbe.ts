/** Asks one server how it is, on a connection of its own: the answer waits for no other command of the process. */
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { type ClusterNode, parseClusterNodes } from './clusterNodes.js';
import type { RedisClient } from './connect.js';
import { readReplicas, ReplicaProgress, type ReplicaState } from './replicas.js';
import { isConnectionLost, isReply, isTimedOut, refusalReasonOf } from './redisErrors.js';

/** `/readyz` waits for it, and answers within a second. */
const probeTimeoutMs = 700;

/** The state that a server told of itself. */
export interface ProbeAnswer {
  /** Empty where the server is not part of a cluster. */
  readonly nodes: readonly ClusterNode[];
  /** False where the server refuses all commands, since it counts the cluster as failed. */
  readonly isServing: boolean;
  /** Absent if replicas are not asked for, and if the server does not tell them. */
  readonly replicas?: readonly ReplicaState[];
}

/** Says why a server gave no answer. */
export interface ProbeFailure {
  readonly cause: string;
  /** True if the socket gave no error: the server or its machine does not answer. */
  readonly isSilent: boolean;
}

const probeOptions: RedisOptions = {
  lazyConnect: false,
  // A Redis that loads its file answers so at once.
  enableReadyCheck: false,
  enableOfflineQueue: true,
  connectTimeout: probeTimeoutMs,
  commandTimeout: probeTimeoutMs,
  maxRetriesPerRequest: 0,
  retryStrategy: () => null,
  reconnectOnError: null,
};

/** `[::1]:6379` has the last colon before the port. */
const splitAddress = (address: string): { readonly host: string; readonly port: number } => {
  const at = address.lastIndexOf(':');
  return { host: address.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(address.slice(at + 1)) };
};

const openConnection = (client: RedisClient, address: string): Redis =>
  client instanceof Cluster
    ? new Redis({ ...client.options.redisOptions, ...probeOptions, ...splitAddress(address) })
    : client.duplicate(probeOptions);

/** A server that refuses writes, or lacks a permission, answers. */
const unlessRefused = <T>(reply: Promise<T>, otherwise: T): Promise<T> =>
  reply.catch((error: Error) => {
    if (refusalReasonOf(error) === undefined && !error.message.startsWith('NOPERM ')) throw error;
    return otherwise;
  });

export class NodeProbe {
  readonly #progress = new ReplicaProgress();
  #connection: Redis | undefined;
  #lastError: Error | undefined;
  #isClosed = false;

  constructor(
    private readonly client: RedisClient,
    readonly address: string,
    /** True if the server is asked for its replicas. */
    private readonly readsReplicas: boolean,
  ) {}

  /** Resolves after `probeTimeoutMs` at the latest, and never rejects. */
  async ask(): Promise<ProbeAnswer | ProbeFailure> {
    try {
      return await this.#askTwice();
    } catch (error) {
      this.#disconnect();
      if (isTimedOut(error)) return { cause: `no answer within ${probeTimeoutMs} ms`, isSilent: true };
      const cause = isReply(error) ? (error as Error) : (this.#lastError ?? (error as Error));
      return { cause: cause.message, isSilent: false };
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#disconnect();
  }

  #disconnect(): void {
    this.#connection?.disconnect();
    this.#connection = undefined;
  }

  /** A connection that broke since the last question says nothing of the server now. */
  async #askTwice(): Promise<ProbeAnswer> {
    const isNew = this.#connection === undefined;
    try {
      return await this.#ask(this.#connect());
    } catch (error) {
      if (isNew || this.#isClosed || !isConnectionLost(error)) throw error;
      this.#disconnect();
      return this.#ask(this.#connect());
    }
  }

  #connect(): Redis {
    if (this.#connection !== undefined) return this.#connection;
    this.#lastError = undefined;
    const connection = openConnection(this.client, this.address);
    connection.on('error', (error: Error) => {
      this.#lastError = error;
    });
    return (this.#connection = connection);
  }

  async #ask(node: Redis): Promise<ProbeAnswer> {
    const isCluster = this.client instanceof Cluster;
    const [nodes, info, replicas] = await Promise.all([
      unlessRefused(isCluster ? (node.cluster('NODES') as Promise<string>) : node.ping(), ''),
      isCluster ? unlessRefused(node.cluster('INFO') as Promise<string>, '') : '',
      this.readsReplicas ? unlessRefused(readReplicas(node), undefined) : undefined,
    ]);
    return {
      nodes: isCluster ? parseClusterNodes(nodes, this.address) : [],
      isServing: !info.includes('cluster_state:fail'),
      replicas: replicas && this.#progress.update(replicas),
    };
  }
}
