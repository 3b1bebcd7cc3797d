/** Sends hostile input to every route: a few hundred requests here, any number with `npm run test:fuzz`. */
import fc from 'fast-check';
import { test } from '../support/tap.js';
import { definitions } from '../../src/commerce/resources/index.js';
import { basic } from '../support/oauth.js';
import { startQuayside } from '../support/quayside.js';
import { type Sample, samples } from '../support/samples.js';
import { findFault } from './findFault.js';
import { type FuzzRequest, fuzzRequests, type FuzzTarget } from './fuzzRequests.js';
import { smuggledRequests } from './smuggledRequests.js';
import { createRawConnection } from './RawConnection.js';

const inputs = Number(process.env.FUZZ_INPUTS ?? 150);
const seed = Number(process.env.FUZZ_SEED ?? 1);
const lanes = 4;
/** Slower requests are repeated, one at a time. */
const slowMs = 1_000;
const silentMs = 6_000;
const MiB = 1024 ** 2;
/**
 * Caches grow during the first 100,000 requests, by at most 55 MiB in a quarter of the run as measured; a leak grows
 * in addition, until the end.
 */
const growthMax = 96 * MiB;
const memorySamples = 100;

/** In this process, whose memory is measured. */
const quayside = await startQuayside({ WORKERS: '1' });
const project = await quayside.project();
const token = await quayside.token(project);
const http = quayside.http.as(token);

/**
 * Creates one resource of each type that needs no other resources, so that paths and references can name existing ids.
 */
const createReferenced = async (): Promise<Pick<FuzzTarget, 'ids' | 'keys'>> => {
  const made = await Promise.all(
    definitions.map(async ({ typeId, path }) => {
      const sample = samples[typeId];
      if (
        sample === undefined ||
        typeof sample === 'string' ||
        sample.needs !== undefined ||
        sample.prepare !== undefined ||
        typeId === 'extension'
      )
        return [];
      const { creation, responseMember, draft } = sample as Sample;
      const { json } = await http.send(
        'POST',
        `/${project.projectKey}/${path}${creation === undefined ? '' : `/${creation}`}`,
        { body: draft({}) },
      );
      return [
        (responseMember === undefined ? json : (json as Record<string, unknown>)[responseMember]) as {
          readonly id: string;
          readonly key?: string;
          readonly orderNumber?: string;
        },
      ];
    }),
  );
  const all = made.flat();
  return { ids: all.map(({ id }) => id), keys: all.flatMap(({ key, orderNumber }) => key ?? orderNumber ?? []) };
};

const target: FuzzTarget = {
  projectKey: project.projectKey,
  host: new URL(quayside.address).host,
  token,
  basic: basic(project),
  ...(await createReferenced()),
};

const slow: FuzzRequest[] = [];
/** The faults as first seen, before fast-check shrinks the input. */
const faults: string[] = [];
const counts = new Map<number | string, number>();
/** Resident memory of the server and the test, which share a process, during the run. */
const residents: number[] = [];
let requestCount = 0;

const countRequest = (): void => {
  requestCount++;
  if (requestCount % Math.ceil(inputs / memorySamples) === 0) residents.push(process.memoryUsage.rss());
};
/** Returns the minimum in a part of the run, because garbage varies by hundreds of MiB. */
const minimumIn = (from: number, to: number): number =>
  Math.min(...residents.slice(Math.floor(from * residents.length), Math.floor(to * residents.length)));
const shownBytes = 3_000;
const shownRequest = ({ bytes }: FuzzRequest): string => JSON.stringify(bytes.toString('latin1').slice(0, shownBytes));

const runLane = async (lane: number, count: number): Promise<void> => {
  const wire = createRawConnection(quayside.address);
  const property = fc.asyncProperty(fuzzRequests(target), async request => {
    const answer = await wire.send(request.method, request.bytes, silentMs);
    countRequest();
    const outcome = typeof answer === 'string' ? answer : answer.status;
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    if (typeof answer === 'object' && answer.ms > slowMs) slow.push(request);
    const fault = findFault(request, answer);
    if (fault === undefined) return;
    faults.push(
      `${fault}: ${request.route}: ${shownRequest(request)}\n` +
        `${typeof answer === 'string' ? '' : answer.body.slice(0, 500)}`,
    );
    throw new Error(fault);
  });
  try {
    await fc.assert(property, {
      numRuns: count,
      seed: seed + lane,
      endOnFailure: process.env.FUZZ_SHRINK === undefined,
    });
  } finally {
    wire.close();
  }
};

