/** What each resource type is tried with in everyResourceType.test.ts; a resource type without a sample fails there. */
import { buyersCart, type Place, referenceTo, requestFor, stagedFor } from './quotes.js';
import { cartDiscountDraft, money, newKey, orderDraft, productDraft, productTypeDraft, stateDraft } from './drafts.js';

export interface Sample {
  /** The path segment of another way to create; absent: the collection itself. */
  readonly creation?: string;
  /** The member of the answer to a creation that is the resource; absent: the answer itself. */
  readonly within?: string;
  /** What it refers to: the samples of these types are created first, `draft` gets their ids. */
  readonly needs?: readonly string[];
  /** The same where samples do not do; in place of `needs`. */
  readonly prepare?: (place: Place) => Promise<Readonly<Record<string, string>>>;
  readonly draft: (ids: Readonly<Record<string, string>>) => object;
  /** An action that changes something, and what it makes. */
  readonly action: object;
  readonly changed: object;
  /** A draft with the unique value of a resource that exists. */
  readonly duplicateOf: (resource: Record<string, unknown>) => object;
}

const renamed = { action: { action: 'setName', name: { en: 'Renamed' } }, changed: { name: { en: 'Renamed' } } };

/** By typeId; `readOnly` resource types are written by others, resource types with verbs of their own are tried in tests of their own, unpublished ones nowhere. */
export const samples: Readonly<Record<string, Sample | 'readOnly' | 'ownVerbs' | 'unpublished'>> = {
  project: 'ownVerbs',
  'api-client': 'ownVerbs',
  state: { draft: stateDraft, ...renamed, duplicateOf: ({ key }) => stateDraft({ key: key as string }) },
  store: { draft: () => ({ key: newKey('store') }), ...renamed, duplicateOf: ({ key }) => ({ key }) },
  order: {
    creation: 'import',
    draft: () => orderDraft({ orderNumber: newKey('order') }),
    action: { action: 'changeOrderState', orderState: 'Complete' },
    changed: { orderState: 'Complete' },
    duplicateOf: ({ orderNumber }) => orderDraft({ orderNumber: orderNumber as string }),
  },
  customer: {
    within: 'customer',
    draft: () => ({ key: newKey('customer'), email: `${newKey('jo')}@example.com`, password: 'secret-123' }),
    action: { action: 'setFirstName', firstName: 'Jo' },
    changed: { firstName: 'Jo' },
    duplicateOf: ({ key }) => ({ key, email: `${newKey('jo')}@example.com`, password: 'secret-123' }),
  },
  'customer-email-token': 'unpublished',
  'customer-password-token': 'unpublished',
  channel: {
    draft: () => ({ key: newKey('channel') }),
    action: { action: 'addRoles', roles: ['ProductDistribution'] },
    changed: { roles: ['InventorySupply', 'ProductDistribution'] },
    duplicateOf: ({ key }) => ({ key }),
  },
  'customer-group': {
    draft: () => ({ key: newKey('group'), groupName: newKey('Group') }),
    action: { action: 'changeName', name: newKey('Renamed') },
    changed: {},
    duplicateOf: ({ key }) => ({ key, groupName: newKey('Group') }),
  },
  payment: {
    draft: () => ({ key: newKey('payment'), amountPlanned: money(1_000) }),
    action: { action: 'changeAmountPlanned', amount: money(2_000) },
    changed: { amountPlanned: { centAmount: 2_000 } },
    duplicateOf: ({ key }) => ({ key, amountPlanned: money(1_000) }),
  },
  type: {
    draft: () => ({
      key: newKey('type'),
      name: { en: 'Gift' },
      resourceTypeIds: ['order'],
      fieldDefinitions: [{ name: 'note', label: { en: 'Note' }, required: false, type: { name: 'String' } }],
    }),
    action: { action: 'changeName', name: { en: 'Renamed' } },
    changed: { name: { en: 'Renamed' } },
    duplicateOf: ({ key }) => ({ key, name: { en: 'Gift' }, resourceTypeIds: ['order'] }),
  },
  'tax-category': {
    draft: () => ({ key: newKey('tax'), name: 'Standard' }),
    action: { action: 'changeName', name: 'Renamed' },
    changed: { name: 'Renamed', rates: [] },
    duplicateOf: ({ key }) => ({ key, name: 'Standard' }),
  },
  zone: {
    draft: () => ({ key: newKey('zone'), name: 'Europe' }),
    action: { action: 'changeName', name: 'Renamed' },
    changed: { name: 'Renamed', locations: [] },
    duplicateOf: ({ key }) => ({ key, name: 'Europe' }),
  },
  'inventory-entry': {
    draft: () => ({ key: newKey('stock'), sku: newKey('sku'), quantityOnStock: 5 }),
    action: { action: 'changeQuantity', quantity: 7 },
    changed: { quantityOnStock: 7, availableQuantity: 7 },
    duplicateOf: ({ key }) => ({ key, sku: newKey('sku'), quantityOnStock: 5 }),
  },
  'cart-discount': {
    draft: () => cartDiscountDraft({ key: newKey('discount') }),
    action: { action: 'changeIsActive', isActive: false },
    changed: { isActive: false },
    duplicateOf: ({ key }) => cartDiscountDraft({ key }),
  },
  'discount-code': {
    needs: ['cart-discount'],
    draft: ids => ({
      key: newKey('code'),
      code: newKey('CODE'),
      cartDiscounts: [{ typeId: 'cart-discount', id: ids['cart-discount'] }],
    }),
    action: { action: 'changeIsActive', isActive: false },
    changed: { isActive: false },
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
    action: { action: 'changeActive', active: false },
    changed: { active: false },
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
    action: { action: 'setCountry', country: 'DE' },
    changed: { country: 'DE' },
    duplicateOf: ({ key }) => ({ currency: 'EUR', key }),
  },
  message: 'readOnly',
  'product-type': {
    draft: () => productTypeDraft([], { key: newKey('type') }),
    action: { action: 'changeName', name: 'Renamed' },
    changed: { name: 'Renamed' },
    duplicateOf: ({ key }) => productTypeDraft([], { key }),
  },
  product: {
    needs: ['product-type'],
    draft: ids => productDraft({ id: ids['product-type'] }, { key: newKey('product') }),
    action: { action: 'setKey', key: newKey('product') },
    changed: {},
    duplicateOf: ({ key, productType }) => productDraft(productType as { id: string }, { key: key as string }),
  },
  'standalone-price': {
    draft: () => ({ key: newKey('price'), sku: newKey('sku'), value: money(1_000) }),
    action: { action: 'changeValue', value: money(2_000) },
    changed: { value: { centAmount: 2_000 } },
    duplicateOf: ({ key }) => ({ key, sku: newKey('sku'), value: money(1_000) }),
  },
  extension: {
    // Called for no resource of these tests.
    draft: () => ({
      key: newKey('extension'),
      destination: { type: 'HTTP', url: 'http://127.0.0.1:1/' },
      triggers: [{ resourceTypeId: 'shopping-list', actions: ['Create'] }],
    }),
    action: { action: 'setTimeoutInMs', timeoutInMs: 5_000 },
    changed: { timeoutInMs: 5_000 },
    duplicateOf: ({ key }) => ({
      key,
      destination: { type: 'HTTP', url: 'http://127.0.0.1:1/' },
      triggers: [{ resourceTypeId: 'shopping-list', actions: ['Create'] }],
    }),
  },
  'quote-request': {
    prepare: async place => ({ cart: (await buyersCart(place)).id }),
    draft: ids => ({ cart: { typeId: 'cart', id: ids.cart }, cartVersion: 1, key: newKey('request') }),
    action: { action: 'changeQuoteRequestState', quoteRequestState: 'Accepted' },
    changed: { quoteRequestState: 'Accepted' },
    duplicateOf: ({ key, cart }) => ({ cart, cartVersion: 1, key }),
  },
  'staged-quote': {
    prepare: async place => ({ request: (await requestFor(place, await buyersCart(place))).id }),
    draft: ids => ({
      quoteRequest: referenceTo('quote-request', { id: ids.request! }),
      quoteRequestVersion: 1,
      key: newKey('staged'),
    }),
    action: { action: 'changeStagedQuoteState', stagedQuoteState: 'Closed' },
    changed: { stagedQuoteState: 'Closed' },
    duplicateOf: ({ key, quoteRequest }) => ({ quoteRequest, quoteRequestVersion: 1, key }),
  },
  quote: {
    prepare: async place => ({ staged: (await stagedFor(place, await requestFor(place, await buyersCart(place)))).id }),
    draft: ids => ({
      stagedQuote: referenceTo('staged-quote', { id: ids.staged! }),
      stagedQuoteVersion: 1,
      key: newKey('quote'),
    }),
    action: { action: 'changeQuoteState', quoteState: 'Withdrawn' },
    changed: { quoteState: 'Withdrawn' },
    duplicateOf: ({ key, stagedQuote }) => ({ stagedQuote, stagedQuoteVersion: 1, key }),
  },
};
