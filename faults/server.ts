/** The server as `quayside start` runs it, but for two things: it ends a thread of its own when its parent says so, and itself when that is gone. */
import type { Worker } from 'node:worker_threads';
import { startServer } from '../src/cli/startServer.js';

export type Thread = 'pool' | 'background';

const threads = new Set<Worker>();

/** Threads of the pool get a larger nursery than that of the background. */
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
      process.send!(wanted);
      return;
    }
  process.send!('none');
});

// Who broke things is gone: nothing of it stays.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

await startServer();
