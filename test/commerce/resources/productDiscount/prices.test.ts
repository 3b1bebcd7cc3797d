/** Discounts on products in prices: of products, standalone prices, carts and orders. */
import type { Cart } from '@commercetools/platform-sdk';
import { germany, startShop } from '../../../support/cartShop.js';
import { money, newKey, productDiscountDraft, productDraft, referenceTo } from '../../../support/drafts.js';
import { createGraphqlClient } from '../../../support/graphql.js';
import { matchWhole } from '../../../support/matchWhole.js';
import type { Resource } from '../../../support/resourceApi.js';
import { assertBadRequest } from '../../../support/refusal.js';
import { test } from '../../../support/tap.js';

const shop = await startShop();
const { createIn, http, base, resourcesAt, quayside, credentials, create } = shop;
const products = resourcesAt('products');
const standalonePrices = resourcesAt('standalone-prices');
const discounts = resourcesAt('product-discounts');
const ask = createGraphqlClient(quayside, credentials, await quayside.token(credentials));
const [group, channel] = await Promise.all([
  createIn('customer-groups', { key: newKey('vip'), groupName: newKey('vip') }),
  createIn('channels', { key: newKey('c'), roles: ['ProductDistribution'] }),
]);

type Sold = Resource & { readonly sku: string };
const product = shop.product as (prices: readonly object[], changes?: object) => Promise<Sold>;
type Discounted = { readonly value: { readonly centAmount: number }; readonly discount: { readonly id: string } };
type Variant = {
  readonly prices: { readonly id: string; readonly discounted?: Discounted }[];
  readonly price?: { readonly discounted?: Discounted };
};
type Data = Record<'current' | 'staged', { readonly masterVariant: Variant }>;

const of = ({ key }: Sold, changes: object = {}) =>
  discounts.create(productDiscountDraft({ predicate: `product.key = "${String(key)}"`, ...changes }));
const get = async <R>(path: string) => (await http.send('GET', `${base}/${path}`)).json as R;
const dataOf = async ({ id }: Resource, query = '') =>
  (await get<{ masterData: Data }>(`products/${id}${query}`)).masterData;
/** Returns the discounted amounts of the embedded prices of a product. */
const shownOf = async (sold: Sold) =>
  (await dataOf(sold)).current.masterVariant.prices.map(({ discounted }) => discounted?.value.centAmount);
const buy = (sold: Sold, quantity = 1, changes: object = {}) =>
  create({ lineItems: [{ sku: sold.sku, quantity }], ...changes });
const discountedIn = ({ lineItems: [item] }: Cart) => ({
  value: item?.price.value.centAmount,
  discounted: item?.price.discounted?.value.centAmount,
  total: item?.totalPrice.centAmount,
});

const relative = (permyriad: number) => ({ value: { type: 'relative', permyriad } });
const absolute = (...amounts: readonly object[]) => ({ value: { type: 'absolute', money: amounts } });
const precise = (preciseAmount: number) => ({
  type: 'highPrecision',
  currencyCode: 'EUR',
  preciseAmount,
  fractionDigits: 3,
});

for (const [title, prices, value, shown] of [
  ['a share', [{ value: money(1_000) }], relative(1_500), [850]],
  ['a share of half a cent in favour of the buyer', [{ value: money(1_001) }], relative(5_000), [500]],
  ['a share of a negative price towards zero', [{ value: money(-1_001) }], relative(5_000), [-500]],
  ['a share of a price in high precision', [{ value: precise(1_001) }], relative(5_000), [50]],
  ['an amount', [{ value: money(1_000) }], absolute(money(300)), [700]],
  ['an amount above the price', [{ value: money(1_000) }], absolute(money(1_300)), [-300]],
  [
    'an amount of each currency alone (product-discount.0146d)',
    [{ value: money(1_000) }, { value: money(1_000, 'USD') }, { value: money(1_000, 'JPY') }],
    absolute(money(300), money(400, 'USD')),
    [700, 600, undefined],
  ],
] as const)
  test(`takes ${title} off embedded prices (common.ac8b5)`, async t => {
    const sold = await product(prices);
    const { id } = await of(sold, value);
    t.same(await shownOf(sold), shown);
    const { current, staged } = await dataOf(sold);
    t.same(staged, current);
    const [first] = current.masterVariant.prices;
    matchWhole(t, first?.discounted?.discount, { typeId: 'product-discount', id });
    // The stored product has no discount: its version stays.
    t.equal((await products.get(sold)).version, sold.version);
  });

