/**
 * Every field that predicates may name has a value in some cart: a field that never has one would be stored, match
 * nothing, and match everything within `not(…)`.
 */
import type { Cart } from '@commercetools/platform-sdk';
import {
  type FieldName,
  predicateFields,
  type PredicateScope,
} from '../../../../src/commerce/pricing/cartPredicate/fieldNames.js';
import { consoleOf, startSharedConsole } from '../../../support/accounts.js';
import {
  createType,
  customLineItemDraft,
  money,
  newKey,
  productTypeDraft,
  referenceTo,
} from '../../../support/drafts.js';
import { attributeDraft, cartDiscountDraft, productDraft } from '../../../support/drafts.js';
import { assertError } from '../../../support/refusal.js';
import { changeProject, createProjectApi, type Resource } from '../../../support/resourceApi.js';
import { test } from '../../../support/tap.js';

const pathsIn = ({ members, hasAnyMember }: FieldName): string[] => {
  if (hasAnyMember === true) return ['*'];
  if (members === undefined) return [''];
  return [...members].flatMap(([name, field]) => pathsIn(field).map(path => (path === '' ? name : `${name}.${path}`)));
};

/** Lists the paths of all fields; one whose members may have any names ends with `*`. */
const fieldPaths = (scope: PredicateScope): readonly string[] => pathsIn(predicateFields[scope]);

const quayside = await startSharedConsole({ 'vera@example.com': 'viewer' });
const credentials = await quayside.project();
const api = await createProjectApi(quayside, credentials);
const { createIn, resourcesAt, projectKey } = api;
const carts = resourcesAt<Cart>('carts');
const viewer = await consoleOf(quayside)().signIn('vera@example.com');

const keyed = (path: string, members: object = {}): Promise<Resource> =>
  createIn(path, { key: newKey('key'), ...members });
const type = await createType(createIn, [
  'order',
  'line-item',
  'custom-line-item',
  'customer',
  'address',
  'product-price',
  'shipping',
]);
const custom = { type: referenceTo('type', type), fields: { note: 'n' } };
const channel = referenceTo('channel', await keyed('channels', { roles: ['ProductDistribution', 'InventorySupply'] }));
const customerGroup = referenceTo('customer-group', await keyed('customer-groups', { groupName: newKey('g') }));
const store = referenceTo('store', await keyed('stores'));
const category = referenceTo('category', await keyed('categories', { name: { en: 'C' }, slug: { en: newKey('c') } }));
const rate = { key: 'de', name: 'MwSt', amount: 0.19, includedInPrice: true, country: 'DE', state: 'BE' };
const taxCategory = referenceTo('tax-category', await keyed('tax-categories', { name: 'T', rates: [rate] }));
const zone = referenceTo('zone', await keyed('zones', { name: 'Z', locations: [{ country: 'DE', state: 'BE' }] }));
const shippingRates = [{ price: money(500), freeAbove: money(1_000_000) }];
const shippingMethod = referenceTo(
  'shipping-method',
  await keyed('shipping-methods', { name: 'M', isDefault: false, taxCategory, zoneRates: [{ zone, shippingRates }] }),
);
const color = attributeDraft('color', {
  name: 'enum',
  values: [{ key: 'red', label: 'Red' }],
});
const productType = await createIn('product-types', productTypeDraft([color], { key: newKey('type') }));
const address = Object.fromEntries(
  fieldPaths('cart').flatMap(path => {
    const [, name] = /^shippingAddress\.(\w+)$/.exec(path) ?? [];
    return name === undefined ? [] : [[name, newKey('a').slice(0, 20)]];
  }),
);
const shippingAddress = { ...address, country: 'DE', state: 'BE', custom };
const customer = (
  await createIn<{ customer: Resource }>('customers', {
    key: newKey('jo'),
    email: `${newKey('jo')}@example.com`,
    password: 'secret-123',
    customerNumber: newKey('n'),
    externalId: 'e',
    firstName: 'Jo',
    lastName: 'L',
    middleName: 'M',
    title: 'Dr',
    salutation: 'Mrs',
    companyName: 'C',
    vatId: 'V',
    dateOfBirth: '1990-01-01',
    locale: 'en',
    stores: [store],
    custom,
    customerGroup,
    customerGroupAssignments: [{ customerGroup }],
  })
).customer;

