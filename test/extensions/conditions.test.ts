/** Conditions of triggers: which are refused, and which are evaluated. */
import { test } from '../support/tap.js';
import { keys } from '../../src/store/keys.js';
import type { HttpResponse } from '../support/http.js';
import { startQuayside } from '../support/quayside.js';
import { assertRefusal, literally } from '../support/refusal.js';
import { waitUntil } from '../support/waitUntil.js';
import { startExtensionProject, type WireResource } from './extensionProject.js';

const quayside = await startQuayside();

test('refuses conditions about fields that the resource type or the project does not have', async t => {
  const { server, send, post } = await startExtensionProject();
  const draftWith = (condition: string, resourceTypeId = 'order') => ({
    destination: { type: 'HTTP', url: server.url },
    triggers: [
      { resourceTypeId: 'customer', actions: ['Create'] },
      { resourceTypeId, actions: ['Create'], condition },
    ],
  });
  for (const [condition, problem] of [
    [
      'orderState = "Open" or orderStat = 1',
      "The field 'orderStat' does not exist. Did you mean 'orderState'? (line 1, column 24)",
    ],
    ['constructor is defined', "The field 'constructor' does not exist. (line 1, column 1)"],
    ['not(shippingAddress within circle(0, 0, 5))', "The field 'shippingAddress' is no point. (line 1, column 5)"],
    [
      'custom(fields(colour = 1))',
      "No type of the project declares the field 'custom.fields.colour'. (line 1, column 15)",
    ],
  ] as const)
    assertRefusal(t, await send('POST', 'extensions', draftWith(condition)), 400, [
      { code: 'InvalidInput', message: literally(`Malformed field 'triggers[1].condition': ${problem}`) },
    ]);
  await post('extensions', draftWith('anything = 1', 'shopping-list'));
});

test('evaluates a condition about a field that only queries know', async t => {
  const { server, extend, post } = await startExtensionProject();
  server.say({});
  const condition = 'lowercaseEmail = "ana@example.com"';
  await extend({ triggers: [{ resourceTypeId: 'customer', actions: ['Create'], condition }] });
  for (const email of ['Bea@example.com', 'Ana@Example.com'])
    await post('customers', { email, password: 'secret-123' });
  const sent = server.requests.map(
    ({ text }) => (JSON.parse(text) as { resource: { obj: { email: string } } }).resource,
  );
  t.strictSame(
    sent.map(({ obj }) => obj.email),
    ['Ana@Example.com'],
  );
});

test('refuses stored conditions that can no longer be evaluated (ERR006, ERR034)', async t => {
  const { projectKey, server, extend, post, importOrder, send } = await startExtensionProject();
  server.say({});
  const extension = await extend();
  const conditioned = async (condition: string): Promise<HttpResponse> => {
    const { version } = (await send('GET', `extensions/${extension.id}`)).json as WireResource;
    await post(`extensions/${extension.id}`, {
      version,
      actions: [{ action: 'changeTriggers', triggers: [{ resourceTypeId: 'order', actions: ['Create'], condition }] }],
    });
    return importOrder();
  };
  for (const condition of [
    'customerEmail is not defined',
    'custom is not defined and createdBy(clientId is defined)',
    'lineItems(name(en = "Rain jacket"))',
    'version = 1',
  ])
    t.equal((await conditioned(condition)).status, 201, condition);
  t.equal(server.requests.length, 4, 'a missing optional member is not defined');
  // Workers read the stored extension again after a second.
  const { redis } = quayside.services;
  const body = keys.body(projectKey, 'extension', extension.id);
  for (const [stored, problem] of [
    ['orderState =', /Unexpected end of input/],
    ['orderStat is defined', /'orderStat' does not exist/],
  ] as const) {
    await redis.set(body, (await redis.get(body))!.replace(/"condition":"[^\n]*?"\}/, `"condition":"${stored}"}`));
    let answer = await importOrder();
    await waitUntil(async () => {
      answer = await importOrder();
      return answer.status !== 201 && problem.test(answer.text);
    });
    assertRefusal(t, answer, 400, [
      {
        code: 'ExtensionPredicateEvaluationFailed',
        message: problem,
        errorByExtension: { id: extension.id },
      },
    ]);
  }
});
