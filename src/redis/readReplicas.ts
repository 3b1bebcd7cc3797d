import type { Redis } from 'ioredis';

export interface ReplicaState {
  readonly host: string;
  readonly port: number;
  /** It is in sync, and told its master so within the last seconds. */
  readonly isOnline: boolean;
}

/** A replica tells its master every second how far it is. */
const silentSecondsMax = 5;

/** Lists the replicas that are connected to a server: `slave0:ip=10.0.0.2,port=6379,state=online,offset=14,lag=1`. */
export const readReplicas = async (node: Redis): Promise<ReplicaState[]> =>
  Array.from((await node.info('replication')).matchAll(/^slave\d+:(\S+)/gm), ([, text = '']) => {
    const fields = new Map(text.split(',').map(field => field.split('=') as [string, string]));
    return {
      host: fields.get('ip') ?? '',
      port: Number(fields.get('port')),
      isOnline: fields.get('state') === 'online' && Number(fields.get('lag')) <= silentSecondsMax,
    };
  });
