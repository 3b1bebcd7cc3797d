import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigError } from '../../base/config/valueKinds.js';
import type { GrantCache } from '../../auth/oauth/GrantCache.js';
import { logOutput } from '../../base/observe/log/createLog.js';
import type { RequestMetrics } from '../../base/observe/metrics/RequestMetrics.js';
import type { ThreadSurvey } from '../../base/observe/metrics/ThreadSurvey.js';
import type { ReadLimiter } from '../../base/shedding/ReadLimiter.js';
import type { TransferLimiter } from '../../http/listener/TransferLimiter.js';
import type { Listener } from '../../http/listener/listen.js';
import type { Services } from '../../services/services.js';
import type { BackgroundThread } from '../background/BackgroundThread.js';
import type { Monitors } from '../monitoring/monitors.js';
import type { WorkerPool } from '../workers/WorkerPool.js';
import type { Startup } from './Startup.js';

// Serves `/metrics` on a port of its own, which only the monitoring needs to reach.

/** Returns metrics in Prometheus' text format; each source has metrics of other names. */
type MetricsSource = () => Promise<string>;

interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

const contentType = 'text/plain; version=0.0.4; charset=utf-8';

const portError = (port: number, { code, message }: NodeJS.ErrnoException): ConfigError => {
  const problem = code === 'EADDRINUSE' ? 'another program listens on' : `cannot be listened on (${message})`;
  return new ConfigError([`METRICS_PORT is '${port}', which ${problem}; allowed is a free port, or 0 for none.`]);
};

const serveMetrics = async (
  host: string,
  port: number,
  sources: readonly MetricsSource[],
  onError: (error: Error) => void,
): Promise<MetricsServer> => {
  const collect = async (): Promise<string> => (await Promise.all(sources.map(source => source()))).join('');
  const server = createServer((request, response) => {
    response.setHeader('X-Content-Type-Options', 'nosniff');
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    collect().then(
      text => response.writeHead(200, { 'Content-Type': contentType }).end(text),
      (error: Error) => {
        onError(error);
        response.writeHead(503).end();
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', error => reject(portError(port, error)));
    server.listen({ host, port, exclusive: true }, resolve);
  });
  server.on('error', onError);
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

export interface MeasuredParts {
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
