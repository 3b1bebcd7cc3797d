/**
 * Load generator when wrk is not installed or cannot run a plan: reads the plan from standard input, prints the result
 * as JSON.
 */
import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';
import type { LoadPlan, LoadRequest, LoadResult } from './plan.js';

const plan = JSON.parse(await text(process.stdin)) as LoadPlan;
let at = -1;
let round = 0;
let unique = 0;
const run = `${Date.now().toString(36)}x`;

const next = (): LoadRequest => {
  if (++at === plan.requests.length) [at, round] = [0, round + 1];
  return plan.requests[at]!;
};

const setupRequest = (request: autocannon.Request): autocannon.Request => {
  const { method, path, body, version = 0, authorization } = next();
  const filled = body
    ?.replaceAll('@version@', String(version + round))
    .replaceAll('@unique@', () => `${run}${++unique}`);
  const headers = authorization === undefined ? request.headers : { ...request.headers, authorization };
  return { ...request, method, path, headers, body: filled };
};

const result = await autocannon({
  url: plan.address,
  connections: plan.connections,
  ...(plan.once === true ? { amount: plan.requests.length } : { duration: plan.seconds }),
  ...(plan.perSecond === undefined ? {} : { overallRate: plan.perSecond }),
  headers: plan.headers,
  requests: [{ setupRequest }],
});
const seconds = (result.finish.getTime() - result.start.getTime()) / 1_000;
const answer: LoadResult = {
  requests: result.requests.total,
  failures: result.non2xx + result.errors + result.timeouts,
  seconds,
  p50Ms: result.latency.p50,
  p99Ms: result.latency.p99,
};
console.log(JSON.stringify(answer));
