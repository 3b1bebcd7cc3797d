/** What a server says of its Redis when it starts, and goes on. */
import type { Logger } from 'pino';
import type { Config } from '../config/settings.js';
import type { Services } from '../services/services.js';
import type { RedisClient } from '../redis/connect.js';
import { durabilityWarnings } from '../redis/durabilityWarnings.js';
import { evictionPolicies } from '../redis/evictionPolicies.js';

/** Our Redis is a database: what it threw away would be lost. */
export const warnAboutEviction = async (redis: RedisClient, log: Logger): Promise<void> => {
  const policies = await evictionPolicies(redis).catch(() => []);
  if (policies.length > 0)
    log.warn(
      { policies },
      "Redis may throw data away when its memory is full; set its maxmemory-policy to 'noeviction'",
    );
};

/** What the setting promises, the server must do. */
export const warnAboutDurability = async (redis: RedisClient, config: Config, log: Logger): Promise<void> => {
  for (const lack of await durabilityWarnings(redis, config).catch(() => []))
    log.warn(`DURABILITY is '${config.durability}': ${lack}`);
};

/** What is found while orders change may be wrong by some, for a moment. */
export const warnAboutSearch = async ({ indexes }: Services, log: Logger): Promise<void> => {
  const lacks = await indexes.missingArguments().catch(() => []);
  if (lacks.length > 0)
    log.warn(
      { lacks },
      `RediSearch 1.x was loaded without ${lacks.join(' and ')}: searches are inexact while orders change; add them to its loadmodule line`,
    );
};
