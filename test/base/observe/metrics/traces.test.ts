/** The spans of a request, as a collector receives them. */
import { test } from '../../../support/tap.js';
import { type CollectedSpan, startCollector } from './collector.js';
import { stateDraft } from '../../../support/drafts.js';
import { startExternalServer } from '../../../support/externalServer.js';
import { startQuayside } from '../../../support/quayside.js';
import { waitUntil } from '../../../support/waitUntil.js';
import { matchWhole } from '../../../support/matchWhole.js';

const collector = await startCollector();
const quayside = await startQuayside({
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_SERVICE_NAME: 'quayside-test',
});
const project = await quayside.project();
const { projectKey } = project;
const http = quayside.http.as(await quayside.token(project));

const traceId = (digit: string): string => digit.repeat(32);
const traceparent = (digit: string, flags = '01'): string => `00-${traceId(digit)}-${'b'.repeat(16)}-${flags}`;
const spansOf = (digit: string): CollectedSpan[] => collector.spans.filter(span => span.traceId === traceId(digit));
const named = (digit: string, name: string): CollectedSpan | undefined =>
  spansOf(digit).find(span => span.name === name);

test('records a read and its Redis command as spans', async t => {
  const { json } = await http.send('POST', `/${projectKey}/states`, { body: stateDraft() });
  const { id } = json as { id: string };
  await http.send('GET', `/${projectKey}/states/${id}`, {
    headers: { traceparent: traceparent('1'), 'x-correlation-id': 'traced-read' },
  });
  await waitUntil(() => spansOf('1').length === 2);
  const request = named('1', 'GET /{projectKey}/states/{id}')!;
  matchWhole(t, request, {
    kind: 2,
    service: 'quayside-test',
    parentSpanId: 'b'.repeat(16),
    attributes: {
      'quayside.correlation_id': 'traced-read',
      'http.response.status_code': 200,
      'http.route': '/{projectKey}/states/{id}',
      'quayside.project_key': projectKey,
    },
  });
  matchWhole(t, named('1', 'redis body'), { kind: 3, parentSpanId: request.spanId });
});

test('answers a traced query that walks all resources', async t => {
  const { json } = await http.send('POST', `/${projectKey}/states`, { body: stateDraft({ name: { en: 'Walked' } }) });
  const where = encodeURIComponent('name(en = "Walked")');
  const answer = await http.send('GET', `/${projectKey}/states?where=${where}`, {
    headers: { traceparent: traceparent('7') },
  });
  t.same([answer.status, (answer.json as { results: unknown }).results], [200, [json]]);
});

test('records a creation through worker, Redis and extension, and passes the trace to the extension', async t => {
  const external = await startExternalServer();
  external.say({});
  const extension = {
    destination: { type: 'HTTP', url: external.url },
    triggers: [{ resourceTypeId: 'customer', actions: ['Create'] }],
  };
  t.equal((await http.send('POST', `/${projectKey}/extensions`, { body: extension })).status, 201);
  const { status, text } = await http.send('POST', `/${projectKey}/customers`, {
    body: { email: 'a@example.com', password: 'secret-enough-1' },
    headers: { traceparent: traceparent('2'), tracestate: 'vendor=1', 'x-correlation-id': 'traced-creation' },
  });
  t.equal(status, 201, text);
  await waitUntil(
    () => named('2', 'POST /{projectKey}/customers') !== undefined && named('2', 'redis commit') !== undefined,
  );
  const request = named('2', 'POST /{projectKey}/customers')!;
  const work = named('2', 'worker signUp')!;
  matchWhole(t, work, {
    kind: 1,
    parentSpanId: request.spanId,
    attributes: { 'quayside.correlation_id': 'traced-creation', 'quayside.type_id': 'customer' },
  });
  matchWhole(t, named('2', 'redis commit'), {
    kind: 3,
    parentSpanId: work.spanId,
    attributes: { 'db.system.name': 'redis' },
  });
  const call = named('2', 'POST')!;
  matchWhole(t, call, { kind: 3, parentSpanId: work.spanId, attributes: { 'server.address': '127.0.0.1' } });
  matchWhole(t, external.requests[0]!.headers, {
    traceparent: `00-${traceId('2')}-${call.spanId}-01`,
    tracestate: 'vendor=1',
  });
  const ids = new Set(spansOf('2').map(({ spanId }) => spanId));
  t.ok(
    spansOf('2').every(({ parentSpanId }) => parentSpanId === 'b'.repeat(16) || ids.has(parentSpanId)),
    'the spans form one tree',
  );
  t.notMatch(JSON.stringify(spansOf('2')), /secret-enough|Bearer/);
});

test('records no span for an unsampled request and starts a trace for a malformed traceparent', async t => {
  await http.send('GET', `/${projectKey}/states`, { headers: { traceparent: traceparent('3', '00') } });
  await http.send('GET', `/${projectKey}/zones`, {
    headers: { traceparent: `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01` },
  });
  await waitUntil(() => collector.spans.some(({ name }) => name === 'GET /{projectKey}/zones'));
  t.equal(collector.spans.find(({ name }) => name === 'GET /{projectKey}/zones')!.parentSpanId, '');
  await waitUntil(() => collector.spans.some(({ name }) => name === 'worker query'));
  t.same(spansOf('3'), []);
});

test('sends the remaining spans when the server stops', async t => {
  const other = await startQuayside({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER: 'always_on',
    REGION: 'stopping',
  });
  const client = other.http.as(await other.token(project));
  await client.send('POST', `/${projectKey}/states`, {
    body: stateDraft(),
    headers: { traceparent: traceparent('4', '00') },
  });
  await other.stop();
  t.ok(named('4', 'POST /{projectKey}/states'), 'a span of the front thread');
  t.ok(named('4', 'redis commit'), 'a span of a worker');
});
