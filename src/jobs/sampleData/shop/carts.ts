import type { Base } from '../../../engine/define/Base.js';
import { chance, pickSeveral, type Random } from '../choices.js';
import { codeFor } from './foundation/discounts.js';
import { hasExpress, outletChannel, warehouses } from './foundation/places.js';
import type { Shop, ShopCustomer } from './Shop.js';
import type { Story } from '../Story.js';
import { byKey } from './values.js';

interface Money {
  readonly currencyCode: string;
  readonly centAmount: number;
}

export interface ShopItem {
  readonly id: string;
  readonly quantity: number;
}

/** The members of a written cart, order or quotation cart that the shop reads. */
export interface ShopCart extends Base {
  readonly lineItems: readonly ShopItem[];
  readonly totalPrice: Money;
  readonly taxedPrice?: { readonly totalGross: Money };
}

export const amountOf = ({ taxedPrice, totalPrice }: ShopCart): Money => {
  const { currencyCode, centAmount } = taxedPrice?.totalGross ?? totalPrice;
  return { currencyCode, centAmount };
};

const skusOf = ({ products }: Shop, random: Random, count: number, isOutlet: boolean): string[] =>
  pickSeveral(
    random,
    products.filter(({ isPublished, isInOutlet }) => isPublished && (isInOutlet || !isOutlet)),
    count,
  ).map(({ skus }) => random.pick(skus));

const itemDrafts = (shop: Shop, random: Random, isOutlet: boolean, quantityMax: number): object[] =>
  skusOf(shop, random, random.integer(1, 3), isOutlet).map(sku => ({
    sku,
    quantity: chance(random, 0.7) ? 1 : random.integer(1, quantityMax),
    supplyChannel: byKey('channel', warehouses[0]),
    ...(isOutlet ? { distributionChannel: byKey('channel', outletChannel) } : {}),
    ...(chance(random, 0.04)
      ? { custom: { type: byKey('type', 'line-item-options'), fields: { engraving: 'Berg frei' } } }
      : {}),
  }));

const orderFields = (random: Random) => ({
  type: byKey('type', 'order-details'),
  fields: chance(random, 0.5)
    ? { giftMessage: random.pick(['Happy birthday!', 'Alles Gute zum Geburtstag!', 'Bis bald auf dem Gipfel!']) }
    : { campaign: random.pick(['newsletter', 'autumn-catalogue', 'summit-days']) },
});

export interface CartOptions {
  /** The stock follows the orders of carts with this mode. */
  readonly inventoryMode?: string;
  readonly quantityMax?: number;
  readonly hasCode?: boolean;
}

/** The draft of a cart of one customer. */
export const cartDraft = (
  shop: Shop,
  { random }: Story,
  { id, email, market, address, group }: ShopCustomer,
  { inventoryMode = 'None', quantityMax = 4, hasCode = chance(random, 0.12) }: CartOptions = {},
): object => {
  // Outlet prices are in euros.
  const isOutlet = group === undefined && market.country === 'DE' && chance(random, 0.15);
  const isExpress = hasExpress(market) && chance(random, 0.15);
  return {
    currency: market.currency,
    country: market.country,
    locale: market.locale,
    customerId: id,
    customerEmail: email,
    shippingAddress: address,
    billingAddress: address,
    inventoryMode,
    lineItems: itemDrafts(shop, random, isOutlet, quantityMax),
    shippingMethod: byKey('shipping-method', isExpress ? 'express' : 'standard-parcel'),
    ...(isOutlet ? { store: byKey('store', 'outlet') } : {}),
    ...(hasCode ? { discountCodes: [codeFor(group)] } : {}),
    ...(chance(random, 0.2) ? { custom: orderFields(random) } : {}),
  };
};