test('a price in high precision keeps its digits', async t => {
  const sold = await product([{ value: precise(1_001) }]);
  await of(sold, relative(5_000));
  const { current } = await dataOf(sold);
  matchWhole(t, current.masterVariant.prices, [
    { discounted: { value: { type: 'highPrecision', preciseAmount: 500, fractionDigits: 3, centAmount: 50 } } },
  ]);
});

test('the discount with the highest sortOrder wins, whatever it takes off', async t => {
  const sold = await product([{ value: money(1_000) }]);
  await of(sold, relative(9_000));
  const best = await of(sold, { ...relative(1_000), sortOrder: `0.99${String(sold.sku).replace(/\D/g, '')}7` });
  t.same(await shownOf(sold), [900]);
  const changed = await discounts.update(best, { action: 'changeIsActive', isActive: false });
  t.same(await shownOf(sold), [100]);
  const future = { action: 'setValidFrom', validFrom: '2999-01-01T00:00:00.000Z' };
  const later = await discounts.update(changed, { action: 'changeIsActive', isActive: true }, future);
  t.same(await shownOf(sold), [100]);
  const past = { action: 'setValidFromAndUntil', validUntil: '2001-01-01T00:00:00.000Z' };
  const over = await discounts.update(later, past);
  t.same(await shownOf(sold), [100]);
  await discounts.update(over, { action: 'setValidUntil' });
  t.same(await shownOf(sold), [900]);
});

const inGroup = { customerGroup: referenceTo('customer-group', group) };
const inChannel = { channel: referenceTo('channel', channel) };
const scoped = [
  { value: money(1_000) },
  { value: money(900), country: 'DE' },
  { value: money(800), ...inGroup },
  { value: money(700), ...inChannel },
  { value: money(1_100, 'USD') },
];
const type = await createIn('product-types', {
  key: newKey('t'),
  name: newKey('t'),
  description: 'd',
  attributes: [
    { name: newKey('a').slice(0, 20), label: { en: 'x' }, type: { name: 'text' }, isRequired: false },
    {
      name: newKey('e').slice(0, 20),
      label: { en: 'x' },
      type: { name: 'enum', values: [{ key: 'red', label: 'Red' }] },
      isRequired: false,
    },
  ],
});
const [text, color] = (type.attributes as { name: string }[]).map(({ name }) => name);
const sold = await product(scoped, {
  productType: referenceTo('product-type', type),
  masterVariant: {
    sku: 'the-sku',
    key: 'the-variant',
    prices: scoped,
    attributes: [
      { name: text, value: 'soft' },
      { name: color, value: 'red' },
    ],
  },
});

for (const [predicate, ...shown] of [
  ['sku = "the-sku"', 1, 1, 1, 1, 1],
  ['sku in ("other", "the-sku")', 1, 1, 1, 1, 1],
  ['sku = "other"', 0, 0, 0, 0, 0],
  ['variant.key = "the-variant" and variant.id = 1 and variantId = 1', 1, 1, 1, 1, 1],
  [`product.id = "${sold.id}" and product.key = "${String(sold.key)}"`, 1, 1, 1, 1, 1],
  [`productType.id = "${type.id}" and productType.key = "${String(type.key)}"`, 1, 1, 1, 1, 1],
  ['productType.key = "other"', 0, 0, 0, 0, 0],
  [`attributes.${text} = "soft" and attributes.${color}.key = "red"`, 1, 1, 1, 1, 1],
  [`attributes.${color}.key != "red"`, 0, 0, 0, 0, 0],
  [`attributes.${color} is defined and attributes.missing is not defined`, 1, 1, 1, 1, 1],
  ['currency = "USD"', 0, 0, 0, 0, 1],
  ['country = "DE" or price.country = "FR"', 0, 1, 0, 0, 0],
  ['country is not defined and currency = "EUR"', 1, 0, 1, 1, 0],
  [`customerGroup.id = "${group.id}" and customerGroup.key = "${String(group.key)}"`, 0, 0, 1, 0, 0],
  [`price.channel.id = "${channel.id}" and channel.key = "${String(channel.key)}"`, 0, 0, 0, 1, 0],
  ['centAmount >= 800 and centAmount < 1000', 0, 1, 1, 0, 0],
  ['amount = 7', 0, 0, 0, 1, 0],
  ['price > "7.50 EUR"', 1, 1, 1, 0, 0],
  ['price.centAmount = 1100', 0, 0, 0, 0, 1],
  ['1 = 1', 1, 1, 1, 1, 1],
  ['not (true)', 0, 0, 0, 0, 0],
  ['categories is empty', 1, 1, 1, 1, 1],
] as const)
  test(`evaluates ${predicate} (product-discount.1666f)`, async t => {
    const own = `(${predicate}) and product.id = "${sold.id}"`;
    const { id, version } = await discounts.create(productDiscountDraft({ predicate: own, ...relative(5_000) }));
    const amounts = scoped.map(({ value: { centAmount } }, at) => (shown[at] === 1 ? centAmount / 2 : undefined));
    t.same(await shownOf(sold), amounts);
    await discounts.remove({ id, version });
    t.same(await shownOf(sold), [undefined, undefined, undefined, undefined, undefined]);
  });

