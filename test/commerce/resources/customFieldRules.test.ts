/** Rules of custom fields that hold for every place that has them: resources, addresses, items, prices and so on. */
import { type Test, test } from '../../support/tap.js';
import { definitions } from '../../../src/commerce/resources/index.js';
import { createSample } from '../../support/createSample.js';
import { definitionsFollowed } from '../../support/definitionsFollowed.js';
import { createType, fieldDefinition, lineItemDraft, money, newKey, orderDraft } from '../../support/drafts.js';
import { customLineItemDraft, productDraft, productTypeDraft, referenceTo } from '../../support/drafts.js';
import { addCustomer, customerToken } from '../../support/oauth.js';
import { assertError } from '../../support/refusal.js';
import { type Resource, startProject } from '../../support/resourceApi.js';
import { matchWhole } from '../../support/matchWhole.js';
import { customItem, externalItem } from './cart/cartItems.js';

const api = await startProject();
const { createIn, resourcesAt, http, base, quayside, credentials, projectKey } = api;

type Names = Readonly<Record<string, unknown>>;
interface Holder {
  /** The middle of the names of the two actions, such as `Address` in `setAddressCustomType`. */
  readonly part?: string;
  readonly holder: string;
  readonly names?: (resource: Resource) => Names;
}
interface Row {
  readonly path: string;
  readonly typeId: string;
  /** The rules about a required field without a value, and the removal of a field without a value. */
  readonly rules: string;
  readonly create?: () => Promise<Resource>;
  readonly holders?: readonly Holder[];
}

const first = (resource: Resource, list: string): { readonly id: string } & Record<string, unknown> =>
  (resource[list] as ({ readonly id: string } & Record<string, unknown>)[])[0]!;
const address = { country: 'DE', key: 'home' };
const byAddressKey = () => ({ addressKey: 'home' });
const partsOfCarts: readonly Holder[] = [
  { part: 'Shipping', holder: 'shipping' },
  { part: 'ShippingAddress', holder: 'address' },
  { part: 'BillingAddress', holder: 'address' },
  { part: 'ItemShippingAddress', holder: 'address', names: byAddressKey },
  { part: 'LineItem', holder: 'line-item', names: item => ({ lineItemId: first(item, 'lineItems').id }) },
  {
    part: 'CustomLineItem',
    holder: 'custom-line-item',
    names: item => ({ customLineItemId: first(item, 'customLineItems').id }),
  },
];
const cartMembers = { shippingAddress: address, billingAddress: address, itemShippingAddresses: [address] };
const setShipping = {
  action: 'setCustomShippingMethod',
  shippingMethodName: 'Bike',
  shippingRate: { price: money(1) },
};
const createCart = async () =>
  resourcesAt('carts').update(
    await createIn('carts', {
      currency: 'EUR',
      taxMode: 'Disabled',
      ...cartMembers,
      lineItems: [externalItem()],
      customLineItems: [customItem({ taxCategory: undefined })],
    }),
    setShipping,
  );

const createOrder = async () => {
  const shippingInfo = { shippingMethodName: 'Parcel', price: money(1), shippingRate: { price: money(1) } };
  const customLineItems = [customLineItemDraft()];
  const order = await createIn(
    'orders/import',
    orderDraft({ lineItems: [lineItemDraft()], customLineItems, ...cartMembers, shippingInfo }),
  );
  const items = [{ id: first(order, 'lineItems').id, quantity: 1 }];
  const returned = { lineItemId: items[0]!.id, quantity: 1, shipmentState: 'Returned' };
  return resourcesAt('orders').update(
    order,
    { action: 'addDelivery', items, address, parcels: [{ items }] },
    { action: 'addReturnInfo', items: [returned] },
  );
};
const deliveryOf = ({ shippingInfo }: Resource) =>
  (shippingInfo as { deliveries: { id: string; parcels: { id: string }[] }[] }).deliveries[0]!;

