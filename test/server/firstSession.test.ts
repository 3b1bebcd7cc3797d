/** The first program of a new user: the public SDK against a server that has just started. */
import { test } from '../support/tap.js';
import { newKey, orderDraft, stateDraft } from '../support/drafts.js';
import { startQuayside } from '../support/quayside.js';
import { rejectionOf, sdkOf } from '../support/sdk.js';
import { matchWhole } from '../support/matchWhole.js';

const quayside = await startQuayside();
const sdk = sdkOf(quayside, await quayside.project());

test('creates, reads, queries, updates and deletes states (STATE001)', async t => {
  const key = newKey('state');
  const { body: created, statusCode } = await sdk
    .states()
    .post({ body: stateDraft({ key, name: { en: 'Open' } }) })
    .execute();
  t.equal(statusCode, 201);
  matchWhole(t, created, { key, version: 1, type: 'OrderState', initial: true, builtIn: false, name: { en: 'Open' } });
  t.same((await sdk.states().withId({ ID: created.id }).get().execute()).body, created);
  t.same((await sdk.states().withKey({ key }).get().execute()).body, created);
  const { body: page } = await sdk
    .states()
    .get({ queryArgs: { where: 'key = :key', 'var.key': key } })
    .execute();
  t.same(page, { limit: 20, offset: 0, count: 1, total: 1, results: [created] });
  const { body: updated } = await sdk
    .states()
    .withId({ ID: created.id })
    .post({
      body: {
        version: 1,
        actions: [
          { action: 'setName', name: { en: 'New' } },
          { action: 'changeInitial', initial: false },
        ],
      },
    })
    .execute();
  matchWhole(t, updated, { id: created.id, version: 2, name: { en: 'New' }, initial: false });
  const { body: deleted } = await sdk
    .states()
    .withKey({ key })
    .delete({ queryArgs: { version: 2 } })
    .execute();
  t.same(deleted, updated);
  t.equal((await rejectionOf(sdk.states().withKey({ key }).get().execute())).statusCode, 404);
});

test('imports, reads, queries, updates and deletes orders (ORD105)', async t => {
  const orderNumber = `2026/${newKey('o')}`;
  const { body: created, statusCode } = await sdk
    .orders()
    .importOrder()
    .post({ body: orderDraft({ orderNumber, customerEmail: 'ana@example.com' }) })
    .execute();
  t.equal(statusCode, 201);
  matchWhole(t, created, {
    orderNumber,
    version: 1,
    orderState: 'Open',
    customerEmail: 'ana@example.com',
    totalPrice: { centAmount: 2_000, fractionDigits: 2 },
  });
  t.same((await sdk.orders().withOrderNumber({ orderNumber }).get().execute()).body, created);
  const { body: page } = await sdk
    .orders()
    .get({ queryArgs: { where: 'customerEmail = "ana@example.com"' } })
    .execute();
  t.same(page.results, [created]);
  const { body: updated } = await sdk
    .orders()
    .withId({ ID: created.id })
    .post({ body: { version: 1, actions: [{ action: 'changeOrderState', orderState: 'Confirmed' }] } })
    .execute();
  matchWhole(t, updated, { version: 2, orderState: 'Confirmed', orderNumber });
  const { body: messages } = await sdk
    .messages()
    .get({ queryArgs: { where: `resource(id = "${created.id}")`, sort: 'sequenceNumber asc' } })
    .execute();
  matchWhole(t, messages.results, [
    { type: 'OrderImported', sequenceNumber: 1, resourceVersion: 1 },
    {
      type: 'OrderStateChanged',
      sequenceNumber: 2,
      resourceVersion: 2,
      orderState: 'Confirmed',
      oldOrderState: 'Open',
    },
  ]);
  t.equal(
    (
      await rejectionOf(
        sdk
          .orders()
          .withId({ ID: created.id })
          .delete({ queryArgs: { version: 1 } })
          .execute(),
      )
    ).statusCode,
    409,
  );
  await sdk
    .orders()
    .withId({ ID: created.id })
    .delete({ queryArgs: { version: 2 } })
    .execute();
  t.equal((await rejectionOf(sdk.orders().withId({ ID: created.id }).get().execute())).statusCode, 404);
});