test('shows the discount in the price for a buyer, in pages and in GraphQL', async t => {
  const bought = await product([{ value: money(1_000) }, { value: money(500), country: 'DE' }]);
  await of(bought, relative(1_000));
  const { current } = await dataOf(bought, '?priceCurrency=EUR&priceCountry=DE');
  t.equal(current.masterVariant.price?.discounted?.value.centAmount, 450);
  const where = encodeURIComponent(`key = "${String(bought.key)}"`);
  const { results } = await get<{ results: { masterData: Data }[] }>(`products?where=${where}`);
  t.same(
    results.map(({ masterData }) =>
      masterData.current.masterVariant.prices.map(each => each.discounted?.value.centAmount),
    ),
    [[900, 450]],
  );
  const price = '{ value { centAmount } discounted { value { centAmount } discount { id name(locale: "en") } } }';
  const { data } = await ask(
    `query ($id: String!) { product(id: $id) { masterData { current { masterVariant {
      prices ${price} price(currency: "EUR", country: "DE") ${price} } } } } }`,
    { id: bought.id },
  );
  const inEuros = (centAmount: number) => ({ discounted: { value: { centAmount }, discount: { name: 'Sale' } } });
  matchWhole(t, data.product.masterData.current.masterVariant, {
    prices: [inEuros(900), inEuros(450)],
    price: inEuros(450),
  });
});

const standalone = async (prices: readonly object[], changes: object = {}) => {
  const made = await product([], { priceMode: 'Standalone', ...changes });
  return { made, prices: await Promise.all(prices.map(each => standalonePrices.create({ sku: made.sku, ...each }))) };
};

test('shows the discount on standalone prices of products, in responses, pages, products and GraphQL', async t => {
  const { made, prices } = await standalone([{ value: money(1_000) }]);
  const [price] = prices;
  const without = await standalonePrices.create({ sku: newKey('none'), value: money(1_000) });
  await of(made, relative(1_000));
  const ten = await discounts.create(productDiscountDraft({ predicate: `sku = "${String(without.sku)}"` }));
  matchWhole(t, await standalonePrices.get(price!), { discounted: { value: { centAmount: 900 } } });
  t.notOk((await standalonePrices.get(without)).discounted, 'no product has the SKU');
  await discounts.remove(ten);
  const where = encodeURIComponent(`sku = "${made.sku}"`);
  matchWhole(t, await get(`standalone-prices?where=${where}`), {
    results: [{ id: price!.id, discounted: { value: { centAmount: 900 } } }],
  });
  const { current } = await dataOf(made, '?priceCurrency=EUR');
  t.equal(current.masterVariant.price?.discounted?.value.centAmount, 900);
  const { data } = await ask(
    `query ($id: String!) { standalonePrice(id: $id) { discounted { value { centAmount } } } }`,
    { id: price!.id },
  );
  t.same(data.standalonePrice, { discounted: { value: { centAmount: 900 } } });
  t.same(discountedIn(await buy(made, 2)), { value: 1_000, discounted: 900, total: 1_800 });
});

