/** Projections of products by id and key: staged or current data, and the scopes to see them. */
import { newKey } from '../../../../support/drafts.js';
import { matchWhole } from '../../../../support/matchWhole.js';
import { assertSingleError, errorOf } from '../../../../support/refusal.js';
import { test } from '../../../../support/tap.js';
import { startProjections } from './startProjections.js';

const products = await startProjections();
const { as, base, createIn, draft, http, projection, send } = products;

const createChanged = async (changes: object) => {
  const created = await products.create(draft({ key: newKey('product'), ...changes }));
  return products.update(created, { action: 'changeName', name: { en: 'Staged' } });
};
const published = await createChanged({ publish: true, name: { en: 'Current' } });
const unpublished = await createChanged({ name: { en: 'Current' } });
const store = await createIn('stores', { key: newKey('store') });
const inStore = `in-store/key=${String(store.key)}/product-projections`;

test('shows the current data of published products by id and key, with its members in one object', async t => {
  const { masterData, key, productType, version, createdAt, lastModifiedAt, priceMode } = published as never as {
    masterData: { current: object };
  } & Record<string, unknown>;
  const expected = {
    id: published.id,
    version,
    key,
    createdAt,
    lastModifiedAt,
    productType,
    ...masterData.current,
    published: true,
    hasStagedChanges: true,
    priceMode,
  };
  for (const path of [`/${published.id}`, `/key=${String(key)}`]) {
    t.strictSame(await projection(path), expected, path);
    t.strictSame((await http.send('GET', `${base}/${inStore}${path}`)).json, expected, `${path} in a store`);
    t.equal((await http.send('HEAD', `${base}/product-projections${path}`)).status, 200, path);
  }
});

test('shows staged data on request, also of unpublished products (product.f12fd)', async t => {
  for (const product of [published, unpublished])
    for (const path of [`/${product.id}`, `/key=${String(product.key)}`]) {
      matchWhole(t, await projection(`${path}?staged=true`), { name: { en: 'Staged' }, hasStagedChanges: true }, path);
      if (product === published) continue;
      for (const prefix of ['product-projections', inStore]) {
        const answer = await http.send('GET', `${base}/${prefix}${path}`);
        t.equal(answer.status, 404, `${prefix}${path}`);
        assertSingleError(t, errorOf(answer), { code: 'ResourceNotFound' });
      }
    }
  const changed = await products.update(published, { action: 'unpublish' });
  t.equal((await send(`/${published.id}`)).status, 404);
  await products.update(changed, { action: 'publish' });
  matchWhole(t, await projection(`/${published.id}`), { name: { en: 'Staged' }, hasStagedChanges: false });
});

test('needs view_products for staged data, and view_published_products for current data', async t => {
  const shopper = await as('view_published_products');
  const path = `${base}/product-projections/${published.id}`;
  matchWhole(t, (await shopper.send('GET', path)).json, { id: published.id });
  const refused = await shopper.send('GET', `${path}?staged=true`);
  t.equal(refused.status, 403);
  assertSingleError(t, errorOf(refused), { code: 'insufficient_scope' });
  t.match(errorOf(refused).message, /: view_products:/);
  t.equal((await shopper.send('GET', `${base}/product-projections/${unpublished.id}`)).status, 404);
  t.equal((await (await as('view_orders')).send('GET', path)).status, 403);
  t.equal((await (await as('view_products')).send('GET', `${path}?staged=true`)).status, 200);
});

test('refuses malformed parameters and unknown stores', async t => {
  for (const [query, status, code] of [
    ['staged=yes', 400, 'InvalidInput'],
    ['storeProjection=none', 400, 'InvalidInput'],
  ] as const) {
    const answer = await send(`/${published.id}?${query}`);
    t.equal(answer.status, status, query);
    assertSingleError(t, errorOf(answer), { code });
  }
  const answer = await http.send('GET', `${base}/in-store/key=none/product-projections/${published.id}`);
  t.equal(answer.status, 404);
  t.equal((await send('/none')).status, 404);
  t.equal((await send('/key=none')).status, 404);
});
