/** Update actions that send messages, by resource type. */
import { money, newKey, referenceTo } from './drafts.js';
import type { Resource } from './resourceApi.js';

export type Action = Readonly<Record<string, unknown>>;
/** An update action; a function of the resource if it needs the results of earlier actions. */
export type Step = Action | ((resource: Resource) => Action);

/** Holders of custom fields for which tests create the one Type. */
export const holders =
  'address customer customer-group order order-delivery payment-method-info payment-interface-interaction';

export const customFields = (type: Resource, what: string, names: object = {}): Action[] => [
  { action: `set${what}CustomType`, type: referenceTo('type', type), fields: { count: 1 }, ...names },
  { action: `set${what}CustomField`, name: 'note', value: 'a', ...names },
  { action: `set${what}CustomField`, name: 'note', value: 'b', ...names },
  { action: `set${what}CustomField`, name: 'note', ...names },
  { action: `set${what}CustomType`, ...names },
];

const elementOf = (resource: Resource, list: string): { readonly id: string } =>
  (resource[list] as readonly { readonly id: string }[])[0]!;

export const customerSteps = (type: Resource, group: Resource, stores: readonly Resource[]): Step[] => {
  const byId = (customer: Resource) => ({ addressId: elementOf(customer, 'addresses').id });
  const named = (action: string) => (customer: Resource) => ({ action, ...byId(customer) });
  const customerGroup = referenceTo('customer-group', group);
  return [
    ...['firstName', 'lastName', 'title', 'companyName', 'externalId'].map(name => ({
      action: `set${name[0]!.toUpperCase()}${name.slice(1)}`,
      [name]: newKey(name),
    })),
    { action: 'setDateOfBirth', dateOfBirth: '2000-02-29' },
    { action: 'changeEmail', email: `${newKey('mail')}@example.com` },
    { action: 'addAddress', address: { country: 'DE', city: 'Bonn' } },
    customer => ({ action: 'changeAddress', ...byId(customer), address: { country: 'DE', city: 'Mainz' } }),
    ...['Shipping', 'Billing'].flatMap(role => [
      named(`add${role}AddressId`),
      named(`setDefault${role}Address`),
      named(`remove${role}AddressId`),
    ]),
    ...[0, 1, 2, 3, 4].map(at => (customer: Resource) => customFields(type, 'Address', byId(customer))[at] as Action),
    named('removeAddress'),
    { action: 'setCustomerGroup', customerGroup },
    { action: 'addCustomerGroupAssignment', customerGroupAssignment: { customerGroup } },
    { action: 'removeCustomerGroupAssignment', customerGroup },
    { action: 'setCustomerGroupAssignments', customerGroupAssignments: [{ customerGroup }] },
    { action: 'setStores', stores: stores.map(store => referenceTo('store', store)) },
    { action: 'setStores', stores: [] },
    ...customFields(type, ''),
  ];
};

export const orderSteps = (
  type: Resource,
  given: Readonly<Record<string, Resource>>,
  states: readonly Resource[],
): Step[] => {
  const [state, next] = states.map(each => referenceTo('state', each));
  const address = { country: 'DE', city: 'Bonn' };
  const payment = referenceTo('payment', given.payment!);
  const items = (order: Resource) => [{ id: elementOf(order, 'lineItems').id, quantity: 1 }];
  const delivery = ({ shippingInfo }: Resource) =>
    (shippingInfo as { readonly deliveries: readonly { readonly id: string; readonly parcels: { id: string }[] }[] })
      .deliveries[0]!;
  const ofDelivery = (order: Resource) => ({ deliveryId: delivery(order).id });
  const ofParcel = (order: Resource) => ({ parcelId: delivery(order).parcels[0]!.id });
  const returnItem = ({ returnInfo }: Resource) => (returnInfo as { items: { id: string }[] }[])[0]!.items[0]!.id;
  const itemStates = (kind: 'lineItem' | 'customLineItem') => (order: Resource) => ({
    action: kind === 'lineItem' ? 'transitionLineItemState' : 'transitionCustomLineItemState',
    [`${kind}Id`]: elementOf(order, `${kind}s`).id,
    quantity: 1,
    fromState: { typeId: 'state', key: 'Initial' },
    toState: referenceTo('state', states[2]!),
  });
  return [
    { action: 'changeOrderState', orderState: 'Confirmed' },
    { action: 'changeShipmentState', shipmentState: 'Shipped' },
    { action: 'changePaymentState', paymentState: 'Paid' },
    { action: 'transitionState', state },
    { action: 'transitionState', state: next, force: true },
    { action: 'setShippingAddress', address },
    { action: 'setBillingAddress', address },
    { action: 'setCustomerEmail', email: 'jo@example.com' },
    { action: 'setPurchaseOrderNumber', purchaseOrderNumber: 'po-1' },
    { action: 'setCustomerId', customerId: given.customer!.id },
    { action: 'setStore', store: referenceTo('store', given.store!) },
    { action: 'addPayment', payment },
    { action: 'removePayment', payment },
    itemStates('lineItem'),
    itemStates('customLineItem'),
    { action: 'setEstimatedDelivery', estimatedDelivery: { from: '2030-01-01T00:00:00.000Z' } },
    order => ({ action: 'addDelivery', items: items(order), address, parcels: [{ items: items(order) }] }),
    order => ({ action: 'addParcelToDelivery', ...ofDelivery(order), items: [] }),
    order => ({ action: 'setDeliveryAddress', ...ofDelivery(order), address: { country: 'FR' } }),
    order => ({ action: 'setDeliveryItems', ...ofDelivery(order), items: [] }),
    order => ({ action: 'setParcelItems', ...ofParcel(order), items: [] }),
    order => ({ action: 'setParcelMeasurements', ...ofParcel(order), measurements: { weightInGram: 5 } }),
    order => ({ action: 'setParcelTrackingData', ...ofParcel(order), trackingData: { trackingId: 'x' } }),
    ...[0, 1, 2, 3, 4].map(at => (order: Resource) => customFields(type, 'Delivery', ofDelivery(order))[at] as Action),
    order => ({ action: 'removeParcelFromDelivery', ...ofParcel(order) }),
    order => ({ action: 'removeDelivery', ...ofDelivery(order) }),
    order => ({
      action: 'addReturnInfo',
      items: [{ lineItemId: elementOf(order, 'lineItems').id, quantity: 1, shipmentState: 'Returned' }],
    }),
    order => ({ action: 'setReturnShipmentState', returnItemId: returnItem(order), shipmentState: 'Unusable' }),
    { action: 'setReturnInfo', items: [] },
    ...customFields(type, ''),
  ];
};

