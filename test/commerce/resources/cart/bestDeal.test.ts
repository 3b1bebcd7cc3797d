/** Discounts on products and on carts: both apply, or the better deal of the two. */
import type { Cart } from '@commercetools/platform-sdk';
import { germany } from '../../../support/cartShop.js';
import { createGraphqlClient } from '../../../support/graphql.js';
import { money, productDiscountDraft } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { changeProject, type Resource } from '../../../support/resourceApi.js';
import { test } from '../../../support/tap.js';
import { absolute, relative } from '../cartDiscount/discountParts.js';
import { startPricing } from './startPricing.js';

const lines = { type: 'lineItems', predicate: 'true' };
const combine = (discountCombinationMode: 'Stacking' | 'BestDeal') => ({
  action: 'setDiscountsConfiguration',
  discountsConfiguration: { discountCombinationMode },
});

const startMode = async (mode: 'Stacking' | 'BestDeal') => {
  const shop = await startPricing();
  await changeProject(shop.quayside, shop.credentials, combine(mode));
  const sold = (await shop.product([{ value: money(1_000) }])) as Resource & { readonly sku: string };
  const plain = (await shop.product([{ value: money(500) }])) as Resource & { readonly sku: string };
  const onProduct = await shop.createIn(
    'product-discounts',
    productDiscountDraft({ predicate: `sku = "${sold.sku}"`, value: { type: 'relative', permyriad: 2_000 } }),
  );
  return { ...shop, sold, plain, onProduct };
};

const bestDeal = await startMode('BestDeal');
const stacking = await startMode('Stacking');

type Shop = typeof bestDeal;
const buy = (shop: Shop, number: string, changes: object = {}) =>
  shop.create({
    purchaseOrderNumber: number,
    lineItems: [{ sku: shop.sold.sku }, { sku: shop.plain.sku }],
    shippingAddress: germany,
    ...changes,
  });
const amountsOf = ({ lineItems, totalPrice, discountTypeCombination }: Cart) => [
  lineItems.map(item => item.totalPrice.centAmount),
  totalPrice.centAmount,
  discountTypeCombination,
];

const chosen = (chosenDiscountType: string) => ({ type: 'BestDeal', chosenDiscountType });

let count = 0;
for (const [title, onCart, inBestDeal, inStacking] of [
  [
    'no discount on the cart',
    undefined,
    [[800, 500], 1_300, chosen('ProductDiscount')],
    [[800, 500], 1_300, undefined],
  ],
  [
    'a better one',
    { value: relative(5_000) },
    [[500, 250], 750, chosen('CartDiscount')],
    [[400, 250], 650, { type: 'Stacking' }],
  ],
  [
    'a worse one',
    { value: relative(1_000) },
    [[800, 500], 1_300, chosen('ProductDiscount')],
    [[720, 450], 1_170, { type: 'Stacking' }],
  ],
  [
    'an equal one',
    { value: absolute(200), target: { type: 'totalPrice' } },
    [[800, 500], 1_300, chosen('ProductDiscount')],
    [[800, 500], 1_100, { type: 'Stacking' }],
  ],
  [
    'one on the total',
    { value: absolute(201), target: { type: 'totalPrice' } },
    [[1_000, 500], 1_299, chosen('CartDiscount')],
    [[800, 500], 1_099, { type: 'Stacking' }],
  ],
] as const)
  test(`${title}: both apply, or the better deal (project.6be0b)`, async t => {
    for (const [shop, expected] of [
      [bestDeal, inBestDeal],
      [stacking, inStacking],
    ] as const) {
      const number = `best-${++count}`;
      if (onCart !== undefined) await shop.discount(number, { target: lines, ...onCart });
      const cart = await buy(shop, number);
      t.same(amountsOf(cart), expected);
      t.equal(
        cart.lineItems[0]!.price.discounted?.value.centAmount,
        800,
        'the price shows the discount on the product',
      );
      const later = await shop.update(cart, { action: 'setCustomerEmail', email: 'a@example.com' });
      t.same(amountsOf(later), expected);
      const frozen = await shop.update(later, { action: 'freezeCart' });
      t.same(amountsOf(frozen), expected);
      t.same(amountsOf(await shop.update(frozen, { action: 'setLocale', locale: 'en' })), expected);
      const thawed = await shop.update(await shop.get(cart), { action: 'unfreezeCart' });
      const draft = { cart: { typeId: 'cart', id: thawed.id }, version: thawed.version };
      const order = await shop.createIn<Cart>('orders', draft);
      t.same(amountsOf(order), expected);
      t.equal(order.taxedPrice?.totalGross.centAmount, expected[1]);
    }
  });

test('a cart without discounts on products shows none', async t => {
  const number = `best-${++count}`;
  const { discountTypeCombination } = await bestDeal.create({
    purchaseOrderNumber: number,
    lineItems: [{ sku: bestDeal.plain.sku }],
  });
  t.equal(discountTypeCombination, undefined);
  await bestDeal.discount(number, { target: lines, value: relative(1_000) });
  const cart = await bestDeal.create({ purchaseOrderNumber: number, lineItems: [{ sku: bestDeal.plain.sku }] });
  t.same(amountsOf(cart), [[450], 450, chosen('CartDiscount')]);
});

test('a code that the better deal surpasses stays and is not used', async t => {
  const number = `best-${++count}`;
  const byCode = await bestDeal.discount(number, { target: lines, value: relative(100), requiresDiscountCode: true });
  const code = await bestDeal.codeFor([byCode], { maxApplications: 1 });
  const cart = await buy(bestDeal, number, { discountCodes: [code.code] });
  matchWhole(t, cart.discountCodes, [{ state: 'ApplicationStoppedByGroupBestDeal' }]);
  await bestDeal.createIn('orders', { cart: { typeId: 'cart', id: cart.id }, version: cart.version });
  await bestDeal.remove('product-discounts', bestDeal.onProduct);
  const other = await buy(bestDeal, number, { discountCodes: [code.code] });
  matchWhole(t, other.discountCodes, [{ state: 'MatchesCart' }]);
});

test('GraphQL has a type for each combination', async t => {
  const number = `best-${++count}`;
  await stacking.discount(number, { target: lines, value: relative(100) });
  const cart = await buy(stacking, number);
  const ask = createGraphqlClient(
    stacking.quayside,
    stacking.credentials,
    await stacking.quayside.token(stacking.credentials),
  );
  const { data } = await ask(
    `query ($id: String!) {
      cart(id: $id) { discountTypeCombination { __typename type ... on BestDeal { chosenDiscountType } } }
    }`,
    { id: cart.id },
  );
  t.same(data.cart.discountTypeCombination, { __typename: 'Stacking', type: 'Stacking' });
});
