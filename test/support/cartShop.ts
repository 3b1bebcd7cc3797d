/** Starts a project with taxes, shipping and products with prices, and offers carts. */
import type { Cart } from '@commercetools/platform-sdk';
import { storeCustomer } from './customers.js';
import { cartDiscountDraft, money, newKey, productDraft, productTypeDraft, referenceTo } from './drafts.js';
import { startResourceApi, type Resource } from './resourceApi.js';

export const germany = { country: 'DE', city: 'Berlin' };

export const startShop = async () => {
  const api = await startResourceApi<Cart>('carts');
  const { createIn, quayside, projectKey } = api;
  const taxCategory = await createIn('tax-categories', {
    key: 'standard',
    name: 'Standard',
    rates: [
      { key: 'de', name: 'MwSt', amount: 0.19, includedInPrice: true, country: 'DE' },
      { name: 'Sales', amount: 0.1, includedInPrice: false, country: 'US', state: 'NY' },
      { name: 'TVA', amount: 0.2, includedInPrice: true, country: 'FR' },
    ],
  });
  const zone = await createIn('zones', { name: 'Here', locations: [{ country: 'DE' }, { country: 'US' }] });
  const productType = await createIn('product-types', productTypeDraft([], { key: newKey('type') }));
  const method = (changes: object = {}) =>
    createIn('shipping-methods', {
      name: newKey('Parcel'),
      taxCategory: referenceTo('tax-category', taxCategory),
      isDefault: false,
      zoneRates: [
        {
          zone: referenceTo('zone', zone),
          shippingRates: [{ price: money(500), freeAbove: money(10_000) }, { price: money(700, 'USD') }],
        },
      ],
      ...changes,
    });
  const product = async (prices: readonly object[], changes: object = {}) => {
    const sku = newKey('sku');
    const made = await createIn(
      'products',
      productDraft({ id: productType.id }, {
        key: newKey('product'),
        taxCategory: referenceTo('tax-category', taxCategory),
        publish: true,
        masterVariant: { sku, prices },
        ...changes,
      } as never),
    );
    return { ...made, sku };
  };
  return {
    ...api,
    taxCategory,
    taxed: { taxCategory: referenceTo('tax-category', taxCategory) },
    zone,
    productType,
    method,
    product,
    discountFor: (changes: object): Promise<Resource> => createIn('cart-discounts', cartDiscountDraft(changes)),
    create: (draft: object = {}) => api.create({ currency: 'EUR', ...draft }),
    refuseCreation: (draft: object) => api.refuseCreation({ currency: 'EUR', ...draft }),
    customer: (members: object = {}) => storeCustomer(quayside, projectKey, members),
  };
};