export const paymentSteps = (type: Resource, state: Resource): Step[] => {
  const transactionId = (payment: Resource) => elementOf(payment, 'transactions').id;
  return [
    { action: 'setInterfaceId', interfaceId: 'i-1' },
    { action: 'setMethodInfoInterface', interface: 'bank' },
    { action: 'setMethodInfoMethod', method: 'card' },
    { action: 'setMethodInfoName', name: { en: 'Card' } },
    { action: 'setMethodInfoToken', token: { value: 't-1' } },
    { action: 'setMethodInfoInterfaceAccount', interfaceAccount: 'a-1' },
    ...customFields(type, 'MethodInfo'),
    { action: 'setStatusInterfaceCode', interfaceCode: 'c-1' },
    { action: 'transitionState', state: referenceTo('state', state) },
    { action: 'addTransaction', transaction: { type: 'Charge', amount: money(1) } },
    payment => ({ action: 'changeTransactionState', transactionId: transactionId(payment), state: 'Success' }),
    payment => ({ action: 'setTransactionInterfaceId', transactionId: transactionId(payment), interfaceId: 'i-2' }),
    { action: 'addInterfaceInteraction', type: referenceTo('type', type), fields: { note: 'n' } },
  ];
};

/** Returns the price of a product discount of the type `external`. */
const discounted = (discount: Resource) => ({ value: money(1), discount: referenceTo('product-discount', discount) });

export const methodInfoSteps = (type: Resource): Step[] => [
  {
    action: 'setMethodInfo',
    paymentInterface: 'bank',
    method: 'transfer',
    name: { en: 'Transfer' },
    token: { value: 't-2' },
    interfaceAccount: 'a-2',
    custom: { type: referenceTo('type', type), fields: { count: 1 } },
  },
  { action: 'setMethodInfo', custom: { type: referenceTo('type', type), fields: { count: 2, note: 'n' } } },
  { action: 'setMethodInfo', custom: { type: referenceTo('type', type), fields: { note: 'n' } } },
  { action: 'setMethodInfo' },
];

export const productSteps = (state: Resource, category: Resource, discount: Resource): Step[] => {
  const ofPrice = (product: Resource) => {
    const { staged } = product.masterData as { staged: { masterVariant: { prices: { id: string }[] } } };
    return { priceId: staged.masterVariant.prices[0]!.id };
  };
  const price = { value: money(100) };
  return [
    { action: 'addExternalImage', variantId: 1, image: { url: 'https://a/b', dimensions: { w: 1, h: 1 } } },
    { action: 'setPrices', variantId: 1, prices: [price] },
    product => ({ action: 'changePrice', ...ofPrice(product), price: { value: money(200) } }),
    product => ({ action: 'setPriceKey', ...ofPrice(product), key: newKey('price') }),
    product => ({ action: 'setDiscountedPrice', ...ofPrice(product), staged: false, discounted: discounted(discount) }),
    { action: 'addPrice', variantId: 1, price: { value: money(1, 'USD') } },
    product => ({ action: 'removePrice', ...ofPrice(product) }),
    { action: 'setPriceMode', priceMode: 'Standalone' },
    { action: 'changeSlug', slug: { en: newKey('slug') } },
    { action: 'transitionState', state: referenceTo('state', state) },
    { action: 'addVariant', sku: newKey('sku') },
    { action: 'removeVariant', id: 2 },
    { action: 'addToCategory', category: referenceTo('category', category) },
    { action: 'removeFromCategory', category: referenceTo('category', category) },
    { action: 'publish' },
    { action: 'changeName', name: { en: 'Staged' } },
    { action: 'revertStagedChanges' },
    { action: 'unpublish' },
  ];
};

