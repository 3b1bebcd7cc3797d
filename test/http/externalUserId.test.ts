import { test } from '../support/tap.js';
import { rowsOf } from '../support/matchWhole.js';
import { createGraphqlClient } from '../support/graphql.js';
import { newKey, orderDraft } from '../support/drafts.js';
import { sdkOf, bodyOf } from '../support/sdk.js';
import { startOrderSearch } from '../support/search/startOrderSearch.js';
import { waitUntil } from '../support/waitUntil.js';

const shop = await startOrderSearch();
const { quayside, credentials, http, base } = shop;
const sdk = sdkOf(quayside, credentials);
await shop.activate();
const as = (user: string) => ({ headers: { 'X-External-User-ID': user } });
const { clientId } = credentials;
const byClient = { clientId, isPlatformClient: false };
const finds = (field: string, value: string, ids: readonly string[]) =>
  waitUntil(async () => (await shop.found({ exact: { field, value } })).join() === ids.join());

const headed = (token: string, user: string): Pick<typeof quayside.http, 'send'> => ({
  send: (method, path, sent = {}) =>
    quayside.http.as(token).send(method, path, { ...sent, headers: { ...sent.headers, 'x-external-user-id': user } }),
});

test('X-External-User-ID names the user in createdBy, lastModifiedBy and messages (GEN036)', async t => {
  const [creator, editor] = [newKey('creator'), newKey('editor')];
  const order = await bodyOf(
    sdk
      .orders()
      .importOrder()
      .post({ body: orderDraft(), ...as(creator) }),
  );
  const byCreator = { ...byClient, externalUserId: creator };
  t.same([order.createdBy, order.lastModifiedBy], [byCreator, byCreator]);
  const changed = await bodyOf(
    sdk
      .orders()
      .withId({ ID: order.id })
      .post({
        body: { version: order.version, actions: [{ action: 'changeOrderState', orderState: 'Confirmed' }] },
        ...as(editor),
      }),
  );
  const byEditor = { ...byClient, externalUserId: editor };
  t.same([changed.createdBy, changed.lastModifiedBy], [byCreator, byEditor]);
  const messages = await shop.messagesOf(order);
  t.same(rowsOf(messages, 'type', 'createdBy', 'lastModifiedBy'), [
    ['OrderImported', byCreator, byCreator],
    ['OrderStateChanged', byEditor, byEditor],
  ]);
  await finds('createdBy.externalUserId', creator, [order.id]);
  await finds('lastModifiedBy.externalUserId', editor, [order.id]);
  await finds('lastModifiedBy.externalUserId', creator, []);
});

test('a later request without the header, or with an empty one, names no user (GEN036)', async t => {
  let order = await shop.createIn('orders/import', orderDraft());
  t.same(order.createdBy, byClient);
  const update = async (headers: Record<string, string>) => {
    const answer = await http.send('POST', `${base}/orders/${order.id}`, {
      headers,
      body: {
        version: order.version,
        actions: [{ action: 'setPurchaseOrderNumber', purchaseOrderNumber: newKey('po') }],
      },
    });
    t.equal(answer.status, 200, answer.text);
    order = answer.json as typeof order;
    return order.lastModifiedBy;
  };
  t.same(await update({ 'x-external-user-id': 'mo' }), { ...byClient, externalUserId: 'mo' });
  t.same(await update({ 'x-external-user-id': '' }), byClient);
  t.same(await update({ 'x-external-user-id': 'mo' }), { ...byClient, externalUserId: 'mo' });
  t.same(await update({}), byClient);
});

test('GraphQL mutations name the user, too (GEN036)', async t => {
  const ask = createGraphqlClient(
    { ...quayside, http: { ...quayside.http, as: token => headed(token, 'graph-user') } },
    credentials,
    await quayside.token(credentials),
  );
  const { data } = await ask(
    `mutation Sign($draft: CustomerSignUpDraft!) {
      customerSignUp(draft: $draft) {
        customer { createdBy { clientId externalUserId } lastModifiedBy { externalUserId } }
      }
    }`,
    { draft: { email: `${newKey('jo')}@example.com`, password: 'secret-123' } },
  );
  t.same(data, {
    customerSignUp: {
      customer: {
        createdBy: { clientId, externalUserId: 'graph-user' },
        lastModifiedBy: { externalUserId: 'graph-user' },
      },
    },
  });
});

test('takes at most 256 characters of ASCII', async t => {
  const token = await quayside.token(credentials);
  const importAs = (user: string) => headed(token, user).send('POST', `${base}/orders/import`, { body: orderDraft() });
  for (const user of ['x'.repeat(256), '{"id": "jo \\ mo"}', 'Zo%C3%AB']) {
    const { status, json } = await importAs(user);
    t.equal(status, 201, user);
    t.same((json as { createdBy: object }).createdBy, { ...byClient, externalUserId: user });
  }
  const notAscii = 'The header X-External-User-ID has a character that is not ASCII; expected it percent-encoded.';
  for (const [user, message] of [
    ['x'.repeat(257), 'The header X-External-User-ID has 257 characters; expected at most 256.'],
    ['Zoë Müller', notAscii],
    [Buffer.from('Zoë Müller').toString('latin1'), notAscii],
  ] as const) {
    const { status, json } = await importAs(user);
    t.equal(status, 400);
    t.same(json, { statusCode: 400, message, errors: [{ code: 'InvalidInput', message }] });
  }
});
