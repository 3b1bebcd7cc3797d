/** Creates an order with a unique value in each searchable field, or with values that are similar to these. */
import { newKey, referenceTo } from '../../support/drafts.js';
import type { Resource } from '../../support/resourceApi.js';
import type { OrderSearchApi } from '../../support/search/startOrderSearch.js';

/** Changes the values of an order relative to those that tests search. */
export interface ValueChange {
  readonly text: (text: string) => string;
  readonly pick: (one: string, other: string) => string;
  readonly number: (number: number) => number;
}

export const unchangedValues: ValueChange = { text: text => text, pick: one => one, number: number => number };
/** Values that no search by a whole value, a last word or a number finds. */
export const similarValues: ValueChange = {
  text: text => text.slice(0, -1),
  pick: (_, other) => other,
  number: number => number - 1,
};

const addressOf = ({ text, pick }: ValueChange, name: string, country: string, phone: string) => ({
  city: text(`${name} City`),
  company: text(`${name} Company`),
  firstName: text(`${name} First`),
  lastName: text(`${name} Last`),
  postalCode: text(`${name} 28195`),
  country: pick(country, 'PL'),
  mobile: text(`+49 (${phone}) 11-22`),
  phone: text(`+33/${phone}/33.44`),
});

const createReferenced = async ({ createIn }: OrderSearchApi, { text }: ValueChange) => {
  const state = (key: string, type: string) =>
    createIn('states', { key: text(key), type, name: { en: text(`${key} Name`), de: text(`${key} Bezeichnung`) } });
  const store = { key: text('Shop-Key'), name: { en: text('Shop Name'), de: text('Laden Eins') } };
  await createIn('stores', store);
  return {
    storeKey: store.key,
    group: await createIn('customer-groups', { key: text('Group-Key'), groupName: text('Group Title') }),
    order: await state('Order-State', 'OrderState'),
    line: await state('Line-State', 'LineItemState'),
    custom: await state('Custom-State', 'LineItemState'),
    payment: await createIn('payments', {
      amountPlanned: { currencyCode: 'EUR', centAmount: 1 },
      interfaceId: text('Interface-77'),
      paymentMethodInfo: { method: text('Credit Card') },
      transactions: [
        { type: 'Charge', amount: { currencyCode: 'EUR', centAmount: 1 }, interactionId: text('Interaction-88') },
      ],
    }),
  };
};

export const createFilledOrder = async (
  shop: OrderSearchApi,
  turn: ValueChange,
): Promise<{ readonly order: Resource; readonly group: Resource; readonly transaction: string }> => {
  const { text, pick, number } = turn;
  const { storeKey, group, order: orderState, line, custom, payment } = await createReferenced(shop, turn);
  const currencyCode = pick('CHF', 'USD');
  const inState = (quantity: number, state: Resource) => ({
    quantity,
    state: [{ quantity, state: referenceTo('state', state) }],
  });
  const names = (name: string) => ({ en: text(`${name} Name`), de: text(`${name} Bezeichnung`) });
  const made = await shop.imported({
    totalPrice: { currencyCode, centAmount: number(123_457) },
    orderNumber: text('Number-12345'),
    customerEmail: text('Jo.Distinct@Example.Org'),
    billingAddress: addressOf(turn, 'Billing', 'DE', '170'),
    shippingAddress: addressOf(turn, 'Shipping', 'FR', '171'),
    itemShippingAddresses: [{ key: 'one', ...addressOf(turn, 'Item', 'AT', '172') }],
    country: pick('IT', 'PL'),
    customerGroup: referenceTo('customer-group', group),
    store: { typeId: 'store', key: storeKey },
    state: referenceTo('state', orderState),
    orderState: pick('Confirmed', 'Complete'),
    paymentState: pick('Paid', 'Pending'),
    shipmentState: pick('Shipped', 'Ready'),
    origin: pick('Merchant', 'Customer'),
    completedAt: pick('2021-03-04T05:06:07.008Z', '2021-03-04T05:06:07.007Z'),
    paymentInfo: { payments: [referenceTo('payment', payment)] },
    lineItems: [
      {
        productId: text('Product Seven'),
        name: names('Line'),
        variant: { id: 1, sku: text('Sku Eight') },
        price: { value: { currencyCode, centAmount: 1 } },
        ...inState(number(41), line),
      },
    ],
    customLineItems: [
      {
        name: names('Custom'),
        slug: newKey('slug'),
        money: { currencyCode, centAmount: 1 },
        ...inState(number(37), custom),
      },
    ],
    shippingInfo: {
      shippingMethodName: text('Parcel Express'),
      price: { currencyCode, centAmount: 1 },
      shippingRate: { price: { currencyCode, centAmount: 1 } },
      deliveries: [{ items: [], parcels: [{ trackingData: { trackingId: text('Tracking-99') } }] }],
    },
  });
  const returned = {
    action: 'addReturnInfo',
    returnTrackingId: text('Return-66'),
    returnDate: pick('2022-01-02T03:04:05.006Z', '2022-01-02T03:04:05.005Z'),
    items: [{ lineItemId: (made.lineItems as { id: string }[])[0]!.id, quantity: 1, shipmentState: 'Returned' }],
  };
  const actions = [returned, { action: 'setPurchaseOrderNumber', purchaseOrderNumber: 'other' }].slice(0, number(2));
  let order = made;
  for (const action of actions) order = await shop.update(order, action);
  return { order, group, transaction: (payment.transactions as { id: string }[])[0]!.id };
};

/** The authors of an order, in a combination of no real client; it is stored directly. */
export const authorMembers = ({ text }: ValueChange) => ({
  createdBy: {
    clientId: text('Creating Client'),
    anonymousId: text('Creating-Visitor'),
    externalUserId: text('Creating-User'),
  },
  lastModifiedBy: {
    clientId: text('Changing Client'),
    anonymousId: text('Changing-Visitor'),
    externalUserId: text('Changing-User'),
  },
});
