/** Resources with the parts that the sample shop lacks, so that the random walk has something to change. */
import {
  attributeDraft,
  cartDiscountDraft,
  fieldDefinition,
  money,
  orderDraft,
  productTypeDraft,
  referenceTo,
  stateDraft,
} from '../support/drafts.js';
import { customFieldHolders } from '../support/customFieldHolders.js';
import { createQuote, createQuoteRequest, createStagedQuote, type QuoteProject } from '../support/quotes.js';
import type { Resource, VersionedId } from '../support/resourceApi.js';
import { address } from '../support/shop.js';
import { walkPassword, walkType } from './WalkValues.js';

const typeDraft = {
  key: walkType.key,
  name: { en: 'Walk' },
  resourceTypeIds: customFieldHolders,
  fieldDefinitions: [fieldDefinition(walkType.field, { name: 'String' })],
};

const enumTypeDraft = (key: string) => ({
  ...typeDraft,
  key,
  fieldDefinitions: [
    fieldDefinition('size', { name: 'Enum', values: ['s', 'm'].map(each => ({ key: each, label: each })) }),
    fieldDefinition('colour', {
      name: 'LocalizedEnum',
      values: ['r', 'g'].map(each => ({ key: each, label: { en: each } })),
    }),
  ],
});

/** Attributes of one name have one type in a project. */
const walkProductType = (key: string) =>
  productTypeDraft(
    [
      attributeDraft(`${key}-text`),
      attributeDraft(`${key}-brand`, { name: 'text' }, { level: 'Product' }),
      attributeDraft(`${key}-size`, { name: 'enum', values: ['s', 'm'].map(each => ({ key: each, label: each })) }),
      attributeDraft(`${key}-colour`, {
        name: 'lenum',
        values: ['r', 'g'].map(each => ({ key: each, label: { en: each } })),
      }),
    ],
    { key },
  );

const productDraft = (key: string, changes: object) => ({
  key,
  productType: { typeId: 'product-type', key: 'walk' },
  attributes: [{ name: 'walk-brand', value: 'Quay' }],
  name: { en: key },
  slug: { en: key },
  masterVariant: {
    sku: `${key}-1`,
    prices: [{ value: money(1_000) }],
    attributes: [{ name: 'walk-size', value: 's' }],
    assets,
    images,
  },
  variants: [{ sku: `${key}-2`, key: `${key}-2`, assets }],
  ...changes,
});

const assets = ['walk-a', 'walk-b'].map(key => ({
  key,
  name: { en: key },
  sources: [{ uri: `https://example.com/${key}` }],
}));
const images = ['a', 'b'].map(name => ({ url: `https://example.com/${name}.png`, dimensions: { w: 1, h: 1 } }));

const shoppingListDraft = (key: string, changes: object) => ({
  key,
  name: { en: 'Wishes' },
  lineItems: ['walk-p-1', 'walk-p-2'].map(sku => ({ sku, key: `${key}-${sku}` })),
  textLineItems: ['a', 'b'].map(name => ({ name: { en: name }, key: `${key}-${name}` })),
  ...changes,
});

const customLineItem = {
  name: { en: 'Engraving' },
  money: money(500),
  quantity: 3,
  key: 'engraving',
  taxCategory: { typeId: 'tax-category', key: 'walk' },
};
const parts = {
  shippingAddress: address(),
  billingAddress: address(),
  itemShippingAddresses: [address({ key: 'home' }), address({ key: 'work' })],
};
const taxRate = { name: 'Tax', amount: 0.1, country: 'DE', includedInPrice: false };

const cartDraft = (taxMode: string, changes: object) => ({
  currency: 'EUR',
  country: 'DE',
  taxMode,
  lineItems: [
    { sku: 'walk-p-1', quantity: 3, key: 'line', ...(taxMode === 'External' && { externalTaxRate: taxRate }) },
  ],
  customLineItems: [
    { ...customLineItem, slug: 'engraving', ...(taxMode === 'External' && { externalTaxRate: taxRate }) },
  ],
  discountCodes: ['WALK'],
  ...parts,
  ...changes,
});

const importDraft = (orderNumber: string, changes: object) =>
  orderDraft({
    orderNumber,
    customLineItems: [{ ...customLineItem, slug: 'engraving' }],
    shippingInfo: { shippingMethodName: 'Parcel', price: money(0), shippingRate: { price: money(0) } },
    ...parts,
    ...changes,
  } as never);

/** Update actions that give an imported order a delivery with a parcel, and a return. */
const orderParts = (lineItemId: string): object[] => [
  {
    action: 'addDelivery',
    deliveryKey: 'delivery',
    items: [{ id: lineItemId, quantity: 1 }],
    address: address(),
    parcels: [{ key: 'parcel' }],
  },
  { action: 'addReturnInfo', items: [{ key: 'return', quantity: 1, lineItemId, shipmentState: 'Returned' }] },
];

