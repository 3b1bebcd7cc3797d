/** What carts come to, as the pure function that it is: thousands of carts with made-up catalogues, in currencies of 0, 2 and 3 digits. */
import fc from 'fast-check';
import { test, type Test } from 'tap';
import type { Context } from '../../../src/engine/define/Context.js';
import type { CartDiscount } from '../../../src/resources/cartDiscount/members.js';
import type { Cart } from '../../../src/resources/cart/index.js';
import type { Product } from '../../../src/resources/product/members.js';
import type { TaxCategory } from '../../../src/resources/taxCategory/members.js';
import { exactCents } from '../../../src/pricing/money.js';
import { roundToInteger } from '../../../src/pricing/rounding.js';
import { type Money, moneyOf, type TypedMoney, zero } from '../../../src/schema/money.js';
import type { TaxedPrice } from '../../../src/schema/tax.js';
import { currency, rate, rounding } from '../../pricing/arbitraries.js';
import { typedMoneyOf } from '../../../src/pricing/typedMoneyOf.js';
import type { LineItem } from '../../../src/resources/shared/lineItem.js';
import type { CustomLineItem } from '../../../src/resources/shared/customLineItem.js';
import type { Catalogue } from '../../../src/pricing/Catalogue.js';
import { calculateCart } from '../../../src/pricing/calculateCart.js';
import type { Staleness } from '../../../src/pricing/stalenessOf.js';
import { fractionDigitsOf } from '../../../src/schema/fractionDigitsOf.js';

const runs = 800;
const now = '2030-01-01T00:00:00.000Z';
const newId = (() => {
  let count = 0;
  return () => `id-${++count}`;
})();
const context = { project: { carts: {} }, now, newId } as unknown as Context;
const all: Staleness = {
  isPriceStale: () => true,
  isTaxRateStale: () => true,
  isShippingStale: true,
  updatesProductData: false,
};

const amount = fc.oneof(
  fc.integer({ min: 0, max: 20 }),
  fc.integer({ min: 0, max: 100_000 }),
  fc.integer({ min: 0, max: 2_000_000_000 }),
);
const price = (currencyCode: string): fc.Arbitrary<TypedMoney> =>
  fc.oneof(
    amount.map(centAmount => moneyOf({ currencyCode, centAmount })),
    fc.record({ preciseAmount: amount, more: fc.integer({ min: 1, max: 4 }) }).map(({ preciseAmount, more }) =>
      typedMoneyOf({
        type: 'highPrecision',
        currencyCode,
        preciseAmount,
        fractionDigits: fractionDigitsOf(currencyCode) + more,
      }),
    ),
  );
const quantity = fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 60 }));
const taxRate = fc.record({
  id: fc.constant('r'),
  name: fc.constantFrom('standard', 'reduced'),
  amount: rate,
  includedInPrice: fc.boolean(),
  country: fc.constant('DE'),
});
const state = (pieces: number) => [{ quantity: pieces, state: { typeId: 'state' as const, id: 'initial' } }];
const empty = { taxedPricePortions: [], perMethodTaxRate: [], discountedPricePerQuantity: [] };

interface Bought {
  readonly item: LineItem;
  readonly product?: Product;
  readonly category?: TaxCategory;
}

