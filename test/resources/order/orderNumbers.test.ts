/** Order numbers are free text; every text must identify its order. */
import { test } from '../../support/tap.js';
import { newKey, orderDraft } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { startOrders } from '../../support/orders.js';

const { http, base, createIn } = await startOrders();
await createIn('stores', { key: 'shop' });

interface Stored {
  readonly id: string;
  readonly version: number;
}

const importOrder = (orderNumber: string) =>
  http.send('POST', `${base}/orders/import`, {
    body: orderDraft({ orderNumber, store: { typeId: 'store', key: 'shop' } }),
  });
const action = (orderState: string) => [{ action: 'changeOrderState', orderState }];

const numbers = [
  'with space',
  'a/b/c',
  'Größe',
  '100%',
  '.',
  '..',
  'a%2Fb',
  'key=x',
  '+1',
  'a?b=c',
  'a#b',
  ' ',
  '😀',
  'say "hi"\\',
  'a\u0000b',
  'import',
  'quotes',
  "it's",
  'ä'.normalize('NFD'),
];

test('any number reads, updates and deletes its order, in-store or not (ORD077, ORD080, ORD089, ORD091, ORD093, ORD095, ORD106)', async t => {
  for (const orderNumber of numbers)
    for (const prefix of [base, `${base}/in-store/key=shop`]) {
      const path = `${prefix}/orders/order-number=${encodeURIComponent(orderNumber)}`;
      const created = await importOrder(orderNumber);
      t.equal(created.status, 201, orderNumber);
      const { id } = created.json as Stored;
      t.equal((await http.send('GET', path)).text, created.text, `read ${path}`);
      matchWhole(
        t,
        (await http.send('POST', path, { body: { version: 1, actions: action('Complete') } })).json,
        { id, version: 2, orderNumber },
        `update ${path}`,
      );
      matchWhole(
        t,
        await http.send('DELETE', `${path}?version=2`),
        { status: 200, json: { id, version: 2 } },
        `delete ${path}`,
      );
      t.equal((await http.send('GET', path)).status, 404);
    }
});

test('letters need no encoding, and every way to encode them leads to the same order (ORD106)', async t => {
  const { json } = await importOrder('Plain-7');
  for (const text of ['Plain-7', '%50lain-7', 'Plain%2d7', 'Plain%2D7'])
    t.same((await http.send('GET', `${base}/orders/order-number=${text}`)).json, json, text);
});

test('refuses numbers that are not percent-encoded UTF-8 (ORD106)', async t => {
  for (const text of ['%', '%zz', '%C3', '%ff'])
    matchWhole(
      t,
      await http.send('GET', `${base}/orders/order-number=${text}`),
      {
        status: 400,
        json: { errors: [{ code: 'InvalidInput', message: /malformed: expected percent-encoded UTF-8/ }] },
      },
      text,
    );
});

test('a long number is unique and identifies its order like a short one (ORD005, ORD077, ORD107)', async t => {
  for (const length of [256, 512, 513, 4_000]) {
    const orderNumber = newKey().padEnd(length, 'x');
    const created = await importOrder(orderNumber);
    t.equal(created.status, 201);
    matchWhole(
      t,
      (await importOrder(orderNumber)).json,
      {
        statusCode: 400,
        errors: [{ code: 'DuplicateField', field: 'orderNumber', duplicateValue: orderNumber }],
      },
      `${length} characters, twice`,
    );
    t.equal(
      (await http.send('GET', `${base}/orders/order-number=${orderNumber}`)).text,
      created.text,
      `${length} characters, read`,
    );
    const where = encodeURIComponent(`orderNumber = "${orderNumber}"`);
    t.same((await http.send('GET', `${base}/orders?where=${where}`)).json, {
      limit: 20,
      offset: 0,
      count: 1,
      total: 1,
      results: [created.json],
    });
  }
});

test('numbers that differ only in case or in their Unicode form are different numbers (ORD005)', async t => {
  const [a, b] = [await importOrder('case'), await importOrder('CASE')];
  t.same([a.status, b.status], [201, 201]);
  t.equal((await http.send('GET', `${base}/orders/order-number=CASE`)).text, b.text);
  t.same([(await importOrder('\u00e4')).status, (await importOrder('a\u0308')).status], [201, 201]);
});

test('an order needs no number, and an empty number counts as none (ORD005)', async t => {
  const { json } = await http.send('POST', `${base}/orders/import`, { body: orderDraft() });
  t.notOk('orderNumber' in (json as object));
  matchWhole(t, (await importOrder('')).json, {
    statusCode: 400,
    errors: [{ code: 'InvalidField', field: 'orderNumber', invalidValue: '', message: /at least 1 character/ }],
  });
});
