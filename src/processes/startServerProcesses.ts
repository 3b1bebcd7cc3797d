/** Several server processes on one port, and the parent that keeps them: it owns the embedded Redis and serves nothing itself. */
import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Config } from '../config/settings.js';
import { ConfigError } from '../config/ConfigError.js';
import { assertPortFree } from '../http/listener/assertPortFree.js';
import { shutdownBudget } from '../lifecycle/shutdownBudget.js';
import { resolveEncryptionKey } from '../store/resolveEncryptionKey.js';
import { startSupervisedRedis } from '../redis/embedded/startSupervisedRedis.js';
import { withTimeout } from '../lifecycle/withTimeout.js';
import type { StartupReport } from './StartupReport.js';

export interface ServerProcesses extends StartupReport {
  readonly pids: readonly number[];
  /** One after the other ends and is replaced. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

interface Front {
  readonly child: ChildProcess;
  readonly serving: Promise<StartupReport>;
  readonly ended: Promise<void>;
}

const entry = fileURLToPath(new URL('./serverProcess.js', import.meta.url));
/** One that dies at once is not started again at once. */
const restartMs = 250;

const launch = (environment: NodeJS.ProcessEnv): Front => {
  // A group of its own: Ctrl-C reaches the parent alone, which tells the fronts.
  const child = fork(entry, { env: environment, detached: true });
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()));
  const serving = new Promise<StartupReport>((resolve, reject) => {
    child.once('message', message => resolve(message as StartupReport));
    void ended.then(() => reject(new ConfigError(['A front ended before it served.'])));
  });
  serving.catch(() => undefined);
  return { child, serving, ended };
};

const end = async ({ child, ended }: Front): Promise<void> => {
  child.kill('SIGTERM');
  // One that hangs would hold up the parent, and its port.
  await withTimeout(ended, shutdownBudget.childKilledByMs).catch(() => child.kill('SIGKILL'));
  await ended;
};

export const startServerProcesses = async (config: Config, log: Logger): Promise<ServerProcesses> => {
  // The library shares no port that it found by itself.
  const port = config.sharePort && config.port !== 0 ? config.port : await assertPortFree(config.host, config.port);
  if (config.plainPort !== 0 && !config.sharePort) await assertPortFree(config.host, config.plainPort, 'PLAIN_PORT');
  const embedded = await startSupervisedRedis(config, log);
  const fronts: Front[] = [];
  const leaving = new WeakSet<Front>();
  let isStopping = false;

  /** Metrics of one process are not those of another: each tells its own, at a port of its own. */
  const environmentOf = (at: number): NodeJS.ProcessEnv => ({
    ...process.env,
    SERVER_PROCESSES: '1',
    SHARE_PORT: 'true',
    PORT: String(port),
    REDIS_URL: embedded?.url ?? config.redisUrl,
    ENCRYPTION_KEY: resolveEncryptionKey(config),
    METRICS_PORT: String(config.metricsPort === 0 ? 0 : config.metricsPort + at),
    PLAIN_PORT: String(config.plainPort),
  });

  const replace = (at: number): Promise<StartupReport> => {
    const front = launch(environmentOf(at));
    fronts[at] = front;
    void front.ended.then(async () => {
      if (isStopping || leaving.has(front)) return;
      log.error({ front: at, pid: front.child.pid }, 'a front ended and is started again');
      await setTimeout(restartMs);
      if (!isStopping && !leaving.has(front)) await replace(at).catch(() => undefined);
    });
    return front.serving;
  };

  const stop = async (): Promise<void> => {
    isStopping = true;
    const startMs = performance.now();
    await Promise.all(fronts.map(end));
    await embedded?.stop(shutdownBudget.redisStopsByMs - (performance.now() - startMs));
  };

  const replaceAll = async (): Promise<void> => {
    for (let at = 0; at < config.serverProcesses && !isStopping; at++) {
      // The others serve meanwhile; its ports must be free for the next.
      leaving.add(fronts[at]!);
      await end(fronts[at]!);
      if (!isStopping)
        await replace(at).catch((error: unknown) => log.error({ err: error, front: at }, 'a front was not replaced'));
    }
  };

  let isWanted = false;
  let restarting: Promise<void> | undefined;
  const restartAsWanted = async (): Promise<void> => {
    while (isWanted) {
      isWanted = false;
      await replaceAll();
    }
    restarting = undefined;
  };
  /** Whoever asks while the fronts are being replaced has new files, too, and has them replaced once more behind that. */
  const restart = (): Promise<void> => {
    isWanted = true;
    return (restarting ??= restartAsWanted());
  };

  try {
    // The first makes what an empty store needs.
    const serving = await replace(0);
    await Promise.all(Array.from({ length: config.serverProcesses - 1 }, (_, at) => replace(at + 1)));
    return {
      ...serving,
      restart,
      stop,
      get pids() {
        return fronts.map(({ child }) => child.pid!);
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
