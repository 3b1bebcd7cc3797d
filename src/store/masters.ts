import { Cluster, type Redis } from 'ioredis';
import type { RedisClient } from './connect.js';

/** The servers that keys lie on: the masters of a cluster, or the one that there is. */
export const mastersOf = (client: RedisClient): readonly Redis[] => (client instanceof Cluster ? client.nodes('master') : [client]);
