import { required } from '../errors/required.js';
import type { RedisClient } from './connect.js';
import { masterNodes } from './masterNodes.js';
import type { RedisFigures } from './RedisFigures.js';

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
