import type { Logger } from 'pino';
import type { Services } from '../services/services.js';
import type { Verification } from './verification/verifyStoredData.js';
import { type Job, type JobRun, JobInterruptedError } from './Job.js';
import { verificationQueueName } from './queueNames.js';

export interface VerificationJobOptions {
  readonly services: Services;
  readonly log: Logger;
}

/** Time to wait for changed orders that the search index does not have yet. */
const searchWaitMs = 10_000;
const reportedKeys = 5_000;

const run = async (
  { services, log }: VerificationJobOptions,
  signal: AbortSignal,
  jobRun: JobRun,
): Promise<Verification> => {
  const { projectKey } = jobRun.data as { readonly projectKey: string };
  // Loaded when it is needed, since threads start faster without it.
  const { verifyStoredData } = await import('./verification/verifyStoredData.js');
  let reported = 0;
  const found = await verifyStoredData(services, projectKey, {
    searchWaitMs,
    onProgress: keys => {
      if (signal.aborted) throw new JobInterruptedError();
      if (keys - reported < reportedKeys) return;
      reported = keys;
      jobRun
        .progress({ keys })
        .catch((error: unknown) =>
          log.debug({ err: error, projectKey }, 'reporting the progress of a verification failed'),
        );
    },
  });
  log.info({ projectKey, counts: found.counts }, 'verified the stored data of a project');
  return found;
};

/**
 * Compares everything that a project stores, as `quayside verify` does, and returns the differences. It writes nothing,
 * so another process begins it anew when its own stops. Its progress is the number of compared `keys`.
 */
export const verificationJob = (options: VerificationJobOptions): Job => ({
  name: verificationQueueName,
  run: (signal, jobRun) => run(options, signal, jobRun),
});