const value = { type: 'highPrecision', currencyCode: 'EUR', preciseAmount: 123_456, fractionDigits: 4 };
const price = {
  key: 'price',
  country: 'DE',
  channel,
  customerGroup,
  custom,
  value,
  validFrom: '2020-01-01T00:00:00Z',
  validUntil: '2099-01-01T00:00:00Z',
};
const sku = newKey('sku');
const product = await createIn(
  'products',
  productDraft({ id: productType.id }, {
    key: newKey('product'),
    categories: [category],
    taxCategory,
    publish: true,
    masterVariant: { sku, key: newKey('v'), prices: [price], attributes: [{ name: 'color', value: 'red' }] },
  } as never),
);

/** A condition that holds where a field has a value; names that clients choose are filled in. */
const conditionOf = (path: string): string =>
  `${path
    .replace(/(name|productSlug|label)\.\*$/, '$1.en')
    .replace(/fields\.\*$/, 'fields.note')
    .replace(/attributes\.\*$/, 'attributes.color.key')} is defined`;

/** Returns the fields that have no value in any of these carts. */
const undefinedFields = async (cartIds: readonly string[], scope: PredicateScope): Promise<string[]> => {
  const member = scope === 'cart' ? 'cartPredicate' : 'itemPredicate';
  const holds = async (cartId: string, condition: string): Promise<boolean> => {
    const body = { projectKey, cartId, [member]: condition };
    const { json } = await viewer.send('POST', '/-/predicate-tests', body);
    const { matchesCart, matchingItemIds = [] } = json as { matchesCart?: boolean; matchingItemIds?: string[] };
    return matchesCart ?? matchingItemIds.length > 0;
  };
  const missing: string[] = [];
  for (const path of fieldPaths(scope)) {
    let found = false;
    for (const cartId of cartIds) found ||= await holds(cartId, conditionOf(path));
    if (!found) missing.push(path);
  }
  return missing;
};

const setRateInput = (shippingRateInputType: object) =>
  changeProject(quayside, credentials, { action: 'setShippingRateInputType', shippingRateInputType });
const isOff = { isActive: true, validFrom: '2020-01-01T00:00:00Z' };

const draft = {
  key: newKey('cart'),
  currency: 'EUR',
  country: 'DE',
  locale: 'en',
  customerId: customer.id,
  store,
  custom,
  purchaseOrderNumber: 'po',
  customerEmail: 'jo@example.com',
  shippingAddress,
  billingAddress: shippingAddress,
  shippingMethod,
  itemShippingAddresses: [shippingAddress],
  lineItems: [
    {
      sku,
      key: 'line',
      distributionChannel: channel,
      supplyChannel: channel,
      inventoryMode: 'TrackOnly',
      custom,
    },
  ],
  customLineItems: [
    {
      ...customLineItemDraft(),
      key: 'line',
      money: value,
      taxCategory,
      custom,
    },
  ],
};

