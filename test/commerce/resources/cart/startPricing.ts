/** A shop whose prices and discounts change. */
import { startShop } from '../../../support/cartShop.js';
import { newKey, referenceTo } from '../../../support/drafts.js';

type Versioned = { readonly id: string; readonly version: number };

/** Discounts apply to carts with a certain order number, so each test has its own number. */
export const newOrderNumber = (): string => newKey('po');

export const startPricing = async () => {
  const shop = await startShop();
  const { http, base, createIn, resourcesAt, discountFor } = shop;
  return {
    ...shop,
    change: (path: string, { id, version }: Versioned, ...actions: readonly object[]) =>
      resourcesAt(path).update({ id, version }, ...actions),
    remove: async (path: string, { id, version }: Versioned) =>
      (await http.send('DELETE', `${base}/${path}/${id}?version=${version}`)).json,
    discount: (purchaseOrderNumber: string, changes: object) =>
      discountFor({ cartPredicate: `purchaseOrderNumber = "${purchaseOrderNumber}"`, ...changes }),
    codeFor: (cartDiscounts: readonly { readonly id: string }[], changes: object = {}) =>
      createIn('discount-codes', {
        code: newKey('CODE'),
        cartDiscounts: cartDiscounts.map(each => referenceTo('cart-discount', each)),
        ...changes,
      }),
  };
};
