/** Prices for a buyer and stock in the variants of products. */
import { money, newKey, productDraft, productTypeDraft, referenceTo } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { type Resource, startResourceApi } from '../../../support/resourceApi.js';
import { test } from '../../../support/tap.js';

const products = await startResourceApi('products');
const { base, createIn, credentials, http, projectKey, quayside } = products;
const productType = await createIn('product-types', productTypeDraft([], { key: newKey('type') }));
const channel = await createIn('channels', { key: newKey('hall'), roles: ['InventorySupply', 'ProductDistribution'] });
const [vip, staff] = [
  await createIn('customer-groups', { groupName: newKey('vip') }),
  await createIn('customer-groups', { groupName: newKey('staff') }),
];
const inGroup = (group: Resource) => ({ customerGroup: referenceTo('customer-group', group) });
const prices = [
  { value: money(1_000) },
  { value: money(1_100, 'USD') },
  { value: money(900), country: 'DE' },
  { value: money(800), ...inGroup(vip) },
  { value: money(750), ...inGroup(staff) },
  { value: money(700), channel: referenceTo('channel', channel) },
];
const [first, second, third] = [newKey('sku'), newKey('sku'), newKey('sku')];
const create = (changes: object) => products.create(productDraft({ id: productType.id }, changes));
const embedded = await create({
  key: newKey('product'),
  publish: true,
  masterVariant: { sku: first, prices },
  variants: [{ sku: second, prices: [{ value: money(5) }] }, {}],
} as never);

interface Variant {
  readonly price?: object;
  readonly availability?: object;
}
type Data = { readonly masterVariant: Variant; readonly variants: readonly Variant[] };
const dataOf = (product: unknown) => (product as { masterData: Record<'current' | 'staged', Data> }).masterData;
const variantsOf = (product: unknown, member: 'price' | 'availability') =>
  Object.values({ current: dataOf(product).current, staged: dataOf(product).staged }).map(data =>
    [data.masterVariant, ...data.variants].map(variant => variant[member]),
  );
const get = async (path: string) => (await http.send('GET', `${base}/products${path}`)).json;

test('shows the price that carts select for the buyer in the query, and none without (product.c9020)', async t => {
  const query = (parameters: Record<string, string>) => `?${new URLSearchParams(parameters).toString()}`;
  for (const [parameters, centAmount, other] of [
    [{}, undefined, undefined],
    [{ priceCountry: 'DE' }, undefined, undefined],
    [{ priceCurrency: 'EUR' }, 1_000, 5],
    [{ priceCurrency: 'USD' }, 1_100, undefined],
    [{ priceCurrency: 'JPY' }, undefined, undefined],
    [{ priceCurrency: 'EUR', priceCountry: 'DE' }, 900, 5],
    [{ priceCurrency: 'EUR', priceCountry: 'FR' }, 1_000, 5],
    [{ priceCurrency: 'EUR', priceCountry: 'DE', priceCustomerGroup: vip.id }, 800, 5],
    [{ priceCurrency: 'EUR', priceCustomerGroupAssignments: staff.id }, 750, 5],
    [{ priceCurrency: 'EUR', priceChannel: channel.id }, 700, 5],
  ] as const) {
    const shown = [centAmount, other, undefined].map(cents => cents && { value: { centAmount: cents } });
    const message = JSON.stringify(parameters);
    for (const path of [`/${embedded.id}`, `/key=${String(embedded.key)}`])
      matchWhole(t, variantsOf(await get(path + query(parameters)), 'price'), [shown, shown], message);
    const page = (await get(`${query({ ...parameters, where: `id="${embedded.id}"` })}`)) as { results: unknown[] };
    matchWhole(t, variantsOf(page.results[0], 'price'), [shown, shown], message);
  }
  const groups = `?priceCurrency=EUR&priceCustomerGroupAssignments=${vip.id}&priceCustomerGroupAssignments=${staff.id}`;
  matchWhole(t, variantsOf(await get(`/${embedded.id}${groups}`), 'price')[0], [
    { value: { centAmount: 750 } },
    { value: { centAmount: 5 } },
    undefined,
  ]);
  const scope = `view_published_products:${projectKey}`;
  const published = quayside.http.as(await quayside.token(credentials, scope));
  const { json } = await published.send('GET', `${base}/products/${embedded.id}?priceCurrency=USD`);
  matchWhole(t, variantsOf(json, 'price')[0], [{ value: { centAmount: 1_100 } }, undefined, undefined]);
});