test('carts and orders take the discounted price (common.7cdf1, common.6fd0b, common.d1595, common.101ad)', async t => {
  const tiered = { value: money(1_000), tiers: [{ minimumQuantity: 2, value: money(400) }] };
  const bought = await product([tiered]);
  const plain = await buy(bought, 3);
  t.same(discountedIn(plain), { value: 400, discounted: undefined, total: 1_200 });
  const discount = await of(bought, relative(1_000));
  t.same(discountedIn(await buy(bought, 3)), { value: 1_000, discounted: 900, total: 2_700 });
  const kept = await shop.update(plain, { action: 'setCountry' }, { action: 'setShippingAddress', address: germany });
  t.same(discountedIn(kept), { value: 400, discounted: undefined, total: 1_200 }, 'until the cart is recalculated');
  const refused = await http.send('POST', `${base}/orders`, {
    body: { cart: { typeId: 'cart', id: kept.id }, version: kept.version },
  });
  matchWhole(t, refused.json, {
    errors: [{ code: 'PriceChanged', lineItems: [kept.lineItems[0]!.id], shipping: false }],
  });
  const fresh = await shop.update(kept, { action: 'recalculate' });
  t.same(discountedIn(fresh), { value: 1_000, discounted: 900, total: 2_700 });
  const order = await createIn<Cart>('orders', { cart: { typeId: 'cart', id: fresh.id }, version: fresh.version });
  t.same(discountedIn(order), { value: 1_000, discounted: 900, total: 2_700 });
  t.same(order.taxedPrice?.totalGross.centAmount, 2_700);
  const conflict = await discounts.remove(discount);
  t.equal(conflict.status, 200, 'prices of orders do not hold their discount');
});

for (const [rule, draftOf] of [
  ['common.791fa', (sku: string, changes: object) => product([changes], { masterVariant: { sku, prices: [changes] } })],
  [
    'standalone-price.10ab3, standalone-price.53089',
    async (sku: string, changes: object) => {
      const made = await product([], { priceMode: 'Standalone', masterVariant: { sku, prices: [] } });
      await standalonePrices.create({ sku, ...changes });
      return made;
    },
  ],
] as const)
  test(`an external discount takes the place of the tiers (${rule})`, async t => {
    const sku = newKey('sku');
    const external = await discounts.create(
      productDiscountDraft({ value: { type: 'external' }, predicate: `sku = "${sku}"` }),
    );
    const discounted = { value: money(777), discount: referenceTo('product-discount', external) };
    await draftOf(sku, { value: money(1_000), tiers: [{ minimumQuantity: 2, value: money(400) }], discounted });
    t.same(discountedIn(await create({ lineItems: [{ sku, quantity: 3 }] })), {
      value: 1_000,
      discounted: 777,
      total: 2_331,
    });
  });

test('the value of an external discount applies in the place of the discount', async t => {
  const bought = await product([{ value: money(1_000) }]);
  const digits = bought.sku.replace(/\D/g, '');
  await of(bought, { ...relative(1_000), sortOrder: `0.5${digits}7` });
  const external = await of(bought, { value: { type: 'external' }, sortOrder: `0.6${digits}7` });
  t.same(await shownOf(bought), [900], 'without a value the next discount applies');
  const priceId = (await dataOf(bought)).staged.masterVariant.prices[0]!.id;
  const discounted = { value: money(333), discount: referenceTo('product-discount', external) };
  const set = { action: 'setDiscountedPrice', priceId, discounted, staged: false };
  const changed = await products.update(bought, set);
  t.same(await shownOf(bought), [333]);
  matchWhole(t, (await shop.messagesOf(bought)).at(-1), {
    type: 'ProductPriceExternalDiscountSet',
    priceId,
    discounted: { value: { centAmount: 333 } },
  });
  t.equal((await discounts.remove(external)).status, 400, 'a discount with a value is referred to');
  const off = await discounts.update(external, { action: 'changeIsActive', isActive: false });
  t.same(await shownOf(bought), [900]);
  await discounts.update(off, { action: 'changeIsActive', isActive: true });
  await products.update(changed, { ...set, discounted: undefined });
  t.same(await shownOf(bought), [900]);
});

