/** The discount that applies to a given price, the number of discounts, and changes while carts are priced. */
import type { Cart } from '@commercetools/platform-sdk';
import { startShop } from '../../../support/cartShop.js';
import { money, newKey, newSortOrder, productDiscountDraft, referenceTo } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import type { Resource } from '../../../support/resourceApi.js';
import { assertError } from '../../../support/refusal.js';
import { test } from '../../../support/tap.js';

const shop = await startShop();
const { createIn, http, base, product, resourcesAt, sdk } = shop;
const discounts = resourcesAt('product-discounts');
const channel = await createIn('channels', { key: newKey('c') });
const group = await createIn('customer-groups', { key: newKey('g'), groupName: newKey('g') });

type Sold = Resource & { readonly sku: string };
const sold = (await product([{ value: money(1_000) }])) as Sold;
const unpublished = (await product([], { publish: false })) as Sold;
const of = (condition: string, changes: object = {}) =>
  discounts.create(
    productDiscountDraft({ predicate: `${condition} and sku in ("${sold.sku}", "${unpublished.sku}")`, ...changes }),
  );

const query = (changes: object = {}) => ({
  productId: sold.id,
  variantId: 1,
  staged: false,
  price: { value: money(500) },
  ...changes,
});
const match = (changes: object = {}) =>
  http.send('POST', `${base}/product-discounts/matching`, { body: query(changes) });

const everywhere = await of('currency = "EUR"', { sortOrder: `0.1${newSortOrder().slice(2)}` });
const external = await of('channel.key is defined', {
  value: { type: 'external' },
  sortOrder: `0.2${newSortOrder().slice(2)}`,
});
const inGroup = await of(`customerGroup.key = "${String(group.key)}"`, { sortOrder: `0.3${newSortOrder().slice(2)}` });
const german = await of('price.country = "DE" and centAmount = 7', { sortOrder: `0.4${newSortOrder().slice(2)}` });
const dollars = await discounts.create(
  productDiscountDraft({
    sortOrder: `0.9${newSortOrder().slice(2)}`,
    value: { type: 'absolute', money: [money(1, 'USD')] },
  }),
);

for (const [title, changes, expected] of [
  ['a price of all', {}, everywhere],
  [
    'a price of a channel, without its external value',
    { price: { value: money(1), channel: referenceTo('channel', channel) } },
    external,
  ],
  ['a price of a group', { price: { value: money(1), customerGroup: referenceTo('customer-group', group) } }, inGroup],
  ['a price of a country', { price: { value: money(7), country: 'DE', tiers: [], id: 'x' } }, german],
  ['another price of it', { price: { value: money(8), country: 'DE' } }, everywhere],
  ['a currency', { price: { value: money(8, 'USD') } }, dollars],
  ['a staged variant', { productId: unpublished.id, staged: true }, everywhere],
] as const)
  test(`finds the discount on ${title}`, async t => {
    const { status, json } = await match(changes);
    t.equal(status, 200);
    t.same(json, await discounts.get(expected));
  });

for (const [title, changes, at] of [
  ['no discount', { price: { value: money(8, 'JPY') } }, '8 JPY'],
  ['another variant', { variantId: 2 }, '500 EUR'],
  ['no product', { productId: 'none' }, '500 EUR'],
  ['a product that is not on sale', { productId: unpublished.id }, '500 EUR'],
] as const)
  test(`refuses ${title} (error.1e4d8)`, async t => {
    const { productId, variantId } = query(changes);
    const { status, json } = await match(changes);
    t.equal(status, 400);
    matchWhole(t, json, {
      message:
        `Couldn't find a matching product discount for: productId=${productId}, variantId=${variantId}, ` +
        `price=${at}.`,
      errors: [{ code: 'NoMatchingProductDiscountFound' }],
    });
  });

test('refuses a query without its members, with all of their names', async t => {
  const { status, json } = await http.send('POST', `${base}/product-discounts/matching`, { body: { variantId: 0 } });
  t.equal(status, 400);
  matchWhole(t, json, {
    errors: [
      { code: 'RequiredField', field: 'productId' },
      { code: 'RequiredField', field: 'staged' },
      { code: 'RequiredField', field: 'price' },
      { code: 'InvalidField', field: 'variantId', invalidValue: 0 },
    ],
  });
});

test('the SDK finds it', async t => {
  const { body } = await sdk
    .productDiscounts()
    .matching()
    .post({ body: query() as never })
    .execute();
  t.equal(body.id, everywhere.id);
});

test('each cart has one whole price while a discount changes', async t => {
  const [one, other] = (await Promise.all([
    product([{ value: money(1_000) }]),
    product([{ value: money(1_000) }]),
  ])) as [Sold, Sold];
  const discount = await discounts.create(
    productDiscountDraft({
      predicate: `sku in ("${one.sku}", "${other.sku}")`,
      value: { type: 'relative', permyriad: 1_000 },
    }),
  );
  const lineItems = [one, other].map(({ sku }) => ({ sku }));
  const change = async () => {
    let latest: Resource = discount;
    for (const permyriad of [2_000, 3_000, 4_000, 5_000, 6_000, 7_000, 8_000, 9_000])
      latest = await discounts.update(latest, { action: 'changeValue', value: { type: 'relative', permyriad } });
  };
  const [carts] = await Promise.all([
    Promise.all(Array.from({ length: 50 }, () => shop.create({ lineItems }))),
    change(),
  ]);
  const pricesOf = ({ lineItems: items, totalPrice }: Cart) => [
    ...items.map(item => item.price.discounted?.value.centAmount),
    totalPrice.centAmount,
  ];
  for (const cart of carts) {
    const [price = 0] = pricesOf(cart);
    t.ok(price % 100 === 0 && price >= 100 && price <= 900, String(price));
    t.same(pricesOf(cart), [price, price, 2 * price]);
  }
  const fresh = await shop.create({ lineItems });
  t.same(pricesOf(fresh), [100, 100, 200]);
});

test('refuses the 501st active discount; others can be stored', async t => {
  const { results } = (await http.send('GET', `${base}/product-discounts?limit=500&where=isActive%3Dtrue`)).json as {
    results: unknown[];
  };
  const none = { predicate: '1 = 2' };
  await Promise.all(Array.from({ length: 500 - results.length }, () => discounts.create(productDiscountDraft(none))));
  const refusal = { exceededResource: 'product-discount' };
  assertError(t, await discounts.refuseCreation(productDiscountDraft(none)), 'MaxResourceLimitExceeded', refusal);
  const idle = await discounts.create(productDiscountDraft({ ...none, isActive: false }));
  const activate = { action: 'changeIsActive', isActive: true };
  assertError(t, await discounts.refuse(idle, activate), 'MaxResourceLimitExceeded', refusal);
});
