/**
 * Tests the oracle by examples, on which its results for generated queries depend. The titles name no clauses, because
 * they test no part of the server.
 */
import { test } from '../../support/tap.js';
import { order, projectData } from './exampleOrder.js';
import { matches } from './oracle.js';
import type { LeafKind, Operand, WireQuery } from '../../support/search/wire.js';

type Example = readonly [kind: LeafKind, operand: Operand, isHit: boolean];

const tests = (title: string, examples: readonly Example[]): void =>
  void test(title, async t => {
    for (const [kind, operand, isHit] of examples)
      t.equal(matches({ [kind]: operand }, order, projectData), isHit, `${kind} ${JSON.stringify(operand)}`);
  });

const city = (value: string, options: object = {}) => ({ field: 'billingAddress.city', value, ...options });
const hit = { exact: city('Bad Homburg') };
const miss = { exact: city('Paris') };

tests('exact compares whole values, with or without case', [
  ['exact', city('Bad Homburg'), true],
  ['exact', city('bad homburg'), false],
  ['exact', city('bad homburg', { caseInsensitive: true }), true],
  ['exact', city('Bad'), false],
  ['exact', { field: 'billingAddress.company', value: '' }, true],
  ['exact', { field: 'store.key', value: 'north' }, true],
  ['exact', { field: 'customerGroup.id', value: 'G' }, true],
  ['exact', { field: 'state.key', value: 'packed' }, true],
]);

tests('prefix takes the value itself too', [
  ['prefix', city('Bad H'), true],
  ['prefix', city('Bad Homburg'), true],
  ['prefix', city('Homburg'), false],
  ['prefix', city('bad'), false],
  ['prefix', city('bad', { caseInsensitive: true }), true],
]);

tests('wildcards are one or more characters, and exactly one', [
  ['wildcard', city('Bad*'), true],
  ['wildcard', city('Bad Homburg*'), false],
  ['wildcard', city('*'), true],
  ['wildcard', city('B?d H*g'), true],
  ['wildcard', city('B?d'), false],
  ['wildcard', city('*homburg'), false],
  ['wildcard', city('*homburg', { caseInsensitive: true }), true],
  ['wildcard', { field: 'itemShippingAddresses.city', value: 'K?ln' }, true],
  ['wildcard', { field: 'orderNumber', value: 'A-10??' }, true],
  ['wildcard', { field: 'billingAddress.company', value: '*' }, false],
]);

tests('fullText takes complete terms, all of them unless any will do', [
  ['fullText', city('homburg BAD'), true],
  ['fullText', city('Hom'), false],
  ['fullText', city('Bad Paris'), false],
  ['fullText', city('Bad Paris', { mustMatch: 'any' }), true],
  ['fullText', city('!'), false],
  ['fullText', city('Ｂａｄ'), true],
  ['fullText', { field: 'itemShippingAddresses.city', value: 'bonn köln' }, true],
]);

tests('range includes its bounds', [
  ['range', { field: 'totalPrice.centAmount', gte: -250, lte: -250 }, true],
  ['range', { field: 'totalPrice.centAmount', gte: -249 }, false],
  ['range', { field: 'version', lte: 2 }, false],
  ['range', { field: 'createdAt', gte: '2024-05-01T12:00:00+02:00', lte: '2024-05-01T10:00:00Z' }, true],
  ['range', { field: 'returnInfo.returnDate', gte: '2024-06-15T00:00:00Z', lte: '2024-06-20T00:00:00Z' }, false],
]);

tests('exists is about values that are there', [
  ['exists', { field: 'billingAddress.company' }, true],
  ['exists', { field: 'billingAddress.postalCode' }, false],
  ['exists', { field: 'customLineItems.name' }, false],
  ['exists', { field: 'all' }, true],
  ['exists', { field: 'returnInfo.returnDate' }, true],
  ['exists', { field: 'completedAt' }, false],
]);

tests('a language finds its own values; one that is not the project’s finds nothing', [
  ['exact', { field: 'lineItems.name', language: 'en', value: 'Red Rain-Jacket' }, true],
  ['exact', { field: 'lineItems.name', language: 'de', value: 'Red Rain-Jacket' }, false],
  ['exact', { field: 'lineItems.name', language: 'it', value: 'Giacca' }, false],
  ['exists', { field: 'store.name' }, true],
  ['exists', { field: 'store.name', language: 'en' }, false],
  ['fullText', { field: 'state.name', language: 'de', value: 'verpackt' }, true],
]);

