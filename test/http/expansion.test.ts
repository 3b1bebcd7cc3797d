import { test } from '../support/tap.js';
import { startProject } from '../support/resourceApi.js';
import { lineItemDraft, orderDraft, stateDraft } from '../support/drafts.js';
import { matchWhole } from '../support/matchWhole.js';

const { http, base, projectKey } = await startProject();
type State = { readonly id: string; readonly key: string };
const newState = async (changes = {}) =>
  (await http.send('POST', `${base}/states`, { body: stateDraft(changes) })).json as State;
const last = await newState();
const middle = await newState({ transitions: [{ typeId: 'state', id: last.id }] });
const first = await newState({
  transitions: [
    { typeId: 'state', id: middle.id },
    { typeId: 'state', key: last.key },
  ],
});
const ofItems = await newState({ type: 'LineItemState' });
const order = (
  await http.send('POST', `${base}/orders/import`, {
    body: orderDraft({
      state: { typeId: 'state', id: first.id },
      lineItems: [
        lineItemDraft({ state: [{ quantity: 2, state: { typeId: 'state', id: ofItems.id } }] }),
        lineItemDraft(),
      ],
    }),
  })
).json as { id: string };

const expanded = async (path: string, ...paths: string[]) => {
  const { status, json } = await http.send(
    'GET',
    `${base}/${path}?${paths.map(each => `expand=${encodeURIComponent(each)}`).join('&')}`,
  );
  if (status !== 200) throw new Error(JSON.stringify(json));
  return json as {
    state: { obj?: State & { transitions: { obj?: State }[] } };
    transitions: { obj?: State & { transitions?: { obj?: State }[] } }[];
    lineItems: { state: { state: { obj?: State } }[] }[];
    results: { state: { obj?: State } }[];
  };
};

test('adds no obj without expand (GEN038)', async t => {
  t.notMatch((await http.send('GET', `${base}/orders/${order.id}`)).text, /"obj"/);
});

test('expands field, arrayField[*], arrayField[0], obj.field and objArray[*].field (GEN060)', async t => {
  t.equal((await expanded(`orders/${order.id}`, 'state')).state.obj!.key, first.key);
  t.same(
    (await expanded(`states/${first.id}`, 'transitions[*]')).transitions.map(({ obj }) => obj?.id),
    [middle.id, last.id],
  );
  t.same(
    (await expanded(`states/${first.id}`, 'transitions[1]')).transitions.map(({ obj }) => obj?.id),
    [undefined, last.id],
  );
  t.same(
    (await expanded(`orders/${order.id}`, 'state.transitions[*]')).state.obj!.transitions.map(({ obj }) => obj?.id),
    [middle.id, last.id],
  );
  t.equal(
    (await expanded(`states/${first.id}`, 'transitions[*].transitions[*]')).transitions[0]!.obj!.transitions![0]!.obj!
      .id,
    last.id,
  );
});

test('expands the states of line items by lineItems[*].state[*].state (GEN062)', async t => {
  const { lineItems } = await expanded(`orders/${order.id}`, 'lineItems[*].state[*].state');
  t.same(
    lineItems.map(({ state }) => state[0]!.state.obj?.key),
    [ofItems.key, 'Initial'],
  );
});

test('accepts several expand parameters on reads, pages and writes (GEN059)', async t => {
  const both = await expanded(`orders/${order.id}`, 'state', 'lineItems[0].state[*].state');
  t.ok(both.state.obj);
  t.ok(both.lineItems[0]!.state[0]!.state.obj);
  t.equal((await expanded('orders', 'state')).results[0]!.state.obj!.id, first.id);
  const updated = await http.send('POST', `${base}/orders/${order.id}?expand=state`, {
    body: { version: 1, actions: [{ action: 'changeOrderState', orderState: 'Confirmed' }] },
  });
  matchWhole(t, updated.json, { version: 2, state: { id: first.id, obj: { key: first.key } } });
  t.notMatch((await http.send('GET', `${base}/orders/${order.id}`)).text, /"obj"/, 'what is stored stays as it is');
});

test('ignores paths that cannot be expanded (GEN061)', async t => {
  const plain = (await http.send('GET', `${base}/orders/${order.id}`)).json;
  for (const path of [
    'nothing',
    'orderState',
    'lineItems',
    'lineItems[7].state',
    'state[*]',
    '[*]',
    '',
    '..',
    'state.',
    'a'.repeat(500),
    '__proto__.x',
    'totalPrice.currencyCode',
    'lineItems[*].variant[*].sku',
  ])
    t.same(await expanded(`orders/${order.id}`, path), plain, path);
  t.same(await expanded(`orders/${order.id}`, ...Array.from({ length: 60 }, () => 'nothing')), plain);
});

test("expands a client's value that looks like a reference to resources only (GEN061)", async t => {
  // Joined, these parts form the key that maps the order's number to its id.
  const [number, rest] = ['number', 'end'];
  const variant = {
    sku: 'x',
    attributes: [{ name: 'odd', value: { typeId: `order:u:orderNumber:${number}`, id: rest } }],
  };
  const body = orderDraft({ orderNumber: `${number}:b:${rest}`, lineItems: [lineItemDraft({ variant })] });
  const { status, json } = await http.send('POST', `${base}/orders/import`, { body });
  t.equal(status, 201);
  t.same(await expanded(`orders/${(json as { id: string }).id}`, 'lineItems[*].variant.attributes[*].value'), json);
});

// Many references lead to one large resource: the length of the response is limited, and memory suffices.
/** The name of this State has 8 MB: 128 languages with 64 KB each. */
const letters = 'abcdefghijklmnop'.split('');
const languages = letters.flatMap(one => letters.slice(0, 8).map(other => one + other));
const name = Object.fromEntries(languages.map(language => [language, 'x'.repeat(65_000)]));

test('leaves references without obj if the response would become too long (GEN061)', async t => {
  const { id } = (
    await http.send('POST', `/${projectKey}/states`, { body: stateDraft({ type: 'LineItemState', name }) })
  ).json as { id: string };
  const lineItems = Array.from({ length: 70 }, () =>
    lineItemDraft({ quantity: 1, state: [{ quantity: 1, state: { typeId: 'state', id } }] }),
  );
  const longOrder = (await http.send('POST', `/${projectKey}/orders/import`, { body: orderDraft({ lineItems }) }))
    .json as {
    id: string;
  };
  const answer = await http.send('GET', `/${projectKey}/orders/${longOrder.id}?expand=lineItems[*].state[*].state`);
  t.equal(answer.status, 200);
  const references = (
    answer.json as { lineItems: { state: { state: { id: string; obj?: { id: string } } }[] }[] }
  ).lineItems.map(item => item.state[0]!.state);
  t.equal(references.length, 70);
  t.ok(references.every(reference => reference.id === id));
  const expandedCount = references.filter(({ obj }) => obj?.id === id).length;
  t.ok(expandedCount >= 1 && expandedCount < 70, `${expandedCount} expanded`);
  t.ok(answer.text.length < 80 * 1024 * 1024, `${answer.text.length} characters`);
  t.equal((await http.send('GET', `/${projectKey}/orders/${longOrder.id}`)).status, 200, 'the next request is served');
});
