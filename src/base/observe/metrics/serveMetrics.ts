/** Serves `/metrics` on a port of its own, which only the monitoring needs to reach. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigError } from '../../config/valueKinds.js';

/** Returns metrics in Prometheus' text format; each source has metrics of other names. */
export type MetricsSource = () => Promise<string>;

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

const contentType = 'text/plain; version=0.0.4; charset=utf-8';

const portError = (port: number, { code, message }: NodeJS.ErrnoException): ConfigError => {
  const problem = code === 'EADDRINUSE' ? 'another program listens on' : `cannot be listened on (${message})`;
  return new ConfigError([`METRICS_PORT is '${port}', which ${problem}; allowed is a free port, or 0 for none.`]);
};

export const serveMetrics = async (
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
