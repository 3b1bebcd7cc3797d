import type { Redis } from 'ioredis';

export interface ReplicaState {
  readonly host: string;
  readonly port: number;
  /** It is in sync, and told its master so within the last seconds. */
  readonly isOnline: boolean;
  /** How much of what its master wrote it has taken in. */
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

/** What a replica has to take in, and since when. */
interface Target {
  readonly offset: number;
  readonly sinceMs: number;
}

/** Finds replicas that answer their master and take nothing in for seconds, as during CLIENT PAUSE. */
export class ReplicaProgress {
  readonly #targets = new Map<string, Target>();

  /** Returns the replicas of a look, those that stand still as not online. */
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
