/** Personal data in resources of all types that can be erased; each word of it is unique. */
import { randomInt } from 'node:crypto';
import { Address } from '../../../src/commerce/values/address.js';
import { createType, money, newKey, orderDraft, referenceTo } from '../../support/drafts.js';
import { createQuote, createStagedQuote } from '../../support/quotes.js';
import type { createProjectApi, Resource } from '../../support/resourceApi.js';
import { sampleDraft } from '../../support/createSample.js';

/** Makes unique words; `words` has their first letters, which search terms contain too. */
export const createWords = () => {
  const words = new Map<string, string>();
  const make = (name: string, letters: string): string => {
    const word = Array.from({ length: 12 }, () => letters.charAt(randomInt(letters.length))).join('');
    words.set(name, word.slice(0, 8));
    return word;
  };
  const word = (name: string): string => make(name, 'bcdfghjklmnpqrstvwxz');
  const address = (of: string): object =>
    Object.fromEntries(
      Object.keys(Address.properties)
        .filter(name => !['id', 'country', 'custom'].includes(name))
        .map(name => [
          name,
          ['phone', 'mobile', 'fax'].includes(name)
            ? make(`${name} of the ${of}`, '0123456789')
            : word(`${name} of the ${of}`),
        ])
        .concat([['country', 'DE']]),
    );
  return { words, word, address, email: (of: string): string => `${word(`email of the ${of}`)}@example.com` };
};

type Api = Awaited<ReturnType<typeof createProjectApi>>;
type Made = readonly (readonly [path: string, resource: Resource])[];

const createCustomer = async (api: Api, custom: (of: string) => object, made: ReturnType<typeof createWords>) => {
  const { word, address, email } = made;
  const secret = 'secret-123';
  const { customer } = await api.createIn<{ customer: Resource }>('customers', {
    key: word('key of the customer'),
    customerNumber: word('number of the customer'),
    externalId: word('externalId of the customer'),
    email: email('customer'),
    password: secret,
    firstName: word('firstName of the customer'),
    lastName: word('lastName of the customer'),
    middleName: word('middleName of the customer'),
    companyName: word('companyName of the customer'),
    vatId: word('vatId of the customer'),
    addresses: [address("customer's address")],
    custom: custom('customer'),
  });
  const changed = await api
    .resourcesAt('customers')
    .update(
      customer,
      { action: 'setLastName', lastName: word('later lastName of the customer') },
      { action: 'changeEmail', email: email('customer, later') },
      { action: 'addAddress', address: address("customer's later address") },
    );
  await api.http.send('POST', `${api.base}/customers/password-token`, { body: { email: changed.email } });
  await api.http.send('POST', `${api.base}/customers/email-token`, { body: { id: customer.id, ttlMinutes: 60 } });
  for (const password of [secret, 'wrong'])
    await api.http.send('POST', `${api.base}/login`, { body: { email: changed.email, password } });
  return changed;
};

const createOrders = async (
  { createIn, resourcesAt }: Api,
  cart: (of: string) => object,
  custom: (of: string) => object,
  { word, address, email }: ReturnType<typeof createWords>,
): Promise<Made> => {
  const payment = await createIn('payments', {
    key: word('key of the payment'),
    interfaceId: word('interfaceId of the payment'),
    amountPlanned: money(1_000),
    paymentMethodInfo: { method: word('method of the payment'), name: { en: word('name of the payment') } },
    transactions: [{ type: 'Charge', amount: money(1_000), interactionId: word('interaction of the payment') }],
    custom: custom('payment'),
  });
  const ordered = await createIn('carts', cart('ordered cart'));
  const order = await createIn('orders', {
    cart: referenceTo('cart', ordered),
    version: ordered.version,
    orderNumber: word('number of the order'),
    purchaseOrderNumber: word('purchaseOrderNumber of the order'),
  });
  const changed = await resourcesAt('orders').update(
    order,
    { action: 'setCustomerEmail', email: email('order, later') },
    { action: 'setShippingAddress', address: address('shipping address, later') },
    { action: 'addPayment', payment: referenceTo('payment', payment) },
  );
  const imported = await createIn('orders/import', {
    ...orderDraft({ orderNumber: word('number of the imported order') }),
    customerEmail: email('imported order'),
    billingAddress: address('imported order'),
    shippingInfo: { shippingMethodName: 'Parcel', price: money(100), shippingRate: { price: money(100) } },
    custom: custom('imported order'),
  });
  const delivered = await resourcesAt('orders').update(imported, {
    action: 'addDelivery',
    address: address('delivery'),
  });
  return [
    ['orders', changed],
    ['orders', delivered],
    ['payments', payment],
    ['carts', ordered],
  ];
};

