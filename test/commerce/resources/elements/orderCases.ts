/** Lists of carts, orders, payments, shopping lists and customers. */
import { customLineItemDraft, lineItemDraft, money, newKey, orderDraft, referenceTo } from '../../../support/drafts.js';
import { roles, type Shop, settingCases, taxRate } from './settingCases.js';
import type { Resource } from '../../../support/resourceApi.js';
import { customFieldActions, type Element, type ListCase, idAs, namedBy } from './ListCase.js';

const three = ['aa', 'bb', 'cc'];
const label = { en: 'New' };
const addresses = three.map(key => ({ key, country: 'DE', city: key }));

const shippingDetails = { targets: [{ addressKey: 'aa', quantity: 1 }] };

const customerCases = ({ createIn }: Shop, type: Resource): readonly ListCase[] => [
  {
    path: 'customers',
    list: 'addresses',
    create: async () => {
      const draft = { email: `${newKey('jo')}@example.com`, password: 'secret-123', addresses };
      return (await createIn('customers', draft)).customer as Resource;
    },
    adds: [{ action: 'addAddress', address: { country: 'FR' } }],
    actions: idAs('addressId')(
      ...customFieldActions('Address', type),
      ['changeAddress', { address: { country: 'DE', city: 'New' } }],
      ['removeAddress'],
    ),
  },
  ...['Shipping', 'Billing'].map(role => ({
    path: 'customers',
    list: `${role.toLowerCase()}AddressIds`,
    create: async () => {
      const draft = { email: `${newKey('jo')}@example.com`, password: 'secret-123', addresses };
      const chosen = { [`${role.toLowerCase()}Addresses`]: [0, 1, 2] };
      return (await createIn('customers', { ...draft, ...chosen })).customer as Resource;
    },
    actions: [(id: Element | string) => ({ action: `remove${role}AddressId`, addressId: id })],
  })),
  {
    path: 'payments',
    list: 'transactions',
    create: () =>
      createIn('payments', {
        amountPlanned: money(100),
        transactions: three.map(name => ({ type: 'Charge', amount: money(1), interactionId: name })),
      }),
    adds: [{ action: 'addTransaction', transaction: { type: 'Authorization', amount: money(1) } }],
    actions: idAs('transactionId')(
      ['changeTransactionTimestamp', { timestamp: '2030-01-01T00:00:00.000Z' }],
      ['changeTransactionInteractionId', { interactionId: 'new' }],
      ['setTransactionInterfaceId', { interfaceId: 'new' }],
      ...customFieldActions('Transaction', type),
      ['changeTransactionState', { state: 'Success' }],
    ),
  },
];

const listCases = ({ createIn, product }: Shop, type: Resource): readonly ListCase[] => [
  {
    path: 'shopping-lists',
    list: 'lineItems',
    create: async () => {
      const products = [await product([]), await product([]), await product([])];
      return createIn('shopping-lists', { name: label, lineItems: products.map(({ sku }) => ({ sku, quantity: 3 })) });
    },
    actions: idAs('lineItemId')(
      ['changeLineItemQuantity', { quantity: 5 }],
      ...customFieldActions('LineItem', type),
      ['removeLineItem', { quantity: 1 }],
      ['removeLineItem'],
    ),
  },
  {
    path: 'shopping-lists',
    list: 'textLineItems',
    create: () =>
      createIn('shopping-lists', { name: label, textLineItems: three.map(en => ({ name: { en }, quantity: 3 })) }),
    adds: [{ action: 'addTextLineItem', name: label }],
    actions: idAs('textLineItemId')(
      ['changeTextLineItemName', { name: label }],
      ['setTextLineItemDescription', { description: label }],
      ['changeTextLineItemQuantity', { quantity: 5 }],
      ...customFieldActions('TextLineItem', type),
      ['removeTextLineItem', { quantity: 1 }],
      ['removeTextLineItem'],
    ),
  },
];

