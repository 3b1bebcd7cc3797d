/** Reads the metrics that a server exposes to Prometheus. */
import { findFreePort } from '../../src/base/redis/embedded/redisProcess.js';

export const freeMetricsPort = async (): Promise<string> => String(await findFreePort());
export const scrape = async (port: string): Promise<string> => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

/** Returns the value of the sample with exactly this name and these labels; undefined if there is none. */
export const valueIn = (text: string, name: string): number | undefined => {
  const line = text.split('\n').find(each => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
};
