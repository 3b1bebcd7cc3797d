import { required } from '../errors/ApiError.js';
import type { RedisClient } from './connect.js';
import { masterNodes } from './clusterNodes.js';

/** Figures of all masters of a Redis together. */
export interface RedisFigures {
  readonly masters: number;
  readonly usedBytes: number;
  /** Is 0 where memory has no limit. */
  readonly maxBytes: number;
  /** The fewest replicas of a master. */
  readonly replicas: number;
  /** True if all masters keep an append-only file. */
  readonly appendOnly: boolean;
  /** True if the last write of each append-only file succeeded. */
  readonly lastWriteSucceeded: boolean;
}

const infoOf = async (node: { info(): Promise<string> }): Promise<ReadonlyMap<string, string>> =>
  new Map(
    (await node.info()).split('\r\n').map(line => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1)] as const;
    }),
  );

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export const readRedisFigures = async (redis: RedisClient): Promise<RedisFigures> => {
  const infos = await Promise.all(masterNodes(redis).map(infoOf));
  const numbers = (name: string): number[] => infos.map(info => Number(required(info.get(name), name)));
  return {
    masters: infos.length,
    usedBytes: sum(numbers('used_memory')),
    maxBytes: sum(numbers('maxmemory')),
    replicas: Math.min(...numbers('connected_slaves')),
    appendOnly: infos.every(info => info.get('aof_enabled') === '1'),
    lastWriteSucceeded: infos.every(info => info.get('aof_last_write_status') !== 'err'),
  };
};
