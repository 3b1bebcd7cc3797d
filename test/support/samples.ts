/**
 * The samples of all resource types for everyResourceType.test.ts, which fails for a resource type without a sample.
 */
import { createBuyerCart, type QuoteProject, createQuoteRequest, createStagedQuote } from './quotes.js';
import {
  cartDiscountDraft,
  categoryDraft,
  money,
  newKey,
  newSortOrder,
  orderDraft,
  productDiscountDraft,
  productDraft,
  productTypeDraft,
  referenceTo,
  stateDraft,
} from './drafts.js';

export interface Sample {
  /** The path segment of a creation other than on the collection. */
  readonly creation?: string;
  /** The member of the creation's response that contains the resource; undefined if the response is the resource. */
  readonly responseMember?: string;
  /** Resource types whose samples are created first; `draft` gets their ids. */
  readonly needs?: readonly string[];
  /** Creates other resources that the draft refers to, in place of `needs`. */
  readonly prepare?: (place: QuoteProject) => Promise<Readonly<Record<string, string>>>;
  readonly draft: (ids: Readonly<Record<string, string>>) => object;
  readonly updateAction: object;
  /** All members that the update action changes, with their new values. */
  readonly changedMembers: object;
  /** A draft with the unique value of an existing resource. */
  readonly duplicateOf: (resource: Record<string, unknown>) => object;
}

const renamed = {
  updateAction: { action: 'setName', name: { en: 'Renamed' } },
  changedMembers: { name: { en: 'Renamed' } },
};
const newGroupName = newKey('Renamed');
const newProductKey = newKey('product');
const euros = (centAmount: number) => ({ type: 'centPrecision', currencyCode: 'EUR', centAmount, fractionDigits: 2 });

/** Stores that tailor nothing, by the product that another store tailors. */
const otherStores = new Map<string, string>();

/**
 * Samples by typeId. Clients cannot write `readOnly` types; types with `ownVerbs` have separate tests; `unpublished`
 * types have no routes.
 */
