/**
 * Runs the server as `quayside start` does. On a message of its parent it terminates one of its threads, and it stops
 * when the parent ends.
 */
import type { Worker } from 'node:worker_threads';
import { packageFile } from '../src/base/config/packageFile.js';

export type Thread = 'pool' | 'background';

const threads = new Set<Worker>();

/** Threads of the pool have a larger young generation than the background thread. */
const kindOf = ({ resourceLimits }: Worker): Thread =>
  (resourceLimits?.maxYoungGenerationSizeMb ?? 0) > 64 ? 'pool' : 'background';

process.on('worker', worker => {
  threads.add(worker);
  worker.once('exit', () => threads.delete(worker));
});

process.on('message', (wanted: Thread) => {
  for (const worker of threads)
    if (kindOf(worker) === wanted) {
      void worker.terminate();
      process.send?.(wanted);
      return;
    }
  process.send?.('none');
});

// The harness has ended: this process stops too.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

const { runCommand } = (await import(
  packageFile('dist/program/command.js').href
)) as typeof import('../src/cli/runCommand.js');
await runCommand([process.execPath, 'quayside', 'start']);
// The channel to the harness would keep a process whose start has failed.
if (process.exitCode !== undefined) process.exit();
