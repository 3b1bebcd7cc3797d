/** Warnings that a server logs about its Redis when it starts. A check that fails does not hold up the start. */
import type { Logger } from 'pino';
import { durabilityWarnings, evictionPolicies } from '../../base/redis/serverChecks.js';
import { buildWarning } from '../../http/listener/library.js';
import type { Services } from '../../services/services.js';
import type { Startup } from './Startup.js';

const runCheck = (log: Logger, check: Promise<readonly string[]>, warn: (found: readonly string[]) => void): void =>
  void check.then(
    found => {
      if (found.length > 0) warn(found);
    },
    (error: unknown) => {
      // In a cluster a node that is away fails each check, and was named before.
      log.warn({ reason: (error as Error).message }, 'a check of Redis at the start failed');
      log.debug({ err: error }, 'a check of Redis at the start failed');
    },
  );

/** A cluster without some of its masters is served: the projects of these masters get a 503 until they are back. */
export const warnAboutLostNodes = (log: Logger, lost: readonly object[]): void => {
  for (const each of lost) log.warn(each, 'a node of the Redis cluster cannot be used');
};

export const logStartupWarnings = ({ redis, indexes }: Services, { config, log }: Startup): void => {
  if (config.redisUrl !== '') {
    // Redis is the database: evicted keys would be lost data.
    runCheck(log, evictionPolicies(redis), policies =>
      log.warn({ policies }, "Redis may evict data when its memory is full; set its maxmemory-policy to 'noeviction'"),
    );
    // The configuration of Redis must keep the promise of the DURABILITY setting.
    runCheck(log, durabilityWarnings(redis, config), problems => {
      for (const problem of problems) log.warn(`DURABILITY is '${config.durability}': ${problem}`);
    });
  }
  // Without these arguments a search that runs while orders change may miss or repeat some of them.
  runCheck(log, indexes.missingArguments(), missing =>
    log.warn(
      { missing },
      `RediSearch 1.x was loaded without ${missing.join(' and ')}: searches are inexact while orders change; ` +
        'add them to its loadmodule line',
    ),
  );
  const warning = buildWarning();
  if (warning !== undefined) log.warn(warning);
};
