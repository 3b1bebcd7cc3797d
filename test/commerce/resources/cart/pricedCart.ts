/** Calculates a cart with a catalogue, without a server. */
import type { Context } from '../../../../src/engine/define/Context.js';
import type { Catalogue } from '../../../../src/commerce/pricing/Catalogue.js';
import { calculateCart } from '../../../../src/commerce/pricing/calculateCart.js';
import type { Staleness } from '../../../../src/commerce/pricing/PricingCart.js';
import type { Cart } from '../../../../src/commerce/resources/cart/index.js';

export const now = '2030-01-01T00:00:00.000Z';

const newId = (() => {
  let count = 0;
  return () => `id-${++count}`;
})();

const context = { project: { carts: {} }, now, newId } as unknown as Context;

const allStale: Staleness = {
  isPriceStale: () => true,
  isTaxRateStale: () => true,
  hasSameAmounts: () => false,
  isShippingStale: true,
  updatesProductData: false,
};

const itemState = (pieces: number) => [{ quantity: pieces, state: { typeId: 'state' as const, id: 'initial' } }];
const noDiscounts = { taxedPricePortions: [], perMethodTaxRate: [], discountedPricePerQuantity: [] };

/** The members of a line item that prices do not depend on. */
export const itemAt = (at: number, pieces: number) => ({
  ...noDiscounts,
  id: `item-${at}`,
  name: { en: 'x' },
  variant: { id: 1, sku: `sku-${at}` },
  quantity: pieces,
  state: itemState(pieces),
  lineItemMode: 'Standard' as const,
});

export type PricingCase = { readonly cart: Cart; readonly catalogue: Catalogue };

export const pricedCart = ({ cart, catalogue }: PricingCase): Cart => ({
  ...cart,
  ...(calculateCart({ cart, staleness: allStale, catalogue, context }) as Partial<Cart>),
});