const image = { url: 'https://a/b', dimensions: { w: 1, h: 1 } };
export const tailoringSteps: readonly Step[] = [
  { action: 'setName', name: { en: 'Own' } },
  { action: 'setDescription', description: { en: 'Own' } },
  { action: 'setSlug', slug: { en: newKey('slug') } },
  { action: 'addVariant', id: 1, images: [image] },
  { action: 'addExternalImage', variantId: 1, image: { ...image, url: 'https://a/c' } },
  { action: 'setImages', variantId: 1, images: [] },
  { action: 'removeVariant', id: 1 },
  { action: 'publish' },
  { action: 'unpublish' },
];

export const storeSteps = (channel: Resource): Step[] => [
  { action: 'setName', name: { en: 'Shop' } },
  { action: 'setLanguages', languages: ['en'] },
  { action: 'addCountry', country: { code: 'DE' } },
  { action: 'removeCountry', country: { code: 'DE' } },
  { action: 'setCountries', countries: [{ code: 'FR' }] },
  ...['distribution', 'supply'].flatMap(kind => {
    const name = `${kind[0]!.toUpperCase()}${kind.slice(1)}Channel`;
    const reference = referenceTo('channel', channel);
    return [
      { action: `add${name}`, [`${kind}Channel`]: reference },
      { action: `remove${name}`, [`${kind}Channel`]: reference },
      { action: `set${name}s`, [`${kind}Channels`]: [reference] },
    ];
  }),
  { action: 'setCheckoutUrlTemplate', checkoutUrlTemplate: 'https://example.com/{checkoutId}' },
  { action: 'setOrderUrlTemplate', orderUrlTemplate: 'https://example.com/{orderId}' },
  ...[
    'TermsOfService',
    'PrivacyPolicy',
    'RefundPolicy',
    'ShippingPolicy',
    'CookiePolicy',
    'Imprint',
    'Faq',
    'Contact',
  ].map(name => ({
    action: `set${name}Url`,
    [`${name[0]!.toLowerCase()}${name.slice(1)}Url`]: 'https://example.com/page',
  })),
];

export const standalonePriceSteps = (discount: Resource): Step[] => [
  { action: 'setDiscountedPrice', discounted: discounted(discount) },
  { action: 'setKey', key: newKey('price') },
  { action: 'setPriceTiers', tiers: [] },
  { action: 'setPriceTiers', tiers: [{ minimumQuantity: 2, value: money(90) }] },
  { action: 'addPriceTier', tier: { minimumQuantity: 3, value: money(80) } },
  { action: 'removePriceTier', minimumQuantity: 2 },
  { action: 'changeActive', active: false },
  { action: 'changeValue', value: money(70), staged: true },
  { action: 'applyStagedChanges' },
  { action: 'changeValue', value: money(60), staged: true },
  { action: 'removeStagedChanges' },
  { action: 'setValidFrom', validFrom: '2030-01-01T00:00:00.000Z' },
  { action: 'setValidUntil', validUntil: '2031-01-01T00:00:00.000Z' },
  { action: 'setValidFromAndUntil' },
];

export const stockSteps: readonly Step[] = [
  { action: 'setReorderPoint', quantity: 2 },
  { action: 'setSafetyStock', quantity: 1 },
  { action: 'changeQuantity', quantity: 0 },
  { action: 'setReservationExpirationInMinutes', reservationExpirationInMinutes: 5 },
];

/** Update actions of a customer at `/me`. */
export const ownCustomerSteps = (type: Resource): Step[] => {
  const byId = (customer: Resource) => ({ addressId: elementOf(customer, 'addresses').id });
  return [
    ...['firstName', 'lastName', 'title', 'companyName'].map(name => ({
      action: `set${name[0]!.toUpperCase()}${name.slice(1)}`,
      [name]: newKey(name),
    })),
    { action: 'setDateOfBirth', dateOfBirth: '2001-02-28' },
    { action: 'changeEmail', email: `${newKey('mail')}@example.com` },
    { action: 'addAddress', address: { country: 'DE', city: 'Bonn' } },
    customer => ({ action: 'changeAddress', ...byId(customer), address: { country: 'DE', city: 'Mainz' } }),
    customer => ({ action: 'removeAddress', ...byId(customer) }),
    ...customFields(type, ''),
  ];
};

/** Update actions of a payment at `/me`; after the last one it can no longer be changed there. */
export const ownPaymentSteps = (type: Resource): Step[] => [
  { action: 'setMethodInfoInterfaceAccount', interfaceAccount: 'a-1' },
  ...customFields(type, 'MethodInfo'),
  { action: 'addTransaction', transaction: { type: 'Charge', amount: money(1) } },
];