test('shows active standalone prices, also in responses to changes', async t => {
  const sku = newKey('sku');
  const draft = { priceMode: 'Standalone', masterVariant: { sku } } as never;
  for (const [value, active] of [
    [300, true],
    [200, false],
  ] as const)
    await createIn('standalone-prices', { sku, value: money(value), active, country: active ? undefined : 'DE' });
  const made = await http.send('POST', `${base}/products?priceCurrency=EUR&priceCountry=DE`, {
    body: productDraft({ id: productType.id }, draft),
  });
  const expected = [[{ value: { centAmount: 300 }, id: /./ }], [{ value: { centAmount: 300 } }]];
  matchWhole(t, variantsOf(made.json, 'price'), expected);
  const { id, version } = made.json as Resource;
  const changed = await http.send('POST', `${base}/products/${id}?priceCurrency=EUR`, {
    body: { version, actions: [{ action: 'setKey', key: newKey('product') }] },
  });
  matchWhole(t, variantsOf(changed.json, 'price'), expected);
  t.notOk('price' in dataOf(await get(`/${id}`)).current.masterVariant, 'it is not stored');
});

test('shows all members of a standalone price, and none that has expired', async t => {
  const sku = newKey('sku');
  const period = { validFrom: '2020-01-01T00:00:00.000Z', validUntil: '2099-01-01T00:00:00.000Z' };
  const tiers = [{ minimumQuantity: 10, value: money(200) }];
  const price = await createIn('standalone-prices', { sku, key: newKey('price'), value: money(300), ...period, tiers });
  const expired = { country: 'DE', validUntil: '2020-01-02T00:00:00.000Z' };
  await createIn('standalone-prices', { sku, value: money(100), ...expired });
  const { id } = await create({ priceMode: 'Standalone', masterVariant: { sku } } as never);
  const [[shown]] = variantsOf(await get(`/${id}?priceCurrency=EUR&priceCountry=DE`), 'price') as [[object]];
  matchWhole(t, shown, { id: price.id, key: price.key, value: price.value, ...period, tiers: price.tiers as object[] });
});

test('shows the stock of SKUs, without a channel and by supply channel (product.e2aa0, product.4026e)', async t => {
  matchWhole(t, variantsOf(await get(`/${embedded.id}`), 'availability')[0], [undefined, undefined, undefined]);
  const general = await createIn('inventory', { sku: first, quantityOnStock: 3, restockableInDays: 2 });
  const supplyChannel = referenceTo('channel', channel);
  const inChannel = await createIn('inventory', { sku: first, quantityOnStock: 0, supplyChannel });
  await createIn('inventory', { sku: second, quantityOnStock: 5, supplyChannel });
  await createIn('inventory', { sku: third, quantityOnStock: 9 });
  const shown = [
    {
      isOnStock: true,
      availableQuantity: 3,
      restockableInDays: 2,
      id: general.id,
      version: 1,
      channels: { [channel.id]: { isOnStock: false, availableQuantity: 0, id: inChannel.id, version: 1 } },
    },
    { isOnStock: undefined, channels: { [channel.id]: { isOnStock: true, availableQuantity: 5 } } },
    undefined,
  ];
  for (const query of ['', '?priceCurrency=EUR', '?expand=productType'])
    matchWhole(t, variantsOf(await get(`/${embedded.id}${query}`), 'availability'), [shown, shown], query);
});