test('each field of a cart and its items has a value', async t => {
  const external = { ...isOff, value: { type: 'relative', permyriad: 100 }, name: { en: 'D' }, sortOrder: '0.5' };
  await createIn('product-discounts', { ...external, predicate: 'attributes.color.key = "red"' });
  const gift = await createIn(
    'cart-discounts',
    cartDiscountDraft({
      requiresDiscountCode: true,
      value: {
        type: 'giftLineItem',
        product: referenceTo('product', product),
        variantId: 1,
        distributionChannel: channel,
      },
      target: undefined,
    }),
  );
  const code = newKey('CODE');
  await createIn('discount-codes', { code, cartDiscounts: [referenceTo('cart-discount', gift)] });
  await setRateInput({ type: 'CartScore' });
  const visitor = await carts.create({
    currency: 'EUR',
    anonymousId: 'a',
    shippingAddress,
    shippingMethod,
    shippingRateInput: {
      type: 'Score',
      score: 3,
    },
  });
  await setRateInput({ type: 'CartClassification', values: [{ key: 'small', label: { en: 'Small' } }] });
  const payment = await createIn('payments', { amountPlanned: money(1) });
  const created = await carts.create({
    ...draft,
    discountCodes: [code],
    shippingRateInput: { type: 'Classification', key: 'small' },
  });
  const given = created.lineItems.find(({ lineItemMode }) => lineItemMode === 'GiftLineItem')!;
  const cart = await carts.update(
    created,
    { action: 'removeLineItem', lineItemId: given.id },
    { action: 'addPayment', payment: referenceTo('payment', payment) },
    { action: 'setShippingCustomType', ...custom },
  );
  // Business units are not offered, so no cart belongs to one.
  const ofCart = (await undefinedFields([cart.id, visitor.id], 'cart')).filter(
    path => !path.startsWith('businessUnit.'),
  );
  t.same(ofCart, []);
  for (const scope of ['lineItems', 'customLineItems'] as const) t.same(await undefinedFields([cart.id], scope), []);
});

test('each field of a price and its product has a value for product discounts', async t => {
  const applied = async (conditions: readonly string[]): Promise<boolean> => {
    const discount = await createIn('product-discounts', {
      ...isOff,
      name: { en: 'D' },
      value: { type: 'relative', permyriad: 5_000 },
      predicate: conditions.join(' and '),
      sortOrder: `0.9${Math.random().toString().slice(2, 12)}1`,
    });
    const { masterData } = (await resourcesAt('products').get(product)) as unknown as {
      masterData: { current: { masterVariant: { prices: { discounted?: { discount: { id: string } } }[] } } };
    };
    await api.http.send('DELETE', `${api.base}/product-discounts/${discount.id}?version=1`);
    return masterData.current.masterVariant.prices[0]?.discounted?.discount.id === discount.id;
  };
  const conditions = fieldPaths('product').map(conditionOf);
  const failing: string[] = [];
  // Each field is tested by itself only after a failure.
  if (!(await applied(conditions))) for (const each of conditions) if (!(await applied([each]))) failing.push(each);
  t.same(failing, []);
});

test('attributes of the variant decide about a discount, in each way to write them', async t => {
  for (const [predicate, isReduced] of [
    ['variant.attributes.color.key = "red"', true],
    ['variant.attributes.color.key = "blue"', false],
    ['not(variant.attributes.color.key = "red")', false],
    ['not(variant.attributes.color.key = "blue")', true],
    ['variant(attributes(color(key = "red")))', true],
    ['variant(attributes(name = "color" and value(key = "red")))', true],
    ['variant.attributes(name = "color" and value.key = "red")', true],
    ['not(attributes(name = "color" and value(key = "red")))', false],
    ['attributes(name = "size" and value(key = "red"))', false],
    ['attributes.size is not defined', true],
  ] as const) {
    const cartDiscount = await createIn(
      'cart-discounts',
      cartDiscountDraft({ target: { type: 'lineItems', predicate }, cartPredicate: 'purchaseOrderNumber = "v"' }),
    );
    const { lineItems } = await carts.create({ ...draft, key: newKey('cart'), purchaseOrderNumber: 'v' });
    t.equal(lineItems[0]!.discountedPricePerQuantity.length > 0, isReduced, predicate);
    await api.http.send('DELETE', `${api.base}/cart-discounts/${cartDiscount.id}?version=1`);
  }
});

test('refuses fields that nothing has', async t => {
  const refused = async (path: string, changes: object, field: string, invalidValue: string) =>
    assertError(t, await resourcesAt(path).refuseCreation(cartDiscountDraft(changes)), 'InvalidField', {
      field,
      invalidValue,
    });
  for (const name of ['customer.company', 'shippingInfo.custom', 'totalPrice.preciseAmount'])
    await refused('cart-discounts', { cartPredicate: `not(${name} = 1)` }, 'cartPredicate', name);
  const target = { type: 'customLineItems', predicate: 'addedAt > "2020-01-01T00:00:00Z"' };
  await refused('cart-discounts', { target }, 'target.predicate', 'addedAt');
});
