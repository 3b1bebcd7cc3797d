/** Applies a step to the case of a cart. */
import type { CartCase, Step } from './CartCase.js';

/** A line finds its variant by the SKU; a standalone price belongs to the SKU, so it stays. */
const withPrices = (cart: CartCase, { place, prices }: Extract<Step, { type: 'variant' }>): CartCase => ({
  ...cart,
  lineItems: cart.lineItems.map((line, at) =>
    at === place && line.product.priceMode === 'Embedded' ? { ...line, product: { ...line.product, prices } } : line,
  ),
});

const changed = (cart: CartCase, step: Step): CartCase => {
  switch (step.type) {
    case 'groups': {
      const { customerGroup, assignments } = step;
      return { ...cart, customerGroup, assignments: cart.customer === undefined ? undefined : assignments };
    }
    case 'variant':
      return withPrices(cart, step);
    case 'replica':
      // "Direct discounts can only be associated with a single Cart or Order."
      return cart.isDirect ? { ...cart, discounts: [], isDirect: false } : cart;
  }
};

export const afterStep = (cart: CartCase, step: Step): CartCase => ({
  ...changed(cart, step),
  made: cart.made ?? cart,
});
