import type { Config } from '../config/settings.js';
import type { RedisClient } from './connect.js';
import { masterNodes } from './masterNodes.js';
import { readReplicas } from './readReplicas.js';

/** Says which replicas are missing to confirm a change now; undefined where there are enough, or none are needed. */
export const missingReplicas = async (
  redis: RedisClient,
  { durability, durabilityReplicas }: Pick<Config, 'durability' | 'durabilityReplicas'>,
): Promise<string | undefined> => {
  if (!durability.startsWith('replicas')) return undefined;
  const counts = await Promise.all(
    masterNodes(redis).map(async node => (await readReplicas(node)).filter(({ isOnline }) => isOnline).length),
  );
  const fewest = Math.min(...counts);
  return fewest < durabilityReplicas
    ? `Redis has ${fewest} replica(s) in sync, and DURABILITY '${durability}' needs ${durabilityReplicas} to confirm each change.`
    : undefined;
};
