/** A read of a product or a projection shows each change of its data, even if it was read before. */
import { setTimeout } from 'node:timers/promises';
import { definitionsFollowed } from '../../../../support/definitionsFollowed.js';
import { money, newKey, referenceTo } from '../../../../support/drafts.js';
import { matchWhole } from '../../../../support/matchWhole.js';
import type { Resource } from '../../../../support/resourceApi.js';
import { test } from '../../../../support/tap.js';
import { startProjections } from './startProjections.js';

const products = await startProjections();
const { base, createChannel, createIn, draft, http, productType, projectKey, quayside, resourcesAt } = products;
const channel = await createChannel();
const store = await createIn('stores', { key: newKey('store'), languages: ['en'] });
const [sku, standaloneSku, slug, key] = ['sku', 'sku', 'slug', 'key'].map(prefix => newKey(prefix)) as [
  string,
  string,
  string,
  string,
];
let embedded = await products.create(
  draft({
    key,
    slug: { en: slug },
    publish: true,
    masterVariant: {
      sku,
      prices: [{ value: money(100) }],
      attributes: [{ name: 'label', value: { en: 'a', de: 'b' } }],
    },
  }),
);
const standalone = await products.create(
  draft({ priceMode: 'Standalone', publish: true, masterVariant: { sku: standaloneSku } }),
);
const priced = 'priceCurrency=EUR&priceCountry=DE';
const where = (predicate: string) => `?${new URLSearchParams({ where: predicate }).toString()}&${priced}`;
const both = where(`id in ("${embedded.id}", "${standalone.id}")`);
/** All ways to read both products, with all data of other resources that a response shows. */
const paths = [
  ...[embedded, standalone].map(({ id }) => `products/${id}?${priced}`),
  `products/key=${key}?${priced}`,
  `products${both}`,
  ...[embedded, standalone].flatMap(({ id }) => [
    `product-projections/${id}?${priced}&localeProjection=en&localeProjection=fr`,
    `product-projections/${id}?${priced}&staged=true&storeProjection=${String(store.key)}`,
    `in-store/key=${String(store.key)}/product-projections/${id}?${priced}`,
  ]),
  `product-projections/key=${key}?${priced}`,
  `product-projections${both}`,
  `product-projections${where(`slug(en="${slug}")`)}`,
  `product-projections${where(`masterVariant(sku="${sku}") or variants(sku="${sku}")`)}`,
];
const bodyOf = async (path: string): Promise<string> => {
  const { status, text } = await http.send('GET', `${base}/${path}`);
  return `${status} ${text}`;
};
/** An unknown parameter changes nothing, but makes the request a new one, so that no kept response is used. */
let requests = 0;
const freshBodyOf = (path: string) => bodyOf(`${path}&fresh=${requests++}`);

const update = async (type: string, resource: Resource, ...actions: readonly object[]) =>
  resourcesAt(type).update(resource, ...actions);

let tailoring: Resource | undefined;
const tailoringDraft = () => ({
  product: referenceTo('product', embedded),
  store: referenceTo('store', store),
  name: { de: 'Tailored' },
});
const tailor = async (action: object) => (tailoring = await update('product-tailoring', tailoring!, action));

