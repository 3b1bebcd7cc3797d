/** Tests relevance and sorting of the oracle by examples. */
import { test } from '../../support/tap.js';
import { order, orderWith, projectData } from './exampleOrder.js';
import { compare, relevance, search, sortKeys } from './oracle.js';
import type { WireQuery, WireSort } from '../../support/search/wire.js';

const city = (value: string, options: object = {}) => ({ field: 'billingAddress.city', value, ...options });
const hit = { exact: city('Bad Homburg') };
const miss = { exact: city('Paris') };

test('computes relevance as the matched share of the weight', async t => {
  const examples: readonly (readonly [WireQuery, number])[] = [
    [hit, 1],
    [{ exact: city('Bad Homburg', { boost: 7 }) }, 1],
    [{ exact: city('Bad Homburg', { boost: 0 }) }, 0],
    [{ fullText: city('Bad Paris', { mustMatch: 'any' }) }, 0.5],
    [{ fullText: city('Bad', { mustMatch: 'all' }) }, 1],
    [{ or: [hit, miss] }, 0.5],
    [{ or: [{ exact: city('Bad Homburg', { boost: 3 }) }, miss] }, 0.75],
    [{ or: [hit, { and: [hit, miss] }] }, 1 / 3],
    [{ and: [hit, { or: [hit, miss] }] }, 2 / 3],
    [{ and: [hit, { not: [miss, miss] }] }, 1],
    [{ filter: [hit] }, 0],
    [{ and: [{ fullText: city('Bad Paris', { mustMatch: 'any' }) }, { filter: [hit, hit] }] }, 0.5],
    [{ or: [miss, { not: [{ exact: city('x', { boost: 3 }) }] }] }, 0.75],
  ];
  for (const [query, expected] of examples)
    t.equal(relevance(query, order, projectData), expected, JSON.stringify(query));
});

const keyOf = (field: string, options: Partial<WireSort> = {}) =>
  sortKeys([{ field, order: 'asc', ...options }], order, projectData)[0];

test('sorts by the minimum, or by the value of the mode', async t => {
  t.equal(keyOf('lineItems.state.quantity'), 1);
  t.equal(keyOf('lineItems.state.quantity', { order: 'desc' }), 1, 'the minimum for both directions');
  t.equal(keyOf('lineItems.state.quantity', { mode: 'max' }), 7);
  t.equal(keyOf('lineItems.state.quantity', { mode: 'sum' }), 10);
  t.equal(keyOf('lineItems.state.quantity', { mode: 'avg' }), 10 / 3);
  t.equal(keyOf('itemShippingAddresses.city'), 'Bonn');
  t.equal(keyOf('lineItems.name', { language: 'de' }), 'Blaue Hose');
  t.equal(keyOf('lineItems.name', { language: 'it' }), undefined);
  t.equal(keyOf('custom.weight', { customType: 'NumberType' }), 0.5);
  t.equal(
    keyOf('custom.notes', { customType: 'SetType.StringType', mode: 'max' }),
    'Two',
    'texts are compared by their collation',
  );
  t.equal(keyOf('custom.notes', { customType: 'StringType' }), undefined);
  t.equal(keyOf('createdAt'), Date.parse('2024-05-01T10:00:00Z'));
});

test('keeps the values of elements that match the filter', async t => {
  const inState = (value: string) => ({ exact: { field: 'lineItems.state.state.key', value } });
  t.equal(keyOf('lineItems.state.quantity', { filter: inState('picked') }), 2);
  t.equal(keyOf('lineItems.state.quantity', { filter: inState('picked'), mode: 'sum' }), 9);
  t.equal(keyOf('lineItems.state.quantity', { filter: inState('nowhere') }), undefined);
  t.equal(
    keyOf('lineItems.variant.sku', {
      filter: { fullText: { field: 'lineItems.name', language: 'en', value: 'jacket' } },
    }),
    'J-1',
  );
  t.equal(
    keyOf('returnInfo.returnDate', { filter: { exact: { field: 'returnInfo.returnTrackingId', value: 'R2' } } }),
    Date.parse('2024-07-01T00:00:00Z'),
  );
});

const bonn = orderWith({ id: 'b', billingAddress: { city: 'Bonn' } });
const unknown = orderWith({ id: 'c', billingAddress: {} });
const newer = orderWith({ id: 'a', createdAt: '2024-05-01T10:00:00.001Z' });
const sameTime = orderWith({ id: 'o2' });

test('sorts missing values last, and equal keys by creation time, then by id', async t => {
  const asc: readonly WireSort[] = [{ field: 'billingAddress.city', order: 'asc' }];
  const desc: readonly WireSort[] = [{ field: 'billingAddress.city', order: 'desc' }];
  const inOrder = (sorts: readonly WireSort[]) =>
    [unknown, sameTime, bonn, order, newer].sort((a, b) => compare(sorts, a, b, projectData)).map(({ id }) => id);
  t.same(inOrder(asc), ['a', 'o2', 'o1', 'b', 'c']);
  t.same(inOrder(desc), ['b', 'a', 'o2', 'o1', 'c']);
  t.same(inOrder([...asc, { field: 'id', order: 'asc' }]), ['a', 'o1', 'o2', 'b', 'c']);
});

test('returns the page of best hits and the total', async t => {
  const query = { or: [{ exists: { field: 'billingAddress.city' } }, { exact: city('Bonn') }] };
  const orders = [unknown, sameTime, order, newer, bonn];
  t.same(search({ query }, orders, projectData), { total: 4, ids: ['b', 'a', 'o2', 'o1'] });
  t.same(search({ query, offset: 1, limit: 2 }, orders, projectData), { total: 4, ids: ['a', 'o2'] });
  t.same(search({ query, limit: 0 }, orders, projectData), { total: 4, ids: [] });
});
