/** Rebuilds of search indexes with many replaced documents. */
import { test } from '../support/tap.js';
import { pino } from 'pino';
import { searchRenewalJob } from '../../src/jobs/searchJobs.js';
import { stopIndexing } from '../../src/search/indexingControl.js';
import { startOwnRedis } from '../support/startOwnRedis.js';
import { startQuayside } from '../support/quayside.js';
import { searchOf } from '../support/search.js';
import { sdkOf } from '../support/sdk.js';
import { waitUntil } from '../support/waitUntil.js';
import { matchWhole } from '../support/matchWhole.js';

const { url } = await startOwnRedis();
const quayside = await startQuayside({ REDIS_URL: url });
const { services } = quayside;
const tomorrow = (): number => Date.now() + 86_400_001;
const run = (replacedMin: number, now?: () => number) =>
  searchRenewalJob({ searches: services.searches, log: pino({ level: 'silent' }), replacedMin, now }).run(
    new AbortController().signal,
  );

test('rebuilds an index with five replaced documents per order, unless a build was stopped within a day', async t => {
  const credentials = await quayside.project();
  const search = searchOf(quayside, credentials);
  const [id] = (await search.orders(1)) as [string];
  await search.activate();
  await search.settled();
  t.equal(await run(1), 0);
  const order = sdkOf(quayside, credentials).orders().withId({ ID: id });
  for (let version = 1; version <= 10; version++) {
    await order
      .post({ body: { version, actions: [{ action: 'setCustomerEmail', email: `${version}@example.com` }] } })
      .execute();
    await waitUntil(
      async () =>
        (await services.indexes.contents(search.projectKey, 'order', (await search.current())!, [id]))[0]?.version ===
        version + 1,
    );
  }
  const full = (await search.current())!;
  t.equal(await run(100), 0, 'too few documents were replaced');
  await Promise.all([
    services.search.states.requestJob(search.projectKey, 'a-job'),
    stopIndexing(services, search.projectKey),
  ]);
  t.equal(await run(1), 0);
  t.equal(await run(1, tomorrow), 1);
  await waitUntil(async () => (await search.current()) !== full);
  t.same(await search.ids(), [id]);
  matchWhole(t, await services.indexes.size(search.projectKey, 'order', (await search.current())!), {
    documents: 1,
    replaced: 0,
  });
  t.equal(await run(1), 0);
});

test('removes the terms of deleted orders by a rebuild the next day', async t => {
  const credentials = await quayside.project();
  const search = searchOf(quayside, credentials);
  const [id] = (await search.orders(2)) as [string, string];
  await search.activate();
  await search.settled();
  const held = (await search.current())!;
  t.equal(await run(1_000, tomorrow), 0, 'no document was replaced');
  await sdkOf(quayside, credentials)
    .orders()
    .withId({ ID: id })
    .delete({ queryArgs: { version: 1 } })
    .execute();
  await search.settled();
  t.equal(await run(1_000), 0, 'no rebuild on the same day');
  t.equal(await run(1_000, tomorrow), 1);
  await waitUntil(async () => (await search.current()) !== held);
  matchWhole(t, await services.indexes.size(search.projectKey, 'order', (await search.current())!), {
    documents: 1,
    replaced: 0,
  });
});
