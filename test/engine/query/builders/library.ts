/** A small project with resources of most types, by the names that the rows of queries.tsv give them. */
import {
  attributeDraft,
  cartDiscountDraft,
  fieldDefinition,
  lineItemDraft,
  money,
  orderDraft,
  productDiscountDraft,
  productDraft,
  productTypeDraft,
  referenceTo,
  stateDraft,
} from '../../../support/drafts.js';
import { germany, startShop } from '../../../support/cartShop.js';
import type { Resource } from '../../../support/resourceApi.js';

type Shop = Awaited<ReturnType<typeof startShop>>;

const createCategories = async ({ createIn }: Shop) => {
  const type = await createIn('types', {
    key: 'cat-type',
    name: { en: 'Categories' },
    resourceTypeIds: ['category'],
    fieldDefinitions: [
      fieldDefinition('description', { name: 'String' }),
      fieldDefinition('Description', { name: 'String' }),
      fieldDefinition('loc', { name: 'LocalizedString' }),
      fieldDefinition('customobjectfield', { name: 'Reference', referenceTypeId: 'product' }),
      fieldDefinition('cat-ref', { name: 'Reference', referenceTypeId: 'category' }),
    ],
  });
  const category = (key: string, en: string, orderHint: string, more: object = {}) =>
    createIn('categories', { key, name: { en }, slug: { en }, orderHint, ...more });
  const c14 = await category('c14', 'men', '0.1', { slug: { en: 'men', de: 'herren' } });
  const fields = {
    description: 'my description',
    Description: 'My description',
    loc: { en: 'bar' },
    'cat-ref': referenceTo('category', c14),
  };
  const c15 = await category('c15', 'shoes', '0.2', {
    parent: referenceTo('category', c14),
    externalId: 'myExternalId',
    custom: { type: referenceTo('type', type), fields },
  });
  const c16 = await category('c16', 'sneakers', '0.3', { parent: referenceTo('category', c15) });
  return { type, c14, c15, c16 };
};

const createCustomers = async ({ createIn }: Shop) => {
  const vip = await createIn('customer-groups', { key: 'vip', groupName: 'VIP' });
  const customer = async (key: string, more: object): Promise<Resource> =>
    (await createIn('customers', { key, email: `${key}@example.com`, password: 'secret-123', ...more }))
      .customer as Resource;
  const john = await customer('john', {
    dateOfBirth: '2018-10-12',
    customerGroup: referenceTo('customer-group', vip),
    addresses: [{ country: 'DE', city: 'Berlin' }],
    shippingAddresses: [0],
  });
  const jane = await customer('jane', { dateOfBirth: '1986-11-26' });
  return { vip, john, jane, address: { id: (john.shippingAddressIds as string[])[0]! } };
};

const createChannels = async ({ createIn }: Shop) => {
  const channel = (key: string, role: string, coordinates: readonly number[]) =>
    createIn('channels', { key, roles: [role, 'OrderExport'], geoLocation: { type: 'Point', coordinates } });
  return {
    berlin: await channel('berlin', 'ProductDistribution', [13.3777, 52.51627]),
    munich: await channel('munich', 'InventorySupply', [11.5755, 48.1374]),
  };
};

const attributesWith = (category: Resource): readonly (readonly [string, object, unknown])[] => {
  const reference = { name: 'reference', referenceTypeId: 'category' };
  return [
    ['text-name', { name: 'text' }, 'text-value'],
    ['Color', { name: 'text' }, 'Red'],
    ['enum-name', { name: 'enum', values: [{ key: 'enum-key', label: 'E' }] }, 'enum-key'],
    ['lenum-name', { name: 'lenum', values: [{ key: 'k', label: { en: 'test' } }] }, 'k'],
    ['ltext-name', { name: 'ltext' }, { en: 'text-value-en', de: 'text-value-de' }],
    ['money-name', { name: 'money' }, money(999)],
    ['number-name', { name: 'number' }, 999],
    ['C-DateTime', { name: 'datetime' }, '2019-09-11T13:27:55.123Z'],
    ['C-Date', { name: 'date' }, '2019-09-11'],
    ['C-Time', { name: 'time' }, '13:22:12.123'],
    ['ref-name', reference, referenceTo('category', category)],
    ['refs-name', { name: 'set', elementType: reference }, [referenceTo('category', category)]],
  ];
};

const createProducts = async (
  { createIn, taxCategory }: Shop,
  { c14, vip, berlin }: Readonly<Record<'c14' | 'vip' | 'berlin', Resource>>,
) => {
  const attributes = attributesWith(c14);
  const definitions = attributes.map(([name, type]) => attributeDraft(name, type));
  const pt = await createIn('product-types', productTypeDraft(definitions, { key: 'pt' }));
  const product = (key: string, more: object): Promise<Resource> =>
    createIn('products', productDraft({ id: pt.id }, { key, ...more } as never));
  const p1 = await product('p1', {
    name: { en: 'Super Product' },
    slug: { en: 'super-product' },
    taxCategory: referenceTo('tax-category', taxCategory),
    categories: [referenceTo('category', c14)],
    categoryOrderHints: { [c14.id]: '0.5' },
    publish: true,
    masterVariant: {
      key: 'p15',
      sku: 'SKU1',
      prices: [
        {
          value: money(1_000),
          country: 'NL',
          customerGroup: referenceTo('customer-group', vip),
          channel: referenceTo('channel', berlin),
          tiers: [{ minimumQuantity: 10, value: money(900) }],
        },
        { value: money(1_000) },
      ],
      attributes: attributes.map(([name, , value]) => ({ name, value })),
    },
    variants: [{ sku: 'SKU2' }],
  });
  const p2 = await product('p2', { name: { en: 'Unpublished' }, masterVariant: { sku: 'SKU3' } });
  return { pt, p1, p2 };
};

