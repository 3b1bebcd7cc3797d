/** Payloads of messages as types of their own, compared with the messages of the HTTP API. */
import { getNamedType, type GraphQLObjectType, isObjectType } from 'graphql';
import { test } from '../support/tap.js';
import { createSchema } from '../../src/graphql/createSchema.js';
import { definitions } from '../../src/resources/index.js';
import { createSample, hasSample } from '../support/createSample.js';
import { createType, lineItemDraft, money, newKey, orderDraft, stateDraft } from '../support/drafts.js';
import { startGraphql, storeMany } from '../support/graphql.js';
import { createComparison, createSelection } from '../support/graphqlDocuments.js';
import type { Resource } from '../support/resourceApi.js';
import { type Sample, samples } from '../support/samples.js';

const project = await startGraphql({ GRAPHQL_COST_MAX: '100000000' });
const { quayside, projectKey, http, base, createIn, resourcesAt, data } = project;
const schema = createSchema();
const selectAll = createSelection(schema);
const differences = createComparison(schema);

interface Message extends Record<string, unknown> {
  readonly id: string;
  readonly type: string;
}

const allMessages = async (): Promise<Message[]> =>
  (
    (await http.send('GET', `${base}/messages?limit=500&sort=id%20asc`)).json as {
      readonly results: Message[];
    }
  ).results;

/** Creates, changes and deletes the sample of each resource type. */
const changeSamples = async (): Promise<void> => {
  for (const { typeId, path, sendsMessages } of definitions) {
    if (sendsMessages !== true || !hasSample(typeId)) continue;
    const { updateAction } = samples[typeId] as Sample;
    const updated = await resourcesAt(path).update(await createSample(project, typeId), updateAction);
    const removal = `${base}/${path}/${updated.id}?version=${updated.version}`;
    if (!['cart', 'quote'].includes(typeId)) await http.send('DELETE', removal);
  }
};

/** Changes an order as a warehouse and a support person do. */
const changeOrder = async (): Promise<void> => {
  const type = await createType(createIn, ['order']);
  const shippingInfo = { shippingMethodName: 'Parcel', price: money(1), shippingRate: { price: money(1) } };
  const [state, next] = [await createIn('states', stateDraft()), await createIn('states', stateDraft())];
  const order = await createIn(
    'orders/import',
    orderDraft({ lineItems: [lineItemDraft()], orderNumber: newKey('order'), shippingInfo }),
  );
  const [{ id: lineItemId }] = order.lineItems as [{ id: string }];
  const items = [{ id: lineItemId, quantity: 1 }];
  const address = { country: 'DE', city: 'Bonn' };
  await resourcesAt('orders').update(
    order,
    { action: 'changeShipmentState', shipmentState: 'Shipped' },
    { action: 'changePaymentState', paymentState: 'Paid' },
    { action: 'transitionState', state: { typeId: 'state', id: state.id } },
    { action: 'transitionState', state: { typeId: 'state', id: next.id }, force: true },
    { action: 'setShippingAddress', address },
    { action: 'setBillingAddress', address },
    { action: 'setCustomerEmail', email: 'jo@example.com' },
    { action: 'setPurchaseOrderNumber', purchaseOrderNumber: 'po-1' },
    { action: 'setCustomType', type: { typeId: 'type', id: type.id }, fields: { note: 'a' } },
    { action: 'setCustomField', name: 'note', value: 'b' },
    { action: 'addDelivery', items, address, parcels: [{ trackingData: { trackingId: 'x' }, items }] },
    { action: 'addReturnInfo', items: [{ lineItemId, quantity: 1, shipmentState: 'Returned' }] },
  );
};

await changeSamples();
await changeOrder();
const messages = await allMessages();

const head =
  'id version createdAt createdBy lastModifiedAt lastModifiedBy sequenceNumber resource resourceVersion resourceUserProvidedIdentifiers'.split(
    ' ',
  );

