/** The metrics of requests, threads and commits that a running server reports to Prometheus. */
import { test } from '../../../support/tap.js';
import { stateDraft } from '../../../support/drafts.js';
import { freeMetricsPort, scrape, valueIn } from '../../../support/metrics.js';
import { startQuayside } from '../../../support/quayside.js';
import { waitUntil } from '../../../support/waitUntil.js';

const port = await freeMetricsPort();
const quayside = await startQuayside({ METRICS_PORT: port });
const { projectKey, ...credentials } = await quayside.project();
const http = quayside.http.as(await quayside.token({ projectKey, ...credentials }));
const value = async (name: string): Promise<number | undefined> => valueIn(await scrape(port), name);
const labels = (method: string, route: string, status?: number): string =>
  `{method="${method}",route="${route}"${status === undefined ? '' : `,status="${status}"`}}`;

test('counts requests by route and status and times them by route', async t => {
  const { json } = await http.send('POST', `/${projectKey}/states`, { body: stateDraft() });
  const { id } = json as { id: string };
  for (let count = 0; count < 3; count++) await http.send('GET', `/${projectKey}/states/${id}`);
  await http.send('HEAD', `/${projectKey}/states/${id}`);
  await http.send('GET', `/${projectKey}/states/none`);
  const text = await scrape(port);
  const route = '/{projectKey}/states/{id}';
  t.equal(valueIn(text, `quayside_http_requests_total${labels('GET', route, 200)}`), 3);
  t.equal(valueIn(text, `quayside_http_requests_total${labels('HEAD', route, 200)}`), 1);
  t.equal(valueIn(text, `quayside_http_requests_total${labels('GET', route, 404)}`), 1);
  t.equal(valueIn(text, `quayside_http_requests_total${labels('POST', '/{projectKey}/states', 201)}`), 1);
  t.equal(valueIn(text, `quayside_http_request_duration_seconds_count${labels('GET', route)}`), 4);
  t.equal(valueIn(text, `quayside_http_request_duration_seconds_bucket{method="GET",route="${route}",le="+Inf"}`), 4);
  t.ok(valueIn(text, `quayside_http_request_duration_seconds_sum${labels('GET', route)}`)! > 0);
  t.notMatch(text, new RegExp(id), 'no label contains an id');
  t.notMatch(text, new RegExp(projectKey), 'no label contains a project key');
  t.ok((await value('quayside_http_response_body_bytes_total'))! > 0);
});

test('counts unknown paths and methods under one route', async t => {
  for (const path of ['/a/b/c/d/e', '/x/y/z/1/2/3', `/${projectKey}/no-such-thing`]) await http.send('GET', path);
  await http.send('BREW', `/${projectKey}/states`);
  const text = await scrape(port);
  t.equal(valueIn(text, `quayside_http_requests_total${labels('(any)', '(none)', 404)}`), 3);
  t.equal(valueIn(text, `quayside_http_requests_total${labels('(any)', '(none)', 405)}`), 1);
  t.notMatch(text, /BREW|no-such-thing/);
});

test('counts a client that left before the response, and no request stays in flight', async t => {
  const { token } = { token: await quayside.token({ projectKey, ...credentials }) };
  // The body is never sent completely.
  await quayside.http.raw(
    `POST /${projectKey}/states HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n` +
      'content-type: application/json\r\ncontent-length: 100\r\n\r\n{',
    100,
    '',
    100,
  );
  await waitUntil(
    async () => (await value(`quayside_http_requests_total${labels('POST', '/{projectKey}/states', 499)}`)) === 1,
  );
  t.equal(await value('quayside_http_requests_in_flight'), 0);
});

test('reports the event loop and the Redis calls of every thread', async t => {
  const text = await scrape(port);
  for (const thread of ['front', 'worker-1']) {
    t.ok(valueIn(text, `quayside_event_loop_delay_seconds{thread="${thread}",quantile="0.99"}`)! < 60, thread);
    t.ok(valueIn(text, `quayside_event_loop_active_seconds_total{thread="${thread}"}`)! > 0, thread);
  }
  t.ok(valueIn(text, 'quayside_redis_call_duration_seconds_count{thread="front",call="body"}')! > 0);
  t.ok(valueIn(text, 'quayside_redis_call_duration_seconds_count{thread="worker-1",call="commit"}')! > 0);
  t.ok(valueIn(text, 'quayside_pool_calls_total')! >= valueIn(text, 'quayside_pool_batches_total')!);
  t.ok(valueIn(text, 'quayside_pool_batches_total')! > 0);
  t.equal(valueIn(text, 'quayside_shed_requests_total{reason="workers"}'), 0);
  t.ok(valueIn(text, 'quayside_token_cache_entries')! > 0);
  t.ok(valueIn(text, 'process_resident_memory_bytes')! > 0);
  t.equal(text.match(/^# TYPE quayside_commits_total /gm)?.length, 1, 'the families of several threads are merged');
});

test('answers queries that walk all resources, whether their calls are timed or not', async t => {
  const { json } = await http.send('POST', `/${projectKey}/states`, { body: stateDraft({ name: { en: 'Walked' } }) });
  const where = encodeURIComponent('name(en = "Walked")');
  // Only one of eight calls is timed.
  for (let query = 0; query < 9; query++) {
    const answer = await http.send('GET', `/${projectKey}/states?where=${where}`);
    t.same([answer.status, (answer.json as { results: unknown }).results], [200, [json]]);
  }
});

test('counts commits by their result', async t => {
  const before = await scrape(port);
  const of = (text: string, result: string): number =>
    valueIn(text, `quayside_commits_total{thread="worker-1",result="${result}"}`)!;
  const key = 'the-same-key';
  await http.send('POST', `/${projectKey}/states`, { body: { ...stateDraft(), key } });
  t.equal((await http.send('POST', `/${projectKey}/states`, { body: { ...stateDraft(), key } })).status, 400);
  const { json } = await http.send('POST', `/${projectKey}/states`, { body: stateDraft() });
  const { id, version } = json as { id: string; version: number };
  /**
   * Sends updates of one version at once: one succeeds; whether the others fail in the commit depends on when they
   * read.
   */
  const race = async (raced: number): Promise<number> => {
    const updates = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        http.send('POST', `/${projectKey}/states/${id}`, {
          body: { version: raced, actions: [{ action: 'setName', name: { en: `name ${raced} ${index}` } }] },
        }),
      ),
    );
    const statuses = updates.map(({ status }) => status);
    t.equal(statuses.filter(status => status === 200).length, 1);
    t.equal(statuses.filter(status => status === 409).length, 7);
    return of(await scrape(port), 'conflict') - of(before, 'conflict');
  };
  const racesMax = 20;
  let races = 1;
  let conflicts = await race(version);
  for (; conflicts === 0 && races < racesMax; races++) conflicts = await race(version + races);
  const after = await scrape(port);
  t.equal(of(after, 'done') - of(before, 'done'), 2 + races);
  t.equal(of(after, 'refused') - of(before, 'refused'), 1);
  t.ok(conflicts > 0 && conflicts <= 7, `${conflicts} updates failed in the commit`);
});
