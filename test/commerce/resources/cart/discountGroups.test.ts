/** The number of price groups that distributed discounts create. */
import { test } from '../../../support/tap.js';
import type { Cart } from '../../../../src/commerce/resources/cart/index.js';
import type { LineItem } from '../../../../src/commerce/resources/shared/cartAndOrder/items.js';
import { moneyOf, zero } from '../../../../src/commerce/values/money.js';
import { itemAt, now, type PricingCase, pricedCart } from './pricedCart.js';

/** Creates a case with a cart of external items and direct discounts. */
const directCase = (
  items: readonly (readonly [pieces: number, centAmount: number])[],
  off: readonly Pick<Cart['directDiscounts'][number], 'value' | 'target'>[],
): PricingCase => {
  const lineItems = items.map(
    ([pieces, centAmount], at) =>
      ({
        ...itemAt(at, pieces),
        priceMode: 'ExternalPrice',
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
      discountGroups: new Map(),
      discountCodes: new Map(),
      discountCodeUses: new Map(),
    },
  };
};

test('fifty distributed discounts create at most fifty-one groups and lose no cent', async t => {
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
    } = pricedCart(directCase([[pieces, centAmount]], off.slice(0, 14)));
    t.ok(
      item!.discountedPricePerQuantity.length <= 15,
      `${applicationMode}: ${item!.discountedPricePerQuantity.length} groups`,
    );
    t.equal(totalPrice.centAmount, pieces * centAmount - amounts.slice(0, 14).reduce((all, each) => all + each, 0));
    const whole = pricedCart(directCase([[pieces, centAmount]], off));
    t.ok(
      whole.lineItems[0]!.discountedPricePerQuantity.length <= 51,
      `${whole.lineItems[0]!.discountedPricePerQuantity.length} groups`,
    );
    t.equal(whole.totalPrice.centAmount, pieces * centAmount - amounts.reduce((all, each) => all + each, 0));
    const many = pricedCart(
      directCase(
        Array.from({ length: 100 }, () => [pieces, centAmount]),
        off,
      ),
    );
    const portions = many.lineItems.flatMap(({ discountedPricePerQuantity }) =>
      discountedPricePerQuantity.map(({ discountedPrice }) => discountedPrice.includedDiscounts.length),
    );
    const least =
      many.totalPrice.centAmount - (100 * pieces * centAmount - amounts.reduce((all, each) => all + each, 0));
    t.ok(portions.length <= 100 * 51, `${portions.length} groups of 100 lines`);
    t.ok(least >= 0, 'the discounts do not exceed their amounts');
  }
});
