/** Worker threads, which run the operations. */
import { abortable } from '../../base/lifecycle/timeouts.js';
import { writeThreadLine } from '../../base/observe/log/threadLog.js';
import type { MasterOf } from '../../base/shedding/MasterGates.js';
import type { ServiceOptions } from '../../services/ServiceOptions.js';
import { WorkerPool } from '../workers/WorkerPool.js';
import type { Startup } from './Startup.js';

/** Time in which the workers may send their spans when they stop. */
const flushMs = 1_500;

export const startWorkers = async (
  options: ServiceOptions,
  flushTraces: (threads: number, timeoutMs: number) => Promise<unknown>,
  masterOf: MasterOf | undefined,
  { config, log, shutdown }: Startup,
): Promise<WorkerPool> => {
  const pool = new WorkerPool(
    config,
    { ...options, workerLogLevel: log.level },
    {
      masterOf,
      onError: error => log.error({ err: error }, 'a worker failed'),
      onSilence: worker => log.error(worker, 'a worker did not come back and is replaced'),
      onLogLine: line => writeThreadLine(log, line),
      beforeWorkersEnd: async leftMs => {
        await flushTraces(pool.threads.length + pool.heavy.workers.length, Math.min(flushMs, leftMs));
      },
    },
  );
  shutdown.add(leftMs => pool.stop(leftMs));
  await abortable(pool.ready(), shutdown.requested);
  return pool;
};
