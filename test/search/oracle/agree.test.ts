/** Tests of the comparison itself: generated requests are valid, and wrong results are rejected. */
import { setImmediate } from 'node:timers/promises';
import { test } from '../../support/tap.js';
import { Random } from '../../../examples/sample-shop/choices.js';
import { startResourceApi } from '../../support/resourceApi.js';
import type { SearchFixture, Search } from './findFaults.js';
import { changeOrders, importOrders, readOrders, readProjectData } from '../../support/search/generatedOrders.js';
import { relevance, searchAll } from './oracle.js';
import { nthRequest, runComparison } from './runComparison.js';
import { storeReferencedResources } from '../../support/search/storeReferencedResources.js';
import { allowedExpressions, searchTypeOf } from '../../support/search/searchFields.js';
import { isWellNested, leavesOf, type WireAnswer } from '../../support/search/wire.js';
import { projectLanguages } from '../../support/search/randomValues.js';

const count = 60;
const api = await startResourceApi('orders');
const random = new Random(3);
const shop = await storeReferencedResources(api.quayside, api.credentials.projectKey, random, count);
await importOrders(api.quayside, api.credentials.projectKey, random, shop, count);
await changeOrders(api, random, shop, await readOrders(api), 0.5);
const [orders, projectData] = [await readOrders(api), await readProjectData(api, projectLanguages)];

/** Searches with the oracle instead of the index, and yields to the event loop like a request. */
const right: Search = async request => {
  await setImmediate();
  const { query, offset = 0, limit = 10 } = request;
  const found = searchAll(request, orders, projectData);
  return {
    total: found.length,
    offset,
    limit,
    hits: found
      .slice(offset, offset + limit)
      .map(order => ({ id: order.id, version: order.version, relevance: relevance(query, order, projectData) })),
  };
};

const fixture = (search: Search): SearchFixture => ({ search, orders, projectData });
const failuresOf = async (search: Search): Promise<readonly string[]> =>
  (await runComparison(fixture(search), 1, 0, 60)).failures;

test('accepts correct results', async t => {
  const { failures, some, none } = await runComparison(fixture(right), 1, 0, 300);
  t.same(failures, []);
  // Half of the requests have hits, so that neither kind is missing by chance.
  t.ok(some > 0 && none > 0, `${some} with hits, ${none} without`);
});

const wrong =
  (change: (answer: WireAnswer) => Partial<WireAnswer>): Search =>
  async request => {
    const answer = await right(request);
    return { ...answer, ...change(answer) };
  };

const faults: Readonly<Record<string, Search>> = {
  'a hit is missing': wrong(({ hits }) => ({ hits: hits.slice(1) })),
  'a hit is surplus': wrong(({ hits, total }) =>
    total === orders.length
      ? {}
      : { total: total + 1, hits: [...hits, { id: orders[0]!.id, version: orders[0]!.version, relevance: 0 }] },
  ),
  'a hit is repeated instead of another': wrong(({ hits }) => ({
    hits: hits.map((hit, at) => (at === 1 ? hits[0]! : hit)),
  })),
  'the order of hits is wrong': wrong(({ hits }) => ({ hits: hits.toReversed() })),
  'a version is old': wrong(({ hits }) => ({ hits: hits.map(hit => ({ ...hit, version: hit.version - 1 })) })),
  'relevance is wrong': wrong(({ hits }) => ({ hits: hits.map(hit => ({ ...hit, relevance: hit.relevance / 2 })) })),
  'relevance is no number': wrong(({ hits }) => ({ hits: hits.map(hit => ({ ...hit, relevance: Number.NaN })) })),
  'the total is off by one': wrong(({ total }) => ({ total: total + 1 })),
  'the offset is ignored': request => right({ ...request, offset: 0 }),
  'queries are refused': () => Promise.reject(new Error('400')),
};

test('rejects wrong results', async t => {
  for (const [title, search] of Object.entries(faults)) t.ok((await failuresOf(search)).length > 0, title);
});

test('reports a minimal failing query with its seed and values', async t => {
  const [failure] = await failuresOf(async request =>
    JSON.stringify(request).includes('"wildcard"') ? { ...(await right(request)), hits: [], total: 0 } : right(request),
  );
  const [request, small, ...rest] = failure!.split('\n  ');
  t.match(request, /^seed 1, query \d+: \{"query"/);
  t.equal(
    leavesOf((JSON.parse(small!.replace('smallest failing request: ', '')) as { query: object }).query).length,
    1,
  );
  t.ok(rest.some(line => line.startsWith('total 0, expected')));
  t.ok(rest.some(line => line.startsWith('missing') && line.includes('=')));
});

test('generates every allowed expression for every field type', async t => {
  const requests = Array.from({ length: 3_000 }, (_, number) => nthRequest(2, number, { orders, projectData }));
  t.ok(requests.every(({ query }) => isWellNested(query)));
  const asked = new Set(
    requests
      .flatMap(({ query }) => leavesOf(query))
      .map(({ kind, operand: { field, customType } }) => `${customType ?? searchTypeOf(field)} ${kind}`),
  );
  const expected = Object.entries(allowedExpressions).flatMap(([type, kinds]) => {
    const names = /^[A-Z]/.test(type) ? [`${type}Type`, `SetType.${type}Type`] : [type];
    return names.flatMap(name => kinds.map(kind => `${name} ${kind}`));
  });
  t.same(
    expected.filter(each => !asked.has(each)),
    [],
  );
  t.same(
    [...asked].filter(each => !expected.includes(each)),
    [],
  );
});
