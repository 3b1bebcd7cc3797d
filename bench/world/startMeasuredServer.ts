import { findFreePort } from '../../src/redis/embedded/findFreePort.js';
import type { BenchProcess } from './BenchProcess.js';
import type { Build } from './runQuayside.js';
import { startServer } from './startServer.js';

/** Between the search for a free port and the start another program may take the port. */
const attempts = 3;

export interface MeasuredServer {
  readonly server: BenchProcess;
  readonly metricsUrl: string;
}

/** Starts a server with metrics. */
export const startMeasuredServer = async (
  build: Build,
  settings: Readonly<Record<string, string>>,
): Promise<MeasuredServer> => {
  for (let attempt = 1; ; attempt++) {
    const port = await findFreePort();
    try {
      const server = await startServer(build, { METRICS_PORT: String(port), ...settings });
      return { server, metricsUrl: `http://127.0.0.1:${port}/metrics` };
    } catch (error) {
      if (attempt === attempts) throw error;
    }
  }
};
