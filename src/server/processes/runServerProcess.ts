/** The entry of one of several server processes, which ends with its parent. */
import { readConfig } from '../../base/config/readConfig.js';
import { Shutdown } from '../lifecycle/Shutdown.js';
import { shutdownBudget } from '../../base/lifecycle/timeouts.js';
import { createLog } from '../../base/observe/log/createLog.js';
import { startService } from '../main.js';
import { describeFailure, type StartupMessage } from './StartupFailure.js';

const config = readConfig(process.env);
const log = createLog(config);
const shutdown = new Shutdown(log);
const starting = startService(config, log, shutdown);
let isStopping = false;
const stop = async (): Promise<void> => {
  if (isStopping) return;
  isStopping = true;
  setTimeout(() => process.exit(1), shutdownBudget.childExitsByMs).unref();
  shutdown.request();
  // A failed start is reported where it is awaited.
  await starting.catch(() => undefined);
  await shutdown.run();
  process.exit(0);
};
process.on('SIGTERM', () => void stop());
// The parent was killed.
process.on('disconnect', () => void stop());
const tell = (message: StartupMessage, onSent?: () => void): void => {
  process.send?.(message, undefined, undefined, onSent);
};
starting.then(
  ({ address, redisUrl, searchProblems, demo, setupCode, projectKey }) =>
    tell({ report: { address, redisUrl, searchProblems, demo, setupCode, projectKey } }),
  (error: unknown) => {
    if (!isStopping) tell({ failure: describeFailure(error) }, () => process.exit(1));
  },
);
