/** One request for each status and code of the service. */
import type { State } from '@commercetools/platform-sdk';
import { test } from '../../support/tap.js';
import { assertError } from '../../support/refusal.js';
import { newKey, orderDraft, stateDraft } from '../../support/drafts.js';
import { startQuayside } from '../../support/quayside.js';
import { matchWhole } from '../../support/matchWhole.js';
import { startResourceApi } from '../../support/resourceApi.js';

const { quayside, credentials: project, http, base, create } = await startResourceApi<State>('states');
const state = await create(stateDraft());

interface Body {
  readonly statusCode: number;
  readonly message: string;
  readonly errors: readonly { readonly code: string; readonly message: string }[];
}

test('answers every refusal in the error format (ERR001, ERR002, ERR003, ERR008)', async t => {
  const update = (actions: object[], version = 1) =>
    http.send('POST', `${base}/states/${state.id}`, { body: { version, actions } });
  const answers = {
    ResourceNotFound: await http.send('GET', `${base}/orders/none`),
    DuplicateField: await http.send('POST', `${base}/states`, { body: stateDraft({ key: state.key }) }),
    InvalidInput: await http.send('GET', `${base}/states?limit=0`),
    InvalidJsonInput: await http.send('POST', `${base}/states`, {
      body: '{',
      headers: { 'content-type': 'application/json' },
    }),
    InvalidOperation: await http.send('DELETE', `${base}/states/key=Initial?version=1`),
    InvalidField: await update([{ action: 'changeType', type: 'x' }]),
    RequiredField: await update([{ action: 'changeType' }]),
    ReferencedResourceNotFound: await http.send('POST', `${base}/orders/import`, {
      body: orderDraft({ state: { typeId: 'state', id: newKey() } }),
    }),
    SyntaxError: await http.send('GET', `${base}/states?where=((`),
    ConcurrentModification: await update([], 9),
    MethodNotAllowed: await http.send('PUT', `${base}/states`),
    invalid_token: await quayside.http.send('GET', `${base}/states`),
  };
  for (const [code, { status, json, text, headers }] of Object.entries(answers)) {
    const body = json as Body;
    t.match(headers['content-type'], /^application\/json/, code);
    t.equal(body.statusCode, status, text);
    t.equal(body.message, body.errors[0]!.message, code);
    t.equal(body.errors[0]!.code, code, text);
    for (const entry of body.errors) t.ok(typeof entry.code === 'string' && entry.message.length > 10, text);
  }
});

test('answers missing scopes with a 403 (ERR009)', async t => {
  const poor = quayside.http.as(await quayside.token(project, `view_states:${project.projectKey}`));
  for (const [method, path] of [
    ['GET', 'orders'],
    ['POST', 'states'],
    ['DELETE', `states/${state.id}?version=1`],
  ] as const) {
    const { status, json } = await poor.send(
      method,
      `${base}/${path}`,
      method === 'POST' ? { body: stateDraft() } : {},
    );
    t.equal(status, 403);
    matchWhole(t, json, {
      statusCode: 403,
      error: 'insufficient_scope',
      errors: [{ code: 'insufficient_scope', message: new RegExp(`missing: .*:${project.projectKey}`) }],
    });
  }
});

test('answers paths of missing resources with a 404 (ERR010, ERR016)', async t => {
  for (const [method, path] of [
    ['GET', 'orders/none'],
    ['POST', 'orders/none'],
    ['DELETE', 'orders/none?version=1'],
    ['GET', 'carts/none'],
  ] as const)
    t.equal(
      (await http.send(method, `${base}/${path}`, method === 'POST' ? { body: { version: 1, actions: [] } } : {}))
        .status,
      404,
    );
});

test('answers another version with a 409 and the current version (ERR011, ERR005)', async t => {
  for (const answer of [
    await http.send('POST', `${base}/states/${state.id}`, { body: { version: 3, actions: [] } }),
    await http.send('DELETE', `${base}/states/${state.id}?version=3`),
  ])
    assertError(t, answer, 'ConcurrentModification', { currentVersion: 1 });
});

test('reports all bad references of a draft (ERR028, ERR018)', async t => {
  const { json } = await http.send('POST', `${base}/orders/import`, {
    body: orderDraft({ state: { typeId: 'state', id: 'nowhere' }, store: { typeId: 'store', key: 'nowhere' } }),
  });
  matchWhole(
    t,
    (json as Body).errors.map(({ code, ...rest }) => [code, rest]),
    [
      ['ReferencedResourceNotFound', { typeId: 'store', key: 'nowhere' }],
      ['ReferencedResourceNotFound', { typeId: 'state', id: 'nowhere' }],
    ],
  );
});

test('ends a query after its time limit with QueryTimedOut (ERR032)', async t => {
  const hasty = await startQuayside({ QUERY_TIMEOUT_MS: '10' });
  const { importSampleOrders } = await import('../../../src/server/sampleShop.js');
  await importSampleOrders(quayside.services, { projectKey: project.projectKey, orders: 2_000, seed: 3 });
  const where = encodeURIComponent('lineItems(variant(attributes(name = "nothing" and value = "nothing")))');
  const { status, json } = await hasty.http.as(await hasty.token(project)).send('GET', `${base}/orders?where=${where}`);
  t.equal(status, 400);
  assertError(t, json, 'QueryTimedOut', {
    message: 'The query timed out after 10 ms. Filter by an indexed field, or ask for fewer results.',
  });
});
