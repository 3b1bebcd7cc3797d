/** Payments at `/me`, of customers and of visitors, over HTTP and GraphQL. */
import { createType, fieldDefinition, money, newKey, referenceTo } from '../../../support/drafts.js';
import { createGraphqlClient } from '../../../support/graphql.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { addCustomer, anonymousToken, customerToken } from '../../../support/oauth.js';
import { assertError, errorOf } from '../../../support/refusal.js';
import { type Resource, startProject } from '../../../support/resourceApi.js';
import { test } from '../../../support/tap.js';
import { assertUnknownAction } from '../assertUnknownAction.js';

const { quayside, credentials, projectKey, base, http, createIn, messagesOf } = await startProject();
const scope = `manage_my_payments:${projectKey}`;
const jo = await addCustomer(quayside, projectKey);
const al = await addCustomer(quayside, projectKey);
const visitorId = newKey('visitor');
const tokens = {
  jo: await customerToken(quayside, credentials, jo, { scope }),
  al: await customerToken(quayside, credentials, al, { scope }),
  visitor: await anonymousToken(quayside, credentials, scope, visitorId),
};
type Owner = keyof typeof tokens;
const mine = (owner: Owner, method: string, path: string, body?: object) =>
  quayside.http.as(tokens[owner]).send(method, `${base}/me/payments${path}`, body && { body });
const type = await createType(
  createIn,
  ['payment', 'transaction', 'payment-method-info'],
  [fieldDefinition('note', { name: 'String' })],
);
const noted = (note: string) => ({ type: referenceTo('type', type), fields: { note } });
const owners = [
  ['jo', { customer: { typeId: 'customer', id: jo.id }, anonymousId: undefined }],
  ['visitor', { customer: undefined, anonymousId: visitorId }],
] as const;
const merchantMembers = ['interfaceId', 'paymentStatus', 'interfaceInteractions'];
const draft = {
  amountPlanned: money(1_000),
  paymentMethodInfo: { paymentInterface: 'psp', method: 'card', name: { en: 'Card' } },
  custom: noted('p'),
  transaction: {
    type: 'Charge',
    amount: money(1_000),
    interactionId: 'i',
    interfaceId: 'if',
    timestamp: '2026-01-02T03:04:05.000Z',
    custom: noted('t'),
  },
};

const { transaction, ...given } = draft;

test('creates the payments of a customer or a visitor, and sets their owner (me.92147, me.c2ac1)', async t => {
  for (const [owner, members] of owners) {
    const made = await mine(owner, 'POST', '', draft);
    t.equal(made.status, 201, made.text);
    const payment = made.json as Resource;
    matchWhole(t, payment, {
      ...given,
      ...members,
      version: 1,
      amountPlanned: { ...given.amountPlanned, type: 'centPrecision' },
      transactions: [{ ...transaction, amount: { type: 'centPrecision' }, state: 'Initial' }],
    });
    t.same(
      merchantMembers.filter(name => name in payment),
      [],
    );
    matchWhole(t, await messagesOf(payment), [
      { type: 'PaymentCreated', payment: { id: payment.id, paymentStatus: {}, interfaceInteractions: [] } },
    ]);
  }
});

test('changes and deletes the payments of a customer or a visitor (me.d0e78)', async t => {
  for (const [owner, members] of owners) {
    const payment = (await mine(owner, 'POST', '', given)).json as Resource;
    const changed = await mine(owner, 'POST', `/${payment.id}`, {
      version: 1,
      actions: [
        { action: 'changeAmountPlanned', amount: money(2_000) },
        { action: 'setCustomField', name: 'note', value: 'q' },
        { action: 'setMethodInfoMethod', method: 'paypal' },
        { action: 'setMethodInfoName', name: { en: 'PayPal' } },
        { action: 'setMethodInfoInterfaceAccount', interfaceAccount: 'a' },
        { action: 'setMethodInfoCustomType', ...noted('m') },
        { action: 'setMethodInfoCustomField', name: 'note', value: 'n' },
      ],
    });
    t.equal(changed.status, 200, changed.text);
    matchWhole(t, changed.json, {
      ...members,
      amountPlanned: { centAmount: 2_000 },
      custom: { fields: { note: 'q' } },
      paymentMethodInfo: {
        paymentInterface: 'psp',
        method: 'paypal',
        name: { en: 'PayPal' },
        interfaceAccount: 'a',
        custom: { fields: { note: 'n' } },
      },
      transactions: [],
    });
    matchWhole(t, (await mine(owner, 'GET', '?where=amountPlanned(centAmount%3D2000)')).json, {
      count: 1,
      total: 1,
      results: [{ id: payment.id, paymentStatus: undefined }],
    });
    t.equal((await mine(owner, 'GET', `/${payment.id}`)).text, changed.text);
    t.equal((await mine('al', 'GET', `/${payment.id}`)).status, 404);
    t.equal((await mine('al', 'DELETE', `/${payment.id}?version=2`)).status, 404);
    matchWhole(t, (await mine('al', 'GET', '')).json, { total: 0 });
    const byMerchant = (await http.send('GET', `${base}/payments/${payment.id}`)).json as Resource;
    matchWhole(t, byMerchant, { ...members, paymentStatus: {}, interfaceInteractions: [] });
    t.equal((await mine(owner, 'DELETE', `/${payment.id}?version=2`)).text, changed.text);
    t.equal((await mine(owner, 'GET', `/${payment.id}`)).status, 404);
  }
});

