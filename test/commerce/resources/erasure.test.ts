/** Searches everything that a Redis stores for words: names and values of all keys, and its append-only files. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, dirname } from 'node:path';
import { randomInt } from 'node:crypto';
import { createRequire } from 'node:module';
import type { Redis } from 'ioredis';
import { masterNodes } from '../../../src/base/redis/masterNodes.js';
import type { RedisClient } from '../../../src/base/redis/connect.js';
import { readStoredBody } from '../../../src/store/compressedBody.js';
import { waitUntil } from '../../support/waitUntil.js';
import { definitions } from '../../../src/commerce/resources/index.js';
import { Address } from '../../../src/commerce/values/address.js';
import { test } from '../../support/tap.js';
import { valuesOf } from '../../support/matchWhole.js';
import { createType, money, newKey, orderDraft, referenceTo } from '../../support/drafts.js';
import { startQuayside } from '../../support/quayside.js';
import { createQuote, createStagedQuote } from '../../support/quotes.js';
import { createProjectApi, type Resource } from '../../support/resourceApi.js';
import { sampleDraft } from '../../support/createSample.js';
import { searchOf } from '../../support/search.js';
import { startOwnRedis } from '../../support/startOwnRedis.js';

/** Words by what they are the value of. */
type Words = ReadonlyMap<string, string>;

/**
 * The bytes of a key and its value, of any type; bodies also as they were before their compression. None for a key that
 * is deleted meanwhile.
 */
const bytesOf = async (node: Redis, key: Buffer): Promise<Buffer[]> => {
  const dump = (await node.dumpBuffer(key)) as Buffer | null;
  if (dump === null) return [];
  if ((await node.type(key)) !== 'string') return [key, dump];
  const value = (await node.getBuffer(key)) ?? Buffer.alloc(0);
  return [key, value, readStoredBody(value, String(key))];
};

const allKeys = async (node: Redis): Promise<Buffer[]> => {
  const keys: Buffer[] = [];
  for await (const page of node.scanBufferStream({ count: 1_000 })) keys.push(...(page as Buffer[]));
  return keys;
};

const configOf = async (node: Redis, name: string): Promise<string> =>
  String(((await node.config('GET', name)) as unknown[])[1]);

/** Rewrites the append-only file, and returns its files by name. */
const rewrittenFiles = async (node: Redis): Promise<(readonly [name: string, bytes: Buffer])[]> => {
  await node.bgrewriteaof();
  await waitUntil(async () =>
    /aof_rewrite_in_progress:0\r\naof_rewrite_scheduled:0/.test(await node.info('persistence')),
  );
  const folder = join(await configOf(node, 'dir'), await configOf(node, 'appenddirname'));
  return readdirSync(folder).map(name => [name, readFileSync(join(folder, name))] as const);
};

const includes = (parts: readonly Buffer[], word: string): boolean => parts.some(part => part.includes(word));

/** Lists where the words stand: `customer email in {demo}:customer:x:email:…`. */
const findWordsInKeys = async (redis: RedisClient, words: Words): Promise<string[]> => {
  const found: string[] = [];
  for (const node of masterNodes(redis)) {
    // Otherwise long texts in dumps and files are compressed.
    await node.config('SET', 'rdbcompression', 'no');
    for (const key of await allKeys(node)) {
      const bytes = await bytesOf(node, key);
      for (const [name, word] of words) if (includes(bytes, word)) found.push(`${name} in ${String(key)}`);
    }
  }
  return found;
};

const bytesShown = 60;

/** Lists where the words stand in the append-only files after a rewrite: the file, and the bytes before the word. */
const findWordsInFiles = async (redis: RedisClient, words: Words): Promise<string[]> => {
  const files = (await Promise.all(masterNodes(redis).map(rewrittenFiles))).flat();
  return files.flatMap(([file, bytes]) =>
    [...words].flatMap(([name, word]) => {
      const at = bytes.indexOf(word);
      return at < 0 ? [] : [`${name} in ${file} behind ${bytes.toString('latin1', Math.max(0, at - bytesShown), at)}`];
    }),
  );
};

// What an erasure leaves in Redis, for all resource types that hold personal data (GEN069, GEN070).
const erasable = definitions.filter(definition => definition.erasable !== undefined);

/** The names of all members of a schema, of those inside others too. */
const memberNames = (schema: unknown): string[] => {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, value]) => [
    ...(name === 'properties' ? Object.keys(value as object) : []),
    ...memberNames(value),
  ]);
};