const cartCases = (shop: Shop, type: Resource, channel: Resource): readonly ListCase[] => {
  const cart = async (taxMode: string, changes: object = {}) => {
    const products = [money(100), money(200), money(300)].map(value => shop.product([{ value }]));
    const items = (await Promise.all(products)).map(({ sku }) => ({ sku, quantity: 3 }));
    return (await shop.create({
      taxMode,
      itemShippingAddresses: addresses,
      shippingAddress: addresses[0],
      lineItems: items,
      customLineItems: three.map(slug => ({ name: { en: slug }, slug: newKey(slug), quantity: 3, money: money(50) })),
      ...changes,
    })) as unknown as Resource;
  };
  return [
    {
      path: 'carts',
      list: 'lineItems',
      create: () => cart('External'),
      actions: idAs('lineItemId')(
        ['changeLineItemQuantity', { quantity: 5 }],
        ['setLineItemPrice', { externalPrice: money(10) }],
        ['setLineItemTotalPrice', { externalTotalPrice: { price: money(10), totalPrice: money(40) } }],
        ['setLineItemTotalPrice'],
        ['setLineItemTaxRate', { externalTaxRate: taxRate }],
        ['setLineItemInventoryMode', { inventoryMode: 'TrackOnly' }],
        ['setLineItemShippingDetails', { shippingDetails }],
        ['applyDeltaToLineItemShippingDetailsTargets', { targetsDelta: [{ addressKey: 'bb', quantity: 2 }] }],
        ['setLineItemShippingDetails'],
        ...customFieldActions('LineItem', type),
        ['removeLineItem', { quantity: 1 }],
        ['removeLineItem'],
      ),
    },
    {
      path: 'carts',
      list: 'lineItems',
      create: () => cart('ExternalAmount'),
      actions: idAs('lineItemId')(['setLineItemTaxAmount', { externalTaxAmount: { totalGross: money(999), taxRate } }]),
    },
    ...['Distribution', 'Supply'].map(kind => ({
      path: 'carts',
      list: 'lineItems',
      create: () => cart('Disabled'),
      actions: idAs('lineItemId')([
        `setLineItem${kind}Channel`,
        { [`${kind.toLowerCase()}Channel`]: referenceTo('channel', channel) },
      ]),
    })),
    {
      path: 'carts',
      list: 'customLineItems',
      create: () => cart('External'),
      adds: [{ action: 'addCustomLineItem', name: label, slug: newKey('wrap'), money: money(1) }],
      actions: idAs('customLineItemId')(
        ['changeCustomLineItemQuantity', { quantity: 5 }],
        ['changeCustomLineItemMoney', { money: money(60) }],
        ['changeCustomLineItemPriceMode', { mode: 'External' }],
        ['setCustomLineItemTaxRate', { externalTaxRate: taxRate }],
        ['setCustomLineItemShippingDetails', { shippingDetails }],
        ['applyDeltaToCustomLineItemShippingDetailsTargets', { targetsDelta: [{ addressKey: 'bb', quantity: 2 }] }],
        ...customFieldActions('CustomLineItem', type),
        ['removeCustomLineItem'],
      ),
    },
    {
      path: 'carts',
      list: 'customLineItems',
      create: () => cart('ExternalAmount'),
      actions: idAs('customLineItemId')([
        'setCustomLineItemTaxAmount',
        { externalTaxAmount: { totalGross: money(999), taxRate } },
      ]),
    },
    {
      path: 'carts',
      list: 'itemShippingAddresses',
      create: () => cart('Disabled'),
      adds: [{ action: 'addItemShippingAddress', address: { key: 'dd', country: 'DE' } }],
      actions: [
        ...namedBy(({ key }) => ({ addressKey: key }))(...customFieldActions('ItemShippingAddress', type)),
        ({ key }) => ({ action: 'updateItemShippingAddress', address: { key, country: 'DE', city: 'New' } }),
        ...namedBy(({ key }) => ({ addressKey: key }))(['removeItemShippingAddress']),
      ],
    },
  ];
};