const asset = { key: 'manual', name: { en: 'Manual' }, sources: [{ uri: 'https://example.com/a' }] };
const createProduct = async () => {
  const type = await createIn('product-types', productTypeDraft());
  const masterVariant = { sku: newKey('sku'), prices: [{ value: money(1) }], assets: [asset] };

  return createIn('products', productDraft({ id: type.id }, { masterVariant }));
};
const priceOf = ({ masterData }: Resource) =>
  (masterData as { staged: { masterVariant: { prices: { id: string }[] } } }).staged.masterVariant.prices[0]!;

const rows: readonly Row[] = [
  { path: 'stores', typeId: 'store', rules: 'store.54b1f, store.fe062' },
  {
    path: 'channels',
    typeId: 'channel',
    rules: 'channel.fb490, channel.f0562',
    create: () => createIn('channels', { key: newKey(), address }),
    holders: [{ holder: 'channel' }, { part: 'Address', holder: 'address' }],
  },
  {
    path: 'customers',
    typeId: 'customer',
    rules: 'customer.46268',
    create: () => createSample(api, 'customer', draft => ({ ...draft, addresses: [address] })),
    holders: [
      { holder: 'customer' },
      { part: 'Address', holder: 'address', names: customer => ({ addressId: first(customer, 'addresses').id }) },
    ],
  },
  {
    path: 'categories',
    typeId: 'category',
    rules: 'category.87d9c, category.89d20',
    create: () => createSample(api, 'category', draft => ({ ...draft, assets: [asset] })),
    holders: [{ holder: 'category' }, { part: 'Asset', holder: 'asset', names: () => ({ assetKey: 'manual' }) }],
  },
  { path: 'customer-groups', typeId: 'customer-group', rules: 'customer-group.1b340, customer-group.fba5d' },
  {
    path: 'payments',
    typeId: 'payment',
    rules: 'payment.64388, payment.25b2c',
    create: () =>
      createIn('payments', {
        amountPlanned: money(1),
        paymentMethodInfo: {},
        transactions: [{ type: 'Charge', amount: money(1) }],
      }),
    holders: [
      { holder: 'payment' },
      { part: 'MethodInfo', holder: 'payment-method-info' },
      {
        part: 'Transaction',
        holder: 'transaction',
        names: payment => ({ transactionId: first(payment, 'transactions').id }),
      },
    ],
  },
  { path: 'inventory', typeId: 'inventory-entry', rules: 'inventory.afd1d, inventory.2e87d' },
  { path: 'shipping-methods', typeId: 'shipping-method', rules: 'shipping-method.b45fc, shipping-method.9141e' },
  { path: 'cart-discounts', typeId: 'cart-discount', rules: 'cart-discount.0e898, cart-discount.b3681' },
  { path: 'discount-codes', typeId: 'discount-code', rules: 'discount-code.5fc67, discount-code.952ff' },
  { path: 'standalone-prices', typeId: 'standalone-price', rules: 'standalone-price.7b7b4, standalone-price.41911' },
  {
    path: 'product-selections',
    typeId: 'product-selection',
    rules: 'product-selection.a264d, product-selection.129dd',
  },
  {
    path: 'shopping-lists',
    typeId: 'shopping-list',
    rules: 'shopping-list.cbcc2, shopping-list.ffd8b',
    create: async () => {
      const { id: productId } = await createProduct();
      return createIn('shopping-lists', {
        name: { en: 'Wishes' },
        lineItems: [{ productId }],
        textLineItems: [{ name: { en: 'A card' } }],
      });
    },
    holders: [
      { holder: 'shopping-list' },
      { part: 'LineItem', holder: 'line-item', names: list => ({ lineItemId: first(list, 'lineItems').id }) },
      {
        part: 'TextLineItem',
        holder: 'shopping-list-text-line-item',
        names: list => ({ textLineItemId: first(list, 'textLineItems').id }),
      },
    ],
  },
  { path: 'reviews', typeId: 'review', rules: 'review.26727, review.be639' },
  { path: 'quote-requests', typeId: 'quote-request', rules: 'quote-request.74ded, quote-request.00254' },
  { path: 'staged-quotes', typeId: 'staged-quote', rules: 'staged-quote.6b70b, staged-quote.35a3c' },
  { path: 'quotes', typeId: 'quote', rules: 'quote.d8536, quote.bdf93' },
  {
    path: 'products',
    typeId: 'product',
    rules: 'product.1ea59, product.ce194',
    create: createProduct,
    holders: [
      { part: 'ProductPrice', holder: 'product-price', names: product => ({ priceId: priceOf(product).id }) },
      { part: 'Asset', holder: 'asset', names: () => ({ variantId: 1, assetKey: 'manual' }) },
    ],
  },
  {
    path: 'product-tailoring',
    typeId: 'product-tailoring',
    rules: 'product-tailoring.55908, product-tailoring.d4726',
    create: () =>
      createSample(api, 'product-tailoring', draft => ({ ...draft, variants: [{ id: 1, assets: [asset] }] })),
    holders: [{ part: 'Asset', holder: 'asset', names: () => ({ variantId: 1, assetKey: 'manual' }) }],
  },
  {
    path: 'carts',
    typeId: 'cart',
    rules: 'cart.33d0d, cart.2031a',
    create: createCart,
    holders: [{ holder: 'order' }, ...partsOfCarts],
  },
  {
    path: 'orders',
    typeId: 'order',
    rules: 'order.f936b, order.5d30f',
    create: createOrder,
    holders: [
      { holder: 'order' },
      ...partsOfCarts,
      { part: 'Delivery', holder: 'order-delivery', names: order => ({ deliveryId: deliveryOf(order).id }) },
      { part: 'DeliveryAddress', holder: 'address', names: order => ({ deliveryId: deliveryOf(order).id }) },
      { part: 'Parcel', holder: 'order-parcel', names: order => ({ parcelId: deliveryOf(order).parcels[0]!.id }) },
      {
        part: 'ReturnItem',
        holder: 'order-return-item',
        names: order => ({ returnItemId: (first(order, 'returnInfo').items as { id: string }[])[0]!.id }),
      },
    ],
  },
];

