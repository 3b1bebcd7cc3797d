/** Discounts as sentences: predicates that choices write and read, places between others, and what is changed. */
import { test } from '../support/tap.js';
import { loadConsoleModule } from '../support/loadConsoleModule.js';

interface Campaign {
  readonly goods: string | Readonly<Record<string, unknown>>;
  readonly buyers: string | Readonly<Record<string, unknown>>;
}

interface Campaigns {
  readonly campaignOf: (path: string, discount: object) => Campaign;
  readonly membersOf: (campaign: Campaign) => Readonly<Record<string, unknown>>;
  readonly actionsFor: (before: Campaign, after: Campaign) => readonly object[];
  readonly stateOf: (discount: object, nowMs: number) => string;
}

const [{ campaignOf, membersOf, actionsFor, stateOf }, { placeBetween }] = await Promise.all([
  loadConsoleModule<Campaigns>('campaigns/campaign.ts'),
  loadConsoleModule<{ readonly placeBetween: (low: string, high: string) => string }>('campaigns/sortOrder.ts'),
]);

const common = { name: { en: 'Rain' }, value: { type: 'relative', permyriad: 1_500 }, isActive: true };
const onItems = (predicate: string, cartPredicate = '1 = 1') => ({
  ...common,
  cartPredicate,
  target: { type: 'lineItems', predicate },
});

test('reads choices from predicates and writes the same predicates', t => {
  for (const [predicate, choices] of [
    ['1 = 1', { categories: [], products: [], attribute: '' }],
    ['categories.key = "socks"', { categories: ['socks'], isDeep: false }],
    ['categoriesWithAncestors.id contains any ("a", "b")', { categories: ['a', 'b'], isDeep: true }],
    ['product.id in ("p", "q") and attributes.brand.key = "y"', { products: ['p', 'q'], attribute: 'brand.key' }],
    ['attributes.shoeSize is defined', undefined],
    ['sku = "A" or sku = "B"', undefined],
    ['product.id = "p" and product.id = "q"', undefined],
    ['product.id != "p"', undefined],
  ] as const) {
    const discount = onItems(predicate, 'customerGroup.id = "g" and totalPrice >= "50.00 EUR"');
    const campaign = campaignOf('cart-discounts', discount);
    const { goods } = campaign;
    if (choices === undefined) t.equal(goods, predicate, 'the text of an expert');
    else {
      const { categories, products, ...others } = goods as Record<'categories' | 'products', { values: string[] }>;
      t.match({ ...others, categories: categories.values, products: products.values }, choices, predicate);
    }
    t.match(membersOf(campaign), discount, predicate);
    const ofPrices = { ...common, predicate };
    t.match(membersOf(campaignOf('product-discounts', ofPrices)), ofPrices, `${predicate} of prices`);
  }
  t.end();
});

test('keeps a cart predicate that no choice says', t => {
  const discount = onItems('1 = 1', 'lineItemCount(true) > 2');
  t.equal(campaignOf('cart-discounts', discount).buyers, 'lineItemCount(true) > 2');
  t.match(membersOf(campaignOf('cart-discounts', discount)), discount);
  t.end();
});

test('changes only what differs', t => {
  const before = campaignOf('cart-discounts', onItems('product.id = "p"'));
  t.same(actionsFor(before, before), []);
  const later = { ...before, validUntil: '2027-01-01T00:00:00.000Z', goods: 'sku = "A"' };
  t.same(actionsFor(before, later), [
    { action: 'changeTarget', target: { type: 'lineItems', predicate: 'sku = "A"' } },
    { action: 'setValidFromAndUntil', validFrom: undefined, validUntil: '2027-01-01T00:00:00.000Z' },
  ]);
  t.end();
});

test('changes value and target so that the two always go together', t => {
  const items = { type: 'lineItems', predicate: '1 = 1' };
  const many = { type: 'multiBuyLineItems', predicate: '1 = 1', triggerQuantity: 3, discountedQuantity: 1 };
  const [total, share] = [{ type: 'totalPrice' }, { type: 'relative', permyriad: 100 }];
  const [amount, fixed] = ['absolute', 'fixed'].map(type => ({
    type,
    money: [{ currencyCode: 'EUR', centAmount: 1 }],
  }));
  const campaign = ([value, target]: readonly [object | undefined, object]) =>
    campaignOf('cart-discounts', { ...onItems('1 = 1'), value, target }) as Campaign & { readonly target: object };
  for (const [before, after, types] of [
    [
      [share, total],
      [fixed, items],
      ['lineItems', 'fixed'],
    ],
    [
      [amount, items],
      [share, many],
      ['relative', 'multiBuyLineItems'],
    ],
    [
      [amount, total],
      [fixed, many],
      ['lineItems', 'fixed', 'multiBuyLineItems'],
    ],
    [[share, items], [share, many], ['multiBuyLineItems']],
  ] as const) {
    const actions = actionsFor(campaign(before), campaign(after)) as readonly {
      readonly value?: { readonly type: string };
      readonly target?: { readonly type: string };
    }[];
    t.same(
      actions.map(({ value, target }) => (value ?? target)?.type),
      types,
    );
  }
  const gift = { type: 'giftLineItem', product: { typeId: 'product', id: 'p' }, variantId: 1 };
  t.notOk('target' in membersOf(campaign([gift, items])), 'a gift has no target');
  t.end();
});

test('finds a place between two others, in its shortest form', t => {
  for (const [low, high, place] of [
    ['0', '1', '0.5'],
    ['0.9', '1', '0.95'],
    ['0', '0.1', '0.05'],
    ['0.19', '0.2', '0.195'],
    ['0.1', '0.11', '0.105'],
    ['0.123456789012345678', '0.12345678901234568', '0.123456789012345679'],
  ] as const)
    t.equal(placeBetween(low, high), place, `${low} ${high}`);
  let high = '1';
  for (let at = 0; at < 300; at++) {
    const next = placeBetween('0.5', high);
    t.ok(next > '0.5' && next < high && /^0\.\d*[1-9]$/.test(next) && next.length <= 128, next);
    high = next;
  }
  t.end();
});

test('tells whether a discount is planned, running, ended or off', t => {
  const nowMs = Date.parse('2026-06-01T00:00:00.000Z');
  for (const [discount, state] of [
    [{ isActive: true }, 'Running'],
    [{ isActive: true, validFrom: '2026-07-01T00:00:00.000Z' }, 'Planned'],
    [{ isActive: false, validFrom: '2026-07-01T00:00:00.000Z' }, 'Off'],
    [{ isActive: true, validUntil: '2026-05-01T00:00:00.000Z' }, 'Ended'],
  ] as const)
    t.equal(stateOf(discount, nowMs), state);
  t.end();
});
