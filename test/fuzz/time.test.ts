/**
 * Searches for requests that take much processor time for each of their bytes: a short round here, a longer one with
 * `npm run test:fuzz -- --seconds 600`. The requests that take the most are inflated further.
 */
import { test } from 'tap';
import { definitions } from '../../src/resources/index.js';
import { startQuayside } from '../support/quayside.js';
import { type Sample, samples } from '../support/samples.js';
import { inflateAt, type Inflation, inflationsOf } from './inflate.js';

const seconds = process.env.FUZZ_SECONDS === undefined ? undefined : Number(process.env.FUZZ_SECONDS);
const isShort = seconds === undefined;
/** Inputs of the short round, which asserts responses and no times. */
const inputsMax = isShort ? 80 : Infinity;
const bytesMax = isShort ? 8 * 1024 : 1024 * 1024;
/** A request that takes longer fails a long round: a worker computes for a quarter of that for one piece of work. */
const cpuMsMax = 1_000;
const firstCount = 100;
const growth = 4;
const grownAtOnce = 8;
/** Four times as many of the shortest elements add more. An inflation that adds less has an end, such as nesting. */
const grownBytesMin = 64;
const shown = 10;

const quayside = await startQuayside({ WORK_TIMEOUT_MS: '250' });
const project = await quayside.project();
const base = `/${project.projectKey}`;
const http = quayside.http.as(await quayside.token(project));

/** A valid request whose body is inflated. */
interface Template {
  readonly name: string;
  readonly path: string;
  readonly body: () => object | Promise<object>;
}

interface Candidate {
  readonly template: Template;
  readonly inflation: Inflation;
  readonly count: number;
  /** The length of the body with a smaller count; 0 for the first. */
  readonly bytesBefore: number;
}

interface Measurement {
  readonly candidate: Candidate;
  readonly status: number;
  readonly bytes: number;
  readonly cpuMs: number;
}

const isSample = (sample: (typeof samples)[string] | undefined): sample is Sample =>
  typeof sample === 'object' && sample.needs === undefined && sample.prepare === undefined;

/** A creation and an update of each resource type whose sample needs no other resource. */
const resourceTemplates = async (): Promise<Template[]> => {
  const templates = definitions.map(async ({ typeId, path }): Promise<Template[]> => {
    const sample = samples[typeId];
    if (!isSample(sample) || typeId === 'extension') return [];
    const { creation, responseMember, draft, updateAction } = sample;
    const at = creation === undefined ? path : `${path}/${creation}`;
    const { json } = await http.send('POST', `${base}/${at}`, { body: draft({}) });
    const created = json as Record<string, Record<string, unknown>>;
    const { id } = (responseMember === undefined ? created : created[responseMember]) as { readonly id: string };
    const update = async () => {
      const current = await http.send('GET', `${base}/${path}/${id}`);
      return { version: (current.json as { readonly version: number }).version, actions: [updateAction] };
    };
    return [
      { name: `create ${typeId}`, path: at, body: () => draft({}) },
      { name: `update ${typeId}`, path: `${path}/${id}`, body: update },
    ];
  });
  return (await Promise.all(templates)).flat();
};

const query = 'query($where: String) { orders(where: $where, sort: ["createdAt asc"]) { results { id orderNumber } } }';
const otherTemplates: readonly Template[] = [
  {
    name: 'GraphQL predicate',
    path: 'graphql',
    body: () => ({ query, variables: { where: 'lineItems(quantity > 1) or customerEmail in ("a")' } }),
  },
  {
    name: 'order search',
    path: 'orders/search',
    body: () => ({
      query: { or: [{ wildcard: { field: 'orderNumber', value: '*a*b' } }] },
      sort: [{ field: 'score' }],
    }),
  },
];

const measure = async (candidate: Candidate): Promise<Measurement | undefined> => {
  const { template, inflation, count, bytesBefore } = candidate;
  const body = JSON.stringify(inflateAt(await template.body(), inflation, count));
  if (body.length > bytesMax || body.length < bytesBefore + grownBytesMin) return undefined;
  const startUsage = process.cpuUsage();
  const { status, json } = await http.send('POST', `${base}/${template.path}`, {
    body,
    headers: { 'content-type': 'application/json' },
  });
  const { user, system } = process.cpuUsage(startUsage);
  // A busy machine may shed requests with a 503.
  if (status === 500 || typeof json !== 'object') throw new Error(`${describe(candidate)}: ${status}`);
  return { candidate, status, bytes: body.length, cpuMs: (user + system) / 1_000 };
};

const describe = ({ template, inflation: { path, kind }, count }: Candidate): string =>
  `${template.name}: ${count} × ${kind} at ${path.join('.')}`;

const perByte = ({ cpuMs, bytes }: Measurement): number => cpuMs / bytes;
const byTime = (a: Measurement, b: Measurement): number => perByte(b) - perByte(a);

/** Takes elements at equal distances, so that a short round meets each template. */
const spread = <T>(list: readonly T[], max: number): T[] => {
  const step = Math.max(1, list.length / max);
  return list.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
};

test('responds to requests that are inflated at one place, never with a 500 (ERR015)', { timeout: 0 }, async t => {
  const endMs = performance.now() + (seconds ?? Infinity) * 1_000;
  const all: Measurement[] = [];
  const measureAll = async (candidates: readonly Candidate[]): Promise<void> => {
    for (const candidate of candidates) {
      if (performance.now() > endMs) return;
      const measurement = await measure(candidate);
      if (measurement !== undefined) all.push(measurement);
    }
  };
  const templates = [...(await resourceTemplates()), ...otherTemplates];
  const first = await Promise.all(
    templates.map(async template =>
      inflationsOf(await template.body()).map(inflation => ({
        template,
        inflation,
        count: firstCount,
        bytesBefore: 0,
      })),
    ),
  );
  let candidates: readonly Candidate[] = spread(first.flat(), inputsMax);
  let measuredBefore = 0;
  while (candidates.length > 0 && performance.now() < endMs) {
    await measureAll(candidates);
    candidates = all
      .slice(measuredBefore)
      .sort(byTime)
      .slice(0, grownAtOnce)
      .map(({ candidate, bytes }) => ({ ...candidate, count: candidate.count * growth, bytesBefore: bytes }));
    measuredBefore = all.length;
  }
  t.ok(all.some(({ status }) => status < 300) && all.some(({ status }) => status === 400));
  for (const each of all.sort((a, b) => b.cpuMs - a.cpuMs).slice(0, shown)) {
    const figures = `${Math.round(each.cpuMs)} ms for ${each.bytes} bytes, ${each.status}: ${describe(each.candidate)}`;
    t.comment(figures);
    if (!isShort) t.ok(each.cpuMs < cpuMsMax, figures);
  }
  t.equal((await http.send('GET', `${base}/states?limit=1`)).status, 200, 'the workers respond');
});
