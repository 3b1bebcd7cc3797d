/** `/metrics` on a port of its own, which nobody but the monitoring need reach. */
import { createServer } from 'node:http';
import { ConfigError } from '../config/ConfigError.js';

/** One part of what there is to tell, in Prometheus' text format; parts bear different names. */
export type Part = () => Promise<string>;

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

const type = 'text/plain; version=0.0.4; charset=utf-8';

const portProblem = (port: number, { code, message }: NodeJS.ErrnoException): ConfigError =>
  new ConfigError([
    `METRICS_PORT is '${port}', which ${code === 'EADDRINUSE' ? 'another program listens on' : `cannot be listened on (${message})`}; allowed is a free port, or 0 for none.`,
  ]);

export const serveMetrics = async (
  host: string,
  port: number,
  parts: readonly Part[],
  onError: (error: Error) => void,
): Promise<MetricsServer> => {
  const collect = async (): Promise<string> => (await Promise.all(parts.map(part => part()))).join('');
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    collect().then(
      text => response.writeHead(200, { 'Content-Type': type }).end(text),
      (error: Error) => {
        onError(error);
        response.writeHead(503).end();
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', error => reject(portProblem(port, error)));
    server.listen({ host, port, exclusive: true }, resolve);
  });
  server.on('error', onError);
  return {
    port: (server.address() as { port: number }).port,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
