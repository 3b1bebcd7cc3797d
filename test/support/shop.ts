/** Sets up a shop: a product type, taxes and shipping for Germany and France, and products by SKU. */
import { newKey, money, productDraft, productTypeDraft } from './drafts.js';
import type { Resource } from './resourceApi.js';

export const address = (changes: object = {}) => ({ country: 'DE', city: 'Bremen', ...changes });

export const vatRate = (country: string, amount: number, changes: object = {}) => ({
  name: `VAT ${country}`,
  amount,
  includedInPrice: true,
  country,
  ...changes,
});

type ShopApi = { readonly createIn: (path: string, draft: object) => Promise<Resource> };

export const openShop = async (api: ShopApi) => {
  const productType = await api.createIn('product-types', productTypeDraft());
  const taxCategory = await api.createIn('tax-categories', {
    key: 'standard',
    name: 'Standard',
    rates: [vatRate('DE', 0.19), vatRate('FR', 0.2)],
  });
  const zone = await api.createIn('zones', { name: 'Europe', locations: [{ country: 'DE' }, { country: 'FR' }] });
  const rate = (centAmount: number, changes: object = {}) => ({ price: money(centAmount), ...changes });
  const shippingMethod = (centAmount = 490, changes: object = {}): Promise<Resource> =>
    api.createIn('shipping-methods', {
      name: newKey('Parcel'),
      taxCategory: { typeId: 'tax-category', id: taxCategory.id },
      isDefault: false,
      zoneRates: [{ zone: { typeId: 'zone', id: zone.id }, shippingRates: [rate(centAmount)] }],
      ...changes,
    });
  /** Creates a published product with one variant. */
  const product = (sku: string, centAmount: number, changes: object = {}): Promise<Resource> =>
    api.createIn(
      'products',
      productDraft(
        { id: productType.id },
        {
          masterVariant: { sku, prices: [{ value: money(centAmount) }] },
          taxCategory: { typeId: 'tax-category', id: taxCategory.id },
          publish: true,
          ...changes,
        },
      ),
    );
  return {
    productType,
    taxCategory,
    zone,
    shippingMethod,
    product,
    stock: (sku: string, quantityOnStock: number, changes: object = {}) =>
      api.createIn('inventory', { sku, quantityOnStock, ...changes }),
    cart: (skus: readonly (readonly [sku: string, quantity: number])[], changes: object = {}): Promise<Resource> =>
      api.createIn('carts', {
        currency: 'EUR',
        country: 'DE',
        shippingAddress: address(),
        lineItems: skus.map(([sku, quantity]) => ({ sku, quantity })),
        ...changes,
      }),
    newSku: () => newKey('sku'),
  };
};
