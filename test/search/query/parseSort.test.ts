import { test } from 'tap';
import { customTypes, searchFields } from '../../../src/search/fields/searchFields.js';
import { faultsOf, faultsOfSort, harmless, placesOf, readSort } from './read.js';

test('a sort has field, order and language (SEARCH056)', async t => {
  t.match(readSort({ field: 'version' }), [{ field: { name: 'version' }, order: 'asc', mode: 'min' }]);
  t.match(readSort({ field: 'lineItems.name', language: 'de', order: 'desc' }, { field: 'id', order: 'asc' }), [
    { field: { name: 'lineItems.name' }, order: 'desc', language: 'de' },
    { field: { name: 'id' }, order: 'asc' },
  ]);
  for (const order of ['up', 'ASC', '', 1])
    t.same(placesOf(faultsOfSort({ field: 'id', order })), ['InvalidInput sort[0].order']);
});

test('every field is sorted by, but for all (SEARCH056)', async t => {
  for (const { name, type, isAll } of searchFields) {
    const entries = faultsOfSort({ field: name, ...(type === 'localizedText' && { language: 'en' }) });
    t.same(placesOf(entries), isAll === true ? ['InvalidInput sort[0].field'] : [], name);
  }
  for (const field of ['nothing', 'relevance', '__proto__', 'constructor', 1])
    t.same(placesOf(faultsOfSort({ field })), ['InvalidInput sort[0].field']);
  t.same(placesOf(faultsOfSort({ order: 'asc' })), ['RequiredField sort[0].field']);
});

test('a localized field needs a language, another one has none (SEARCH056)', async t => {
  t.same(placesOf(faultsOfSort({ field: 'state.name' })), ['RequiredField sort[0].language']);
  t.same(placesOf(faultsOfSort({ field: 'state.name', language: 'de_DE' })), ['InvalidInput sort[0].language']);
  t.same(placesOf(faultsOfSort({ field: 'state.key', language: 'en' })), ['InvalidInput sort[0].language']);
});

test('a custom field is sorted by as what the order holds, or as the type that is given (SEARCH056)', async t => {
  const [untyped] = readSort({ field: 'custom.colour', mode: 'sum', language: 'en' });
  t.match(untyped, { field: { name: 'custom.colour' }, mode: 'sum', language: 'en' });
  t.same(
    untyped!.field.typedVariants!.map(({ customType }) => customType),
    customTypes,
  );
  const [typed] = readSort({ field: 'custom.colour', customType: 'SetType.NumberType', mode: 'avg' });
  t.match(typed, {
    field: { name: 'custom.colour', type: 'number', customType: 'SetType.NumberType', inTypes: undefined },
    mode: 'avg',
  });
  t.same(placesOf(faultsOfSort({ field: 'custom.colour', customType: 'LocalizedStringType' })), [
    'RequiredField sort[0].language',
  ]);
  t.same(placesOf(faultsOfSort({ field: 'custom.colour', customType: 'String' })), ['InvalidInput sort[0].customType']);
  t.same(placesOf(faultsOfSort({ field: 'custom.a b' })), ['InvalidInput sort[0].field']);
});

test('mode is min, max, avg or sum, the last two of numbers only (SEARCH057)', async t => {
  for (const mode of ['min', 'max', 'avg', 'sum'])
    t.match(readSort({ field: 'lineItems.state.quantity', mode }), [{ mode }]);
  for (const field of ['returnInfo.returnDate', 'lineItems.variant.sku', 'returnInfo.returnTrackingId']) {
    for (const mode of ['min', 'max']) t.match(readSort({ field, mode }), [{ mode }]);
    for (const mode of ['avg', 'sum']) {
      const entries = faultsOfSort({ field, mode });
      t.same(placesOf(entries), ['InvalidInput sort[0].mode']);
      t.match(entries[0]!.message, 'by min or max');
    }
  }
  for (const mode of ['median', 'MIN', '', 1])
    t.same(placesOf(faultsOfSort({ field: 'version', mode })), ['InvalidInput sort[0].mode']);
});

const quantity = 'lineItems.state.quantity';

test('a filter is an expression on a field of the same parent (SEARCH058)', async t => {
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
    t.match(
      readSort({ field, filter: { exact: { field: other, value: 'a' } } }),
      [{ filter: { kind: 'exact', field: { name: other } } }],
      `${field} ${other}`,
    );
});

test('a filter on a field of another parent, or where there is no list, is refused (SEARCH058)', async t => {
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
    const entries = faultsOfSort({ field, filter: { exact: { field: other, value: 'a' } } });
    t.same(placesOf(entries), ['InvalidInput sort[0].filter.exact.field'], `${field} ${other}`);
  }
});

test('a filter is one expression, and is read as one (SEARCH058)', async t => {
  const filter = { exact: { field: 'lineItems.variant.sku', value: 'a' } };
  for (const wrong of [{ and: [filter] }, { ...filter, exists: { field: 'id' } }, {}, [filter], 'a'])
    t.same(placesOf(faultsOfSort({ field: quantity, filter: wrong })), ['SyntaxError sort[0].filter']);
  t.same(placesOf(faultsOfSort({ field: quantity, filter: { exact: { field: quantity, value: 'a' } } })), [
    'InvalidInput sort[0].filter.exact.value',
  ]);
  t.same(placesOf(faultsOfSort({ field: quantity, filter: { fullText: { field: 'lineItems.name', value: 'a' } } })), [
    'RequiredField sort[0].filter.fullText.language',
  ]);
});

test('sort is an array of at most 10 such objects (SEARCH056, SEARCH060)', async t => {
  t.equal(readSort(...Array.from({ length: 10 }, () => ({ field: 'id' }))).length, 10);
  t.same(placesOf(faultsOfSort(...Array.from({ length: 11 }, () => ({ field: 'id' })))), ['InvalidInput sort']);
  for (const sort of [{ field: 'id' }, 'id', 1])
    t.same(placesOf(faultsOf({ query: harmless, sort })), ['SyntaxError sort']);
  for (const sort of ['id', 1, [], null]) t.same(placesOf(faultsOfSort(sort)), ['SyntaxError sort[0]']);
  const entries = faultsOfSort({ field: 'id', direction: 'asc' });
  t.same(placesOf(entries), ['SyntaxError sort[0]']);
  t.match(entries[0]!.message, "field, customType, language, order, mode, filter; got 'direction'");
});
