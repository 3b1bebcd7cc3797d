import { test } from '../support/tap.js';
import {
  attributeDraft,
  createType,
  lineItemDraft,
  newKey,
  orderDraft,
  productDraft,
  productTypeDraft,
} from '../support/drafts.js';
import { startCustomerShop } from './customerShop.js';
import { addCustomer, customerToken } from '../support/oauth.js';
import { createGraphqlClient } from '../support/graphql.js';

const { quayside, credentials, projectKey, createIn, resourcesAt, clientWithScopes } = await startCustomerShop();

const group = await createIn('customer-groups', { groupName: newKey('group') });
const store = await createIn('stores', { key: newKey('store') });
const channel = await createIn('channels', { key: newKey('channel'), roles: ['InventorySupply'] });
const type = await createType(createIn, ['order', 'customer']);
const custom = { type: { typeId: 'type', id: type.id }, fields: { note: 'x' } };
const order = await createIn(
  'orders/import',
  orderDraft({
    customerGroup: { typeId: 'customer-group', id: group.id },
    store: { typeId: 'store', key: store.key },
    custom,
    lineItems: [lineItemDraft({ supplyChannel: { typeId: 'channel', id: channel.id } })],
  } as never),
);

const query = `{ order(id: "${order.id}") {
  customerGroupRef { id } customerGroup { id }
  storeRef { key } store { id }
  custom { typeRef { id } type { id } customFieldList { name ... on StringField { stringValue } } }
  lineItems { supplyChannelRef { id } supplyChannel { id } }
} }`;

/** The answer to the query; `shown` has the resources behind the references. */
const answerWith = (shown: { group?: unknown; store?: unknown; type?: unknown; channel?: unknown }) => ({
  status: 200,
  data: {
    order: {
      customerGroupRef: { id: group.id },
      customerGroup: shown.group ?? null,
      storeRef: { key: store.key },
      store: shown.store ?? null,
      custom: {
        typeRef: { id: type.id },
        type: shown.type ?? null,
        customFieldList: [{ name: 'note', stringValue: 'x' }],
      },
      lineItems: [{ supplyChannelRef: { id: channel.id }, supplyChannel: shown.channel ?? null }],
    },
  },
});

test('resolves a reference only with the scope of its target; otherwise it stays bare (AUTH004, GEN038)', async t => {
  const shownByScope = {
    view_audit_log: {},
    view_customer_groups: { group: { id: group.id } },
    view_stores: { store: { id: store.id } },
    view_types: { type: { id: type.id } },
    view_products: { channel: { id: channel.id } },
    manage_project: {
      group: { id: group.id },
      store: { id: store.id },
      type: { id: type.id },
      channel: { id: channel.id },
    },
  };
  for (const [scope, shown] of Object.entries(shownByScope))
    t.same(await (await clientWithScopes('view_orders', scope))(query), answerWith(shown), scope);
});

test("resolves for a customer's token only what it can read by itself (AUTH045)", async t => {
  const customer = await addCustomer(quayside, projectKey);
  const actions = [
    { action: 'setCustomerGroup', customerGroup: { typeId: 'customer-group', id: group.id } },
    { action: 'setCustomType', ...custom },
  ];
  await resourcesAt('customers').update({ id: customer.id, version: 1 }, ...actions);
  const ask = async (scope: string) => {
    const token = await customerToken(quayside, credentials, customer, { scope });
    const me = `{
      me {
        customer {
          id customerGroupRef { id } customerGroup { id } custom: customFields { typeRef { id } type { id } }
        }
      }
    }`;
    return createGraphqlClient(quayside, credentials, token)(me);
  };
  const answer = (customerGroup: object | null) => ({
    status: 200,
    data: {
      me: {
        customer: {
          id: customer.id,
          customerGroupRef: { id: group.id },
          customerGroup,
          custom: { typeRef: { id: type.id }, type: null },
        },
      },
    },
  });
  const own = `manage_my_profile:${projectKey}`;
  t.same(await ask(own), answer(null));
  t.same(await ask(`${own} view_customer_groups:${projectKey}`), answer({ id: group.id }));
});

test('attributes show the resources that they refer to, which the token may read', async t => {
  const reference = { name: 'reference', referenceTypeId: 'channel' };
  const productType = await createIn(
    'product-types',
    productTypeDraft(
      [
        attributeDraft('hall', reference),
        attributeDraft('halls', { name: 'set', elementType: reference }),
        attributeDraft('group', { name: 'reference', referenceTypeId: 'customer-group' }),
        attributeDraft('text'),
      ],
      { key: newKey('type') },
    ),
  );
  const hall = { typeId: 'channel', id: channel.id };
  const { id } = await createIn(
    'products',
    productDraft(
      { id: productType.id },
      {
        publish: true,
        masterVariant: {
          attributes: [
            { name: 'hall', value: hall },
            { name: 'halls', value: [hall] },
            { name: 'group', value: { typeId: 'customer-group', id: group.id } },
            { name: 'text', value: 'Wool' },
          ],
        },
      },
    ),
  );
  const fields = '{ __typename id ... on Channel { key } ... on CustomerGroup { name } }';
  const document = `query ($id: String) { product(id: $id) { masterData { current { masterVariant { attributesRaw {
    name referencedResource ${fields} referencedResourceSet ${fields} } } } } } }`;
  const shownChannel = { __typename: 'Channel', id: channel.id, key: channel.key };
  const shown = (shownGroup: object | null) =>
    Object.entries({ hall: shownChannel, halls: null, group: shownGroup, text: null }).map(
      ([name, referencedResource]) => ({
        name,
        referencedResource,
        referencedResourceSet: name === 'halls' ? [shownChannel] : [],
      }),
    );
  const productsOnly = await quayside.token(credentials, `view_products:${projectKey}`);
  for (const [client, shownGroup] of [
    [
      createGraphqlClient(quayside, credentials, await quayside.token(credentials)),
      { __typename: 'CustomerGroup', id: group.id, name: group.name },
    ],
    [createGraphqlClient(quayside, credentials, productsOnly), null],
  ] as const)
    t.same(
      (await client(document, { id })).data.product.masterData.current.masterVariant.attributesRaw,
      shown(shownGroup),
    );
});