const bought = (currencyCode: string, at: number): fc.Arbitrary<Bought> =>
  fc
    .record({
      value: price(currencyCode),
      discounted: fc.option(price(currencyCode), { nil: undefined, freq: 6 }),
      pieces: quantity,
      rate: taxRate,
      total: amount,
      mode: fc.constantFrom(
        'Platform' as const,
        'Platform' as const,
        'Platform' as const,
        'ExternalPrice' as const,
        'ExternalTotal' as const,
      ),
      isOwn: fc.boolean(),
    })
    .map(({ value, discounted, pieces, rate: own, total, mode, isOwn }) => {
      const isProduct = mode === 'Platform' || !isOwn;
      const variant = {
        id: 1,
        sku: `sku-${at}`,
        prices: [
          {
            id: `price-${at}`,
            value,
            discounted: discounted && { value: discounted, discount: { typeId: 'product-discount', id: 'd' } },
          },
        ],
      };
      const item = {
        ...empty,
        id: `item-${at}`,
        name: { en: 'x' },
        variant: { id: 1, sku: `sku-${at}` },
        quantity: pieces,
        state: state(pieces),
        priceMode: mode,
        lineItemMode: 'Standard',
        price: { id: mode === 'Platform' ? '' : `own-${at}`, value: mode === 'Platform' ? zero(currencyCode) : value },
        totalPrice: moneyOf({ currencyCode, centAmount: mode === 'ExternalTotal' ? total : 0 }),
        ...(isProduct ? { productId: `product-${at}` } : { taxRate: own }),
      } as LineItem;
      if (!isProduct) return { item };
      const product = {
        id: `product-${at}`,
        productType: { typeId: 'product-type', id: 't' },
        taxCategory: { typeId: 'tax-category', id: `tax-${at}` },
        masterData: {
          published: true,
          current: { name: { en: 'x' }, slug: { en: 'x' }, masterVariant: variant, variants: [] },
        },
      } as unknown as Product;
      return { item, product, category: { id: `tax-${at}`, rates: [own] } as unknown as TaxCategory };
    });

const custom = (currencyCode: string, at: number): fc.Arbitrary<CustomLineItem> =>
  fc
    .record({
      money: fc.oneof(
        { weight: 5, arbitrary: price(currencyCode) },
        { weight: 1, arbitrary: amount.map(cents => moneyOf({ currencyCode, centAmount: -cents })) },
      ),
      pieces: quantity,
      taxRate,
      priceMode: fc.constantFrom('Standard' as const, 'External' as const),
    })
    .map(({ pieces, ...rest }) => ({
      ...empty,
      ...rest,
      id: `custom-${at}`,
      name: { en: 'x' },
      slug: `c${at}`,
      quantity: pieces,
      state: state(pieces),
      totalPrice: zero(currencyCode),
    }));

const value = (currencyCode: string) => {
  const own = amount.map(centAmount => [moneyOf({ currencyCode, centAmount })]);
  return {
    relative: fc
      .oneof(fc.constantFrom(0, 1, 1_000, 3_333, 10_000), fc.integer({ min: 0, max: 10_000 }))
      .map(permyriad => ({ type: 'relative' as const, permyriad })),
    absolute: own.map(money => ({ type: 'absolute' as const, money })),
    spread: fc.record({
      type: fc.constantFrom('absolute' as const, 'fixed' as const),
      money: own,
      applicationMode: fc.constantFrom(
        undefined,
        'IndividualApplication' as const,
        'ProportionateDistribution' as const,
        'EvenDistribution' as const,
      ),
    }),
    fixed: price(currencyCode).map(each => ({ type: 'fixed' as const, money: [each] })),
  };
};

const predicate = fc.constantFrom('true', 'quantity > 2', '1 = 1');
const what = (currencyCode: string): fc.Arbitrary<Pick<CartDiscount, 'value' | 'target'>> => {
  const { relative, absolute, spread, fixed } = value(currencyCode);
  const items = fc.record({ type: fc.constantFrom('lineItems' as const, 'customLineItems' as const), predicate });
  const whole = fc.record({ type: fc.constantFrom('shipping' as const, 'totalPrice' as const) });
  const multiBuy = fc.record({
    type: fc.constantFrom('multiBuyLineItems' as const, 'multiBuyCustomLineItems' as const),
    predicate,
    triggerQuantity: fc.integer({ min: 2, max: 7 }),
    discountedQuantity: fc.integer({ min: 1, max: 2 }),
    maxOccurrence: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
    selectionMode: fc.constantFrom('Cheapest' as const, 'MostExpensive' as const),
  });
  return fc.oneof(
    fc.record({ value: fc.oneof(relative, spread, fixed), target: items }),
    fc.record({ value: fc.oneof(relative, absolute), target: whole }),
    fc.record({ value: fc.oneof(relative, fixed), target: multiBuy }),
    fc.constant({
      value: { type: 'giftLineItem' as const, product: { typeId: 'product' as const, id: 'gift' }, variantId: 1 },
      target: undefined,
    }),
  );
};
const discounts = (currencyCode: string) =>
  fc
    .array(fc.tuple(what(currencyCode), fc.constantFrom('Stacking', 'Stacking', 'Stacking', 'StopAfterThisDiscount')), {
      maxLength: 4,
    })
    .map(list =>
      list.map(
        ([one, stackingMode], at) =>
          ({
            ...one,
            id: `discount-${at}`,
            cartPredicate: 'true',
            sortOrder: `0.${at + 1}`,
            stores: [],
            requiresDiscountCode: false,
            isActive: true,
            stackingMode,
          }) as unknown as CartDiscount,
      ),
    );

