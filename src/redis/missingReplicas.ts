import type { Config } from '../config/settings.js';
import type { RedisClient } from './connect.js';
import { masterNodes } from './masterNodes.js';
import { readReplicas, type ReplicaState } from './readReplicas.js';

export type ReplicaSettings = Pick<Config, 'durability' | 'durabilityReplicas'>;

export const needsReplicas = ({ durability }: ReplicaSettings): boolean => durability.startsWith('replicas');

/** Says which replicas a master lacks to confirm a change now; undefined where it has enough, or needs none. */
export const replicaShortage = (replicas: readonly ReplicaState[], settings: ReplicaSettings): string | undefined => {
  const { durability, durabilityReplicas } = settings;
  const silent = replicas.filter(({ isOnline }) => !isOnline).map(({ host, port }) => `${host}:${port}`);
  const online = replicas.length - silent.length;
  if (!needsReplicas(settings) || online >= durabilityReplicas) return undefined;
  const named = silent.length === 0 ? '' : ` (${silent.join(', ')} out of sync or silent)`;
  return `Redis has ${online} replica(s) in sync${named}, and DURABILITY '${durability}' needs ${durabilityReplicas} to confirm each change.`;
};

/** The shortage of the first master that has one. */
export const missingReplicas = async (redis: RedisClient, settings: ReplicaSettings): Promise<string | undefined> => {
  if (!needsReplicas(settings)) return undefined;
  const shortages = await Promise.all(
    masterNodes(redis).map(async node => replicaShortage(await readReplicas(node), settings)),
  );
  return shortages.find(shortage => shortage !== undefined);
};
