/** Definitions that change while products change, and notes whose job has not run. */
import { test } from '../../../support/tap.js';
import { Rewriting, followFieldsIn, followAttributesIn } from '../../../../src/jobs/definitionChangesJob.js';
import { definitionChanges } from '../../../../src/jobs/notedJobs.js';
import { requestNotedRuns } from '../../../../src/jobs/updateWithJob.js';
import type { Engine } from '../../../../src/engine/Engine.js';
import { verifyStoredData } from '../../../../src/jobs/verification/verifyStoredData.js';
import { updateResource } from '../../../../src/engine/commit/pipeline.js';
import { pino } from 'pino';
import { definitionsFollowed } from '../../../support/definitionsFollowed.js';
import {
  attributeDraft,
  createType,
  fieldDefinition,
  newKey,
  productDraft,
  productTypeDraft,
} from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { type Resource, startResourceApi } from '../../../support/resourceApi.js';
import { newAttributeName, plainEnum } from '../productType/attributeDefinitions.js';
import { externalItem } from '../cart/cartItems.js';
import { dataOf } from '../product/startProducts.js';

const types = await startResourceApi('product-types');
const { base, http, quayside, projectKey, resourcesAt } = types;
const { engine } = quayside.services;
const products = resourcesAt('products');
const followed = () => definitionsFollowed(quayside, projectKey);

/** Creates a product type with a text and an enum, and a function that creates its products. */
const start = async () => {
  const [text, kind] = [newAttributeName(), newAttributeName()];
  const type = await types.create(productTypeDraft([attributeDraft(text), attributeDraft(kind, plainEnum('a', 'b'))]));
  const draft = (key = 'a') =>
    productDraft(
      { id: type.id },
      {
        masterVariant: {
          sku: newKey('sku'),
          attributes: [
            { name: text, value: 'first' },
            { name: kind, value: key },
          ],
        },
      },
    );
  const rekey = { action: 'changeEnumKey', attributeName: kind, key: 'a', newKey: 'z' };
  const set = (name: string, value: unknown) => ({ action: 'setAttribute', variantId: 1, name, value });
  return { text, kind, type, draft, rekey, set };
};

const rewriting = (pause: () => Promise<void>) =>
  new Rewriting({
    engine,
    projectKey,
    log: pino({ level: 'silent' }),
    progress: () => Promise.resolve(),
    pause,
  });

const attributesOf = (product: Resource) =>
  Object.fromEntries(
    dataOf(product).staged.masterVariant.attributes.map(({ name, value }) => [
      name,
      (value as { key?: string }).key ?? value,
    ]),
  );

const updateRequest = (typeId: string, { id, version }: Resource, actions: readonly object[]) => ({
  projectKey,
  resourceType: engine.resourceTypes.get(typeId)!,
  locator: { field: 'id', value: id },
  body: Buffer.from(JSON.stringify({ version, actions })),
  query: new URLSearchParams(),
  client: {},
});

/** Commits like a process that stops before it requests the job. */
const changeWithoutJob = (type: Resource, ...actions: object[]) =>
  updateResource(engine, updateRequest('product-type', type, actions));

/** Creates an engine that runs a function just before its first commit. */
const engineWith = (before: () => Promise<unknown>): Engine => {
  let isFirst = true;
  const commit: Engine['store']['commit'] = async changeSet => {
    if (isFirst) {
      isFirst = false;
      await before();
    }
    await engine.store.commit(changeSet);
  };
  return { ...engine, store: { ...engine.store, commit } };
};

test('an update that was read by the old definition is judged by the new one', async t => {
  const { kind, type, draft, rekey, set } = await start();
  const product = await products.create(draft('b'));
  const changing = engineWith(async () => {
    await types.update(type, rekey);
    await followed();
  });
  const updated = updateResource(changing, updateRequest('product', product, [set(kind, 'a')]));
  await t.rejects(updated, new RegExp(`'a' is not valid for field 'attributes.${kind}'`));
  t.equal(attributesOf(await products.get(product))[kind], 'b');
});

test('an update of a product that is still to follow is applied on the product as it will be', async t => {
  const { text, kind, type, draft, rekey, set } = await start();
  const [renamed, cleared, other] = [await products.create(draft()), await products.create(draft()), newKey('product')];
  const rename = { action: 'changeAttributeName', attributeName: text, newAttributeName: `${text}-new` };
  await changeWithoutJob(type, rename, rekey);
  await products.update(renamed, { action: 'setKey', key: other });
  await products.update(cleared, { action: 'setAttribute', variantId: 1, name: `${text}-new` }, set(kind, 'z'));
  matchWhole(t, await products.get(renamed), { key: other, version: 2 });
  const { counts } = await verifyStoredData(quayside.services, projectKey);
  t.same(counts, {}, 'what is still to follow is no difference');
  await requestNotedRuns(quayside.services, projectKey, definitionChanges);
  await followed();
  const [one, two] = [await products.get(renamed), await products.get(cleared)];
  t.same(attributesOf(one), { [`${text}-new`]: 'first', [kind]: 'z' });
  t.same(attributesOf(two), { [kind]: 'z' });
  t.same([one.version, two.version], [2, 2], 'the job finds nothing to do');
});