export const samples: Readonly<Record<string, Sample | 'readOnly' | 'ownVerbs' | 'unpublished'>> = {
  project: 'ownVerbs',
  'api-client': 'ownVerbs',
  state: { draft: stateDraft, ...renamed, duplicateOf: ({ key }) => stateDraft({ key: key as string }) },
  store: {
    draft: () => ({ key: newKey('store') }),
    updateAction: renamed.updateAction,
    changedMembers: { ...renamed.changedMembers, lastMessageSequenceNumber: 2 },
    duplicateOf: ({ key }) => ({ key }),
  },
  order: {
    creation: 'import',
    draft: () => orderDraft({ orderNumber: newKey('order') }),
    updateAction: { action: 'changeOrderState', orderState: 'Complete' },
    changedMembers: { orderState: 'Complete', lastMessageSequenceNumber: 2 },
    duplicateOf: ({ orderNumber }) => orderDraft({ orderNumber: orderNumber as string }),
  },
  customer: {
    responseMember: 'customer',
    draft: () => ({ key: newKey('customer'), email: `${newKey('jo')}@example.com`, password: 'secret-123' }),
    updateAction: { action: 'setFirstName', firstName: 'Jo' },
    changedMembers: { firstName: 'Jo', lastMessageSequenceNumber: 2 },
    duplicateOf: ({ key }) => ({ key, email: `${newKey('jo')}@example.com`, password: 'secret-123' }),
  },
  'customer-email-token': 'unpublished',
  'customer-password-token': 'unpublished',
  channel: {
    draft: () => ({ key: newKey('channel') }),
    updateAction: { action: 'addRoles', roles: ['ProductDistribution'] },
    changedMembers: { roles: ['InventorySupply', 'ProductDistribution'] },
    duplicateOf: ({ key }) => ({ key }),
  },
  'customer-group': {
    draft: () => ({ key: newKey('group'), groupName: newKey('Group') }),
    updateAction: { action: 'changeName', name: newGroupName },
    changedMembers: { name: newGroupName },
    duplicateOf: ({ key }) => ({ key, groupName: newKey('Group') }),
  },
  payment: {
    draft: () => ({ key: newKey('payment'), amountPlanned: money(1_000) }),
    updateAction: { action: 'changeAmountPlanned', amount: money(2_000) },
    changedMembers: { amountPlanned: euros(2_000) },
    duplicateOf: ({ key }) => ({ key, amountPlanned: money(1_000) }),
  },
  type: {
    draft: () => ({
      key: newKey('type'),
      name: { en: 'Gift' },
      resourceTypeIds: ['order'],
      fieldDefinitions: [{ name: 'note', label: { en: 'Note' }, required: false, type: { name: 'String' } }],
    }),
    updateAction: { action: 'changeName', name: { en: 'Renamed' } },
    changedMembers: { name: { en: 'Renamed' } },
    duplicateOf: ({ key }) => ({ key, name: { en: 'Gift' }, resourceTypeIds: ['order'] }),
  },
  'tax-category': {
    draft: () => ({ key: newKey('tax'), name: 'Standard' }),
    updateAction: { action: 'changeName', name: 'Renamed' },
    changedMembers: { name: 'Renamed' },
    duplicateOf: ({ key }) => ({ key, name: 'Standard' }),
  },
  zone: {
    draft: () => ({ key: newKey('zone'), name: 'Europe' }),
    updateAction: { action: 'changeName', name: 'Renamed' },
    changedMembers: { name: 'Renamed' },
    duplicateOf: ({ key }) => ({ key, name: 'Europe' }),
  },
  'key-value-document': 'ownVerbs',
  'attribute-group': {
    draft: () => ({ key: newKey('group'), name: { en: 'Looks' }, attributes: [{ key: 'size' }] }),
    updateAction: { action: 'changeName', name: { en: 'Renamed' } },
    changedMembers: { name: { en: 'Renamed' } },
    duplicateOf: ({ key }) => ({ key, name: { en: 'Looks' }, attributes: [] }),
  },
  'inventory-entry': {
    draft: () => ({ key: newKey('stock'), sku: newKey('sku'), quantityOnStock: 5 }),
    updateAction: { action: 'changeQuantity', quantity: 7 },
    changedMembers: { quantityOnStock: 7, availableQuantity: 7, lastMessageSequenceNumber: 2 },
    duplicateOf: ({ key }) => ({ key, sku: newKey('sku'), quantityOnStock: 5 }),
  },
  'cart-discount': {
    draft: () => cartDiscountDraft({ key: newKey('discount') }),
    updateAction: { action: 'changeIsActive', isActive: false },
    changedMembers: { isActive: false },
    duplicateOf: ({ key }) => cartDiscountDraft({ key }),
  },
  'discount-group': {
    draft: () => ({ key: newKey('group'), sortOrder: newSortOrder() }),
    updateAction: { action: 'setName', name: { en: 'Sale' } },
    changedMembers: { name: { en: 'Sale' } },
    duplicateOf: ({ key }) => ({ key, sortOrder: newSortOrder() }),
  },
  'product-discount': {
    draft: () => productDiscountDraft({ key: newKey('discount') }),
    updateAction: { action: 'changeIsActive', isActive: false },
    changedMembers: { isActive: false },
    duplicateOf: ({ key }) => productDiscountDraft({ key }),
  },
  'discount-code': {
    needs: ['cart-discount'],
    draft: ids => ({
      key: newKey('code'),
      code: newKey('CODE'),
      cartDiscounts: [{ typeId: 'cart-discount', id: ids['cart-discount'] }],
    }),
    updateAction: { action: 'changeIsActive', isActive: false },
    changedMembers: { isActive: false },
    duplicateOf: ({ key, cartDiscounts }) => ({ key, code: newKey('CODE'), cartDiscounts }),
  },
  'shipping-method': {
    needs: ['tax-category'],
    draft: ids => ({
      key: newKey('method'),
      name: newKey('Parcel'),
      taxCategory: { typeId: 'tax-category', id: ids['tax-category'] },
      zoneRates: [],
      isDefault: false,
    }),
    updateAction: { action: 'changeActive', active: false },
    changedMembers: { active: false },
    duplicateOf: ({ key, taxCategory }) => ({
      key,
      name: newKey('Parcel'),
      taxCategory,
      zoneRates: [],
      isDefault: false,
    }),
  },
  cart: {
    draft: () => ({ currency: 'EUR', key: newKey('cart') }),
    updateAction: { action: 'setCountry', country: 'DE' },
    changedMembers: { country: 'DE' },
    duplicateOf: ({ key }) => ({ currency: 'EUR', key }),
  },
  'shopping-list': {
    draft: () => ({ key: newKey('list'), name: { en: 'Wishes' } }),
    updateAction: { action: 'changeName', name: { en: 'Renamed' } },
    changedMembers: { name: { en: 'Renamed' } },
    duplicateOf: ({ key }) => ({ key, name: { en: 'Wishes' } }),
  },
  review: {
    draft: () => ({ key: newKey('review'), title: 'Good', rating: 4 }),
    updateAction: { action: 'setTitle', title: 'Better' },
    changedMembers: { title: 'Better' },
    duplicateOf: ({ key }) => ({ key, rating: 1 }),
  },
  message: 'readOnly',
  category: {
    draft: () => categoryDraft({ key: newKey('category') }),
    updateAction: { action: 'changeName', name: { en: 'Renamed' } },
    changedMembers: { name: { en: 'Renamed' } },
    duplicateOf: ({ key }) => categoryDraft({ key }),
  },
  'category-move': 'unpublished',
  'definition-change': 'unpublished',
  'product-type': {
    draft: () => productTypeDraft([], { key: newKey('type') }),
    updateAction: { action: 'changeName', name: 'Renamed' },
    changedMembers: { name: 'Renamed' },
    duplicateOf: ({ key }) => productTypeDraft([], { key }),
  },
  product: {
    needs: ['product-type'],
    draft: ids => productDraft({ id: ids['product-type'] }, { key: newKey('product') }),
    updateAction: { action: 'setKey', key: newProductKey },
    changedMembers: { key: newProductKey },
    duplicateOf: ({ key, productType }) => productDraft(productType as { id: string }, { key: key as string }),
  },
  'product-selection': {
    draft: () => ({ key: newKey('selection'), name: { en: 'Summer' } }),
    updateAction: { action: 'changeName', name: { en: 'Renamed' } },
    changedMembers: { name: { en: 'Renamed' } },
    duplicateOf: ({ key }) => ({ key, name: { en: 'Summer' } }),
  },
  'product-selection-assignment': 'unpublished',
  'product-tailoring': {
    prepare: async ({ create }) => {
      const productType = await create('product-types', productTypeDraft([], { key: newKey('type') }));
      const { id: product } = await create('products', productDraft({ id: productType.id }));
      const { id: store } = await create('stores', { key: newKey('store') });
      otherStores.set(product, (await create('stores', { key: newKey('store') })).id);
      return { product, store };
    },
    draft: ({ product, store }) => ({
      key: newKey('tailoring'),
      product: { typeId: 'product', id: product },
      store: { typeId: 'store', id: store },
      name: { en: 'Tailored' },
      publish: true,
    }),
    updateAction: { action: 'setName', name: { en: 'Renamed' }, staged: false },
    changedMembers: {
      current: { name: { en: 'Renamed' }, variants: [], attributes: [] },
      staged: { name: { en: 'Renamed' }, variants: [], attributes: [] },
      lastMessageSequenceNumber: 3,
    },
    duplicateOf: ({ key, product }) => ({
      key,
      product,
      store: { typeId: 'store', id: otherStores.get((product as { id: string }).id) },
    }),
  },
  'standalone-price': {
    draft: () => ({ key: newKey('price'), sku: newKey('sku'), value: money(1_000) }),
    updateAction: { action: 'changeValue', value: money(2_000) },
    changedMembers: { value: euros(2_000), lastMessageSequenceNumber: 2 },
    duplicateOf: ({ key }) => ({ key, sku: newKey('sku'), value: money(1_000) }),
  },
  'recurrence-policy': {
    draft: () => ({ key: newKey('policy'), schedule: { type: 'standard', value: 2, intervalUnit: 'Weeks' } }),
    ...renamed,
    duplicateOf: ({ key, schedule }) => ({ key, schedule }),
  },
  extension: {
    // No such resource is created, so the extension is never called.
    draft: () => ({
      key: newKey('extension'),
      destination: { type: 'HTTP', url: 'http://127.0.0.1:1/' },
      triggers: [{ resourceTypeId: 'payment-method', actions: ['Create'] }],
    }),
    updateAction: { action: 'setTimeoutInMs', timeoutInMs: 5_000 },
    changedMembers: { timeoutInMs: 5_000 },
    duplicateOf: ({ key }) => ({
      key,
      destination: { type: 'HTTP', url: 'http://127.0.0.1:1/' },
      triggers: [{ resourceTypeId: 'payment-method', actions: ['Create'] }],
    }),
  },
  'quote-request': {
    prepare: async place => ({ cart: (await createBuyerCart(place)).id }),
    draft: ids => ({ cart: { typeId: 'cart', id: ids.cart }, cartVersion: 1, key: newKey('request') }),
    updateAction: { action: 'changeQuoteRequestState', quoteRequestState: 'Accepted' },
    changedMembers: { quoteRequestState: 'Accepted', lastMessageSequenceNumber: 2 },
    duplicateOf: ({ key, cart }) => ({ cart, cartVersion: 1, key }),
  },
  'staged-quote': {
    prepare: async place => ({ request: (await createQuoteRequest(place, await createBuyerCart(place))).id }),
    draft: ids => ({
      quoteRequest: referenceTo('quote-request', { id: ids.request! }),
      quoteRequestVersion: 1,
      key: newKey('staged'),
    }),
    updateAction: { action: 'changeStagedQuoteState', stagedQuoteState: 'Closed' },
    changedMembers: { stagedQuoteState: 'Closed', lastMessageSequenceNumber: 2 },
    duplicateOf: ({ key, quoteRequest }) => ({ quoteRequest, quoteRequestVersion: 1, key }),
  },
  quote: {
    prepare: async place => ({
      staged: (await createStagedQuote(place, await createQuoteRequest(place, await createBuyerCart(place)))).id,
    }),
    draft: ids => ({
      stagedQuote: referenceTo('staged-quote', { id: ids.staged! }),
      stagedQuoteVersion: 1,
      key: newKey('quote'),
    }),
    updateAction: { action: 'changeQuoteState', quoteState: 'Withdrawn' },
    changedMembers: { quoteState: 'Withdrawn', lastMessageSequenceNumber: 2 },
    duplicateOf: ({ key, stagedQuote }) => ({ stagedQuote, stagedQuoteVersion: 1, key }),
  },
};
