/** Starts a project with taxes, shipping and products with prices, and offers carts through the SDK. */
import { randomUUID } from 'node:crypto';
import type { Cart, CartDraft, CartUpdateAction } from '@commercetools/platform-sdk';
import { keys } from '../../src/store/keys.js';
import { cartDiscountDraft, money, newKey, productDraft, productTypeDraft } from './drafts.js';
import { startResourceApi, type Resource } from './resourceApi.js';
import { rejectionOf, sdkOf, type SdkError } from './sdk.js';

export const typedReference = <T extends string>(typeId: T, { id }: { readonly id: string }) => ({ typeId, id });
export const germany = { country: 'DE', city: 'Berlin' };

export const startShop = async () => {
  const api = await startResourceApi('carts');
  const { createIn, quayside, credentials } = api;
  const sdk = sdkOf(quayside, credentials);
  const taxCategory = await createIn('tax-categories', {
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
      taxCategory: typedReference('tax-category', taxCategory),
      isDefault: false,
      zoneRates: [
        {
          zone: typedReference('zone', zone),
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
        taxCategory: typedReference('tax-category', taxCategory),
        publish: true,
        masterVariant: { sku, prices },
        ...changes,
      } as never),
    );
    return { ...made, sku };
  };
  const post = ({ id, version }: Cart, actions: readonly object[]) =>
    sdk
      .carts()
      .withId({ ID: id })
      .post({ body: { version, actions: actions as CartUpdateAction[] } })
      .execute();
  const get = async ({ id }: Pick<Cart, 'id'>): Promise<Cart> =>
    (await sdk.carts().withId({ ID: id }).get().execute()).body;
  return {
    ...api,
    sdk,
    taxCategory,
    zone,
    productType,
    method,
    product,
    get,
    discountFor: (changes: object): Promise<Resource> => createIn('cart-discounts', cartDiscountDraft(changes)),
    create: async (draft: object = {}): Promise<Cart> =>
      (
        await sdk
          .carts()
          .post({ body: { currency: 'EUR', ...draft } as CartDraft })
          .execute()
      ).body,
    update: async (cart: Cart, ...actions: readonly object[]): Promise<Cart> => (await post(cart, actions)).body,
    refuseDraft: async (draft: object): Promise<SdkError['body']> =>
      (
        await rejectionOf(
          sdk
            .carts()
            .post({ body: { currency: 'EUR', ...draft } as CartDraft })
            .execute(),
        )
      ).body,
    /** Returns the errors of refused actions; throws if they succeed or change anything. */
    refuse: async (cart: Cart, ...actions: readonly object[]): Promise<SdkError['body']> => {
      const { body } = await rejectionOf(post(cart, actions));
      if ((await get(cart)).version !== cart.version) throw new Error('a refused update changed the cart');
      return body;
    },
    /** Stores a customer that carts can refer to. */
    customer: async (members: object = {}): Promise<string> => {
      const id = randomUUID();
      const at = new Date().toISOString();
      await quayside.services.redis.set(
        keys.body(credentials.projectKey, 'customer', id),
        JSON.stringify({ id, version: 1, createdAt: at, lastModifiedAt: at, email: 'jo@example.com', ...members }),
      );
      return id;
    },
  };
};