test('products that change all the time follow, and no change of theirs is lost', async t => {
  const { text, kind, type, draft, rekey, set } = await start();
  const made = await Promise.all(Array.from({ length: 60 }, () => products.create(draft())));
  const change = async ({ id }: Resource): Promise<void> => {
    for (let round = 0; round < 5; ) {
      const { version } = await products.get({ id });
      const body = { version, actions: [set(text, `round ${round}`)] };
      const { status } = await http.send('POST', `${base}/products/${id}`, { body });
      if (status === 200) round++;
      else t.equal(status, 409);
    }
  };
  await Promise.all([types.update(type, rekey), ...made.map(change)]);
  await followed();
  for (const product of made) t.same(attributesOf(await products.get(product)), { [text]: 'round 4', [kind]: 'z' });
});

test('products that are created and changed at the moment of the change have no old value afterwards', async t => {
  const { kind, type, draft, rekey, set } = await start();
  const made = await Promise.all(Array.from({ length: 20 }, () => products.create(draft('b'))));
  let answered = 0;
  const send = async (path: string, body: object) => {
    const answer = await http.send('POST', `${base}/${path}`, { body });
    // The change is sent in the middle of the other requests.
    if (++answered === made.length / 2) await types.update(type, rekey);
    return answer;
  };
  const answers = await Promise.all(
    made.flatMap(({ id, version }) => [
      send(`products/${id}`, { version, actions: [set(kind, 'a')] }),
      send('products', draft()),
    ]),
  );
  await followed();
  const results = await Promise.all(
    answers.map(async ({ status, json }) =>
      status === 400
        ? (json as { errors: { code: string; invalidValue: string }[] }).errors.map(each => [
            each.code,
            each.invalidValue,
          ])
        : attributesOf(await products.get(json as Resource))[kind],
    ),
  );
  t.same(
    results.map(String).filter(each => each !== 'z' && each !== 'InvalidField,a'),
    [],
  );
  t.ok(results.includes('z'));
});

test('a run that is cut is continued by another one, which changes nothing twice', async t => {
  const { kind, type, draft, rekey } = await start();
  const made = await Promise.all(Array.from({ length: 120 }, () => products.create(draft())));
  await changeWithoutJob(type, rekey);
  const run = rewriting(() => Promise.reject(new Error('stopped')));
  await t.rejects(followAttributesIn(run, type.id), /stopped/);
  t.equal(run.rewritten, 50);
  await requestNotedRuns(quayside.services, projectKey, definitionChanges);
  await followed();
  const found = await Promise.all(made.map(products.get));
  t.same(new Set(found.map(product => `${String(attributesOf(product)[kind])} ${product.version}`)), new Set(['z 2']));
});

const startFields = async () => {
  const { id } = await createType<Resource>(types.createIn, ['order']);
  const custom = { type: { typeId: 'type', id }, fields: { note: 'x', count: 1 } };
  const remove = { action: 'removeFieldDefinition', fieldName: 'note' };
  return { type: { id, version: 1 } as Resource, custom, remove };
};

test('an order that is made of a cart while fields go does not keep them', async t => {
  const { type, custom, remove } = await startFields();
  const draft = { currency: 'EUR', taxMode: 'Disabled', shippingAddress: { country: 'DE' }, custom };
  const cart = await types.createIn('carts', { ...draft, lineItems: [externalItem()] });
  await updateResource(engine, updateRequest('type', type, [remove]));
  let order: Resource | undefined;
  const run = rewriting(async () => {
    // Orders are processed before carts.
    order ??= await types.createIn('orders', { cart: { typeId: 'cart', id: cart.id }, version: cart.version });
  });
  await followFieldsIn(run, type.id);
  matchWhole(t, order, { custom });
  matchWhole(t, await resourcesAt('orders').get(order!), { custom: { fields: { count: 1 } } });
  t.same(((await resourcesAt('orders').get(order!)).custom as typeof custom).fields, { count: 1 });
});

test('a field that goes is not set by an update that was read before, and is declared again afterwards', async t => {
  const { type, custom, remove } = await startFields();
  const cart = await types.createIn('carts', { currency: 'EUR', custom });
  const changing = engineWith(async () => {
    await resourcesAt('types').update(type, remove);
    await followed();
  });
  const set = { action: 'setCustomField', name: 'note', value: 'y' };
  const updated = updateResource(changing, updateRequest('cart', cart, [set]));
  await t.rejects(updated, /The Type '.*' has the fields count/);
  const add = (fieldDefinitions: object) => ({ action: 'addFieldDefinition', fieldDefinition: fieldDefinitions });
  const again = fieldDefinition('note', { name: 'Number' });
  const changed = await resourcesAt('types').get(type);
  const both = [{ ...remove, fieldName: 'count' }, add(fieldDefinition('count', { name: 'Number' }))];
  matchWhole(t, await resourcesAt('types').refuse(changed, ...both), { errors: [{ code: 'InvalidOperation' }] });
  await resourcesAt('types').update(changed, add(again));
  t.same(((await resourcesAt('carts').get(cart)).custom as typeof custom).fields, { count: 1 });
});

test('afterwards the verification finds no difference', async t => {
  const { differences } = await verifyStoredData(quayside.services, projectKey);
  t.same(differences, []);
});
