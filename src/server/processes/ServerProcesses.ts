import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../../base/config/settings.js';
import { assertPortFree } from '../../http/listener/listen.js';
import { abortable, shutdownBudget } from '../../base/lifecycle/timeouts.js';
import type { Shutdown } from '../lifecycle/Shutdown.js';
import { startSupervisedRedis } from '../../base/redis/embedded/startSupervisedRedis.js';
import { resolveEncryptionKey } from '../../store/resolveEncryptionKey.js';
import { ServerProcess } from './ServerProcess.js';
import { StartupError, type StartupReport } from './StartupFailure.js';

/**
 * The delay before a process that died is replaced: one that dies at once must not be started again at once. It doubles
 * with each start that fails.
 */
const restartDelayMs = 250;
const restartDelayMsMax = 10_000;

export type RunningProcesses = StartupReport & Pick<ServerProcesses, 'restart'>;

type EmbeddedRedis = Awaited<ReturnType<typeof startSupervisedRedis>>;

/**
 * Several server processes on one port, and their parent, which owns the embedded Redis and serves no requests itself.
 */
export class ServerProcesses {
  readonly #processes: ServerProcess[] = [];
  #isStopping = false;
  #isStarted = false;
  #hasServed = false;
  #isRestartRequested = false;
  #restarting: Promise<void> | undefined;

  private constructor(
    private readonly config: Config,
    private readonly log: Logger,
    private readonly embedded: EmbeddedRedis,
    private readonly port: number,
    private readonly stopRequested: AbortSignal,
  ) {}

  /**
   * Resolves to the processes and the report of the first of them when all serve requests. A `shutdown` that is
   * requested meanwhile ends the start.
   */
  static async start(config: Config, log: Logger, shutdown: Shutdown): Promise<RunningProcesses> {
    try {
      return await ServerProcesses.#start(config, log, shutdown);
    } catch (error) {
      await shutdown.run();
      throw error;
    }
  }

  static async #start(config: Config, log: Logger, shutdown: Shutdown): Promise<RunningProcesses> {
    // The library does not share a port that it chose itself.
    const port = config.sharePort && config.port !== 0 ? config.port : await assertPortFree(config.host, config.port);
    if (config.plainPort !== 0 && !config.sharePort) await assertPortFree(config.host, config.plainPort, 'PLAIN_PORT');
    const embedded = await startSupervisedRedis(config, log, shutdown.requested);
    const options = { deadlineMs: shutdownBudget.redisStopsByMs, endsProcess: true };
    shutdown.add(leftMs => embedded?.stop(leftMs), options);
    const processes = new ServerProcesses(config, log, embedded, port, shutdown.requested);
    shutdown.add(() => processes.#stop(shutdown.hastened), options);
    // The first process creates the demo project of an empty store.
    const report = await abortable(processes.#launch(0), shutdown.requested);
    const others = Array.from({ length: config.serverProcesses - 1 }, (_, index) => processes.#launch(index + 1));
    await abortable(Promise.all(others), shutdown.requested);
    processes.#isStarted = true;
    return { ...report, restart: () => processes.restart() };
  }

  /**
   * Replaces one process after the other. A request during a restart means that files have changed again: all processes
   * are replaced once more afterwards.
   */
  restart(): Promise<void> {
    this.#isRestartRequested = true;
    return (this.#restarting ??= this.#restartWhileRequested());
  }

  async #stop(hastened: AbortSignal): Promise<void> {
    this.#isStopping = true;
    const kill = (): void => this.#processes.forEach(process => process.kill());
    hastened.addEventListener('abort', kill);
    if (hastened.aborted) kill();
    await Promise.all(this.#processes.map(process => process.stop()));
  }

  /** Each process reports its own metrics, on a port of its own. */
  #environment(index: number): NodeJS.ProcessEnv {
    const { config } = this;
    return {
      ...process.env,
      SERVER_PROCESSES: '1',
      SHARE_PORT: 'true',
      PORT: String(this.port),
      REDIS_URL: this.embedded?.url ?? config.redisUrl,
      ENCRYPTION_KEY: resolveEncryptionKey(config),
      METRICS_PORT: String(config.metricsPort === 0 ? 0 : config.metricsPort + index),
      PLAIN_PORT: String(config.plainPort),
    };
  }

  /** Starts a process until one serves, and another one when that dies. Rejects where another attempt is useless. */
  async #launch(index: number): Promise<StartupReport> {
    for (let retryMs = restartDelayMs; ; retryMs = Math.min(2 * retryMs, restartDelayMsMax)) {
      const serverProcess = new ServerProcess(this.#environment(index));
      this.#processes[index] = serverProcess;
      try {
        const report = await serverProcess.ready;
        this.#hasServed = true;
        void serverProcess.exited.then(() => this.#replace(index, serverProcess));
        return report;
      } catch (error) {
        await serverProcess.exited;
        if (this.#isStopped(serverProcess) || this.#isFinal(error)) throw error;
        const { message: reason } = error as Error;
        const { pid } = serverProcess;
        this.log.error(
          { serverProcess: index, pid, reason, retryMs },
          'a server process did not start and is replaced',
        );
        await this.#pause(retryMs);
        if (this.#isStopped(serverProcess)) throw error;
      }
    }
  }

  async #replace(index: number, serverProcess: ServerProcess): Promise<void> {
    if (this.#isStopped(serverProcess)) return;
    this.log.error({ serverProcess: index, pid: serverProcess.pid }, 'a server process died and is replaced');
    await this.#pause(restartDelayMs);
    // A launch that rejects was stopped.
    if (!this.#isStopped(serverProcess)) await this.#launch(index).catch(() => undefined);
  }

  #isStopped(serverProcess: ServerProcess): boolean {
    return this.#isStopping || serverProcess.isStopping;
  }

  /** Tells whether a failed start ends the server: only at its start, and where no other process has served. */
  #isFinal(error: unknown): boolean {
    if (this.#isStarted) return false;
    const cause = error instanceof StartupError ? error.failure.cause : 'defect';
    if (cause === 'configuration') return true;
    if (this.#hasServed || cause === 'temporary') return false;
    // The embedded Redis has no address that could be wrong.
    return cause === 'defect' || this.embedded === undefined;
  }

  async #pause(ms: number): Promise<void> {
    await setTimeout(ms, undefined, { signal: this.stopRequested }).catch(() => undefined);
  }

  /** The other processes serve meanwhile; the ports of one must be free for its successor. */
  async #replaceAll(): Promise<void> {
    for (let index = 0; index < this.config.serverProcesses && !this.#isStopping; index++) {
      await this.#processes[index]?.stop();
      if (this.#isStopping) return;
      // Where the new one does not start, the others go on to serve, and the next one is not stopped.
      await this.#launch(index).catch(() => undefined);
    }
  }

  async #restartWhileRequested(): Promise<void> {
    while (this.#isRestartRequested) {
      this.#isRestartRequested = false;
      await this.#replaceAll();
    }
    this.#restarting = undefined;
  }
}
