import { test } from '../../support/tap.js';
import { searchFields } from '../../support/search/searchedOrder.js';
import { customTypes } from '../../../src/search/types/customFields.js';
import { errorsOf, errorsOfSort, validQuery, placesOf, parseSortJson } from './read.js';
import { matchWhole } from '../../support/matchWhole.js';

test('parses field, order and language of a sort (SEARCH056)', async t => {
  matchWhole(t, parseSortJson({ field: 'version' }), [{ field: { name: 'version' }, order: 'asc', mode: 'min' }]);
  matchWhole(
    t,
    parseSortJson({ field: 'lineItems.name', language: 'de', order: 'desc' }, { field: 'id', order: 'asc' }),
    [
      { field: { name: 'lineItems.name' }, order: 'desc', language: 'de' },
      { field: { name: 'id' }, order: 'asc' },
    ],
  );
  for (const order of ['up', 'ASC', '', 1])
    t.same(placesOf(errorsOfSort({ field: 'id', order })), ['InvalidInput sort[0].order']);
});

test('sorts by every field except all (SEARCH056)', async t => {
  for (const { name, type, isAll } of searchFields) {
    const entries = errorsOfSort({ field: name, ...(type === 'localizedText' && { language: 'en' }) });
    t.same(placesOf(entries), isAll === true ? ['InvalidInput sort[0].field'] : [], name);
  }
  for (const field of ['nothing', 'relevance', '__proto__', 'constructor', 1])
    t.same(placesOf(errorsOfSort({ field })), ['InvalidInput sort[0].field']);
  t.same(placesOf(errorsOfSort({ order: 'asc' })), ['RequiredField sort[0].field']);
});

test('requires a language for localized fields only (SEARCH056)', async t => {
  t.same(placesOf(errorsOfSort({ field: 'state.name' })), ['RequiredField sort[0].language']);
  t.same(placesOf(errorsOfSort({ field: 'state.name', language: 'de_DE' })), ['InvalidInput sort[0].language']);
  t.same(placesOf(errorsOfSort({ field: 'state.key', language: 'en' })), ['InvalidInput sort[0].language']);
});

test('sorts a custom field by its value in the order or by the given type (SEARCH056)', async t => {
  const [untyped] = parseSortJson({ field: 'custom.colour', mode: 'sum', language: 'en' });
  matchWhole(t, untyped, { field: { name: 'custom.colour' }, mode: 'sum', language: 'en' });
  t.same(
    untyped!.field.typedVariants!.map(({ openType }) => openType),
    customTypes,
  );
  const [typed] = parseSortJson({ field: 'custom.colour', customType: 'SetType.NumberType', mode: 'avg' });
  matchWhole(t, typed, {
    field: { name: 'custom.colour', type: 'number', openType: 'SetType.NumberType', typedVariants: undefined },
    mode: 'avg',
  });
  t.same(placesOf(errorsOfSort({ field: 'custom.colour', customType: 'LocalizedStringType' })), [
    'RequiredField sort[0].language',
  ]);
  t.same(placesOf(errorsOfSort({ field: 'custom.colour', customType: 'String' })), ['InvalidInput sort[0].customType']);
  t.same(placesOf(errorsOfSort({ field: 'custom.a b' })), ['InvalidInput sort[0].field']);
});

test('accepts min and max for all fields, avg and sum for numbers (SEARCH057)', async t => {
  for (const mode of ['min', 'max', 'avg', 'sum'])
    matchWhole(t, parseSortJson({ field: 'lineItems.state.quantity', mode }), [{ mode }]);
  for (const field of ['returnInfo.returnDate', 'lineItems.variant.sku', 'returnInfo.returnTrackingId']) {
    for (const mode of ['min', 'max']) matchWhole(t, parseSortJson({ field, mode }), [{ mode }]);
    for (const mode of ['avg', 'sum']) {
      const entries = errorsOfSort({ field, mode });
      t.same(placesOf(entries), ['InvalidInput sort[0].mode']);
      t.match(entries[0]!.message, 'by min or max');
    }
  }
  for (const mode of ['median', 'MIN', '', 1])
    t.same(placesOf(errorsOfSort({ field: 'version', mode })), ['InvalidInput sort[0].mode']);
});

const quantity = 'lineItems.state.quantity';

test('accepts a filter on a field of the same list (SEARCH058)', async t => {
  const pairs = [
    [quantity, 'lineItems.state.state.key'],
    [quantity, 'lineItems.variant.sku'],
    ['lineItems.variant.sku', 'lineItems.variant.sku'],
    ['customLineItems.state.quantity', 'customLineItems.state.state.key'],
    ['returnInfo.returnDate', 'returnInfo.returnTrackingId'],
    ['paymentInfo.payments.transactions.interactionId', 'paymentInfo.payments.interfaceId'],
    ['itemShippingAddresses.city', 'itemShippingAddresses.country'],
  ];
  for (const [field, other] of pairs)
    matchWhole(
      t,
      parseSortJson({ field, filter: { exact: { field: other, value: 'a' } } }),
      [{ filter: { kind: 'exact', field: { name: other } } }],
      `${field} ${other}`,
    );
});

test('refuses a filter on a field of another list or outside of lists (SEARCH058)', async t => {
  const pairs = [
    [quantity, 'customLineItems.state.state.key'],
    [quantity, 'orderNumber'],
    [quantity, 'all'],
    ['version', 'orderNumber'],
    ['id', 'id'],
    ['billingAddress.city', 'billingAddress.country'],
    ['totalPrice.centAmount', 'totalPrice.currencyCode'],
    ['customLineItems.state.quantity', 'lineItems.productId'],
  ];
  for (const [field, other] of pairs) {
    const entries = errorsOfSort({ field, filter: { exact: { field: other, value: 'a' } } });
    t.same(placesOf(entries), ['InvalidInput sort[0].filter.exact.field'], `${field} ${other}`);
  }
});

test('parses a filter as a single expression (SEARCH058)', async t => {
  const filter = { exact: { field: 'lineItems.variant.sku', value: 'a' } };
  for (const wrong of [{ and: [filter] }, { ...filter, exists: { field: 'id' } }, {}, [filter], 'a'])
    t.same(placesOf(errorsOfSort({ field: quantity, filter: wrong })), ['SyntaxError sort[0].filter']);
  t.same(placesOf(errorsOfSort({ field: quantity, filter: { exact: { field: quantity, value: 'a' } } })), [
    'InvalidInput sort[0].filter.exact.value',
  ]);
  t.same(placesOf(errorsOfSort({ field: quantity, filter: { fullText: { field: 'lineItems.name', value: 'a' } } })), [
    'RequiredField sort[0].filter.fullText.language',
  ]);
});

test('accepts at most 10 sort criteria (SEARCH056, SEARCH060)', async t => {
  t.equal(parseSortJson(...Array.from({ length: 10 }, () => ({ field: 'id' }))).length, 10);
  t.same(placesOf(errorsOfSort(...Array.from({ length: 11 }, () => ({ field: 'id' })))), ['InvalidInput sort']);
  for (const sort of [{ field: 'id' }, 'id', 1])
    t.same(placesOf(errorsOf({ query: validQuery, sort })), ['SyntaxError sort']);
  for (const sort of ['id', 1, [], null]) t.same(placesOf(errorsOfSort(sort)), ['SyntaxError sort[0]']);
  const entries = errorsOfSort({ field: 'id', direction: 'asc' });
  t.same(placesOf(entries), ['SyntaxError sort[0]']);
  t.match(entries[0]!.message, "field, customType, language, order, mode, filter; got 'direction'");
});
