/** The history of orders of a storefront passes the default limits as a whole page. */
import { test } from '../support/tap.js';
import { lineItemDraft, newKey, orderDraft } from '../support/drafts.js';
import { startGraphql } from '../support/graphql.js';
import { orderPage } from './storefront/pages.js';

const { createIn, data, ask } = await startGraphql();
const [orders, lines] = [20, 20];

test('shows a page of 20 orders with all fields of their 20 line items', async t => {
  const customerEmail = `${newKey('jo')}@example.com`;
  for (let at = 0; at < orders; at++) {
    const lineItems = Array.from({ length: lines }, () => lineItemDraft());
    await createIn('orders/import', orderDraft({ orderNumber: newKey('order'), customerEmail, lineItems }));
  }
  const page = `${orderPage} query ($where: String, $limit: Int) {
    orders(where: $where, limit: $limit) { total results { ...OrderPage } }
  }`;
  const where = `customerEmail = "${customerEmail}"`;
  const { total, results } = (await data(page, { where, limit: orders })).orders;
  t.equal(total, orders);
  const lengths = (results as { lineItems: object[] }[]).map(({ lineItems }) => lineItems.length);
  t.same(lengths, Array(orders).fill(lines));
  t.equal((await ask(page, { where, limit: 100 })).status, 200, 'and allows more of them');
});
