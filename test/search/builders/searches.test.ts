/** Sends the search bodies of SDK builders (searches.tsv) to one project. */
import { readFileSync } from 'node:fs';
import {
  createType,
  customLineItemDraft,
  lineItemDraft,
  money,
  orderDraft,
  referenceTo,
} from '../../support/drafts.js';
import { changeProject } from '../../support/resourceApi.js';
import { searchOf } from '../../support/search.js';
import { startProductSearch } from '../../support/search/startProductSearch.js';
import { test } from '../../support/tap.js';
import { createFurniture } from '../products/furniture.js';

const api = await startProductSearch();
const { base, createIn, credentials, http, quayside } = api;
const { furniture, group, chair, table } = await createFurniture(api);

const type = await createType<{ id: string }>(createIn, ['order', 'customer']);
const noted = (fields: object) => ({ type: referenceTo('type', type), fields });
const buyers = await createIn('customer-groups', { key: 'buyers', groupName: 'Buyers' });
const customer = async (key: string, firstName: string, more: object = {}): Promise<string> => {
  const draft = { key, firstName, email: `${key}@example.com`, password: 'secret-123', ...more };
  return (await createIn<{ customer: { id: string } }>('customers', draft)).customer.id;
};
const john = await customer('john', 'John', {
  dateOfBirth: '1986-11-26',
  customerGroup: referenceTo('customer-group', buyers),
  addresses: [{ country: 'DE', city: 'Berlin' }],
  custom: noted({ note: 'vip' }),
});
const jane = await customer('jane', 'Jane');

await createIn('stores', { key: 'fruits', name: { en: 'fruit_store' } });
const order = (orderNumber: string, centAmount: number, more: object) =>
  createIn('orders/import', orderDraft({ orderNumber, totalPrice: money(centAmount), ...more } as never));
const first = await order('A-1', 200, {
  customerEmail: 'ann@example.com',
  store: { typeId: 'store', key: 'fruits' },
  customLineItems: [customLineItemDraft({ name: { en: 'Banana box' } })],
  custom: noted({ note: 'fragile', count: 3 }),
});
const second = await order('A-2', 350, { lineItems: [lineItemDraft({ variant: { sku: 'SOCK-1' } })] });

await changeProject(quayside, credentials, { action: 'changeOrderSearchStatus', status: 'Activated' });
await changeProject(quayside, credentials, { action: 'changeCustomerSearchStatus', status: 'Activated' });
await api.activate();
await searchOf(quayside, credentials, 'order').settled();
await searchOf(quayside, credentials, 'customer').settled();

const names = new Map([
  [chair.id, 'chair'],
  [table.id, 'table'],
  [john, 'john'],
  [jane, 'jane'],
  [first.id, 'A-1'],
  [second.id, 'A-2'],
]);
const ids: Readonly<Record<string, string>> = {
  furniture: furniture!.id,
  group: group.id,
  productType: api.productType.id,
};

const rows = readFileSync('test/search/builders/searches.tsv', 'utf8')
  .trim()
  .split('\n')
  .filter(line => !line.startsWith('#'))
  .map(line => line.split('\t'))
  .map(([path = '', expected = '', body = '']) => ({ path, expected, body }));

type Hit = { readonly id: string };

/** Returns the results of a search: in its order if it sorts, otherwise by name. */
const found = async (path: string, text: string): Promise<string> => {
  const body = text.replace(/\{(\w+)\}/g, (_, name: string) => ids[name]!);
  const { status, json } = await http.send('POST', `${base}/${path}/search`, { body: JSON.parse(body) as object });
  if (status !== 200) return (json as { message: string }).message;
  const { results, hits = results } = json as { results?: readonly Hit[]; hits?: readonly Hit[] };
  const shown = hits!.map(({ id }) => names.get(id) ?? id);
  return (text.startsWith('{"sort"') || text.includes('"sort":[') ? shown : shown.sort()).join(' ') || '-';
};

for (const path of ['products', 'orders', 'customers'])
  test(`POST ${path}/search finds what bodies of builders ask for`, async t => {
    const own = rows.filter(row => row.path === path);
    const results = await Promise.all(own.map(({ body }) => found(path, body)));
    t.same(
      own.map(({ body }, at) => [body, results[at]]),
      own.map(({ body, expected }) => [body, expected]),
    );
  });
