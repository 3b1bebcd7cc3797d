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
const stop = (): void => {
  if (isStopping) return;
  isStopping = true;
  void shutdown.exit(starting, shutdownBudget.childExitsByMs);
};
process.on('SIGTERM', stop);
// The parent was killed.
process.on('disconnect', stop);
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
