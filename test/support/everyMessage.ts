/** Sends a message of every type that is declared, by update actions, creations, deletions and commands. */
import { createSample } from './createSample.js';
import {
  createType,
  lineItemDraft,
  money,
  newKey,
  newSortOrder,
  orderDraft,
  referenceTo,
  stateDraft,
} from './drafts.js';
import type { startGraphql } from './graphql.js';
import { createBuyerCart, createQuote, createQuoteRequest, createStagedQuote } from './quotes.js';
import type { Resource } from './resourceApi.js';

type Project = Awaited<ReturnType<typeof startGraphql>>;
type Action = Readonly<Record<string, unknown>>;
/** An update; where an action needs what the ones before made, a function of the resource. */
type Step = Action | ((resource: Resource) => Action);

/** Holders of custom fields that the one Type is for. */
const holders =
  'address customer customer-group order order-delivery payment-method-info payment-interface-interaction';

const customFields = (type: Resource, what: string, names: object = {}): Action[] => [
  { action: `set${what}CustomType`, type: referenceTo('type', type), fields: { count: 1 }, ...names },
  { action: `set${what}CustomField`, name: 'note', value: 'a', ...names },
  { action: `set${what}CustomField`, name: 'note', value: 'b', ...names },
  { action: `set${what}CustomField`, name: 'note', ...names },
  { action: `set${what}CustomType`, ...names },
];

const elementOf = (resource: Resource, list: string): { readonly id: string } =>
  (resource[list] as readonly { readonly id: string }[])[0]!;

