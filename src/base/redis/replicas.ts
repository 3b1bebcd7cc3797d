import type { Redis } from 'ioredis';
import type { Config } from '../config/settings.js';
import type { RedisClient } from './connect.js';
import { masterNodes } from './clusterNodes.js';

export interface ReplicaState {
  readonly host: string;
  readonly port: number;
  /** True if the replica is in sync, and told its master so within the last seconds. */
  readonly isOnline: boolean;
  /** Position in the writes of its master up to which the replica has processed them. */
  readonly offset: number;
  readonly masterOffset: number;
}

/** A replica tells its master every second how far it is. */
const silentSecondsMax = 5;

/** Lists the replicas that are connected to a server: `slave0:ip=10.0.0.2,port=6379,state=online,offset=14,lag=1`. */
export const readReplicas = async (node: Redis): Promise<ReplicaState[]> => {
  const info = await node.info('replication');
  const masterOffset = Number(/^master_repl_offset:(\d+)/m.exec(info)?.[1] ?? 0);
  return Array.from(info.matchAll(/^slave\d+:(\S+)/gm), ([, text = '']) => {
    const fields = new Map(text.split(',').map(field => field.split('=') as [string, string]));
    return {
      host: fields.get('ip') ?? '',
      port: Number(fields.get('port')),
      isOnline: fields.get('state') === 'online' && Number(fields.get('lag')) <= silentSecondsMax,
      offset: Number(fields.get('offset')),
      masterOffset,
    };
  });
};

/** The offset that a replica has to reach, and the time since when. */
interface Target {
  readonly offset: number;
  readonly sinceMs: number;
}

/** Finds replicas that answer their master but process nothing for seconds, as during CLIENT PAUSE. */
export class ReplicaProgress {
  readonly #targets = new Map<string, Target>();

  /** Returns the replicas of a check; those that make no progress are not online. */
  update(replicas: readonly ReplicaState[]): ReplicaState[] {
    const now = performance.now();
    return replicas.map(replica => {
      const { host, port, offset, masterOffset } = replica;
      const target = this.#targets.get(`${host}:${port}`);
      // A restarted or another master counts anew.
      if (target === undefined || offset >= target.offset || masterOffset < target.offset) {
        this.#targets.set(`${host}:${port}`, { offset: masterOffset, sinceMs: now });
        return replica;
      }
      return now - target.sinceMs > 1_000 * silentSecondsMax ? { ...replica, isOnline: false } : replica;
    });
  }
}

export type ReplicaSettings = Pick<Config, 'durability' | 'durabilityReplicas'>;

export const needsReplicas = ({ durability }: ReplicaSettings): boolean => durability.startsWith('replicas');

/** Says which replicas a master lacks to confirm a change now; undefined where it has enough, or needs none. */
export const replicaShortage = (replicas: readonly ReplicaState[], settings: ReplicaSettings): string | undefined => {
  const { durability, durabilityReplicas } = settings;
  const silent = replicas.filter(({ isOnline }) => !isOnline).map(({ host, port }) => `${host}:${port}`);
  const online = replicas.length - silent.length;
  if (!needsReplicas(settings) || online >= durabilityReplicas) return undefined;
  const named = silent.length === 0 ? '' : ` (${silent.join(', ')} out of sync or silent)`;
  return (
    `Redis has ${online} replica(s) in sync${named}, and DURABILITY '${durability}' needs ${durabilityReplicas} to ` +
    'confirm each change.'
  );
};

/** Returns the shortage of the first master that has one. */
export const missingReplicas = async (redis: RedisClient, settings: ReplicaSettings): Promise<string | undefined> => {
  if (!needsReplicas(settings)) return undefined;
  const shortages = await Promise.all(
    masterNodes(redis).map(async node => replicaShortage(await readReplicas(node), settings)),
  );
  return shortages.find(shortage => shortage !== undefined);
};
