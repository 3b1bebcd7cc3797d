import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { packageFile, programEntry } from '../../base/config/packageFile.js';
import { shutdownBudget, withTimeout } from '../../base/lifecycle/timeouts.js';
import {
  describeExit,
  StartupError,
  type StartupFailure,
  type StartupMessage,
  type StartupReport,
} from './StartupFailure.js';

const entry = fileURLToPath(programEntry('serverProcess'));
/** A process that starts after an update of the files loads other binaries than the parent. */
const checkBinaries = ['--import', packageFile('bin/checkBinaries.mjs').href];

/** A child process that serves requests. */
export class ServerProcess {
  readonly #child: ChildProcess;
  readonly exited: Promise<void>;
  /** Rejects with a StartupError if the process exits before it serves requests. */
  readonly ready: Promise<StartupReport>;
  /** True if its exit is expected. */
  isStopping = false;

  constructor(environment: NodeJS.ProcessEnv) {
    // The process has a process group of its own: Ctrl-C reaches the parent alone, which then stops it.
    const child = fork(entry, {
      env: environment,
      detached: true,
      execArgv: [...process.execArgv, ...checkBinaries],
    });
    this.#child = child;
    const ended = new Promise<StartupFailure>(resolve => {
      child.once('exit', (code, signal) => resolve(describeExit(code, signal)));
      // The system has no process left, or no memory for one.
      child.on('error', ({ message }) => {
        if (child.pid === undefined) resolve({ cause: 'temporary', reason: message });
      });
    });
    this.exited = ended.then(() => undefined);
    this.ready = new Promise<StartupReport>((resolve, reject) => {
      child.once('message', (message: StartupMessage) => {
        if ('report' in message) resolve(message.report);
        else reject(new StartupError(message.failure));
      });
      void ended.then(failure => reject(new StartupError(failure)));
    });
    // A caller that waits for the start gets the error; there may be none.
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