const createHolderType = (...holders: readonly string[]) =>
  createType(createIn, holders, [
    fieldDefinition('note', { name: 'String' }),
    fieldDefinition('must', { name: 'String' }, true),
  ]);

/** Returns the members that a change of a Type must not change; it changes only who changed the resource last. */
const textOf = ({ version: _version, lastModifiedAt: _at, lastModifiedBy: _by, ...members }: Resource): string =>
  JSON.stringify(members);
/** Types whose resources are deleted some time after their last change. */
const keepsTime: ReadonlySet<string> = new Set(['cart', 'shopping-list']);

/** Removes the field `must` from a Type, and asserts that a resource loses it and is otherwise unchanged. */
const assertFieldGoes = async (t: Test, path: string, typeId: string, type: { id: string }, resource: Resource) => {
  const { get } = resourcesAt(path);
  const before = await get(resource);
  const { update } = resourcesAt('types');
  await update({ id: type.id, version: 1 }, { action: 'removeFieldDefinition', fieldName: 'must' });
  await definitionsFollowed(quayside, projectKey);
  const after = await get(resource);
  t.equal(textOf(after), textOf(before).replaceAll('{"must":"m"}', '{}'));
  t.equal(after.version, before.version + 1);
  t.equal(after.lastModifiedAt === before.lastModifiedAt, keepsTime.has(typeId));
};