test('recognizes faulty responses (ERR001, ERR015)', async t => {
  const request = { route: 'GET /{projectKey}/states', method: 'GET', bytes: Buffer.alloc(0) };
  const answer = (status: number, body: string, type = 'application/json') => ({
    status,
    head: `HTTP/1.1 ${status} Some reason\r\nContent-Type: ${type}`,
    body,
    ms: 1,
  });
  const errorBody = (status: number, code: string): string =>
    JSON.stringify({ statusCode: status, message: 'Refused.', errors: [{ code, message: 'Refused.' }] });
  t.same(
    [
      answer(200, 'any'),
      answer(404, errorBody(404, 'ResourceNotFound')),
      answer(504, errorBody(504, 'ExtensionNoResponse')),
    ].map(each => findFault(request, each)),
    [undefined, undefined, undefined],
  );
  t.equal(
    findFault({ ...request, route: 'GET /{projectKey}/jobs' }, answer(401, '<p>', 'text/html')),
    undefined,
    'a page may respond with HTML',
  );
  for (const wrong of [
    'silent',
    'ended',
    answer(503, errorBody(503, 'ServiceUnavailable')),
    answer(500, errorBody(500, 'General')),
    answer(505, '', 'text/html'),
    answer(400, '<h1>', 'text/html'),
    answer(400, errorBody(404, 'InvalidInput')),
    answer(400, errorBody(400, 'Whatever')),
    answer(404, '{}'),
  ] as const)
    t.type(findFault(request, wrong), 'string', JSON.stringify(wrong));
});

test(`answers ${inputs} hostile requests on every route in the error format, never with a 5xx (ERR001, ERR015)`, {
  timeout: 0,
}, async t => {
  await runLane(lanes, Math.min(Math.ceil(inputs / 3), 400)).catch(error =>
    t.fail((error as Error).message.slice(0, shownBytes)),
  );
  requestCount = 0;
  residents.length = 0;
  const ended = await Promise.allSettled(
    Array.from({ length: lanes }, (_, lane) => runLane(lane, Math.ceil(inputs / lanes))),
  );
  for (const each of ended)
    if (each.status === 'rejected') t.fail(String((each.reason as Error).message).slice(0, shownBytes));
  t.same(faults, []);
  const wire = createRawConnection(quayside.address);
  for (const request of slow) {
    const answer = await wire.send(request.method, request.bytes, silentMs);
    t.ok(
      typeof answer === 'object' && answer.ms <= slowMs,
      `responds in time to a single request: ${shownRequest(request)}`,
    );
  }
  wire.close();
  t.equal((await quayside.http.send('GET', '/healthz')).status, 200, 'the server responds');
  t.equal((await http.send('GET', `/${project.projectKey}/states?limit=1`)).status, 200, 'the workers respond');
  const grownBytes = minimumIn(0.75, 1) - minimumIn(0.5, 0.75);
  t.ok(grownBytes < growthMax, `memory grew from the third to the last quarter by ${Math.round(grownBytes / MiB)} MiB`);
  t.comment(
    `seed ${seed}: ${[...counts].map(([outcome, count]) => `${count} × ${outcome}`).join(', ')}; ${slow.length} were repeated; resident MiB after every tenth: ${residents
      .filter((_, at) => at % 10 === 9)
      .map(bytes => Math.round(bytes / MiB))
      .join(' ')}`,
  );
  t.ok((counts.get(200) ?? 0) > 0 && (counts.get(400) ?? 0) > 0, 'some requests succeed and some are refused');
});

for (const { name, text, later, responsesMax } of smuggledRequests)
  test(`ignores requests smuggled by ${name} (GEN021)`, async t => {
    const received = await quayside.http.raw(text, 300, later, 300).catch(() => '');
    const statuses = [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
    t.ok(statuses.length <= responsesMax, received);
    t.ok(
      statuses.every(status => status < 500 || status === 505),
      received,
    );
  });
