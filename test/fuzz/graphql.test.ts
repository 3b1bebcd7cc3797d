/**
 * Sends GraphQL documents that are generated from the schema which the server describes by introspection: a few hundred
 * here, any number with `npm run test:fuzz -- --graphql 50000`.
 */
import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery } from 'graphql';
import { test } from '../support/tap.js';
import { definitions } from '../../src/commerce/resources/index.js';
import { startGraphql } from '../support/graphql.js';
import type { HttpResponse } from '../support/http.js';
import { type Sample, samples } from '../support/samples.js';
import { GraphqlDocuments, type GraphqlFuzzRequest } from './graphqlDocuments.js';

const isShort = process.env.FUZZ_GRAPHQL === undefined;
const documents = Number(process.env.FUZZ_GRAPHQL ?? 60);
const seed = Number(process.env.FUZZ_SEED ?? 1);
const lanes = 4;
/** A response that takes longer fails a long round, where it does so again as the only request. */
const slowMs = 1_000;
const silentMs = 60_000;
const MiB = 1024 ** 2;
/** Garbage varies, and a leak grows until the end. The heap of a long round is limited (scripts/fuzz.mjs). */
const growthMax = 96 * MiB;
const shownCharacters = 2_000;
const { quayside, credentials, token, data } = await startGraphql({ QUEUE_WAIT_MS: '60000' });
const http = quayside.http.as(token);
const path = `/${credentials.projectKey}/graphql`;

/** Creates a resource of each type that needs no other one, so that documents can name existing ids and keys. */
const createNamed = async (): Promise<{ ids: string[]; keys: string[] }> => {
  const ids: string[] = [];
  const keys: string[] = ['a'];
  for (const { typeId, path: at } of definitions) {
    const sample = samples[typeId];
    if (typeof sample !== 'object' || typeId === 'extension') continue;
    const { needs, prepare, creation, draft } = sample as Sample;
    if (needs !== undefined || prepare !== undefined || creation !== undefined) continue;
    const { json } = await http.send('POST', `/${credentials.projectKey}/${at}`, { body: draft({}) });
    const { id, key } = json as { readonly id?: string; readonly key?: string };
    if (id !== undefined) ids.push(id);
    if (key !== undefined) keys.push(key);
  }
  return { ids, keys };
};

const send = async (request: GraphqlFuzzRequest): Promise<HttpResponse & { readonly ms: number }> => {
  const startMs = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const silent = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no response: ${JSON.stringify(request)}`)), silentMs);
  });
  try {
    const response = await Promise.race([http.send('POST', path, { body: request }), silent]);
    return { ...response, ms: performance.now() - startMs };
  } finally {
    clearTimeout(timer);
  }
};

interface GraphqlBody {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message?: unknown; readonly extensions?: { readonly code?: unknown } }[];
}

/** Describes the fault of a response; undefined if there is none. */
const findFault = ({ status, json, text }: HttpResponse): string | undefined => {
  if (status !== 200 && status !== 400) return `status ${status}: ${text.slice(0, shownCharacters)}`;
  const { data: found, errors } = (json ?? {}) as GraphqlBody;
  if (status === 200 && found === undefined) return 'a 200 without data';
  if (status === 400 && (errors ?? []).length === 0) return 'a 400 without errors';
  const unknown = errors?.find(
    ({ message, extensions }) => typeof message !== 'string' || (extensions?.code ?? 'General') === 'General',
  );
  return unknown === undefined
    ? undefined
    : `an unexpected error: ${JSON.stringify(unknown).slice(0, shownCharacters)}`;
};

const counts = new Map<string, number>();
const count = (outcome: string): void => void counts.set(outcome, (counts.get(outcome) ?? 0) + 1);

test('generates the same documents for the same seed', async t => {
  const schema = buildClientSchema((await data(getIntrospectionQuery())) as IntrospectionQuery);
  const listOf = (given: number): unknown[] => {
    const generator = new GraphqlDocuments(schema, { ids: ['id'], keys: ['key'] }, given);
    return Array.from({ length: 20 }, () => generator.next());
  };
  t.same(listOf(seed), listOf(seed));
  t.notSame(listOf(seed), listOf(seed + 1));
});

test('recognizes faulty responses', async t => {
  const response = (status: number, json: object): HttpResponse => ({ status, json, text: '', headers: {} });
  const entry = (code?: string) => ({ message: 'Refused.', ...(code !== undefined && { extensions: { code } }) });
  t.equal(findFault(response(200, { data: {} })), undefined);
  t.equal(findFault(response(400, { errors: [entry('InvalidInput')] })), undefined);
  for (const [status, json] of [
    [500, { errors: [entry('InvalidInput')] }],
    [503, { data: {} }],
    [200, {}],
    [400, { errors: [] }],
    [400, { errors: [entry()] }],
    [200, { data: null, errors: [entry('General')] }],
  ] as const)
    t.type(findFault(response(status, json)), 'string', JSON.stringify({ status, json }));
});

test(`answers ${documents} generated GraphQL documents without a 5xx, late answer or growing memory (ERR015)`, {
  timeout: 0,
}, async t => {
  const schema = buildClientSchema((await data(getIntrospectionQuery())) as IntrospectionQuery);
  const names = await createNamed();
  const slow: GraphqlFuzzRequest[] = [];
  const faults: string[] = [];
  const residents: number[] = [];
  let sent = 0;
  const runLane = async (lane: number): Promise<void> => {
    const generator = new GraphqlDocuments(schema, names, seed * lanes + lane);
    for (let left = Math.ceil(documents / lanes); left > 0; left--) {
      const request = generator.next();
      const response = await send(request);
      if (++sent % Math.ceil(documents / 100) === 0) residents.push(process.memoryUsage.rss());
      const fault = findFault(response);
      if (fault !== undefined) faults.push(`${fault}: ${JSON.stringify(request).slice(0, shownCharacters)}`);
      if (response.ms > slowMs) slow.push(request);
      const hasErrors = (response.json as GraphqlBody).errors !== undefined;
      count(`${response.status}${response.status === 200 && hasErrors ? ' with errors' : ''}`);
      if (faults.length >= 10) return;
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, lane) => runLane(lane)));
  t.same(faults, []);
  if (!isShort)
    for (const request of slow) {
      const { ms } = await send(request);
      t.ok(
        ms <= slowMs,
        `${Math.round(ms)} ms as the only request: ${JSON.stringify(request).slice(0, shownCharacters)}`,
      );
    }
  const minimumIn = (from: number, to: number): number =>
    Math.min(...residents.slice(Math.floor(from * residents.length), Math.floor(to * residents.length)));
  const grownBytes = minimumIn(0.75, 1) - minimumIn(0.5, 0.75);
  if (!isShort) t.ok(grownBytes < growthMax, `memory grew in the last quarter by ${Math.round(grownBytes / MiB)} MiB`);
  t.comment(
    `seed ${seed}: ${[...counts].map(([outcome, times]) => `${times} × ${outcome}`).join(', ')}; ${slow.length} took more than ${slowMs} ms among others; resident MiB: ${residents
      .filter((_, at) => at % 10 === 9)
      .map(bytes => Math.round(bytes / MiB))
      .join(' ')}`,
  );
  for (const outcome of ['200', '200 with errors', '400']) t.ok((counts.get(outcome) ?? 0) > 0, `some are ${outcome}`);
  t.same((await data('{ __typename }')).__typename, 'Query', 'the worker responds');
});