/** The members of a message that its fields show by value: all but snapshots of resources, and custom fields. */
const payloadOf = (message: Message, type: GraphQLObjectType): object => {
  const isCompared = (name: string): boolean => {
    const named = getNamedType(type.getFields()[name]?.type);
    const isResource = isObjectType(named) && named.getInterfaces().some(each => each.name === 'Versioned');
    return !head.includes(name) && named?.name !== 'CustomFieldsType' && (!isResource || name.endsWith('Ref'));
  };
  return Object.fromEntries(Object.entries(message).filter(([name]) => isCompared(name)));
};

/** Names the members of the messages of a type that GraphQL lacks or shows otherwise. */
const hiddenMembers = async (type: string): Promise<string[]> => {
  const known = schema.getType(type);
  if (!isObjectType(known)) return [type];
  const { messages: page } = await data(
    `query ($where: String) { messages(where: $where, limit: 500) { results { id payload { __typename ... on ${type} { ${selectAll(known)} } } } } }`,
    { where: `type = "${type}"` },
  );
  const payloads = new Map((page.results as { id: string; payload: object }[]).map(({ id, payload }) => [id, payload]));
  const payloadInterface = schema.getType('MessagePayload')!;
  return messages
    .filter(each => each.type === type)
    .flatMap(each => differences(payloadInterface, payloads.get(each.id), payloadOf(each, known)))
    .map(member => `${type}.${member}`);
};

test('shows the members of each message that a field of its type has', async t => {
  const types = [...new Set(messages.map(({ type }) => type))];
  t.ok(types.length > 40, types.join());
  const hidden: string[] = [];
  for (const type of types) hidden.push(...(await hiddenMembers(type)));
  t.same([...new Set(hidden)].sort(), []);
});

test('shows the snapshot of a resource in a message, and how users call it', async t => {
  const imported = messages.find(({ type }) => type === 'OrderImported') as Message & { order: Resource };
  const created = messages.find(({ type }) => type === 'ProductCreated')!;
  const read = `query ($where: String) { messages(where: $where) { results {
    type
    userProvidedIdentifiers { orderNumber key }
    payload {
      type
      ... on OrderImported { order { id orderNumber lineItems { id } totalPrice { centAmount } } }
      ... on ProductCreated { productProjection { nameAllLocales { locale value } searchKeywords { locale } masterVariant { id } productType { key } } }
    }
  } } }`;
  const {
    id,
    orderNumber = null,
    lineItems,
    totalPrice,
  } = imported.order as Resource & {
    readonly orderNumber?: string | null;
    readonly lineItems: readonly { id: string }[];
    readonly totalPrice: { readonly centAmount: number };
  };
  t.same((await data(read, { where: `id = "${imported.id}"` })).messages.results, [
    {
      type: 'OrderImported',
      userProvidedIdentifiers: { orderNumber, key: null },
      payload: {
        type: 'OrderImported',
        order: {
          id,
          orderNumber,
          lineItems: lineItems.map(each => ({ id: each.id })),
          totalPrice: { centAmount: totalPrice.centAmount },
        },
      },
    },
  ]);
  const [{ payload }] = (await data(read, { where: `id = "${created.id}"` })).messages.results;
  t.match(payload, { productProjection: { searchKeywords: [], masterVariant: { id: 1 } } });
});

test('shows the members of a message whose type clients do not know', async t => {
  const [id = ''] = await storeMany(quayside, projectKey, 'message', [
    { sequenceNumber: 1, resourceVersion: 1, resource: { typeId: 'order', id: 'x' }, type: 'Cart', note: 'hello' },
  ]);
  t.same(
    (await data(`{ message(id: "${id}") { payload { __typename type ... on OtherMessagePayload { members } } } }`))
      .message,
    { payload: { __typename: 'OtherMessagePayload', type: 'Cart', members: { note: 'hello' } } },
  );
});
