/** Extensions that are called after others, and payloads with expanded references. */
import { money, newKey, orderDraft, referenceTo } from '../../support/drafts.js';
import { startExternalServer } from '../../support/externalServer.js';
import type { HttpResponse } from '../../support/http.js';
import { matchWhole } from '../../support/matchWhole.js';
import { errorOf } from '../../support/refusal.js';
import { test } from '../../support/tap.js';
import {
  actionsBody,
  extensionDraft,
  extensionInputs,
  startExtensionProject,
  type WireResource,
} from './extensionProject.js';

const url = 'http://127.0.0.1:1/x';
const reference = ({ id }: { readonly id: string }) => referenceTo('extension', { id });

test('an extension receives the changes of those that it depends on (extension.75dc3, extension.ac373)', async t => {
  const { extend, order, get } = await startExtensionProject();
  const servers = await Promise.all([0, 1, 2].map(() => startExternalServer()));
  const at = (index: number, changes: object = {}) =>
    extend({ destination: { type: 'HTTP', url: servers[index]!.url }, ...changes });
  const first = await at(0, { key: newKey('first') });
  const second = await at(1, { dependencies: [{ typeId: 'extension', key: first.key }] });
  const third = await at(2);
  t.same(second.dependencies, [reference(first)]);
  t.notOk('dependencies' in first || 'expansionPaths' in first);
  servers[0]!.say(actionsBody({ action: 'setPurchaseOrderNumber', purchaseOrderNumber: 'of the first' }));
  servers[1]!.say(actionsBody({ action: 'setCustomerEmail', email: 'second@example.com' }));
  servers[2]!.say({});
  const made = await order();
  const seen = servers.map(server => extensionInputs(server).map(({ resource: { obj } }) => obj.purchaseOrderNumber));
  t.same(seen, [[undefined], ['of the first'], [undefined]], 'others see the resource as it was asked for');
  matchWhole(t, await get(`orders/${made.id}`), {
    version: 1,
    purchaseOrderNumber: 'of the first',
    customerEmail: 'second@example.com',
  });
  t.equal(third.version, 1);
});

