/** Drafts of carts, and carts that were not ordered. */
import type { Resource } from './Api.js';
import { chance, dayMs, minuteMs, pickSeveral, type Random } from './choices.js';
import type { Money } from './content.js';
import { groupKeys, pickCustomer } from './customers.js';
import { byKey } from './Part.js';
import type { Shop, ShopCustomer } from './Shop.js';

export interface ShopItem {
  readonly id: string;
  readonly quantity: number;
}

/** The members of a cart, an order or a quotation cart that the shop reads. */
export interface ShopCart extends Resource {
  readonly lineItems: readonly ShopItem[];
  readonly totalPrice: Money;
  readonly taxedPrice?: { readonly totalGross: Money };
}

export const amountOf = ({ taxedPrice, totalPrice }: ShopCart): Money => {
  const { currencyCode, centAmount } = taxedPrice?.totalGross ?? totalPrice;
  return { currencyCode, centAmount };
};

/** The code that a buyer uses. Free shipping is left out, since it does not apply where shipping is free anyway. */
const codeFor = (group: string | undefined): string => (group === groupKeys.club ? 'CLUB15' : 'WELCOME10');

const pickSkus = ({ published }: Shop, random: Random, count: number, isOutlet: boolean): string[] =>
  pickSeveral(
    random,
    published.filter(({ isInOutlet }) => isInOutlet || !isOutlet),
    count,
  ).map(({ skus }) => random.pick(skus));

const itemDrafts = (shop: Shop, random: Random, isOutlet: boolean, quantityMax: number): object[] =>
  pickSkus(shop, random, random.integer(1, 3), isOutlet).map(sku => ({
    sku,
    quantity: chance(random, 0.7) ? 1 : random.integer(1, quantityMax),
    supplyChannel: byKey('channel', shop.content.products.warehouses[0]!),
    ...(isOutlet && { distributionChannel: byKey('channel', 'outlet') }),
    ...(chance(random, 0.04) && {
      custom: { type: byKey('type', 'line-item-options'), fields: { engraving: shop.content.orders.engraving } },
    }),
  }));

const orderFields = ({ content }: Shop, random: Random) => ({
  type: byKey('type', 'order-details'),
  fields: chance(random, 0.5)
    ? { giftMessage: random.pick(content.orders.giftMessages) }
    : { campaign: random.pick(content.orders.campaigns) },
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
  random: Random,
  { id, email, market, address, group }: ShopCustomer,
  { inventoryMode = 'None', quantityMax = 4, hasCode = chance(random, 0.12) }: CartOptions = {},
): object => {
  // Outlet prices are in euros.
  const isOutlet = group === undefined && market.country === 'DE' && chance(random, 0.15);
  const isExpress = shop.content.ships('express', market.country) && chance(random, 0.15);
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
    ...(isOutlet && { store: byKey('store', 'outlet') }),
    ...(hasCode && { discountCodes: [codeFor(group)] }),
    ...(chance(random, 0.2) && { custom: orderFields(shop, random) }),
  };
};

const activeDays = 30;

/** Creates a cart of the last weeks: of a customer, of a visitor, or one that is frozen. */
export const createActiveCart = async (shop: Shop, number: number): Promise<void> => {
  const part = shop.part(`cart ${number}`);
  const { random } = part;
  part.at(shop.untilMs - Math.floor(random.next() * activeDays * dayMs) - minuteMs);
  const customer = pickCustomer(shop, random, part.timeMs);
  const isVisitor = number % 4 === 3;
  const draft = cartDraft(shop, random, customer);
  // The codes of members do not apply to carts of visitors.
  const visitor = {
    anonymousId: `visitor-${number + 1}`,
    customerId: undefined,
    customerEmail: undefined,
    discountCodes: undefined,
  };
  const cart = await part.create('carts', { key: `cart-${number + 1}`, ...draft, ...(isVisitor && visitor) });
  if (number % 20 === 10) await part.update('carts', cart, { action: 'freezeCart' });
};