const createQuotes = async (
  api: Api,
  cart: (of: string) => object,
  custom: (of: string) => object,
  { word }: ReturnType<typeof createWords>,
): Promise<Made> => {
  const place = {
    quayside: api.quayside,
    projectKey: api.projectKey,
    create: (path: string, draft: object) => api.createIn(path, draft),
  };
  const quoted = await api.createIn('carts', cart('quoted cart'));
  const request = await api.createIn('quote-requests', {
    cart: referenceTo('cart', quoted),
    cartVersion: quoted.version,
    key: word('key of the quote request'),
    comment: word('comment of the quote request'),
    custom: custom('quote request'),
  });
  const staged = await createStagedQuote(place, request, { key: word('key of the staged quote') });
  const commented = await api
    .resourcesAt('staged-quotes')
    .update(staged, { action: 'setSellerComment', sellerComment: word('comment of the staged quote') });
  const quote = await createQuote(place, commented, { key: word('key of the quote') });
  const quotation = (commented.quotationCart as { readonly id: string }).id;
  return [
    ['quotes', quote],
    ['staged-quotes', commented],
    ['carts', await api.resourcesAt('carts').get({ id: quotation })],
    ['quote-requests', request],
    ['carts', quoted],
  ];
};

/** Creates the texts of a customer, and the data that a program keeps about a person. */
const createOthers = async (
  api: Api,
  customer: object,
  custom: (of: string) => object,
  { word }: ReturnType<typeof createWords>,
): Promise<Made> => {
  const list = await api.createIn('shopping-lists', {
    customer,
    key: word('key of the shopping list'),
    name: { en: word('name of the shopping list') },
    textLineItems: [{ name: { en: word('text of the shopping list') } }],
    custom: custom('shopping list'),
  });
  const review = await api.createIn('reviews', {
    customer,
    key: word('key of the review'),
    authorName: word('author of the review'),
    text: word('text of the review'),
    custom: custom('review'),
  });
  const [container, key] = [newKey('people'), word('key of the custom object')];
  const object = await api.createIn('custom-objects', { container, key, value: { name: word('custom object') } });
  return [
    ['shopping-lists', list],
    ['reviews', review],
    // The path of a custom object has its container and key instead of an id.
    ['custom-objects', { ...object, id: `${container}/${key}` }],
  ];
};

/** Creates resources of all types that can be erased; resources that others refer to come last. */
export const createPersonalData = async (api: Api, made: ReturnType<typeof createWords>): Promise<Made> => {
  const { word, address, email } = made;
  const typeIds = ['order', 'customer', 'payment', 'quote-request', 'review', 'shopping-list'];
  const type = await createType(api.createIn, typeIds);
  const custom = (of: string): object => ({
    type: referenceTo('type', type),
    fields: { note: word(`custom field of the ${of}`) },
  });
  const customer = await createCustomer(api, custom, made);
  const cart = (of: string, shippingAddress = address(`shipping address of the ${of}`)): object => ({
    currency: 'EUR',
    country: 'DE',
    taxMode: 'External',
    key: word(`key of the ${of}`),
    customerId: customer.id,
    customerEmail: email(of),
    billingAddress: address(`billing address of the ${of}`),
    shippingAddress,
    itemShippingAddresses: [address(`item shipping address of the ${of}`), shippingAddress],
    customLineItems: [
      { name: { en: word(`item of the ${of}`) }, slug: newKey('slug'), money: money(1_000), quantity: 1 },
    ],
    custom: custom(of),
  });
  const orders = await createOrders(api, cart, custom, made);
  const quotes = await createQuotes(api, cart, custom, made);
  const only = await api.createIn('carts', cart('cart'));
  const code = await api.createIn('discount-codes', {
    ...(await sampleDraft(api, 'discount-code')),
    key: word('key of the discount code'),
    description: { en: word('description of the discount code') },
  });
  const others = await createOthers(api, referenceTo('customer', customer), custom, made);
  return [...orders, ...quotes, ['carts', only], ['discount-codes', code], ...others, ['customers', customer]];
};