const createOrders = async ({ createIn, resourcesAt }: Shop, berlin: Resource) => {
  const state = (key: string, type: string, more: object = {}) =>
    createIn('states', stateDraft({ key, type, ...more } as never));
  const done = await state('done', 'OrderState');
  const open = await state('open', 'OrderState', { transitions: [referenceTo('state', done)] });
  const itemState = await state('itemState', 'LineItemState');
  const paid = await state('paid', 'PaymentState');
  const order = (orderNumber: string, orderState: string, more: object = {}) =>
    createIn('orders/import', orderDraft({ orderNumber, orderState, ...more } as never));
  const five = await order('5', 'Open', {
    customerEmail: 'john@example.com',
    shippingAddress: { country: 'DE' },
    state: referenceTo('state', open),
    lineItems: [lineItemDraft({ state: [{ quantity: 2, state: referenceTo('state', itemState) }] })],
  });
  const channel = referenceTo('channel', berlin);
  await resourcesAt('orders').update(five, { action: 'updateSyncInfo', channel, externalId: 'ext' });
  const others = { lineItems: [lineItemDraft({ variant: { sku: 'OTHER' } })], totalPrice: money(1) };
  await order('10', 'Confirmed', others);
  await order('15', 'Complete', others);
  return { open, itemState, paid };
};

type Known = Readonly<Record<string, Resource>>;

const createCarts = async (shop: Shop, { john, paid }: Known) => {
  const { createIn, create, update, method: createMethod } = shop;
  const method = await createMethod({ name: 'Base' });
  const discount = await createIn(
    'cart-discounts',
    cartDiscountDraft({ key: 'cd', requiresDiscountCode: true, value: { type: 'absolute', money: [money(100)] } }),
  );
  const code = await createIn('discount-codes', { code: 'X', cartDiscounts: [referenceTo('cart-discount', discount)] });
  const payment = await createIn('payments', {
    key: 'pay',
    customer: referenceTo('customer', john!),
    amountPlanned: money(500),
    paymentMethodInfo: { method: 'CREDIT_CARD', name: { en: 'Card' } },
    paymentStatus: { state: referenceTo('state', paid!), interfaceCode: '202' },
    transactions: [{ type: 'Charge', amount: money(500), state: 'Success' }],
  });
  const foo = await create({
    key: 'foo',
    country: 'DE',
    locale: 'de',
    customerId: john!.id,
    shippingAddress: germany,
    shippingMethod: referenceTo('shipping-method', method),
    discountCodes: ['X'],
    lineItems: [{ sku: 'SKU1', quantity: 2 }],
    customLineItems: [
      {
        name: { en: 'Wrap' },
        slug: 'wrap',
        money: money(200),
        taxCategory: referenceTo('tax-category', shop.taxCategory),
      },
    ],
  });
  await update(foo, { action: 'addPayment', payment: referenceTo('payment', payment) });
  await create({ key: 'bar', itemShippingAddresses: [{ key: 'other', country: 'FR' }] });
  return { method, discount, code, payment };
};

const createOthers = async ({ createIn, zone, taxCategory }: Shop, { p1, c14, munich }: Known) => {
  const object = (key: string, value: unknown) => createIn('custom-objects', { container: 'box', key, value });
  const sub = { 'sub-boolean': true, 'sub-number': 5, arrno: ['foo', 'bar'] };
  await object('o1', { count: 5, sub, cartReference: referenceTo('category', c14!) });
  await object('o2', 4);
  await createIn('reviews', {
    key: 'rev',
    authorName: 'Ann',
    rating: 5,
    locale: 'en',
    uniquenessValue: 'u',
    text: 'Good',
    title: 'Nice',
    target: referenceTo('product', p1!),
  });
  const stock = await createIn('inventory', {
    sku: 'SKU1',
    quantityOnStock: 3,
    supplyChannel: referenceTo('channel', munich!),
  });
  await createIn('stores', { key: 'st', name: { en: 'Store' } });
  await createIn('shopping-lists', { key: 'list', name: { en: 'List' }, lineItems: [{ sku: 'SKU1' }] });
  const predicate = `product.id = "${p1!.id}"`;
  const sale = await createIn('product-discounts', productDiscountDraft({ predicate, isActive: false }));
  return { stock, sale, zone, tax: taxCategory };
};

/** Creates the resources, and returns the ids that rows refer to by name. */
export const createLibrary = async () => {
  const shop = await startShop();
  const categories = await createCategories(shop);
  const customers = await createCustomers(shop);
  const channels = await createChannels(shop);
  const known: Record<string, Resource | { readonly id: string }> = { ...categories, ...customers, ...channels };
  Object.assign(known, await createProducts(shop, { ...categories, ...customers, ...channels }));
  Object.assign(known, await createOrders(shop, channels.berlin));
  Object.assign(known, await createCarts(shop, known as Known));
  Object.assign(known, await createOthers(shop, known as Known));
  const [message] = await shop.messagesOf(customers.john);
  return { ...shop, ids: new Map(Object.entries({ ...known, message: message! }).map(([name, { id }]) => [name, id])) };
};