const shipping = (currencyCode: string) =>
  fc.option(
    fc
      .record({ price: amount, taxRate })
      .map(({ price: centAmount, taxRate: own }): NonNullable<Cart['shippingInfo']> => {
        const cost = moneyOf({ currencyCode, centAmount });
        return {
          shippingMethodName: 'Parcel',
          price: cost,
          shippingRate: { price: cost, tiers: [] },
          taxRate: own,
          deliveries: [],
          shippingMethodState: 'MatchesCart',
        };
      }),
    { nil: undefined },
  );

interface Case {
  readonly cart: Cart;
  readonly catalogue: Catalogue;
}

const giftOf = (currencyCode: string): Product =>
  ({
    id: 'gift',
    productType: { typeId: 'product-type', id: 't' },
    masterData: {
      published: true,
      current: {
        name: { en: 'Gift' },
        slug: { en: 'g' },
        masterVariant: { id: 1, sku: 'gift', prices: [{ id: 'g', value: moneyOf({ currencyCode, centAmount: 500 }) }] },
        variants: [],
      },
    },
  }) as unknown as Product;

const anyCase: fc.Arbitrary<Case> = currency.chain(currencyCode =>
  fc
    .record({
      items: fc
        .integer({ min: 0, max: 5 })
        .chain(count => fc.tuple(...Array.from({ length: count }, (_, at) => bought(currencyCode, at)))),
      customLineItems: fc
        .integer({ min: 0, max: 3 })
        .chain(count => fc.tuple(...Array.from({ length: count }, (_, at) => custom(currencyCode, at)))),
      shippingInfo: shipping(currencyCode),
      offered: discounts(currencyCode),
      isDirect: fc.boolean(),
      modes: fc.record({
        priceRoundingMode: rounding,
        taxRoundingMode: rounding,
        taxCalculationMode: fc.constantFrom('LineItemLevel' as const, 'UnitPriceLevel' as const),
        taxMode: fc.constantFrom(
          'Platform' as const,
          'Platform' as const,
          'External' as const,
          'ExternalAmount' as const,
          'Disabled' as const,
        ),
      }),
    })
    .map(({ items, customLineItems, shippingInfo, offered, isDirect, modes }): Case => {
      const direct = isDirect ? offered.filter(({ value: { type } }) => type !== 'giftLineItem') : [];
      const cart: Cart = {
        id: 'cart',
        version: 1,
        createdAt: now,
        lastModifiedAt: now,
        ...modes,
        lineItems: items.map(({ item }) => item),
        customLineItems,
        totalPrice: zero(currencyCode),
        inventoryMode: 'None',
        cartState: 'Active',
        shippingAddress: { country: 'DE' },
        shippingMode: 'Single',
        shippingInfo,
        shipping: [],
        itemShippingAddresses: [],
        discountCodes: [],
        directDiscounts: direct.map(({ id, value: off, target }) => ({ id, value: off, target })),
        refusedGifts: [],
        origin: 'Customer',
      };
      const products = items.flatMap(({ product }) => (product === undefined ? [] : [product]));
      const categories = items.flatMap(({ category }) => (category === undefined ? [] : [category]));
      const catalogue: Catalogue = {
        products: new Map([...products, giftOf(currencyCode)].map(product => [product.id, product])),
        standalonePrices: new Map(),
        taxCategories: new Map(categories.map(category => [category.id, category])),
        zones: new Map(),
        discounts: isDirect ? [] : offered,
        discountCodes: new Map(),
        discountCodeUses: new Map(),
        initialState: { typeId: 'state', id: 'initial' },
      };
      return { cart, catalogue };
    }),
);