const active = { value: { type: 'external' } };
for (const [title, changes, message] of [
  ['not active', { ...active, isActive: false }, /is not active\.$/],
  ['not external', relative(1), /is of the type relative, not external\.$/],
  ['not for the price', { ...active, predicate: 'currency = "USD"' }, /does not match the price\.$/],
] as const)
  test(`refuses a value if the discount is ${title} (common.795ce, product.298a5, standalone-price.bf5fa)`, async t => {
    const discount = await discounts.create(productDiscountDraft({ predicate: 'currency = "EUR"', ...changes }));
    const discounted = { value: money(1), discount: referenceTo('product-discount', discount) };
    const refusal = { message };
    const made = await product([{ value: money(10) }]);
    const { prices } = await standalone([{ value: money(10) }]);
    const priceId = (await dataOf(made)).staged.masterVariant.prices[0]!.id;
    const masterVariant = { sku: newKey('sku'), prices: [{ value: money(10), discounted }] };
    for (const error of [
      await products.refuseCreation(productDraft({ id: shop.productType.id }, { masterVariant } as never)),
      await products.refuse(made, { action: 'setDiscountedPrice', priceId, discounted }),
      await standalonePrices.refuse(prices[0]!, { action: 'setDiscountedPrice', discounted }),
    ])
      assertBadRequest(t, error, 'InvalidOperation', refusal);
    const latest = await discounts.get(discount);
    await discounts.remove(latest);
  });

test('refuses a value for a SKU that is not on sale (standalone-price.9af9a)', async t => {
  const discount = await discounts.create(productDiscountDraft({ ...active, predicate: 'sku = "nothing"' }));
  const discounted = { value: money(1), discount: referenceTo('product-discount', discount) };
  const { prices } = await standalone([{ value: money(10) }], { publish: false });
  const none = await standalonePrices.create({ sku: newKey('none'), value: money(10) });
  for (const price of [prices[0]!, none])
    assertBadRequest(
      t,
      await standalonePrices.refuse(price, { action: 'setDiscountedPrice', discounted }),
      'InvalidOperation',
      { message: /^No variant of a published product has the SKU/ },
    );
});

test('predicates know the categories of a product and their ancestors, also for items of carts', async t => {
  const category = (changes: object) =>
    createIn('categories', { key: newKey('category'), name: { en: 'x' }, slug: { en: newKey('slug') }, ...changes });
  const root = await category({});
  const leaf = await category({ parent: referenceTo('category', root) });
  const bought = await product([{ value: money(1_000) }], { categories: [referenceTo('category', leaf)] });
  for (const [condition, shown] of [
    [`categories.id = "${leaf.id}"`, 500],
    [`categories.key contains any ("${String(leaf.key)}")`, 500],
    [`categories.id = "${root.id}"`, undefined],
    [`categoriesWithAncestors.id contains any ("${root.id}")`, 500],
    [`categoriesWithAncestors.key = "${String(root.key)}"`, 500],
  ] as const) {
    const own = `${condition} and product.id = "${bought.id}"`;
    const made = await discounts.create(productDiscountDraft({ predicate: own, ...relative(5_000) }));
    t.same(await shownOf(bought), [shown], condition);
    await discounts.remove(made);
    const number = newKey('po');
    await shop.discountFor({
      cartPredicate: `purchaseOrderNumber = "${number}" and lineItemExists(${condition})`,
      target: { type: 'lineItems', predicate: condition },
      value: { type: 'relative', permyriad: 5_000 },
    });
    const cart = await buy(bought, 1, { purchaseOrderNumber: number });
    t.equal(cart.totalPrice.centAmount, shown ?? 1_000, condition);
  }
});

test('applies to the products of its predicate if active (product-discount.3e4d6, product-discount.dcecc)', async t => {
  const [chosen, other] = [await product([{ value: money(1_000) }]), await product([{ value: money(1_000) }])];
  let discount: Resource = await of(chosen, { ...relative(1_000), isActive: false });
  for (const [isActive, shown] of [
    [true, 900],
    [false, undefined],
    [true, 900],
  ] as const) {
    discount = await discounts.update(discount, { action: 'changeIsActive', isActive });
    t.same([await shownOf(chosen), await shownOf(other)], [[shown], [undefined]]);
  }
});