const orderCases = async ({ createIn, resourcesAt }: Shop, type: Resource): Promise<readonly ListCase[]> => {
  const sent = await createIn('states', { key: newKey('sent'), type: 'LineItemState' });
  const toState = referenceTo('state', await createIn('states', { key: newKey('back'), type: 'LineItemState' }));
  const sentState = referenceTo('state', sent);
  const bothDelivered = { targets: [{ addressKey: 'aa', quantity: 2 }] };
  const order = (changes: object = {}) =>
    createIn(
      'orders/import',
      orderDraft({
        lineItems: three.map(key => lineItemDraft({ variant: { sku: key }, quantity: 2 })),
        customLineItems: three.map(() => customLineItemDraft()),
        itemShippingAddresses: addresses,
        shippingInfo: { shippingMethodName: 'Parcel', price: money(1), shippingRate: { price: money(1) } },
        ...changes,
      } as never),
    );
  const { update } = resourcesAt('orders');
  const itemIds = ({ lineItems }: Resource) => (lineItems as { id: string }[]).map(({ id }) => ({ id, quantity: 1 }));
  const delivered = async () => {
    const made = await order();
    const [items = { id: '' }] = itemIds(made);
    const parcels = three.map(key => ({ key, trackingData: { trackingId: key } }));
    return update(
      made,
      ...three.map(key => ({
        action: 'addDelivery',
        deliveryKey: key,
        items: key === 'bb' ? [items] : [],
        parcels: parcels.map(each => ({ ...each, key: `${key}-${each.key}` })),
      })),
    );
  };
  const returned = async () => {
    const made = await order({ orderState: 'Complete' });
    const items = itemIds(made).map(({ id, quantity }) => ({ lineItemId: id, quantity, shipmentState: 'Returned' }));
    return update(made, { action: 'addReturnInfo', items });
  };
  return [
    {
      path: 'orders',
      list: 'lineItems',
      create: order,
      actions: idAs('lineItemId')(
        ['setLineItemShippingDetails', { shippingDetails: bothDelivered }],
        ...customFieldActions('LineItem', type),
        ['importLineItemState', { state: [{ quantity: 2, state: sentState }] }],
        ['transitionLineItemState', { quantity: 1, fromState: sentState, toState }],
      ),
    },
    {
      path: 'orders',
      list: 'customLineItems',
      create: order,
      actions: idAs('customLineItemId')(
        ['setCustomLineItemShippingDetails', { shippingDetails: bothDelivered }],
        ...customFieldActions('CustomLineItem', type),
        ['importCustomLineItemState', { state: [{ quantity: 2, state: sentState }] }],
        ['transitionCustomLineItemState', { quantity: 1, fromState: sentState, toState }],
      ),
    },
    {
      path: 'orders',
      list: 'itemShippingAddresses',
      create: order,
      adds: [{ action: 'addItemShippingAddress', address: { key: 'dd', country: 'DE' } }],
      actions: [
        ...namedBy(({ key }) => ({ addressKey: key }))(...customFieldActions('ItemShippingAddress', type)),
        ({ key }) => ({ action: 'updateItemShippingAddress', address: { key, country: 'DE', city: 'New' } }),
        ...namedBy(({ key }) => ({ addressKey: key }))(['removeItemShippingAddress']),
      ],
    },
    {
      path: 'orders',
      list: 'shippingInfo.deliveries',
      create: delivered,
      adds: [{ action: 'addDelivery', items: [] }],
      actions: idAs('deliveryId')(
        ['setDeliveryAddress', { address: { country: 'DE', city: 'New' } }],
        ...customFieldActions('DeliveryAddress', type),
        ['setDeliveryItems', { items: [] }],
        ['addParcelToDelivery', { items: [] }],
        ['addParcel', { items: [] }],
        ...customFieldActions('Delivery', type),
        ['removeDelivery'],
      ),
    },
    {
      path: 'orders',
      list: 'shippingInfo.deliveries.1.parcels',
      create: delivered,
      actions: idAs('parcelId')(
        ['setParcelMeasurements', { measurements: { weightInGram: 5 } }],
        ['setParcelTrackingData', { trackingData: { trackingId: 'new' } }],
        ['setParcelItems', { items: [] }],
        ...customFieldActions('Parcel', type),
        ['removeParcelFromDelivery'],
      ),
    },
    {
      path: 'orders',
      list: 'returnInfo.0.items',
      create: returned,
      actions: idAs('returnItemId')(
        ['setReturnShipmentState', { shipmentState: 'BackInStock' }],
        ['setReturnPaymentState', { paymentState: 'Refunded' }],
        ...customFieldActions('ReturnItem', type),
      ),
    },
  ];
};

export const shopCases = async (shop: Shop, type: Resource): Promise<readonly ListCase[]> => [
  ...customerCases(shop, type),
  ...listCases(shop, type),
  ...cartCases(shop, type, await shop.createIn('channels', { key: newKey('channel'), roles })),
  ...(await orderCases(shop, type)),
  ...settingCases(shop),
];