const settled = ({ cart, catalogue }: Case): Cart => ({
  ...cart,
  ...calculateCart({ cart, staleness: all, catalogue, context }),
});
const cents = (amounts: readonly Money[]): bigint =>
  amounts.reduce((sum, { centAmount }) => sum + BigInt(centAmount), 0n);
const itemsOf = ({ lineItems, customLineItems }: Cart): (LineItem | CustomLineItem)[] => [
  ...lineItems,
  ...customLineItems,
];
const shippingCost = ({ shippingInfo }: Cart): Money[] =>
  shippingInfo === undefined ? [] : [shippingInfo.discountedPrice?.value ?? shippingInfo.price];
const unitPrice = (item: LineItem | CustomLineItem): TypedMoney =>
  'money' in item ? item.money : (item.price.discounted?.value ?? item.price.value);
/** Independent of the code's own: the exact product, rounded once. */
const product = (unit: TypedMoney, pieces: number, mode: Cart['priceRoundingMode']): bigint =>
  BigInt(roundToInteger(exactCents(unit).times(pieces), mode).toFixed(0));
const always = (t: Test, check: (cart: Cart, given: Case) => void) => {
  fc.assert(
    fc.property(anyCase, given => check(settled(given), given)),
    { numRuns: runs },
  );
  t.pass(`${runs} carts`);
  t.end();
};
const assert = (isTrue: boolean, message: string): void => {
  if (!isTrue) throw new Error(message);
};

test('the total is the sum of items and shipping without the discount on the total', t =>
  always(t, cart => {
    const off = cart.discountOnTotalPrice === undefined ? [] : [cart.discountOnTotalPrice.discountedAmount];
    assert(
      BigInt(cart.totalPrice.centAmount) ===
        cents(itemsOf(cart).map(({ totalPrice }) => totalPrice)) - cents(off) + cents(shippingCost(cart)),
      'total',
    );
    const { discountOnTotalPrice: whole, shippingInfo } = cart;
    if (whole !== undefined)
      assert(
        cents([whole.discountedAmount]) ===
          cents(whole.includedDiscounts.map(({ discountedAmount }) => discountedAmount)),
        'parts of the discount on the whole',
      );
    if (shippingInfo?.discountedPrice !== undefined)
      assert(
        cents([shippingInfo.price]) ===
          cents([
            shippingInfo.discountedPrice.value,
            ...shippingInfo.discountedPrice.includedDiscounts.map(({ discountedAmount }) => discountedAmount),
          ]),
        'parts of the shipping price',
      );
    assert(
      (cart.totalLineItemQuantity ?? 0) === cart.lineItems.reduce((all, { quantity: pieces }) => all + pieces, 0),
      'pieces',
    );
  }));

test('an item costs its price times its quantity, rounded once, or the sum of its discounted pieces', t =>
  always(t, cart => {
    const { priceRoundingMode: mode } = cart;
    for (const item of itemsOf(cart)) {
      const { discountedPricePerQuantity: groups, totalPrice, quantity: pieces } = item;
      if ('lineItemMode' in item && item.priceMode === 'ExternalTotal') {
        assert(groups.length === 0, 'a total from outside is not discounted');
        continue;
      }
      if (groups.length === 0) {
        assert(BigInt(totalPrice.centAmount) === product(unitPrice(item), pieces, mode), `price of ${item.id}`);
        continue;
      }
      assert(groups.reduce((all, group) => all + group.quantity, 0) === pieces, `pieces of ${item.id}`);
      assert(
        groups.reduce((all, group) => all + product(group.discountedPrice.value, group.quantity, mode), 0n) ===
          BigInt(totalPrice.centAmount),
        `sum of the pieces of ${item.id}`,
      );
      for (const {
        discountedPrice: { value: left, includedDiscounts },
      } of groups)
        if (includedDiscounts.length > 0)
          assert(
            left.type === 'centPrecision' &&
              cents([left, ...includedDiscounts.map(({ discountedAmount }) => discountedAmount)]) ===
                product(unitPrice(item), 1, mode),
            `parts of one piece of ${item.id}`,
          );
    }
  }));

