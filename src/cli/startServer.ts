import { readConfig } from '../config/readConfig.js';
import { type RunningProcesses, ServerProcesses } from '../processes/ServerProcesses.js';
import { createLog, startService, type Service } from '../main.js';
import { shutdownBudget } from '../lifecycle/shutdownBudget.js';
import { commandPrefix, startBanner } from './startBanner.js';

/** Runs the server until a signal stops it; a second signal ends the process immediately. */
export const startServer = async (): Promise<void> => {
  const config = readConfig(process.env);
  const log = createLog(config);
  let service: Service | RunningProcesses | undefined;
  let signals = 0;
  const end = (signal: NodeJS.Signals): void => {
    if (++signals > 1) process.exit(1);
    setTimeout(() => process.exit(1), shutdownBudget.processExitsByMs).unref();
    log.info(`${signal}: stopping`);
    void stopping();
  };
  const starting: Promise<Service | RunningProcesses> =
    config.serverProcesses === 1 ? startService(config, log) : ServerProcesses.start(config, log);
  const stopping = async (): Promise<void> => {
    await starting.then(
      started => started.stop(),
      () => undefined,
    );
    process.exit(service === undefined ? 1 : 0);
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  // Server processes are replaced one after the other, for example after an update of the files.
  const restart = async (): Promise<void> => {
    const started = await starting;
    if ('restart' in started) await started.restart();
  };
  if (config.serverProcesses > 1)
    process.on('SIGHUP', () => {
      restart().catch(() => undefined);
    });
  service = await starting;
  console.log(startBanner(service, commandPrefix(process, process.cwd())));
};
