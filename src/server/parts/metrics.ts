import type { GrantCache } from '../../auth/oauth/GrantCache.js';
import { logOutput } from '../../base/observe/log/createLog.js';
import type { RequestMetrics } from '../../base/observe/metrics/RequestMetrics.js';
import type { ThreadSurvey } from '../../base/observe/metrics/ThreadSurvey.js';
import { serveMetrics } from '../../base/observe/metrics/serveMetrics.js';
import type { ReadLimiter } from '../../base/shedding/ReadLimiter.js';
import type { TransferLimiter } from '../../http/listener/TransferLimiter.js';
import type { Listener } from '../../http/listener/listen.js';
import type { Services } from '../../services/services.js';
import type { BackgroundThread } from '../background/BackgroundThread.js';
import type { Monitors } from '../monitoring/monitors.js';
import type { WorkerPool } from '../workers/WorkerPool.js';
import type { Startup } from './Startup.js';

interface MeasuredParts {
  readonly services: Services;
  readonly requests: RequestMetrics;
  readonly pool: WorkerPool;
  readonly reads: ReadLimiter;
  readonly listeners: readonly Listener[];
  readonly transfers: TransferLimiter;
  readonly grants: GrantCache;
  readonly background: BackgroundThread;
  readonly survey: ThreadSurvey;
  readonly monitors: Monitors;
}

/** Does nothing if metrics are disabled. */
export const openMetricsPort = async (
  { services: { threadMetrics }, requests, ...parts }: MeasuredParts,
  { config, log, shutdown }: Startup,
): Promise<void> => {
  if (threadMetrics === undefined) return;
  const { ProcessMetrics } = await import('../../base/observe/metrics/ProcessMetrics.js');
  const processMetrics = new ProcessMetrics({
    ...parts,
    requests,
    mainThread: threadMetrics,
    logOutput,
  });
  const sources = [() => processMetrics.text(), () => parts.background.metrics()];
  const metrics = await serveMetrics(config.host, config.metricsPort, sources, error =>
    log.error({ err: error }, 'metrics scrape failed'),
  );
  shutdown.add(() => metrics.close());
};