tests('of phone numbers digits count, but for exact and wildcard', [
  ['fullText', { field: 'billingAddress.phone', value: '+493 01234' }, true],
  ['fullText', { field: 'billingAddress.phone', value: '4930' }, false],
  ['prefix', { field: 'billingAddress.phone', value: '+49-30' }, true],
  ['prefix', { field: 'billingAddress.phone', value: '+' }, false],
  ['exact', { field: 'billingAddress.phone', value: '+49 (30) 12-34' }, true],
  ['exact', { field: 'billingAddress.phone', value: '49301234' }, false],
  ['wildcard', { field: 'billingAddress.phone', value: '+49*34' }, true],
  ['fullText', { field: 'itemShippingAddresses.mobile', value: 'none' }, false],
]);

tests('all is the text of text fields and localized ones', [
  ['fullText', { field: 'all', value: 'paris köln hose vip' }, true],
  ['exact', { field: 'all', value: 'FR' }, true],
  ['exact', { field: 'all', value: 'A-100*' }, false],
  ['fullText', { field: 'all', value: 'Giacca' }, false],
  ['fullText', { field: 'all', value: 'Ring' }, false],
  ['prefix', { field: 'all', value: 'Verp' }, true],
]);

tests('values are found through lists and references', [
  ['exact', { field: 'lineItems.state.state.key', value: 'lost' }, true],
  ['exact', { field: 'lineItems.state.state.name', language: 'en', value: 'Picked' }, true],
  ['exact', { field: 'lineItems.state.quantity', value: 7 }, true],
  ['exact', { field: 'shippingInfo.deliveries.parcels.trackingData.trackingId', value: 'TRK1' }, true],
  ['exact', { field: 'paymentInfo.payments.transactions.interactionId', value: 'ref/1' }, true],
  ['exact', { field: 'paymentInfo.payments.paymentMethodInfo.method', value: 'CREDIT_CARD' }, true],
  ['exact', { field: 'customerGroup.name', value: 'Very important' }, true],
  ['exact', { field: 'createdBy.externalUserId', value: 'jo' }, true],
]);

const custom = (name: string, customType: string, rest: object = {}) => ({
  field: `custom.${name}`,
  customType,
  ...rest,
});

tests('custom fields are found as what their Type declares', [
  ['exact', custom('flag', 'BooleanType', { value: false }), true],
  ['exact', custom('flag', 'BooleanType', { value: true }), false],
  ['exists', custom('flag', 'StringType'), false],
  ['exists', custom('nothing', 'StringType'), false],
  ['exact', custom('notes', 'SetType.StringType', { value: 'Two' }), true],
  ['exact', custom('notes', 'StringType', { value: 'Two' }), false],
  ['exists', custom('none', 'SetType.StringType'), false],
  ['range', custom('note', 'StringType', { gte: 'Ring', lte: 'Rj' }), true],
  ['range', custom('note', 'StringType', { gte: 'a' }), false],
  ['exact', custom('weight', 'NumberType', { value: 0.5 }), true],
  ['exact', custom('rank', 'EnumType', { value: 'gold' }), true],
  ['fullText', custom('label', 'LocalizedStringType', { language: 'en', value: 'wrap' }), true],
  ['fullText', custom('label', 'LocalizedStringType', { language: 'it', value: 'Regalo' }), false],
  ['exact', custom('grade', 'LocalizedEnumType', { value: 'silver' }), true],
  ['exact', custom('grade', 'LocalizedEnumType', { language: 'de', value: 'Silber' }), true],
  ['exact', custom('grade', 'LocalizedEnumType', { language: 'de', value: 'silver' }), false],
]);

tests('days, times and instants are compared in order of time, and as text by prefix and wildcard', [
  ['range', custom('day', 'DateType', { gte: '2024-02-28', lte: '2024-03-01' }), true],
  ['exact', custom('hour', 'TimeType', { value: '10:00:00.000' }), true],
  ['range', custom('hour', 'TimeType', { lte: '09:59:59' }), false],
  ['prefix', custom('hour', 'TimeType', { value: '10:00:' }), false],
  ['prefix', custom('day', 'DateType', { value: '2024-02' }), true],
  ['wildcard', custom('day', 'DateType', { value: '*-29' }), true],
  ['exact', custom('moment', 'DateTimeType', { value: '2024-05-01T12:00:00+02:00' }), true],
  ['prefix', custom('moment', 'DateTimeType', { value: '2024-05-01T10' }), true],
]);

test('evaluates and, or, not and filter', async t => {
  const examples: readonly (readonly [WireQuery, boolean])[] = [
    [{ and: [hit, hit] }, true],
    [{ and: [hit, miss] }, false],
    [{ or: [miss, hit] }, true],
    [{ or: [miss, miss] }, false],
    [{ not: [miss, miss] }, true],
    [{ not: [miss, hit] }, false],
    [{ filter: [hit, hit] }, true],
    [{ filter: [hit, miss] }, false],
    [{ and: [hit, { not: [{ and: [hit, miss] }] }] }, true],
    [{ or: [miss, { filter: [hit] }] }, true],
  ];
  for (const [query, isHit] of examples) t.equal(matches(query, order, projectData), isHit, JSON.stringify(query));
});
