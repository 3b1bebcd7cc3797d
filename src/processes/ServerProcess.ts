import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ConfigError } from '../config/ConfigError.js';
import { programEntry } from '../config/programEntry.js';
import { shutdownBudget } from '../lifecycle/shutdownBudget.js';
import { withTimeout } from '../lifecycle/withTimeout.js';
import type { StartupReport } from './StartupReport.js';

const entry = fileURLToPath(programEntry('serverProcess'));

/** A child process that serves requests. */
export class ServerProcess {
  readonly #child: ChildProcess;
  readonly exited: Promise<void>;
  /** Rejects if the process exits before it serves requests. */
  readonly ready: Promise<StartupReport>;
  /** Whether its exit is expected. */
  isStopping = false;

  constructor(environment: NodeJS.ProcessEnv) {
    // In a process group of its own: Ctrl-C reaches the parent alone, which then stops the server processes.
    const child = fork(entry, { env: environment, detached: true });
    this.#child = child;
    this.exited = new Promise<void>(resolve => child.once('exit', () => resolve()));
    this.ready = new Promise<StartupReport>((resolve, reject) => {
      child.once('message', message => resolve(message as StartupReport));
      void this.exited.then(() => reject(new ConfigError(['A server process exited before it served requests.'])));
    });
    this.ready.catch(() => undefined);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Kills the process if it does not exit in time: it would block the parent and the port. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.#child.kill('SIGTERM');
    await withTimeout(this.exited, shutdownBudget.childKilledByMs).catch(() => this.#child.kill('SIGKILL'));
    await this.exited;
  }

  kill(): void {
    this.isStopping = true;
    this.#child.kill('SIGKILL');
  }
}
