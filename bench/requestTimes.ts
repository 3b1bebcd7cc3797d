/** Differences of the server's own histogram of requests. */
export interface RequestTimes {
  readonly accepted: number;
  readonly p99Ms: number;
}

interface Counts {
  readonly buckets: ReadonlyMap<number, number>;
  readonly shed: number;
}

const countsAt = async (metricsUrl: string): Promise<Counts> => {
  const text = await (await fetch(metricsUrl)).text();
  const buckets = new Map<number, number>();
  for (const [, seconds, count] of text.matchAll(
    /^quayside_http_request_duration_seconds_bucket\{.*le="([^"]+)"\} (\d+)$/gm,
  )) {
    const at = seconds === '+Inf' ? Infinity : Number(seconds);
    buckets.set(at, (buckets.get(at) ?? 0) + Number(count));
  }
  const shed = [...text.matchAll(/^quayside_http_requests_total\{.*status="503"\} (\d+)$/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
  return { buckets, shed };
};

/** Bound of the bucket with the p99 of the accepted requests; all shed requests are assumed to be faster. */
export const requestTimes = async (metricsUrl: string): Promise<() => Promise<RequestTimes>> => {
  const before = await countsAt(metricsUrl);
  return async () => {
    const after = await countsAt(metricsUrl);
    const bounds = [...after.buckets.keys()].sort((a, b) => a - b);
    const upTo = (bound: number): number => (after.buckets.get(bound) ?? 0) - (before.buckets.get(bound) ?? 0);
    const all = upTo(Infinity);
    const accepted = all - (after.shed - before.shed);
    const found = bounds.find(bound => upTo(bound) >= all - accepted / 100) ?? Infinity;
    return { accepted, p99Ms: found * 1_000 };
  };
};