const changes: readonly (readonly [name: string, change: () => Promise<unknown>])[] = [
  ['nothing', async () => undefined],
  ['an entry of stock', () => createIn('inventory', { sku, quantityOnStock: 3 })],
  [
    'an entry of a channel',
    async () => {
      const supplyChannel = referenceTo('channel', channel);
      const entry = await createIn('inventory', { sku: standaloneSku, quantityOnStock: 0, supplyChannel });
      await update('inventory', entry, { action: 'addQuantity', quantity: 5 });
    },
  ],
  [
    'a removed entry',
    async () => {
      const { results } = (await http.send('GET', `${base}/inventory?where=${encodeURIComponent(`sku="${sku}"`)}`))
        .json as { results: Resource[] };
      await resourcesAt('inventory').remove(results[0]!);
    },
  ],
  ['a standalone price', () => createIn('standalone-prices', { sku: standaloneSku, value: money(70), active: true })],
  [
    'a changed standalone price',
    async () => {
      const price = await createIn('standalone-prices', { sku: standaloneSku, value: money(60), country: 'DE' });
      await update('standalone-prices', price, { action: 'changeValue', value: money(50) });
    },
  ],
  [
    'staged data',
    async () => {
      const price = { value: money(40), country: 'DE' };
      embedded = await products.update(embedded, { action: 'addPrice', variantId: 1, price });
    },
  ],
  ['a publication', async () => (embedded = await products.update(embedded, { action: 'publish' }))],
  ['a withdrawal', async () => (embedded = await products.update(embedded, { action: 'unpublish' }))],
  ['another publication', async () => (embedded = await products.update(embedded, { action: 'publish' }))],
  ['a store', () => update('stores', store, { action: 'setLanguages', languages: ['de'] })],
  ['a tailoring', async () => (tailoring = await createIn('product-tailoring', tailoringDraft()))],
  ['staged tailored data', () => tailor({ action: 'setName', name: { de: 'Staged' } })],
  ['published tailored data', () => tailor({ action: 'publish' })],
  ['withdrawn tailored data', () => tailor({ action: 'unpublish' })],
  ['no tailoring', () => resourcesAt('product-tailoring').remove(tailoring!)],
  [
    'a product type',
    async () => {
      await update('product-types', productType, { action: 'removeAttributeDefinition', name: 'label' });
      await definitionsFollowed(quayside, projectKey);
      embedded = await products.get(embedded);
    },
  ],
  [
    'a key, which another product gets',
    async () => {
      embedded = await products.update(embedded, { action: 'setKey', key: newKey('key') });
      await products.create(draft({ key, publish: true }));
    },
  ],
  [
    'a slug, which another product gets',
    async () => {
      embedded = await products.update(embedded, { action: 'changeSlug', slug: { en: newKey('slug') }, staged: false });
      await products.create(draft({ slug: { en: slug }, publish: true }));
    },
  ],
];

test('a response that is sent again is the one that would be made now, after each change', async t => {
  const seen = new Map<string, Set<string>>();
  for (const [name, change] of changes) {
    await change();
    for (const path of paths) {
      const [first, second] = [await bodyOf(path), await bodyOf(path)];
      const fresh = await freshBodyOf(path);
      t.equal(first, fresh, `${path} after ${name}`);
      t.equal(second, fresh, `${path} after ${name}, again`);
      seen.set(path, (seen.get(path) ?? new Set()).add(fresh));
    }
  }
  matchWhole(
    t,
    [...seen.values()].map(bodies => bodies.size > 2).filter(changed => !changed),
    [],
  );
});

test('a response is kept until the price that it shows begins or ends', async t => {
  const startsAt = new Date(Date.now() + 1_500).toISOString();
  const endsAt = new Date(Date.now() + 3_000).toISOString();
  const { id } = await products.create(
    draft({
      publish: true,
      masterVariant: { prices: [{ value: money(10) }, { value: money(5), validFrom: startsAt, validUntil: endsAt }] },
    }),
  );
  const path = `product-projections/${id}?priceCurrency=EUR`;
  const read = async () => {
    const { json } = await http.send('GET', `${base}/${path}`);
    return (json as { masterVariant: { price: { value: { centAmount: number } } } }).masterVariant.price.value
      .centAmount;
  };
  const early = [await read(), await read()];
  if (Date.now() < Date.parse(startsAt)) t.strictSame(early, [10, 10]);
  for (const [time, amount] of [
    [startsAt, 5],
    [endsAt, 10],
  ] as const) {
    await setTimeout(Math.max(0, Date.parse(time) - Date.now()) + 5);
    const readAt = await read();
    // A busy machine may read a price that has ended.
    if (amount === 10 || Date.now() < Date.parse(endsAt)) t.equal(readAt, amount, time);
  }
});