for (const { path, typeId, rules, create, holders = [{ holder: typeId }] } of rows)
  test(`custom fields of ${path} are required, absent or lost as the Type says (${rules}, type.4f8fd)`, async t => {
    const { get, update, refuse } = resourcesAt(path);
    const resource = await (create ?? (() => createSample(api, typeId)))();
    const type = referenceTo('type', await createHolderType(...new Set(holders.map(({ holder }) => holder))));
    for (const { part = '', names = () => ({}) } of holders) {
      const current = await get(resource);
      const setType = { action: `set${part}CustomType`, type, ...names(current) };
      const missing = { field: 'fields.must', actionIndex: 0 };
      assertError(t, await refuse(current, setType), 'RequiredField', missing);
      assertError(t, await refuse(current, { ...setType, fields: { note: 'n' } }), 'RequiredField', missing);
      const fields = { must: 'm' };
      const changed = await update(current, { ...setType, fields });
      t.match(JSON.stringify(changed), JSON.stringify({ type, fields }), `${setType.action} is stored`);
      const remove = { action: `set${part}CustomField`, ...names(current) };
      for (const name of ['note', 'unknown'])
        for (const value of [{}, { value: null }])
          assertError(t, await refuse(changed, { ...remove, name, ...value }), 'InvalidOperation', {
            message: `The custom field '${name}' cannot be removed: it has no value.`,
            actionIndex: 0,
          });
      matchWhole(t, await refuse(changed, { ...remove, name: 'must' }), {
        statusCode: 400,
        errors: [{ code: 'RequiredField', field: 'must', actionIndex: 0 }],
      });
    }
    await assertFieldGoes(t, path, typeId, type, resource);
  });

test('every update action of custom fields is tested above', t => {
  const declared = definitions.flatMap(({ path, actions = {} }) =>
    Object.keys(actions).flatMap(name => (name.endsWith('CustomType') ? [`${path} ${name}`] : [])),
  );
  const tested = rows.flatMap(({ path, holders = [{}] as Partial<Holder>[] }) =>
    holders.map(({ part = '' }) => `${path} set${part}CustomType`),
  );
  t.same(tested.sort(), declared.sort());
  t.end();
});

test('an interaction of a payment requires the required fields of its Type (payment.64388)', async t => {
  const type = referenceTo('type', await createHolderType('payment-interface-interaction'));
  const payment = await createIn('payments', { amountPlanned: money(1) });
  const { refuse, update } = resourcesAt('payments');
  const add = { action: 'addInterfaceInteraction', type };
  assertError(t, await refuse(payment, add), 'RequiredField', { field: 'fields.must', actionIndex: 0 });
  const fields = { must: 'm' };
  const added = await update(payment, { ...add, fields });
  matchWhole(t, added.interfaceInteractions, [{ type, fields }]);
  await assertFieldGoes(t, 'payments', 'payment', type, added);
});

test('custom fields of my cart follow the same rules (me.7daa6, me.6661a)', async t => {
  const customer = await addCustomer(quayside, projectKey);
  const scope = `manage_my_orders:${projectKey}`;
  const mine = quayside.http.as(await customerToken(quayside, credentials, customer, { scope }));
  const made = await mine.send('POST', `${base}/me/carts`, { body: { currency: 'EUR' } });
  const { id } = made.json as Resource;
  const update = (version: number, action: object) =>
    mine.send('POST', `${base}/me/carts/${id}`, { body: { version, actions: [action] } });
  const setType = { action: 'setCustomType', type: referenceTo('type', await createHolderType('order')) };
  assertError(t, await update(1, setType), 'RequiredField', { field: 'fields.must', actionIndex: 0 });
  t.equal((await update(1, { ...setType, fields: { must: 'm' } })).status, 200);
  const remove = { action: 'setCustomField', name: 'note' };
  assertError(t, await update(2, remove), 'InvalidOperation', { actionIndex: 0 });
  matchWhole(t, (await http.send('GET', `${base}/carts/${id}`)).json, {
    version: 2,
    custom: { fields: { must: 'm' } },
  });
});
