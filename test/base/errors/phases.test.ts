/** All errors of a phase of a request are reported together, over HTTP and GraphQL (ERR004). */
import { test } from '../../support/tap.js';
import { startShop } from '../../support/cartShop.js';
import { fieldDefinition, lineItemDraft, money, newKey, orderDraft } from '../../support/drafts.js';
import { startGraphql } from '../../support/graphql.js';
import { matchWhole } from '../../support/matchWhole.js';
import { assertRefusal, type ExpectedEntry, literally } from '../../support/refusal.js';
import { atAction, invalidOperation, missing, missingId } from './phaseEntries.js';

const { http, base, createIn, ask } = await startGraphql();

const type = await createIn('types', {
  key: newKey('type'),
  name: { en: 'Type' },
  resourceTypeIds: ['order'],
  fieldDefinitions: [
    fieldDefinition('next', { name: 'Reference', referenceTypeId: 'state' }),
    fieldDefinition('count', { name: 'Number' }),
    fieldDefinition('note', { name: 'String' }, true),
  ],
});

test('an update: reports all missing references of its actions, then all failing actions (ERR004, GEN067)', async t => {
  const order = await createIn('orders/import', orderDraft());
  const update = (...actions: object[]) =>
    http.send('POST', `${base}/orders/${order.id}`, { body: { version: order.version, actions } });
  const addPayment = (at: number) => ({ action: 'addPayment', payment: { typeId: 'payment', id: missingId(at) } });
  const failing = [
    { action: 'setReturnPaymentState', returnItemId: 'r', paymentState: 'Refunded' },
    { action: 'setCustomField', name: 'note', value: 'x' },
    { action: 'removeDelivery', deliveryId: 'd' },
  ];
  assertRefusal(
    t,
    await update(
      { action: 'transitionState', state: { typeId: 'state', id: missingId(1) } },
      addPayment(2),
      ...failing,
      { action: 'setStore', store: { typeId: 'store', key: 'nowhere' } },
      addPayment(3),
    ),
    400,
    [
      missing('state', { id: missingId(1) }),
      missing('payment', { id: missingId(2) }),
      missing('store', { key: 'nowhere' }),
      missing('payment', { id: missingId(3) }),
    ],
  );
  assertRefusal(t, await update(addPayment(2), ...failing), 400, [
    atAction(1, invalidOperation('The order has no returnInfo with a return item.')),
    atAction(2, invalidOperation("The custom field 'note' cannot be set: there is no custom type.")),
    atAction(3, invalidOperation("The order has no delivery with id 'd'.")),
  ]);
  const fields = { count: 'many', next: { typeId: 'state', key: 'none' } };
  assertRefusal(
    t,
    await update({ action: 'setCustomType', type: { typeId: 'type', id: type.id }, fields }, failing[2]!),
    400,
    [
      { code: 'RequiredField', field: 'fields.note', actionIndex: 0, message: /requires it/ },
      { code: 'InvalidField', field: 'fields.count', invalidValue: 'many', actionIndex: 0, message: /a number/ },
      atAction(0, missing('state', { key: 'none' })),
      atAction(1, invalidOperation("The order has no delivery with id 'd'.")),
    ],
  );
});

test('a cart: reports all line items without a price, and all without a tax rate (ERR004)', async t => {
  const { create, product, taxCategory, createIn: createInShop, http: shopHttp, base: shopBase } = await startShop();
  const cart = await create({ country: 'DE' });
  const category = await createInShop('tax-categories', { name: 'Other', rates: [] });
  const other = { taxCategory: { typeId: 'tax-category' as const, id: category.id } };
  const [dollars, unpriced, taxed, untaxed] = [
    await product([{ value: money(100, 'USD') }]),
    await product([]),
    await product([{ value: money(100) }]),
    await product([{ value: money(100) }], other),
  ];
  const update = (...actions: object[]) =>
    shopHttp.send('POST', `${shopBase}/carts/${cart.id}`, { body: { version: cart.version, actions } });
  const add = ({ sku }: { readonly sku: string }) => ({ action: 'addLineItem', sku });
  const noPrice = ({ id }: { readonly id: string }): ExpectedEntry => ({
    code: 'MatchingPriceNotFound',
    productId: id,
    variantId: 1,
    currency: 'EUR',
    country: 'DE',
    message: /price/,
  });
  assertRefusal(t, await update(add(dollars), add(taxed), add(unpriced)), 400, [noPrice(dollars), noPrice(unpriced)]);
  const address = { action: 'setShippingAddress', address: { country: 'ES' } };
  assertRefusal(
    t,
    await update(add(taxed), add(untaxed), address),
    400,
    [taxCategory.id, category.id].map(taxCategoryId => ({
      code: 'MissingTaxRateForCountry',
      taxCategoryId,
      country: 'ES',
      message: /is missing a tax rate for country/,
    })),
  );
});

