/**
 * Searches for requests that take much processor time for each of their bytes: a short round here, a longer one with
 * `npm run test:fuzz -- --seconds 3600`.
 */
import { test } from '../support/tap.js';
import { Random } from '../../examples/sample-shop/choices.js';
import { startQuayside } from '../support/quayside.js';
import { type Candidate, describeParts, inflate, InflationSearch } from './InflationSearch.js';
import { inflationsOf } from './inflate.js';

import { timedTemplates } from './timedTemplates.js';

const seconds = process.env.FUZZ_SECONDS === undefined ? undefined : Number(process.env.FUZZ_SECONDS);
const seed = Number(process.env.FUZZ_SEED ?? 1);
const isShort = seconds === undefined;
/** Inputs of the short round, which asserts responses and no times. */
const firstMax = isShort ? 80 : Infinity;
const inputsMax = isShort ? 110 : Infinity;
const bytesMax = isShort ? 8 * 1024 : 1024 * 1024;
/** A request that takes longer fails a long round: a worker computes for a quarter of that for one piece of work. */
const cpuMsMax = 1_000;
/** A request that takes longer is sent again: the first of its kind also compiles code. */
const repeatedFromMs = 50;
const shown = 10;
const quayside = await startQuayside({ WORK_TIMEOUT_MS: '250' });
const project = await quayside.project();
const base = `/${project.projectKey}`;
const http = quayside.http.as(await quayside.token(project));
const templates = timedTemplates(http, base);
type Measurement = { readonly name: string; readonly status: number; readonly bytes: number; readonly cpuMs: number };

/** Sends the request once; undefined if it is longer than the search allows. */
const measureOnce = async (candidate: Candidate): Promise<Measurement | undefined> => {
  const prepare = templates[candidate.template];
  if (prepare === undefined) throw new Error(`no template ${candidate.template}`);
  const { name: templateName, path, body: valid, cleanUp } = await prepare();
  const name = `${templateName}: ${describeParts(candidate)}`;
  const body = JSON.stringify(inflate(valid, candidate));
  if (body.length > bytesMax) return cleanUp(undefined).then(() => undefined);
  const startUsage = process.cpuUsage();
  const { status, json } = await http.send('POST', `${base}/${path}`, {
    body,
    headers: { 'content-type': 'application/json' },
  });
  const { user, system } = process.cpuUsage(startUsage);
  // A busy machine may shed requests with a 503.
  if (status === 500 || typeof json !== 'object') throw new Error(`${name}: ${status}`);
  await cleanUp(json);
  return { name, status, bytes: body.length, cpuMs: (user + system) / 1_000 };
};

/** The least processor time of each valid request: a password is expensive to hash, whatever its length. */
const measureValid = async (): Promise<number[]> => {
  const times: number[] = [];
  for (let template = 0; template < templates.length; template++) {
    const repeated: number[] = [];
    for (let time = 0; time < 3; time++) repeated.push((await measureOnce({ template, parts: [] }))?.cpuMs ?? 0);
    times.push(Math.min(...repeated));
  }
  return times;
};

const measure = async (candidate: Candidate): Promise<Measurement | undefined> => {
  const first = await measureOnce(candidate);
  if (first === undefined || first.cpuMs < repeatedFromMs) return first;
  const second = await measureOnce(candidate);
  return second !== undefined && second.cpuMs < first.cpuMs ? second : first;
};

test('responds to inflated requests, never with a 500 (ERR015)', { timeout: 0 }, async t => {
  const endMs = performance.now() + (seconds ?? Infinity) * 1_000;
  const bodies = await Promise.all(templates.map(async prepare => (await prepare()).body));
  const search = new InflationSearch(
    bodies.map(body => inflationsOf(body)),
    new Random(seed).next,
  );
  search.thinOut(firstMax);
  const validMs = await measureValid();
  const statuses = new Map<number, number>();
  let slowest: Measurement[] = [];
  for (let inputs = 0; inputs < inputsMax && performance.now() < endMs; inputs++) {
    const candidate = search.next();
    const measurement = await measure(candidate);
    if (measurement === undefined) continue;
    search.add(candidate, (measurement.cpuMs - (validMs[candidate.template] ?? 0)) / measurement.bytes);
    statuses.set(measurement.status, (statuses.get(measurement.status) ?? 0) + 1);
    slowest = [...slowest, measurement].sort((a, b) => b.cpuMs - a.cpuMs).slice(0, shown);
  }
  t.comment(`responses by status: ${JSON.stringify(Object.fromEntries(statuses))}`);
  t.ok([...statuses.keys()].some(status => status < 300) && statuses.has(400));
  for (const { name, status, bytes, cpuMs } of slowest) {
    const figures = `${Math.round(cpuMs)} ms for ${bytes} bytes, ${status}: ${name}`;
    t.comment(figures);
    if (!isShort) t.ok(cpuMs < cpuMsMax, figures);
  }
  t.equal((await http.send('GET', `${base}/states?limit=1`)).status, 200, 'the workers respond');
});