test('discounts never make a price negative or higher', t =>
  always(t, (cart, given) => {
    const plain = settled({
      ...given,
      cart: { ...given.cart, directDiscounts: [] },
      catalogue: { ...given.catalogue, discounts: [] },
    });
    const before = new Map(itemsOf(plain).map(({ id, totalPrice }) => [id, totalPrice.centAmount]));
    for (const {
      id,
      totalPrice: { centAmount },
      discountedPricePerQuantity: groups,
    } of itemsOf(cart)) {
      const full = before.get(id) ?? 0;
      assert(centAmount >= Math.min(0, full) && centAmount <= full, `${id}: ${full} became ${centAmount}`);
      assert(
        groups.every(
          ({ discountedPrice: { value: left, includedDiscounts } }) =>
            left.centAmount >= 0 && includedDiscounts.every(({ discountedAmount }) => discountedAmount.centAmount > 0),
        ),
        `pieces of ${id}`,
      );
    }
    for (const { centAmount } of shippingCost(cart))
      assert(centAmount >= 0 && centAmount <= plain.shippingInfo!.price.centAmount, 'shipping');
    if (itemsOf(plain).every(({ totalPrice }) => totalPrice.centAmount >= 0))
      assert(cart.totalPrice.centAmount >= 0, 'total');
    assert(cart.totalPrice.centAmount <= plain.totalPrice.centAmount, 'cheaper');
  }));

const assertTaxed = ({ totalNet, totalGross, totalTax, taxPortions }: TaxedPrice, what: string): void => {
  assert(
    totalTax !== undefined && cents([totalNet, totalTax]) === cents([totalGross]),
    `${what}: net and tax are gross`,
  );
  assert(cents(taxPortions.map(portion => portion.amount)) === cents([totalTax!]), `${what}: portions are the tax`);
};

test('net and tax add up to gross, portions to the tax, and parts to the cart, in every tax mode', t =>
  always(t, cart => {
    const { taxMode, taxedPrice, shippingInfo } = cart;
    const parts = [
      ...itemsOf(cart),
      ...(shippingInfo === undefined
        ? []
        : [
            {
              id: 'shipping',
              totalPrice: shippingCost(cart)[0]!,
              taxRate: shippingInfo.taxRate,
              taxedPrice: shippingInfo.taxedPrice,
            },
          ]),
    ];
    for (const { id, taxRate: own, totalPrice, taxedPrice: taxed } of parts) {
      assert(taxMode !== 'Disabled' || (own === undefined && taxed === undefined), `${id} in a cart without taxes`);
      assert(
        taxMode === 'ExternalAmount' || (own === undefined) === (taxed === undefined),
        `${id} is taxed if its rate is known`,
      );
      if (taxed === undefined) continue;
      assertTaxed(taxed, id);
      assert(
        (own!.includedInPrice ? taxed.totalGross : taxed.totalNet).centAmount === totalPrice.centAmount,
        `${id}: the price is the ${own!.includedInPrice ? 'gross' : 'net'} one`,
      );
      if (own!.amount === 0) assert(taxed.totalTax!.centAmount === 0, `${id}: no rate, no tax`);
    }
    assert(
      (taxedPrice === undefined) === (parts.length === 0 || parts.some(part => part.taxedPrice === undefined)),
      'the total is taxed if all parts are',
    );
    assert(JSON.stringify(cart.taxedShippingPrice) === JSON.stringify(shippingInfo?.taxedPrice), 'shipping');
    if (taxedPrice === undefined) return;
    assertTaxed(taxedPrice, 'cart');
    if (cart.discountOnTotalPrice === undefined)
      assert(
        cents([taxedPrice.totalGross]) === cents(parts.map(part => part.taxedPrice!.totalGross)),
        'gross amounts add up',
      );
    if (parts.every(part => part.taxRate!.includedInPrice))
      assert(taxedPrice.totalGross.centAmount === cart.totalPrice.centAmount, 'all included: gross is the total');
    if (parts.every(part => !part.taxRate!.includedInPrice))
      assert(taxedPrice.totalNet.centAmount === cart.totalPrice.centAmount, 'none included: net is the total');
  }));