test('every resource type with names or addresses of people can be erased (GEN069)', async t => {
  const personal = ['customerEmail', 'email', 'firstName', 'lastName', 'streetName', 'phone'];
  const holders = definitions.filter(({ resource }) => memberNames(resource).some(name => personal.includes(name)));
  t.same(
    valuesOf(
      holders.filter(definition => !erasable.includes(definition)),
      'typeId',
    ),
    // The address of a channel is that of a warehouse or a shop, and its deletion has no such parameter.
    ['channel'],
  );
});

test('the types that take dataErasure are those of the SDK (GEN069)', async t => {
  const sdk = dirname(createRequire(import.meta.url).resolve('@commercetools/platform-sdk/package.json'));
  const folder = join(sdk, 'dist/declarations/src/generated/client');
  const takesErasure = (path: string): boolean =>
    readdirSync(join(folder, path))
      .filter(file => file.endsWith('-request-builder.d.ts'))
      .some(file => readFileSync(join(folder, path, file), 'utf8').includes('dataErasure'));
  const known = new Set(readdirSync(folder));
  t.same(
    valuesOf(erasable, 'path'),
    definitions.map(({ path }) => path).filter(path => path !== '' && known.has(path) && takesErasure(path)),
  );
});

const { url } = await startOwnRedis();
const quayside = await startQuayside({ REDIS_URL: url });
const { redis } = quayside.services;

/** Makes words that stand nowhere else, and of which search terms hold the first letters. */
const createWords = () => {
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
    quayside,
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

/** Creates what a customer says and wants, and what a program keeps about a person. */
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
    // Its address stands in paths where other resources have their ids.
    ['custom-objects', { ...object, id: `${container}/${key}` }],
  ];
};

/** Creates resources of all types that can be erased; those that others refer to come last. */
const createPersonalData = async (api: Api, made: ReturnType<typeof createWords>): Promise<Made> => {
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

test('the words of an erased payment leave the search index of the orders that had it (GEN070)', async t => {
  const credentials = await quayside.project();
  const { createIn, resourcesAt, http, base } = await createProjectApi(quayside, credentials);
  const search = searchOf(quayside, credentials);
  const { words, word } = createWords();
  const payment = await createIn('payments', { amountPlanned: money(1), interfaceId: word('interfaceId') });
  const payments = { payments: [referenceTo('payment', payment)] };
  const order = await createIn('orders/import', { ...orderDraft(), paymentInfo: payments });
  await search.activate();
  await search.settled();
  await resourcesAt('orders').update(order, { action: 'removePayment', payment: referenceTo('payment', payment) });
  await search.settled();
  t.not((await findWordsInKeys(redis, words)).length, 0);
  t.equal((await http.send('DELETE', `${base}/payments/${payment.id}?version=1&dataErasure=true`)).status, 200);
  await waitUntil(async () => (await findWordsInKeys(redis, words)).length === 0, undefined, 1_000);
  t.same(await search.ids(), [order.id]);
});

test('an erasure leaves no word of a person in Redis: in no key, no value and no append-only file (GEN070)', async t => {
  const credentials = await quayside.project();
  const api = await createProjectApi(quayside, credentials);
  const search = searchOf(quayside, credentials);
  await search.activate();
  await search.settled();
  const made = createWords();
  const resources = await createPersonalData(api, made);
  t.same(
    [...new Set(resources.map(([path]) => path))].sort(),
    erasable.map(({ path }) => path).sort(),
    'all types that can be erased are there',
  );
  await search.settled();
  const before = await findWordsInKeys(redis, made.words);
  for (const name of made.words.keys())
    t.ok(
      before.some(each => each.startsWith(`${name} in `)),
      `${name} is stored`,
    );
  // A stopped job must not keep erased data in the index.
  await quayside.services.search.states.requestJob(api.projectKey, newKey('job'));
  await quayside.services.search.states.stopJob(api.projectKey, 2);
  for (const [path, { id }] of resources) {
    const { version } = await api.resourcesAt(path).get({ id });
    const { status, text } = await api.http.send(
      'DELETE',
      `${api.base}/${path}/${id}?version=${version}&dataErasure=true`,
    );
    t.equal(status, 200, text);
  }
  let found: string[] = [];
  const isFree = async (): Promise<boolean> => (found = await findWordsInKeys(redis, made.words)).length === 0;
  await waitUntil(isFree, undefined, 2_000).catch((error: unknown) => t.same(found, [], String(error)));
  t.same(await findWordsInFiles(redis, made.words), []);
});