const fixed = 'The payment has transactions: at /me it can be neither changed nor deleted.';

/** All update actions of MyPayment, each of which would change a payment. */
const myActions = [
  { action: 'addTransaction', transaction: { type: 'Charge', amount: money(1) } },
  { action: 'changeAmountPlanned', amount: money(1) },
  { action: 'setCustomField', name: 'note', value: 'x' },
  { action: 'setMethodInfoCustomField', name: 'note', value: 'x' },
  { action: 'setMethodInfoCustomType', ...noted('x') },
  { action: 'setMethodInfoInterface', interface: 'mine' },
  { action: 'setMethodInfoInterfaceAccount', interfaceAccount: 'mine' },
  { action: 'setMethodInfoMethod', method: 'x' },
  { action: 'setMethodInfoName', name: { en: 'x' } },
  { action: 'setTransactionCustomField', name: 'note', value: 'x' },
];

test('a payment with a transaction of any origin is neither changed nor deleted at /me', async t => {
  for (const [owner] of owners) {
    const ask = createGraphqlClient(quayside, credentials, tokens[owner]);
    const byDraft = (await mine(owner, 'POST', '', draft)).json as Resource;
    const byAction = (await mine(owner, 'POST', '', given)).json as Resource;
    const byMerchant = (await mine(owner, 'POST', '', given)).json as Resource;
    const added = await mine(owner, 'POST', `/${byAction.id}`, {
      version: 1,
      actions: [
        { action: 'addTransaction', transaction },
        { action: 'setTransactionCustomField', name: 'note', value: 'the only one' },
      ],
    });
    matchWhole(t, added.json, { transactions: [{ type: 'Charge', custom: { fields: { note: 'the only one' } } }] });
    const charged = await http.send('POST', `${base}/payments/${byMerchant.id}`, {
      body: { version: 1, actions: [{ action: 'addTransaction', transaction: { ...transaction, state: 'Success' } }] },
    });
    t.equal(charged.status, 200, charged.text);
    for (const [id, version] of [
      [byDraft.id, 1],
      [byAction.id, 2],
      [byMerchant.id, 2],
    ] as const) {
      const before = (await http.send('GET', `${base}/payments/${id}`)).text;
      for (const action of myActions)
        assertError(
          t,
          errorOf(await mine(owner, 'POST', `/${id}`, { version, actions: [action] })),
          'InvalidOperation',
          { message: fixed },
        );
      assertError(t, errorOf(await mine(owner, 'DELETE', `/${id}?version=${version}`)), 'InvalidOperation', {
        message: fixed,
      });
      for (const document of [
        `mutation {
          updateMyPayment(id: "${id}", version: ${version}, actions: [{ setMethodInfoMethod: { method: "x" } }]) {
            id
          }
        }`,
        `mutation { deleteMyPayment(id: "${id}", version: ${version}) { id } }`,
      ])
        matchWhole(t, (await ask(document)).errors, [{ message: fixed, extensions: { code: 'InvalidOperation' } }]);
      t.equal((await http.send('GET', `${base}/payments/${id}`)).text, before);
    }
  }
});

test('/me refuses members of payments that only merchants set', async t => {
  const { id, version } = (await mine('jo', 'POST', '', { amountPlanned: money(1) })).json as Resource;
  const act = async (...actions: object[]) => errorOf(await mine('jo', 'POST', `/${id}`, { version, actions }));
  for (const action of [
    'setKey',
    'setCustomer',
    'setAnonymousId',
    'setInterfaceId',
    'setStatusInterfaceCode',
    'transitionState',
    'changeTransactionState',
    'addInterfaceInteraction',
  ])
    assertUnknownAction(t, await act({ action }), action, 'MyPayment');
  const charge = { type: 'Charge', amount: money(1) };
  for (const [changes, field, allowedValues] of [
    [{ type: 'Refund' }, 'type', ['Authorization', 'Charge']],
    [{ state: 'Success' }, 'state', ['Initial']],
  ] as const) {
    const wrong = { transaction: { ...charge, ...changes } };
    const expected = { invalidValue: Object.values(changes)[0] as string, allowedValues };
    assertError(t, await act({ action: 'addTransaction', ...wrong }), 'InvalidField', {
      field: `actions[0].transaction.${field}`,
      ...expected,
    });
    assertError(t, errorOf(await mine('jo', 'POST', '', { amountPlanned: money(1), ...wrong })), 'InvalidField', {
      field: `transaction.${field}`,
      ...expected,
    });
  }
  assertError(t, await act({ action: 'setTransactionCustomField', name: 'note', value: 'x' }), 'InvalidOperation', {
    message: 'The payment has 0 transactions: transactionId must name one.',
    actionIndex: 0,
  });
  for (const name of merchantMembers)
    assertError(t, await mine('jo', 'GET', `?where=${name}%20is%20defined`), 'InvalidInput');
  t.equal((await http.send('GET', `${base}/me/payments`)).status, 403, 'a token of no customer');
});