test('pricing a cart again gives the same amounts', t =>
  always(t, (cart, { catalogue }) => {
    const nothing: Staleness = {
      isPriceStale: () => false,
      isTaxRateStale: () => false,
      isShippingStale: false,
      updatesProductData: false,
    };
    for (const staleness of [all, nothing]) {
      const again = { ...cart, ...calculateCart({ cart, before: cart, staleness, catalogue, context }) };
      assert(JSON.stringify(again) === JSON.stringify(cart), `${JSON.stringify(again)}\nwas ${JSON.stringify(cart)}`);
    }
  }));

/** A cart of items of its own, with direct discounts. */
const directCase = (
  items: readonly (readonly [pieces: number, centAmount: number])[],
  off: readonly Pick<Cart['directDiscounts'][number], 'value' | 'target'>[],
): Case => {
  const lineItems = items.map(
    ([pieces, centAmount], at) =>
      ({
        ...empty,
        id: `item-${at}`,
        name: { en: 'x' },
        variant: { id: 1, sku: `sku-${at}` },
        quantity: pieces,
        state: state(pieces),
        priceMode: 'ExternalPrice',
        lineItemMode: 'Standard',
        price: { id: `own-${at}`, value: moneyOf({ currencyCode: 'EUR', centAmount }) },
        totalPrice: zero('EUR'),
      }) as LineItem,
  );
  const cart: Cart = {
    id: 'cart',
    version: 1,
    createdAt: now,
    lastModifiedAt: now,
    priceRoundingMode: 'HalfEven',
    taxRoundingMode: 'HalfEven',
    taxCalculationMode: 'LineItemLevel',
    taxMode: 'Disabled',
    lineItems,
    customLineItems: [],
    totalPrice: zero('EUR'),
    inventoryMode: 'None',
    cartState: 'Active',
    shippingMode: 'Single',
    shipping: [],
    itemShippingAddresses: [],
    discountCodes: [],
    directDiscounts: off.map((each, at) => ({ ...each, id: `discount-${at}` })),
    refusedGifts: [],
    origin: 'Customer',
  };
  return {
    cart,
    catalogue: {
      products: new Map(),
      standalonePrices: new Map(),
      taxCategories: new Map(),
      zones: new Map(),
      discounts: [],
      discountCodes: new Map(),
      discountCodeUses: new Map(),
    },
  };
};

test('fifty distributed discounts create at most fifty-one groups and lose no cent', t => {
  for (const applicationMode of ['ProportionateDistribution', 'EvenDistribution'] as const) {
    const amounts = Array.from({ length: 50 }, (_, at) => 1_234_567 + 7_919 * at * at);
    const off = amounts.map(centAmount => ({
      value: { type: 'absolute' as const, money: [moneyOf({ currencyCode: 'EUR', centAmount })], applicationMode },
      target: { type: 'lineItems' as const, predicate: 'true' },
    }));
    const [pieces, centAmount] = [1_000_003, 1_000_000];
    const {
      lineItems: [item],
      totalPrice,
    } = settled(directCase([[pieces, centAmount]], off.slice(0, 14)));
    t.ok(
      item!.discountedPricePerQuantity.length <= 15,
      `${applicationMode}: ${item!.discountedPricePerQuantity.length} groups`,
    );
    t.equal(totalPrice.centAmount, pieces * centAmount - amounts.slice(0, 14).reduce((all, each) => all + each, 0));
    const whole = settled(directCase([[pieces, centAmount]], off));
    t.ok(
      whole.lineItems[0]!.discountedPricePerQuantity.length <= 51,
      `${whole.lineItems[0]!.discountedPricePerQuantity.length} groups`,
    );
    t.equal(whole.totalPrice.centAmount, pieces * centAmount - amounts.reduce((all, each) => all + each, 0));
    const many = settled(
      directCase(
        Array.from({ length: 100 }, () => [pieces, centAmount]),
        off,
      ),
    );
    const portions = many.lineItems.flatMap(({ discountedPricePerQuantity }) =>
      discountedPricePerQuantity.map(({ discountedPrice }) => discountedPrice.includedDiscounts.length),
    );
    const least =
      Number(cents([many.totalPrice])) - (100 * pieces * centAmount - amounts.reduce((all, each) => all + each, 0));
    t.ok(portions.length <= 100 * 35, `${portions.length} groups of 100 lines`);
    t.ok(least >= 0, 'nothing more is taken off than was offered');
  }
  t.end();
});
