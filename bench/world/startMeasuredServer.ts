import type { BenchProcess } from './BenchProcess.js';
import { findFreePorts } from './findFreePorts.js';
import type { Build } from './runQuayside.js';
import { startServer } from './startServer.js';

/** Between the search for free ports and the start another program may take a port. */
const attempts = 3;

export interface MeasuredServer {
  readonly server: BenchProcess;
  /** One URL for each server process. */
  readonly metricsUrls: readonly [string, ...string[]];
}

const metricsUrl = (port: number): string => `http://127.0.0.1:${port}/metrics`;

/** Starts a server with metrics; each of its processes has them on a port of its own. */
export const startMeasuredServer = async (
  build: Build,
  settings: Readonly<Record<string, string>>,
): Promise<MeasuredServer> => {
  const processes = Number(settings.SERVER_PROCESSES ?? 1);
  for (let attempt = 1; ; attempt++) {
    const port = await findFreePorts(processes);
    try {
      const server = await startServer(build, { METRICS_PORT: String(port), ...settings });
      const others = Array.from({ length: processes - 1 }, (_, at) => metricsUrl(port + 1 + at));
      return { server, metricsUrls: [metricsUrl(port), ...others] };
    } catch (error) {
      if (attempt === attempts) throw error;
    }
  }
};