test('GraphQL has the payments of a customer or a visitor as MyPayment', async t => {
  for (const [owner, { customer, anonymousId }] of owners) {
    const ask = createGraphqlClient(quayside, credentials, tokens[owner]);
    const fields = `{ id version anonymousId customerRef { id } amountPlanned { centAmount }
      custom { customFieldsRaw { value } }
      paymentMethodInfo { method } transactions { type state amount { centAmount } } }`;
    const made = await ask(`mutation ($draft: MyPaymentDraft!) { createMyPayment(draft: $draft) ${fields} }`, {
      draft: { amountPlanned: { currencyCode: 'EUR', centAmount: 1_000 }, paymentMethodInfo: { method: 'card' } },
    });
    t.equal(made.errors, undefined);
    const { id } = made.data.createMyPayment as { id: string };
    const actions = [
      {
        addTransaction: {
          transaction: { type: 'Charge', amount: { currencyCode: 'EUR', centAmount: 5 }, interactionId: 'x' },
        },
      },
      { setMethodInfoMethod: { method: 'invoice' } },
      { changeAmountPlanned: { amount: { currencyCode: 'EUR', centAmount: 7 } } },
    ];
    const changed = await ask(
      `mutation ($id: String!, $actions: [MyPaymentUpdateAction!]!) {
        updateMyPayment(id: $id, version: 1, actions: $actions) ${fields} }`,
      { id, actions },
    );
    const expected = {
      id,
      version: 2,
      anonymousId: anonymousId ?? null,
      customerRef: customer === undefined ? null : { id: customer.id },
      amountPlanned: { centAmount: 7 },
      custom: null,
      paymentMethodInfo: { method: 'invoice' },
      transactions: [{ type: 'Charge', state: 'Initial', amount: { centAmount: 5 } }],
    };
    t.same(changed, { status: 200, data: { updateMyPayment: expected } });
    t.same(
      await ask(
        `query ($id: String!) { me { payment(id: $id) { ...F }
          payments(where: "id=\\"${id}\\"") { total results { ...F } } } }
        fragment F on MyPayment ${fields}`,
        { id },
      ),
      { status: 200, data: { me: { payment: expected, payments: { total: 1, results: [expected] } } } },
    );
    const { id: other } = (await mine(owner, 'POST', '', given)).json as Resource;
    t.same(await ask('mutation ($id: String!) { deleteMyPayment(id: $id, version: 1) { id } }', { id: other }), {
      status: 200,
      data: { deleteMyPayment: { id: other } },
    });
  }
});

test('payments of a session become those of the customer who signs in or up (CUST111, CUST125)', async t => {
  const both = `${scope} manage_my_profile:${projectKey}`;
  const email = () => `${newKey('jo')}@example.com`;
  const password = 'secret horse 1';
  const existing = { email: email(), password };
  const { customer: signedUp } = (await http.send('POST', `${base}/customers`, { body: existing })).json as {
    customer: Resource;
  };
  const anonymousSession = async () => {
    const anonymousId = newKey('visitor').slice(0, 36);
    const visitor = quayside.http.as(await anonymousToken(quayside, credentials, both, anonymousId));
    const made = await visitor.send('POST', `${base}/me/payments`, { body: { amountPlanned: money(1) } });
    return { anonymousId, visitor, payment: made.json as Resource };
  };
  const rows = [
    ['me/login', existing, true],
    ['me/signup', { email: email(), password }, true],
    ['login', existing, false],
    ['customers', { email: email(), password }, false],
  ] as const;
  for (const [path, body, isOwn] of rows) {
    const { anonymousId, visitor, payment } = await anonymousSession();
    const sender = isOwn ? visitor : http;
    const answer = await sender.send('POST', `${base}/${path}`, { body: isOwn ? body : { ...body, anonymousId } });
    const { customer } = answer.json as { customer: Resource };
    if (body === existing) t.equal(customer.id, signedUp.id);
    matchWhole(
      t,
      (await http.send('GET', `${base}/payments/${payment.id}`)).json,
      { version: 2, customer: { typeId: 'customer', id: customer.id }, anonymousId: undefined },
      path,
    );
    t.equal((await visitor.send('GET', `${base}/me/payments/${payment.id}`)).status, 404, path);
  }
});