type WalkParties = { readonly customerIds: readonly string[]; readonly storeKey: string };

/** The paths of collections with drafts, in the order of their creation. */
const foundation = ({ customerIds, storeKey }: WalkParties): (readonly [string, object])[] => [
  ['types', typeDraft],
  ...['a', 'b', 'c', 'd'].map(name => ['types', enumTypeDraft(`walk-enums-${name}`)] as const),
  ...['walk', 'walk-b', 'walk-c'].map(key => ['product-types', walkProductType(key)] as const),
  ...['QuoteState', 'StagedQuoteState', 'QuoteRequestState'].flatMap(type =>
    ['a', 'b'].map(() => ['states', stateDraft({ type } as never)] as const),
  ),
  ['tax-categories', { key: 'walk', name: 'Tax', rates: [taxRate] }],
  ['products', productDraft('walk-p', { publish: true })],
  ['products', productDraft('walk-q', {})],
  ...['walk-a', 'walk-b'].map(key => ['categories', { key, name: { en: key }, slug: { en: key }, assets }] as const),
  ...['Individual', 'IndividualExclusion'].map(
    mode => ['product-selections', { key: `walk-${mode}`, name: { en: mode }, mode }] as const,
  ),
  ...['walk-p', 'walk-q'].map(
    key =>
      [
        'product-tailoring',
        {
          key,
          product: { typeId: 'product', key },
          store: { typeId: 'store', key: storeKey },
          variants: [
            { id: 1, assets, images },
            { id: 2, assets },
          ],
        },
      ] as const,
  ),
  ...['walk-a', 'walk-b'].map(
    key => ['recurrence-policies', { key, schedule: { type: 'standard', value: 1, intervalUnit: 'Days' } }] as const,
  ),
  ...['walk-a', 'walk-b'].map(
    key => ['reviews', { key, title: 'Good', target: { typeId: 'product', key: 'walk-p' }, rating: 4 }] as const,
  ),
  ['standalone-prices', { key: 'walk', sku: 'walk-p-1', value: money(900), staged: { value: money(800) } }],
  ['cart-discounts', cartDiscountDraft({ key: 'walk', requiresDiscountCode: true })],
  ['discount-codes', { code: 'WALK', cartDiscounts: [{ typeId: 'cart-discount', key: 'walk' }] }],
  ...['a', 'b', 'c'].map(
    name =>
      [
        'customers',
        {
          email: `${name}@example.com`,
          key: `store-${name}`,
          password: walkPassword,
          stores: [{ typeId: 'store', key: storeKey }],
        },
      ] as const,
  ),
  ...customerIds.map(
    id =>
      [
        'payments',
        {
          amountPlanned: money(100),
          customer: referenceTo('customer', { id }),
          transactions: [{ type: 'Charge', amount: money(100) }],
        },
      ] as const,
  ),
];

const createParty = async (api: WalkApi, owner: object, name: string): Promise<void> => {
  for (const taxMode of ['Platform', 'External', 'ExternalAmount', 'Disabled'])
    await api.create('carts', cartDraft(taxMode, { ...owner, key: `cart-${taxMode}-${name}` }));
  const { customerId, ...ownStore } = owner as { readonly customerId?: string };
  const customer = customerId === undefined ? {} : { customer: referenceTo('customer', { id: customerId }) };
  await api.create('shopping-lists', shoppingListDraft(`list-${name}`, { ...ownStore, ...customer }));
  const order = await api.create('orders/import', importDraft(`walk-${name}`, owner));
  const [lineItem] = order.lineItems as readonly VersionedId[];
  await api.update('orders', order, orderParts(lineItem!.id));
};

const createQuoteParts = async (api: WalkApi, owner: object, name: string): Promise<void> => {
  const key = { key: `quote-${name}` };
  const cart = await api.create('carts', cartDraft('Platform', { ...owner, discountCodes: [] }));
  const request = await createQuoteRequest(api, cart, key);
  const staged = await createStagedQuote(api, request, key);
  await createQuote(api, staged, key);
};

interface WalkApi extends QuoteProject {
  readonly update: (path: string, resource: Resource, actions: readonly object[]) => Promise<Resource>;
}

/** Creates resources of some customers, in the project and in a store. */
export const createWalkParts = async (api: WalkApi, parties: WalkParties): Promise<void> => {
  for (const [path, draft] of foundation(parties)) await api.create(path, draft);
  const store = { store: { typeId: 'store', key: parties.storeKey } };
  const owners = parties.customerIds.flatMap(customerId => [{ customerId }, { customerId, ...store }]);
  for (const [at, owner] of owners.entries()) {
    await createParty(api, owner, `owner-${at}`);
    await createQuoteParts(api, owner, `owner-${at}`);
  }
  for (const [at, owner] of [{}, store, { ...store }].entries()) await createParty(api, owner, `unknown-${at}`);
  await api.create('carts', cartDraft('External', { anonymousId: 'a visitor', key: 'cart-visitor' }));
};
