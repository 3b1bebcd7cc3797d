/** Requests that a commit would refuse call no extension; the commit refuses a change during an extension call. */
import { cartDiscountDraft, money, newKey, orderDraft, referenceTo } from '../../support/drafts.js';
import { startExternalServer } from '../../support/externalServer.js';
import { createGraphqlClient } from '../../support/graphql.js';
import { matchWhole } from '../../support/matchWhole.js';
import { startQuayside } from '../../support/quayside.js';
import type { HttpResponse } from '../../support/http.js';
import { errorOf } from '../../support/refusal.js';
import { test } from '../../support/tap.js';
import { actionsBody, startExtensionProject, type WireResource } from './extensionProject.js';

const quayside = await startQuayside();
const codesOf = (answer: HttpResponse) => errorOf(answer).errors.map(({ code }) => code);
const actions = ['Create', 'Update'];
const triggers = ['order', 'cart', 'payment', 'customer', 'shopping-list'].map(resourceTypeId => ({
  resourceTypeId,
  actions,
}));

test('calls no extension for a request that the commit would refuse', async t => {
  const { credentials, server, extend, order, post, send } = await startExtensionProject();
  server.say({});
  const [number, key, email] = [newKey('order'), newKey('key'), `${newKey('jo')}@example.com`];
  await order({ orderNumber: number });
  const changing = await order();
  const newer = await post(`orders/${changing.id}`, {
    version: 1,
    actions: [{ action: 'setCustomerEmail', email: 'jo@example.com' }],
  });
  const payment = await post('payments', { key, amountPlanned: money(100) });
  const paid = { paymentInfo: { payments: [referenceTo('payment', payment)] } };
  await order(paid);
  await post('customers', { email, password: 'secret-123' });
  await post('shopping-lists', { key, name: { en: 'List' } });
  await post('carts', { currency: 'EUR', key });
  const discount = await post(
    'cart-discounts',
    cartDiscountDraft({ requiresDiscountCode: true, target: { type: 'customLineItems', predicate: 'true' } }),
  );
  const { code: text } = await post('discount-codes', {
    code: newKey('CODE'),
    cartDiscounts: [referenceTo('cart-discount', discount)],
    maxApplications: 1,
  });
  const customItem = { name: { en: 'Item' }, quantity: 1, money: money(100), slug: newKey('item') };
  const cart = (members: object = {}) =>
    post('carts', {
      currency: 'EUR',
      taxMode: 'Disabled',
      shippingAddress: { country: 'DE' },
      customLineItems: [customItem],
      ...members,
    });
  const withCode = [await cart({ discountCodes: [text] }), await cart({ discountCodes: [text] })];
  const orderOf = ({ id, version }: WireResource) => ({ cart: { typeId: 'cart', id }, version });
  await post('orders', orderOf(withCode[0]!));
  const other = await cart();
  const missing = { typeId: 'customer', id: '00000000-0000-4000-8000-000000000000' };
  const update = (...all: object[]) => ({ version: newer.version, actions: all });
  const taken = { action: 'setOrderNumber', orderNumber: number };
  await extend({ triggers });
  for (const [path, body, code] of [
    ['orders/import', orderDraft({ orderNumber: number }), 'DuplicateField'],
    ['orders/import', orderDraft(paid), 'InvalidOperation'],
    [`orders/${newer.id}`, update(taken), 'DuplicateField'],
    [`orders/${newer.id}`, { version: 1, actions: [taken] }, 'ConcurrentModification'],
    [
      `orders/${newer.id}`,
      update({ action: 'addPayment', payment: referenceTo('payment', payment) }),
      'InvalidOperation',
    ],
    ['orders', { ...orderOf(other), version: other.version + 1 }, 'ConcurrentModification'],
    ['orders', orderOf(withCode[1]!), 'DiscountCodeNonApplicable'],
    ['orders', { ...orderOf(other), orderNumber: number }, 'DuplicateField'],
    ['payments', { key, amountPlanned: money(100) }, 'DuplicateField'],
    ['payments', { amountPlanned: money(100), customer: missing }, 'ReferencedResourceNotFound'],
    ['customers', { email, password: 'secret-123' }, 'DuplicateField'],
    ['carts', { currency: 'EUR', key }, 'DuplicateField'],
    ['shopping-lists', { key, name: { en: 'List' } }, 'DuplicateField'],
  ] as const) {
    t.same([codesOf(await send('POST', path, body)), server.requests.length], [[code], 0], path);
  }
  const ask = createGraphqlClient(quayside, credentials, await quayside.token(credentials));
  const document = `mutation ($id: String!, $number: String!) {
    updateOrder(id: $id, version: 2, actions: [{ setOrderNumber: { orderNumber: $number } }]) { id } }`;
  matchWhole(t, (await ask(document, { id: newer.id, number })).errors, [{ extensions: { code: 'DuplicateField' } }]);
  t.equal(server.requests.length, 0);
  t.equal(
    (await send('POST', `orders/${newer.id}`, update({ action: 'setOrderNumber', orderNumber: key }))).status,
    200,
  );
  t.equal(server.requests.length, 1, 'the extension is called for what can be committed');
});

test('calls no extension of the next layer where the actions of one before cannot be committed', async t => {
  const { server, extend, order, importOrder } = await startExtensionProject();
  const number = newKey('order');
  await order({ orderNumber: number });
  const second = await startExternalServer();
  second.say({});
  const first = await extend({ key: newKey('first') });
  await extend({
    destination: { type: 'HTTP', url: second.url },
    dependencies: [{ typeId: 'extension', id: first.id }],
  });
  server.say(actionsBody({ action: 'setOrderNumber', orderNumber: number }));
  matchWhole(t, (await importOrder()).json, {
    errors: [
      {
        code: 'ExtensionUpdateActionsFailed',
        errorByExtension: { id: first.id, key: first.key },
        extensionErrors: [{ code: 'DuplicateField', extensionId: first.id, extensionKey: first.key }],
      },
    ],
  });
  t.same([server.requests.length, second.requests.length], [1, 0]);
});

test('calls an extension once, and refuses the commit if another request was faster', async t => {
  const { server, extend, order, update, importOrder, post, send } = await startExtensionProject();
  const target = await order();
  const number = newKey('order');
  await extend({ triggers: [{ resourceTypeId: 'order', actions, condition: 'purchaseOrderNumber = "slow"' }] });
  const slow = { action: 'setPurchaseOrderNumber', purchaseOrderNumber: 'slow' };
  /** Lets another request be answered before the extension answers. */
  const meanwhile = (run: () => Promise<unknown>) =>
    server.behave(response => void run().then(() => response.end('{}')));
  meanwhile(() => update(target, { action: 'setCustomerEmail', email: 'jo@example.com' }));
  t.same(codesOf(await update(target, slow)), ['ConcurrentModification']);
  meanwhile(() => order({ orderNumber: number }));
  const draft = { orderNumber: number, purchaseOrderNumber: 'slow' };
  t.same(codesOf(await importOrder(draft)), ['DuplicateField']);
  const payment = await post('payments', { amountPlanned: money(1) });
  const addPayment = { action: 'addPayment', payment: referenceTo('payment', payment) };
  meanwhile(() => send('DELETE', `payments/${payment.id}?version=1`));
  t.same(codesOf(await update({ ...target, version: 2 }, slow, addPayment)), ['ReferencedResourceNotFound']);
  t.equal(server.requests.length, 3);
});
