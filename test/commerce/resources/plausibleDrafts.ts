/** Members of drafts that need more than a value of their schema: other members, or a reference of a certain kind. */
import { createSample, type SampleProject } from '../../support/createSample.js';
import {
  attributeDraft,
  cartDiscountDraft,
  money,
  newKey,
  newSortOrder,
  productDraft,
  productTypeDraft,
  referenceTo,
} from '../../support/drafts.js';
import type { createProjectApi } from '../../support/resourceApi.js';

type Api = Awaited<ReturnType<typeof createProjectApi>>;

/** Members that are refused, with the reason. */
export const refusedMembers: Readonly<Record<string, string>> = {
  'cart.businessUnit': 'business units are not offered',
  'order.businessUnit': 'business units are not offered',
  'cart-discount.discountGroup': 'none exists',
  'product.categories': 'none exists',
  'product.categoryOrderHints': 'the product is in no category',
  'standalone-price.discounted': 'no product discount exists',
  'store.productSelections': 'none exists',
};

const address = { key: 'home', country: 'DE', city: 'Bremen' };
const isTrue = '1 = 1';

/** Changes of a sample draft by `${typeId}.${member}`: the member, and the other members that it needs. */
export const plausibleDrafts = async (api: Api, fieldsType: { readonly id: string }) => {
  const { quayside, http, projectKey, createIn } = api;
  const project: SampleProject = { quayside, http, projectKey };
  const sample = (typeId: string) => createSample(project, typeId);
  const state = async (type: string) => referenceTo('state', await createIn('states', { key: newKey('state'), type }));
  const custom = { type: referenceTo('type', fieldsType), fields: { note: 'n' } };
  const channel = async (role: string) =>
    referenceTo('channel', await createIn('channels', { key: newKey('channel'), roles: [role] }));
  const policy = async () => referenceTo('recurrence-policy', await sample('recurrence-policy'));
  const productType = await createIn('product-types', productTypeDraft([attributeDraft('size')], { key: newKey('t') }));
  const sized = (changes: object) => ({ productType: referenceTo('product-type', productType), ...changes });
  const product = async () => {
    const sku = newKey('sku');
    const variant = { sku, prices: [{ value: money(1_000) }] };
    const draft = productDraft({ id: productType.id }, { publish: true, masterVariant: variant } as never);
    return { ...(await createIn('products', draft)), sku };
  };
  const anonymousCart = () => createIn('carts', { currency: 'EUR', anonymousId: newKey('visitor') });
  const shippingMethod = async (country: string) => {
    const zone = await createIn('zones', { name: country, locations: [{ country }] });
    const zoneRates = [{ zone: referenceTo('zone', zone), shippingRates: [{ price: money(500) }] }];
    return createSample(project, 'shipping-method', draft => ({ ...draft, zoneRates }));
  };
  const withAddress = (member: string, value: unknown) => () => ({ addresses: [address], [member]: value });
  const drafts: Readonly<Record<string, () => object | Promise<object>>> = {
    'state.roles': () => ({ type: 'LineItemState', roles: ['Return'] }),
    'order.inventoryMode': () => ({ inventoryMode: 'TrackOnly' }),
    'store.storefront': () => ({ storefront: { checkoutUrlTemplate: 'https://shop.example/{checkoutId}' } }),
    'customer.defaultShippingAddress': withAddress('defaultShippingAddress', 0),
    'customer.shippingAddresses': withAddress('shippingAddresses', [0]),
    'customer.defaultBillingAddress': withAddress('defaultBillingAddress', 0),
    'customer.billingAddresses': withAddress('billingAddresses', [0]),
    'customer.anonymousCartId': async () => ({ anonymousCartId: (await anonymousCart()).id }),
    'customer.anonymousCart': async () => ({ anonymousCart: referenceTo('cart', await anonymousCart()) }),
    'shipping-method.predicate': () => ({ predicate: isTrue }),
    'discount-code.cartPredicate': () => ({ cartPredicate: isTrue }),
    'cart-discount.recurringOrderScope': async () => ({
      recurringOrderScope: { type: 'ApplicableRecurrencePolicies', recurrencePolicies: [await policy()] },
    }),
    'product.variants': () =>
      sized({ masterVariant: {}, variants: [{ sku: newKey('sku'), attributes: [{ name: 'size', value: 'M' }] }] }),
    'product.attributes': async () => {
      const attributes = [attributeDraft('fabric', { name: 'text' }, { level: 'Product' })];
      const fabricType = await createIn('product-types', productTypeDraft(attributes, { key: newKey('type') }));
      return {
        productType: referenceTo('product-type', fabricType),
        attributes: [{ name: 'fabric', value: 'wool' }],
      };
    },
    'product-tailoring.variants': async () => ({
      variants: [{ id: 1, images: [{ url: 'a', dimensions: { w: 1, h: 1 } }], attributes: [] }],
    }),
    'product-tailoring.attributes': async () => {
      const attributes = [attributeDraft('fabric', { name: 'text' }, { level: 'Product' })];
      const fabricType = await createIn('product-types', productTypeDraft(attributes, { key: newKey('type') }));
      const tailored = await createIn('products', productDraft({ id: fabricType.id }));
      return { product: referenceTo('product', tailored), attributes: [{ name: 'fabric', value: 'wool' }] };
    },
    'review.state': async () => ({ state: await state('ReviewState') }),
    'review.target': async () => ({ target: referenceTo('product', await product()) }),
    'shopping-list.lineItems': async () => {
      const { id: productId } = await product();
      const item = { key: newKey('item'), quantity: 2, addedAt: '2024-01-01T00:00:00.000Z', custom };
      return { lineItems: [{ productId, variantId: 1, ...item }] };
    },
    'product.state': async () => ({ state: await state('ProductState') }),
    'cart.shippingMethod': async () => ({
      taxMode: 'Disabled',
      shippingAddress: { ...address, country: 'IS' },
      shippingMethod: referenceTo('shipping-method', await shippingMethod('IS')),
    }),
    'cart.discountCodes': async () => {
      // It is the first of all discounts, since another one may stop the discounts after it.
      const sortOrder = newSortOrder().replace('0.', '0.9999');
      const discount = await createIn('cart-discounts', cartDiscountDraft({ requiresDiscountCode: true, sortOrder }));
      const draft = { code: newKey('CODE'), cartDiscounts: [referenceTo('cart-discount', discount)] };
      const { code } = await createIn('discount-codes', draft);
      return { lineItems: [{ sku: (await product()).sku }], discountCodes: [code] };
    },
    'cart.customerId': async () => ({ customerId: (await sample('customer')).id }),
    'cart.shippingRateInput': () => ({ shippingRateInput: { type: 'Score', score: 5 } }),
    'cart.lineItems': async () => ({
      itemShippingAddresses: [address],
      lineItems: [
        {
          key: newKey('line'),
          sku: (await product()).sku,
          quantity: 2,
          addedAt: '2024-01-01T00:00:00.000Z',
          distributionChannel: await channel('ProductDistribution'),
          supplyChannel: await channel('InventorySupply'),
          inventoryMode: 'TrackOnly',
          shippingDetails: { targets: [{ addressKey: 'home', quantity: 2 }] },
          custom,
          recurrenceInfo: { recurrencePolicy: await policy(), priceSelectionMode: 'Dynamic' },
        },
      ],
    }),
    'quote-request.state': async () => ({ state: await state('QuoteRequestState') }),
    'staged-quote.state': async () => ({ state: await state('StagedQuoteState') }),
    'quote.state': async () => ({ state: await state('QuoteState') }),
  };
  return drafts;
};