test('reports at most fifty errors of a request (ERR004)', async t => {
  const { json } = await http.send('POST', `${base}/orders/import`, {
    body: orderDraft({
      lineItems: Array.from({ length: 60 }, (_, at) =>
        lineItemDraft({ supplyChannel: { typeId: 'channel', key: `none-${at}` } }),
      ),
    }),
  });
  matchWhole(t, (json as { errors: object[] }).errors, { length: 50, 49: { key: 'none-49' } });
});

test('a deletion and a look-up of a place: report all malformed parameters (ERR004)', async t => {
  const malformed = (text: string): ExpectedEntry => ({
    code: 'InvalidInput',
    message: literally(`Malformed parameter: ${text}`),
  });
  assertRefusal(t, await http.send('DELETE', `${base}/orders/x?version=a&dataErasure=maybe`), 400, [
    malformed("version: expected an integer from 0 to 9007199254740991, got 'a'."),
    malformed("dataErasure: expected true or false, got 'maybe'."),
  ]);
  const country = "country: expected a country by ISO 3166-1 alpha-2, such as DE, got 'x'.";
  assertRefusal(t, await http.send('GET', `${base}/shipping-methods/matching-location?country=x&currency=y`), 400, [
    malformed(country),
    malformed("currency: expected a currency by ISO 4217, such as EUR, got 'y'."),
  ]);
  assertRefusal(t, await http.send('GET', `${base}/shipping-methods/matching-cart-location?country=x`), 400, [
    malformed(country),
    { code: 'RequiredField', field: 'cartId', message: /the id of a cart/ },
  ]);
  assertRefusal(t, await http.send('GET', `${base}/orders?where=custom(fields(a=1))&sort=custom.fields.b`), 400, [
    { code: 'InvalidInput', message: /where: No type of the project declares the field 'custom.fields.a'/ },
    { code: 'InvalidInput', message: /sort: No type of the project declares the field 'custom.fields.b'/ },
  ]);
});

test('GraphQL: one error for each, with its place in the document (ERR004, ERR081)', async t => {
  const answer = await ask(
    `mutation($draft: CustomerSignUpDraft!) {
      customerSignUp(draft: $draft) { customer { id } }
    }`,
    {
      draft: {
        email: `${newKey('mail')}@example.com`,
        password: 'secret 123',
        customerGroup: { typeId: 'customer-group', id: missingId(1) },
        stores: [
          { typeId: 'store', key: 'nowhere' },
          { typeId: 'store', id: missingId(2) },
        ],
      },
    },
  );
  const entry = (typeId: string, identifier: object) => ({
    path: ['customerSignUp'],
    extensions: { code: 'ReferencedResourceNotFound', typeId, ...identifier },
  });
  matchWhole(t, answer, {
    status: 200,
    data: null,
    errors: [
      entry('store', { key: 'nowhere' }),
      entry('store', { id: missingId(2) }),
      entry('customer-group', { id: missingId(1) }),
    ],
  });
  const { id, version } = await createIn('customers', {
    email: `${newKey()}@example.com`,
    password: 'secret 123',
  }).then(({ customer }) => customer as { id: string; version: number });
  const failing = await ask(
    `mutation { updateCustomer(id: "${id}", version: ${version}, actions: [
      { removeAddress: { addressId: "a" } }
      { setKey: { key: "${newKey()}" } }
      { addShippingAddressId: { addressId: "b" } }
    ]) { id } }`,
  );
  const failed = (actionIndex: number, address: string) => ({
    message: `The customer has no address with id '${address}'.`,
    path: ['updateCustomer'],
    extensions: { code: 'InvalidOperation', actionIndex },
  });
  matchWhole(t, failing, { status: 200, data: { updateCustomer: null }, errors: [failed(0, 'a'), failed(2, 'b')] });
  const page = await ask('{ orders(limit: 0, where: "colour = 1", sort: ["size asc"]) { count } }');
  matchWhole(t, page, {
    status: 200,
    errors: [/'colour'/, /limit: expected an integer from 1 to 500/, /'size'/].map(message => ({
      message,
      path: ['orders'],
      extensions: { code: 'InvalidInput' },
    })),
  });
});
