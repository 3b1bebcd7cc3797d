/** Projections in a store show the data of its tailoring in place of the product's own. */
import { money, newKey, referenceTo } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import type { Resource } from '../../../support/resourceApi.js';
import { test } from '../../../support/tap.js';
import { type Projection, startProjections } from '../product/projections/startProjections.js';

const products = await startProjections();
const { base, createIn, draft, http, resourcesAt } = products;
const tailorings = resourcesAt('product-tailoring');
const store = await createIn('stores', { key: newKey('store') });
const other = await createIn('stores', { key: newKey('store'), languages: ['de'] });
const image = (url: string) => ({ url, dimensions: { w: 1, h: 1 } });
const asset = (key: string) => ({ key, name: { en: key, de: `${key} de` }, sources: [{ uri: key }] });
const own = {
  name: { en: 'Coat', de: 'Mantel' },
  description: { en: 'Warm' },
  slug: { en: newKey('coat') },
};
const label = (en: string) => ({ name: 'label', value: { en, de: `${en} de` } });
const colour = { name: 'colour', value: { key: 'red', label: { en: 'Red', de: 'Rot' } } };
const product = await products.create(
  draft({
    ...own,
    key: newKey('product'),
    publish: true,
    masterVariant: {
      sku: newKey('sku'),
      images: [image('a')],
      assets: [asset('manual')],
      attributes: [label('own'), colour],
      prices: [{ value: money(100) }],
    },
    variants: [{ sku: newKey('sku'), images: [image('b')], attributes: [label('second')] }],
  }),
);
const paths = (key: unknown, parameters = '') => [
  `in-store/key=${String(key)}/product-projections/${product.id}?${parameters}`,
  `in-store/key=${String(key)}/product-projections/key=${String(product.key)}?${parameters}`,
  `product-projections/${product.id}?storeProjection=${String(key)}&${parameters}`,
];
const read = async (path: string) => (await http.send('GET', `${base}/${path}`)).json as Projection;
const tailor = ({ key }: Resource, changes: object) =>
  tailorings.create({ product: referenceTo('product', product), store: { typeId: 'store', key }, ...changes });

test('shows the published tailoring of the store, and staged data on demand (product-tailoring.09fba)', async t => {
  const plain = await read(`product-projections/${product.id}`);
  const tailored = {
    name: { en: 'Cape' },
    variants: [
      { id: 1, images: [image('c')], assets: [asset('leaflet')], attributes: [label('tailored')] },
      { id: 2, images: [] },
    ],
  };
  let tailoring = await tailor(store, tailored);
  const [first, second] = [plain.masterVariant, plain.variants[0]!];
  const shown = {
    ...own,
    name: { en: 'Cape', de: 'Mantel' },
    masterVariant: {
      images: [image('c')],
      assets: [asset('leaflet')],
      attributes: [label('tailored'), colour],
      prices: first.prices,
    },
    variants: [{ sku: second.sku, images: [], attributes: second.attributes }],
  };
  for (const path of paths(store.key)) matchWhole(t, await read(path), plain, `${path} before`);
  for (const path of paths(store.key, 'staged=true')) matchWhole(t, await read(path), shown, path);
  tailoring = await tailorings.update(tailoring, { action: 'publish' });
  for (const path of paths(store.key)) matchWhole(t, await read(path), shown, path);
  for (const path of [...paths(other.key), `product-projections/${product.id}`])
    t.equal((await read(path)).masterVariant.attributes[0]?.name, 'label', path);
  matchWhole(t, await read(paths(other.key)[0]!), { name: { de: 'Mantel' } });
  tailoring = await tailorings.update(tailoring, { action: 'setName', name: { en: 'Staged' } });
  matchWhole(t, await read(paths(store.key)[0]!), shown);
  matchWhole(t, await read(paths(store.key, 'staged=true')[0]!), { ...shown, name: { en: 'Staged', de: 'Mantel' } });
  tailoring = await tailorings.update(tailoring, { action: 'unpublish' });
  for (const path of paths(store.key)) matchWhole(t, await read(path), plain, `${path} withdrawn`);
});

test('shows texts of the tailoring in some languages, and the prices of carts', async t => {
  await createIn('product-discounts', {
    name: { en: 'Own labels' },
    value: { type: 'relative', permyriad: 1_000 },
    predicate: 'attributes.label.en = "own"',
    sortOrder: '0.5',
    isActive: true,
  });
  await tailor(other, {
    publish: true,
    name: { de: 'Umhang', en: 'Cloak' },
    variants: [{ id: 1, attributes: [label('theirs')] }],
  });
  const projection = await read(`${paths(other.key)[0]!}priceCurrency=EUR`);
  matchWhole(t, projection, {
    name: { de: 'Umhang' },
    masterVariant: {
      attributes: [{ name: 'label', value: { de: 'theirs de' } }, { name: 'colour' }],
      price: { discounted: { value: { centAmount: 90 } } },
    },
  });
  const found = await http.send(
    'GET',
    `${base}/in-store/key=${String(other.key)}/product-projections?where=${encodeURIComponent('name(de="Mantel")')}`,
  );
  matchWhole(t, found.json, { results: [{ name: { de: 'Umhang' } }] }, 'predicates are about the product itself');
});
