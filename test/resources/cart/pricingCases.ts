/** Random carts with random catalogues, in currencies of 0, 2 and 3 digits. */
import fc from 'fast-check';
import type { Catalogue } from '../../../src/pricing/Catalogue.js';
import type { Cart } from '../../../src/resources/cart/index.js';
import type { Product } from '../../../src/resources/product/members.js';
import type { CustomLineItem } from '../../../src/resources/shared/customLineItem.js';
import type { LineItem } from '../../../src/resources/shared/lineItem.js';
import type { TaxCategory } from '../../../src/resources/taxCategory/members.js';
import { moneyOf, zero } from '../../../src/schema/money.js';
import { currency, rounding } from '../../pricing/arbitraries.js';
import { taxRate, quantity, price, amount } from './amountArbitraries.js';
import { discounts } from './discountArbitraries.js';
import { itemAt, itemState, noDiscounts, now, type PricingCase } from './pricedCart.js';

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
        ...itemAt(at, pieces),
        priceMode: mode,
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
      ...noDiscounts,
      ...rest,
      id: `custom-${at}`,
      name: { en: 'x' },
      slug: `c${at}`,
      quantity: pieces,
      state: itemState(pieces),
      totalPrice: zero(currencyCode),
    }));

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

export const anyCase: fc.Arbitrary<PricingCase> = currency.chain(currencyCode =>
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
    .map(({ items, customLineItems, shippingInfo, offered, isDirect, modes }): PricingCase => {
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
