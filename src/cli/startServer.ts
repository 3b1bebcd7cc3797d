import type { Logger } from 'pino';
import { readConfig } from '../base/config/readConfig.js';
import { describeOlderBuild } from '../http/listener/library.js';
import { type RunningProcesses, ServerProcesses } from '../server/processes/ServerProcesses.js';
import { createLog } from '../base/observe/log/createLog.js';
import { startService, type Service } from '../server/main.js';
import { Shutdown } from '../server/lifecycle/Shutdown.js';
import { shutdownBudget } from '../base/lifecycle/timeouts.js';
import { commandPrefix, startBanner } from './startBanner.js';

/** A signal this soon after the first one is the same stop: npm forwards a signal that the terminal sends to both. */
const repetitionMs = 1_000;

export interface StopHandlers {
  /** Called with the first signal. */
  readonly stop: (signal: NodeJS.Signals) => void;
  /** Called with the first signal that is a new request: the stop should take no more time. */
  readonly hasten: (signal: NodeJS.Signals) => void;
}

/** Calls the handlers for signals of the process, each at most once. */
export const onStopSignals = (
  signals: readonly NodeJS.Signals[],
  { stop, hasten }: StopHandlers,
  source: Pick<NodeJS.Process, 'on'> = process,
  nowMs: () => number = () => performance.now(),
): void => {
  let firstMs: number | undefined;
  let isHastened = false;
  const receive = (signal: NodeJS.Signals): void => {
    if (firstMs === undefined) {
      firstMs = nowMs();
      stop(signal);
    } else if (!isHastened && nowMs() - firstMs > repetitionMs) {
      isHastened = true;
      hasten(signal);
    }
  };
  for (const signal of signals) source.on(signal, receive);
};

/**
 * Stops the server at a signal, also during its start. A second signal after a moment skips what is left of the stop,
 * except the end of the embedded Redis and of the server processes.
 */
const stopOnSignals = (
  signals: readonly NodeJS.Signals[],
  starting: Promise<Service | RunningProcesses>,
  shutdown: Shutdown,
  log: Logger,
): void => {
  onStopSignals(signals, {
    stop: signal => {
      log.info(`${signal}: stopping`);
      void shutdown.exit(starting, shutdownBudget.processExitsByMs);
    },
    hasten: signal => {
      log.info(`${signal} once more: stopping at once`);
      shutdown.hasten();
    },
  });
};

/** Runs the server until a signal stops it. */
export const startServer = async (): Promise<void> => {
  const config = readConfig(process.env, describeOlderBuild());
  const log = createLog(config);
  const shutdown = new Shutdown(log);
  const isOneProcess = config.serverProcesses === 1;
  const starting: Promise<Service | RunningProcesses> = isOneProcess
    ? startService(config, log, shutdown)
    : ServerProcesses.start(config, log, shutdown);
  stopOnSignals(isOneProcess ? ['SIGINT', 'SIGTERM', 'SIGHUP'] : ['SIGINT', 'SIGTERM'], starting, shutdown, log);
  // Server processes are replaced one after the other, for example after an update of the files.
  const restart = async (): Promise<void> => {
    const started = await starting;
    if ('restart' in started) await started.restart();
  };
  if (!isOneProcess)
    process.on('SIGHUP', () => {
      // The processes log failures and go on with those that serve.
      restart().catch(() => undefined);
    });
  try {
    const { privateDestinations } = config;
    console.log(startBanner(await starting, { prefix: commandPrefix(process, process.cwd()), privateDestinations }));
  } catch (error) {
    if (error !== shutdown.requested.reason) throw error;
  }
};
