import type { BenchEnvironment } from '../world/BenchWorld.js';

const metric = /^quayside_shed_requests_total\{([^}]*)\} (\d+)$/gm;

/** Requests that the server has refused because of overload, by the labels of its metric. */
const shedCounts = async ({ metricsUrls }: BenchEnvironment): Promise<ReadonlyMap<string, number>> => {
  const counts = new Map<string, number>();
  for (const url of metricsUrls) {
    const text = await (await fetch(url)).text();
    for (const [, labels = '', count] of text.matchAll(metric))
      counts.set(labels, (counts.get(labels) ?? 0) + Number(count));
  }
  return counts;
};

/** Starts to count; the returned function returns what was refused since, if anything. */
export const observeShedRequests = async (
  environment: BenchEnvironment,
): Promise<() => Promise<string | undefined>> => {
  const before = await shedCounts(environment);
  return async () => {
    const shed = [...(await shedCounts(environment))]
      .map(([labels, count]): [string, number] => [labels, count - (before.get(labels) ?? 0)])
      .filter(([, count]) => count > 0);
    return shed.length === 0 ? undefined : `refused: ${shed.map(([labels, count]) => `${labels} ${count}`).join(', ')}`;
  };
};