const customerSteps = (type: Resource, group: Resource, stores: readonly Resource[]): Step[] => {
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

const orderSteps = (type: Resource, given: Readonly<Record<string, Resource>>, states: readonly Resource[]): Step[] => {
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

const paymentSteps = (type: Resource, state: Resource): Step[] => {
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

const productSteps = (state: Resource, category: Resource): Step[] => {
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
    product => ({ action: 'setDiscountedPrice', ...ofPrice(product), staged: false }),
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
const tailoringSteps: readonly Step[] = [
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

const storeSteps = (channel: Resource): Step[] => [
  { action: 'setName', name: { en: 'Shop' } },
  { action: 'setLanguages', languages: ['en'] },
  { action: 'addCountry', country: { code: 'DE' } },
  { action: 'addDistributionChannel', distributionChannel: referenceTo('channel', channel) },
  { action: 'addSupplyChannel', supplyChannel: referenceTo('channel', channel) },
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

const standalonePriceSteps: readonly Step[] = [
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

const stockSteps: readonly Step[] = [
  { action: 'setReorderPoint', quantity: 2 },
  { action: 'setSafetyStock', quantity: 1 },
  { action: 'changeQuantity', quantity: 0 },
  { action: 'setReservationExpirationInMinutes', reservationExpirationInMinutes: 5 },
];

/** Sends the messages, and returns nothing: they are read where they are compared. */
export const sendEveryMessage = async (project: Project): Promise<void> => {
  const { createIn, resourcesAt, http, base } = project;
  const run = async (path: string, resource: Resource, steps: readonly Step[]): Promise<Resource> => {
    let current = resource;
    for (const step of steps)
      current = await resourcesAt(path).update(current, typeof step === 'function' ? step(current) : step);
    return current;
  };
  const remove = async (path: string, { id, version }: Resource): Promise<void> => {
    const { status, text } = await http.send('DELETE', `${base}/${path}/${id}?version=${version}`);
    if (status !== 200) throw new Error(`${path}: ${text}`);
  };
  const command = async (path: string, body: object): Promise<Resource> => {
    const { status, json, text } = await http.send('POST', `${base}/${path}`, { body });
    if (status !== 200) throw new Error(`${path}: ${text}`);
    return json as Resource;
  };
  const state = (
    type:
      | 'OrderState'
      | 'LineItemState'
      | 'PaymentState'
      | 'ProductState'
      | 'ReviewState'
      | 'QuoteState'
      | 'QuoteRequestState'
      | 'StagedQuoteState',
  ) => createIn('states', stateDraft({ type }));
  const transition = async (type: Parameters<typeof state>[0]) => ({
    action: 'transitionState',
    state: referenceTo('state', await state(type)),
  });

  const type = await createType(createIn, holders.split(' '));
  const channel = await createIn('channels', { key: newKey('c'), roles: ['ProductDistribution', 'InventorySupply'] });
  const group = await createSample(project, 'customer-group');
  const stores = [await createSample(project, 'store'), await createSample(project, 'store')];
  await run('customer-groups', group, customFields(type, ''));

  const customer = await run('customers', await createSample(project, 'customer'), customerSteps(type, group, stores));
  const [{ id: customerId }] = [customer];
  const emailToken = await command('customers/email-token', { id: customerId, ttlMinutes: 5 });
  await command('customers/email/confirm', { tokenValue: emailToken.value });
  const passwordToken = await command('customers/password-token', { email: customer.email, ttlMinutes: 5 });
  await command('customers/password/reset', { tokenValue: passwordToken.value, newPassword: 'secret-456' });

  const payment = await createSample(project, 'payment');
  const states = [await state('OrderState'), await state('OrderState'), await state('LineItemState')];
  const shippingInfo = { shippingMethodName: 'Parcel', price: money(1), shippingRate: { price: money(1) } };
  const customLineItems = [{ name: { en: 'Wrap' }, slug: newKey('wrap'), quantity: 2, money: money(1) }];
  const order = await createIn(
    'orders/import',
    orderDraft({ lineItems: [lineItemDraft()], customLineItems, orderNumber: newKey('order'), shippingInfo }),
  );
  await remove(
    'orders',
    await run('orders', order, orderSteps(type, { payment, customer, store: stores[0]! }, states)),
  );
  await run('payments', payment, paymentSteps(type, await state('PaymentState')));
  await remove(
    'products',
    await run(
      'products',
      await createSample(project, 'product'),
      productSteps(await state('ProductState'), await createSample(project, 'category')),
    ),
  );
  await run('categories', await createSample(project, 'category'), [
    { action: 'changeSlug', slug: { en: newKey('slug') } },
  ]);
  const price = await run('standalone-prices', await createSample(project, 'standalone-price'), standalonePriceSteps);
  await remove('standalone-prices', price);
  await remove('inventory', await run('inventory', await createSample(project, 'inventory-entry'), stockSteps));

  const store = referenceTo('store', stores[0]!);
  const discount = await run('cart-discounts', await createSample(project, 'cart-discount'), [
    { action: 'addStore', store },
    { action: 'removeStore', store },
    { action: 'setStores', stores: [store] },
  ]);
  await remove('cart-discounts', discount);
  const code = await run('discount-codes', await createSample(project, 'discount-code'), [
    { action: 'setKey', key: newKey('code') },
  ]);
  await remove('discount-codes', code);
  const selected = { product: referenceTo('product', await createSample(project, 'product')) };
  for (const mode of ['Individual', 'IndividualExclusion']) {
    const isIndividual = mode === 'Individual';
    const selection = await createIn('product-selections', { name: { en: 'Summer' }, mode });
    const choice = isIndividual
      ? { variantSelection: { type: 'includeOnly', skus: ['a'] } }
      : { variantExclusion: { skus: ['a'] } };
    const steps = [
      { action: isIndividual ? 'addProduct' : 'excludeProduct', ...selected },
      { action: isIndividual ? 'setVariantSelection' : 'setVariantExclusion', ...selected, ...choice },
      { action: 'removeProduct', ...selected },
    ];
    await remove('product-selections', await run('product-selections', selection, steps));
  }
  const tailoring = await createSample(project, 'product-tailoring');
  await remove('product-tailoring', await run('product-tailoring', tailoring, tailoringSteps));
  const product = await createSample(project, 'product');
  const item = { lineItemKey: 'item' };
  await run('shopping-lists', await createSample(project, 'shopping-list'), [
    { action: 'addLineItem', productId: product.id, key: item.lineItemKey },
    { action: 'removeLineItem', ...item },
  ]);
  await run('reviews', await createSample(project, 'review'), [
    { action: 'setRating', rating: 5 },
    await transition('ReviewState'),
  ]);
  const discountGroup = await run('discount-groups', await createSample(project, 'discount-group'), [
    { action: 'setKey', key: newKey('group') },
    { action: 'setSortOrder', sortOrder: newSortOrder() },
    { action: 'setIsActive', isActive: false },
  ]);
  await remove('discount-groups', discountGroup);
  await remove('stores', await run('stores', await createSample(project, 'store'), storeSteps(channel)));

  const place = { quayside: project.quayside, projectKey: project.projectKey, create: createIn };
  const changeCustomer = async () => ({
    action: 'changeCustomer',
    customer: referenceTo('customer', await createSample(project, 'customer')),
  });
  const cart = await createBuyerCart(place);
  const request = await run('quote-requests', await createQuoteRequest(place, cart), [
    await transition('QuoteRequestState'),
    await changeCustomer(),
  ]);
  const staged = await run('staged-quotes', await createStagedQuote(place, request), [
    { action: 'setSellerComment', sellerComment: 'a' },
    { action: 'setValidTo', validTo: '2040-01-01T00:00:00.000Z' },
    await transition('StagedQuoteState'),
  ]);
  const quote = await run('quotes', await createQuote(place, staged), [
    await transition('QuoteState'),
    await changeCustomer(),
    { action: 'requestQuoteRenegotiation', buyerComment: 'less' },
    { action: 'changeQuoteState', quoteState: 'Withdrawn' },
  ]);
  await remove('quotes', quote);
  const closing = { action: 'changeStagedQuoteState', stagedQuoteState: 'Closed' };
  await remove('staged-quotes', await run('staged-quotes', await resourcesAt('staged-quotes').get(staged), [closing]));
  const rejecting = { action: 'changeQuoteRequestState', quoteRequestState: 'Rejected' };
  await remove(
    'quote-requests',
    await run('quote-requests', await resourcesAt('quote-requests').get(request), [rejecting]),
  );
  const { id, version } = await createBuyerCart(place);
  await createIn('orders', { cart: { typeId: 'cart', id }, version });
  await remove('customers', await createSample(project, 'customer'));
};
