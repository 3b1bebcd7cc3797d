/** The entry of one of several server processes, which ends with its parent. */
import { readConfig } from '../config/readConfig.js';
import { shutdownBudget } from '../lifecycle/shutdownBudget.js';
import { createLog, startService } from '../main.js';
import type { StartupReport } from './StartupReport.js';

const config = readConfig(process.env);
const starting = startService(config, createLog(config));
let isStopping = false;
const stop = (): void => {
  if (isStopping) return;
  isStopping = true;
  setTimeout(() => process.exit(1), shutdownBudget.childExitsByMs).unref();
  void starting
    .then(
      service => service.stop(),
      () => undefined,
    )
    .finally(() => process.exit(0));
};
process.on('SIGTERM', stop);
// The parent was killed.
process.on('disconnect', stop);
starting.then(
  ({ address, redisUrl, searchAvailable, demo, projectKey }) => {
    process.send?.({ address, redisUrl, searchAvailable, demo, projectKey } satisfies StartupReport);
  },
  (error: unknown) => {
    console.error((error as Error).message);
    process.exit(1);
  },
);
