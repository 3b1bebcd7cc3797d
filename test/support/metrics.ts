/** What a server tells Prometheus. */
import { findFreePort } from '../../src/redis/embedded/findFreePort.js';

/** For METRICS_PORT. */
export const freeMetricsPort = async (): Promise<string> => String(await findFreePort());

export const scrape = async (port: string): Promise<string> => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

/** The value of one sample, spelled as it is told, labels and all; undefined where it is not there. */
export const valueIn = (text: string, name: string): number | undefined => {
  const line = text.split('\n').find(each => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
};
