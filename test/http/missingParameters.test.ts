/** Query parameters of the hosted API: refused where they are not offered, and an older form that is. */
import { readFileSync } from 'node:fs';
import type { Cart } from '@commercetools/platform-sdk';
import { storeCustomer } from '../support/customers.js';
import { newKey } from '../support/drafts.js';
import { startResourceApi } from '../support/resourceApi.js';
import { assertError } from '../support/refusal.js';
import { test } from '../support/tap.js';

const { quayside, http, base, projectKey, create, update, createIn } = await startResourceApi<Cart>('carts');

// npm run docs writes the file from the SDK, and test/docs/generatedPages.test.ts compares it.
const rows = readFileSync(new URL('../../../assets/missing/parameters.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter(line => line !== '' && !line.startsWith('#'))
  .map(line => line.split(' ') as [method: string, path: string, ...names: string[]]);

for (const [method, path, ...names] of rows)
  test(`${method} ${path} refuses the parameters that the SDK has there and that are not offered`, async t => {
    const target = path.replace('{projectKey}', projectKey).replace(/\{\w+\}/g, 'x');
    for (const name of names) {
      const body = method === 'POST' ? { body: {} } : {};
      const answer = await http.send(method, `${target}?${name}=x`, body);
      const escaped = name.replace(/[[\]]/g, '\\$&');
      assertError(t, answer, 'InvalidInput', { message: new RegExp(`The parameter '${escaped}' of the hosted API`) });
    }
  });

test('answers the active cart of a customer to the older form of the request (ORD063)', async t => {
  const [one, other] = [await storeCustomer(quayside, projectKey), await storeCustomer(quayside, projectKey)];
  const key = newKey('store');
  await createIn('stores', { key });
  await create({ currency: 'EUR', customerId: other });
  const first = await create({ currency: 'EUR', customerId: one });
  const inStore = await create({ currency: 'EUR', customerId: one, store: { typeId: 'store', key } });
  const latest = await update(first, { action: 'setCountry', country: 'DE' });
  const read = (path: string) => http.send('GET', `${base}/${path}`);
  t.same((await read(`carts?customerId=${one}`)).json, latest);
  t.same((await read(`in-store/key=${key}/carts?customerId=${one}`)).json, inStore);
  t.same((await read(`carts?limit=1&customerId=${one}`)).json, latest);
  t.equal((await http.send('HEAD', `${base}/carts?customerId=${one}`)).status, 200);
  assertError(t, await read(`carts?customerId=${newKey('unknown')}`), 'ResourceNotFound');
  t.match((await read('carts?where=customerId%3D%22x%22')).json, { count: 0 }, 'a predicate may name the field');
});
