/**
 * Warnings that a server logs about its Redis when it starts. The checks come from the callers; one that fails is
 * logged, and does not hold up the start.
 */
import type { Logger } from 'pino';
import { durabilityWarnings, evictionPolicies } from '../../base/redis/serverChecks.js';
import { buildWarning } from '../../http/listener/library.js';
import type { Services } from '../../services/services.js';
import type { Startup } from './Startup.js';

type Check = () => Promise<readonly string[]>;

const runCheck = (log: Logger, check: Check): Promise<readonly string[]> =>
  check().catch((error: unknown) => {
    // In a cluster a node that is away fails each check, and was named before.
    log.warn({ reason: (error as Error).message }, 'a check of Redis at the start failed');
    log.debug({ err: error }, 'a check of Redis at the start failed');
    return [];
  });

/** A cluster without some of its masters is served: the projects of these masters get a 503 until they are back. */
export const warnAboutLostNodes = (log: Logger, lost: readonly object[]): void => {
  for (const each of lost) log.warn(each, 'a node of the Redis cluster cannot be used');
};

/** Redis is the database: evicted keys would be lost data. */
const warnAboutEviction = async (log: Logger, findEvictionPolicies: Check): Promise<void> => {
  const policies = await runCheck(log, findEvictionPolicies);
  if (policies.length > 0)
    log.warn({ policies }, "Redis may evict data when its memory is full; set its maxmemory-policy to 'noeviction'");
};

/** The configuration of Redis must keep the promise of the DURABILITY setting. */
const warnAboutDurability = async (log: Logger, durability: string, findProblems: Check): Promise<void> => {
  for (const problem of await runCheck(log, findProblems)) log.warn(`DURABILITY is '${durability}': ${problem}`);
};

/** Without these arguments a search that runs while orders change may miss or repeat some of them. */
const warnAboutSearch = async (log: Logger, findMissingArguments: Check): Promise<void> => {
  const missing = await runCheck(log, findMissingArguments);
  if (missing.length > 0)
    log.warn(
      { missing },
      `RediSearch 1.x was loaded without ${missing.join(' and ')}: searches are inexact while orders change; ` +
        'add them to its loadmodule line',
    );
};

export const logStartupWarnings = ({ redis, indexes }: Services, { config, log }: Startup): void => {
  if (config.redisUrl !== '') {
    void warnAboutEviction(log, () => evictionPolicies(redis));
    void warnAboutDurability(log, config.durability, () => durabilityWarnings(redis, config));
  }
  void warnAboutSearch(log, () => indexes.missingArguments());
  const warning = buildWarning();
  if (warning !== undefined) log.warn(warning);
};