test('refuses bad dependencies (error.0dd6e, error.36ae5, error.5008f, extension.ab0ff, extension.5d9bb)', async t => {
  const { post, send, get } = await startExtensionProject();
  const create = (changes: object = {}): Promise<WireResource> => post('extensions', extensionDraft(url, changes));
  const attempt = (changes: object): Promise<HttpResponse> => send('POST', 'extensions', extensionDraft(url, changes));
  const update = ({ id, version }: WireResource, ...actions: object[]) =>
    send('POST', `extensions/${id}`, { version, actions });
  const on = (...others: readonly WireResource[]) => ({ dependencies: others.map(reference) });
  const refused = (answer: HttpResponse, code: string, message: RegExp) =>
    matchWhole(t, errorOf(answer), { statusCode: 400, errors: [{ code, message }] });

  const one = await create({ key: newKey('one') });
  const two = await create({ key: newKey('two'), ...on(one) });
  const three = await create({ key: newKey('three'), ...on(two, one, two) });
  t.same(three.dependencies, [two, one].map(reference), 'names each once');
  refused(
    await attempt(on(three)),
    'ExtensionChainTooDeep',
    /^The dependency chain depth 4 exceeds the maximum allowed depth of 3$/,
  );
  const circle = new RegExp(`${String(one.key)}.*${String(two.key)}.*${String(one.key)}`);
  refused(await update(one, { action: 'setDependencies', ...on(two) }), 'CircularDependency', circle);
  refused(
    await update(one, { action: 'setDependencies', ...on(one) }),
    'CircularDependency',
    /^Circular dependency detected: \[/,
  );
  refused(
    await attempt({ dependencies: [{ typeId: 'extension', key: 'none' }] }),
    'MissingDependency',
    /^The extensions '\[none\]' referenced in 'dependencies' do not exist/,
  );
  refused(
    await update(one, { action: 'setDependencies', dependencies: [{ typeId: 'extension', id: 'none' }] }),
    'MissingDependency',
    /^The extensions '\[none\]' referenced in 'dependencies' do not exist/,
  );
  const named = { dependencies: [{ typeId: 'extension', id: one.id, key: one.key }] };
  refused(await attempt(named), 'InvalidJsonInput', /has both id and key/);
  const ofCarts = { triggers: [{ resourceTypeId: 'cart', actions: ['Create'] }] };
  refused(await attempt({ ...ofCarts, ...on(one) }), 'MissingDependency', /none of its resource types and actions/);
  refused(await update(one, { action: 'changeTriggers', ...ofCarts }), 'MissingDependency', /none of its resource/);
  const more = await Promise.all(Array.from({ length: 5 }, () => create()));
  refused(
    await attempt(on(one, ...more)),
    'ExtensionChainTooWide',
    /^Extension chain breadth exceeds the maximum allowed breadth of 5: .* 6 others/,
  );
  const six = on(one, two, ...more.slice(1));
  refused(
    await update(more[0]!, { action: 'setDependencies', ...six }),
    'ExtensionChainTooWide',
    /depends on 6 others/,
  );
  t.equal((await attempt(on(...more))).status, 201);
  const names = new RegExp(`${String(two.key)}.*${String(three.key)}|${String(three.key)}.*${String(two.key)}`);
  refused(await send('DELETE', `extensions/${one.id}?version=${one.version}`), 'ExtensionDependencyExists', names);

  const freed = await update(three, { action: 'setDependencies', dependencies: [] });
  matchWhole(t, freed, { status: 200, json: { version: 2 } });
  t.notOk('dependencies' in (await get(`extensions/${three.id}`)));
  const unchanged = await update(freed.json as WireResource, { action: 'setDependencies', dependencies: [] });
  matchWhole(t, unchanged, { status: 200, json: { version: 2 } });
  t.equal((await send('DELETE', `extensions/${two.id}?version=${two.version}`)).status, 200);
  t.equal((await send('DELETE', `extensions/${one.id}?version=${one.version}`)).status, 200);
});

test('expands the references of the payload by expansionPaths, whatever the client may read', async t => {
  const { server, extend, send, post, update, get } = await startExtensionProject();
  server.say({});
  const expansionPaths = ['paymentInfo.payments[*]', 'state'];
  const extension = await extend({ expansionPaths, additionalContext: { includeOldResource: true } });
  t.same(extension.expansionPaths, expansionPaths);
  const payment = await post('payments', { amountPlanned: money(100) });
  const draft = { paymentInfo: { payments: [referenceTo('payment', payment)] } };
  const order = await post('orders/import', orderDraft(draft));
  t.notOk('obj' in (order.paymentInfo as { payments: object[] }).payments[0]!);
  matchWhole(t, extensionInputs(server)[0]!.resource.obj, {
    paymentInfo: { payments: [{ id: payment.id, obj: { id: payment.id, amountPlanned: { centAmount: 100 } } }] },
  });
  const changed = await send('POST', `extensions/${extension.id}`, {
    version: 1,
    actions: [{ action: 'setExpansionPaths', expansionPaths: [] }],
  });
  matchWhole(t, changed, { status: 200, json: { version: 2, expansionPaths: [] } });
  const tooMany = { action: 'setExpansionPaths', expansionPaths: ['a', 'b', 'c', 'd'] };
  matchWhole(t, errorOf(await send('POST', `extensions/${extension.id}`, { version: 2, actions: [tooMany] })), {
    statusCode: 400,
    errors: [{ code: 'InvalidField', field: 'actions[0].expansionPaths', invalidValue: tooMany.expansionPaths }],
  });
  t.equal((await update(order, { action: 'setCustomerEmail', email: 'jo@example.com' })).status, 200);
  t.equal((await get(`orders/${order.id}`)).version, 2);
});
