/** Orders from carts with their payments; what happens to them then, until the end of the shop's history. */
import type { Resource } from './Api.js';
import { amountOf, cartDraft, type ShopCart, type ShopItem } from './carts.js';
import { dayMs, historyMs, hourMs, isoTime, minuteMs, pickWeighted, startOfDay } from './choices.js';
import { type Content, known, type Money, type OrderStep } from './content.js';
import { pickCustomer } from './customers.js';
import { byKey, type Part } from './Part.js';
import type { Shop, ShopCustomer } from './Shop.js';

interface ShopOrder extends ShopCart {
  readonly returnInfo: readonly { readonly items: readonly { readonly id: string }[] }[];
}

type ShopPayment = Resource & { readonly amountPlanned: Money };

/** An order with what its steps need. */
interface Purchase {
  readonly part: Part;
  readonly content: Content;
  readonly customer: ShopCustomer;
  payment: ShopPayment;
  order: ShopOrder;
}

/** Creates the authorized payment of a cart. */
const createPayment = ({ content }: Shop, part: Part, number: number, cart: ShopCart, { id }: ShopCustomer) => {
  const { random } = part;
  const { method, name } = pickWeighted(random, content.orders.paymentMethods, ({ share }) => share);
  const interfaceId = `NP-${100_000 + number}`;
  return part.create<ShopPayment>('payments', {
    key: `payment-${number}`,
    interfaceId,
    customer: { typeId: 'customer', id },
    amountPlanned: amountOf(cart),
    paymentMethodInfo: { paymentInterface: 'northpay', method, name },
    paymentStatus: { interfaceCode: 'authorized', state: byKey('state', 'payment-authorized') },
    transactions: [
      {
        type: 'Authorization',
        amount: amountOf(cart),
        state: 'Success',
        timestamp: isoTime(part.timeMs),
        interactionId: `${interfaceId}-1`,
      },
    ],
    custom: { type: byKey('type', 'payment-details'), fields: { riskScore: random.integer(0, 100) } },
  });
};

const shareOf = ({ lineItems }: ShopOrder, share: NonNullable<OrderStep['transaction']>['share']): number => {
  if (share === undefined) return 1;
  return share === 'half' ? 0.5 : 1 / lineItems.length;
};

/** The update actions of the payment: a transaction, and its way along the workflow. */
const paymentActions = (
  { part, content, order, payment }: Purchase,
  { type, state, share, paymentState }: NonNullable<OrderStep['transaction']>,
): object[] => {
  const { centAmount, currencyCode } = payment.amountPlanned;
  const amount = { currencyCode, centAmount: Math.round(centAmount * shareOf(order, share)) };
  return [
    {
      action: 'addTransaction',
      transaction: { type, amount, state: state ?? 'Success', timestamp: isoTime(part.timeMs) },
    },
    ...(state === 'Failure' ? [{ action: 'setStatusInterfaceText', interfaceText: content.orders.failureText }] : []),
    ...(paymentState === undefined ? [] : [{ action: 'transitionState', state: byKey('state', paymentState) }]),
  ];
};

const trackingIdOf = ({ part, customer }: Purchase): string =>
  `${customer.market.country}${part.random.integer(100_000_000, 999_999_999)}`;

const deliveryOf = (purchase: Purchase, delivered: readonly ShopItem[]): object => {
  const { random } = purchase.part;
  const items = delivered.map(({ id, quantity }) => ({ id, quantity }));
  return {
    action: 'addDelivery',
    items,
    parcels: [
      {
        measurements: {
          heightInMillimeter: random.integer(8, 30) * 10,
          lengthInMillimeter: random.integer(25, 60) * 10,
          widthInMillimeter: random.integer(15, 40) * 10,
          weightInGram: random.integer(4, 90) * 100,
        },
        trackingData: {
          trackingId: trackingIdOf(purchase),
          carrier: purchase.customer.market.carrier,
          isReturn: false,
        },
        items,
      },
    ],
  };
};

const deliveryActions = (purchase: Purchase, delivers: OrderStep['delivers']): object[] => {
  const [first, ...others] = purchase.order.lineItems;
  if (delivers === 'allItems') return [deliveryOf(purchase, purchase.order.lineItems)];
  if (delivers === 'otherItems') return others.length === 0 ? [] : [deliveryOf(purchase, others)];
  if (delivers === undefined) return [];
  const { id: lineItemId, quantity } = first!;
  const fromState = byKey('state', 'Initial');
  const toState = byKey('state', 'item-shipped');
  return [
    deliveryOf(purchase, [first!]),
    { action: 'transitionLineItemState', lineItemId, quantity, fromState, toState },
  ];
};

/** The customer returns one piece of the first line item. */
const returnActions = (purchase: Purchase, shipmentState: OrderStep['returns']): object[] => {
  const { part, content, order } = purchase;
  if (shipmentState === undefined) return [];
  return [
    {
      action: 'addReturnInfo',
      returnTrackingId: trackingIdOf(purchase),
      returnDate: isoTime(part.timeMs),
      items: [
        {
          lineItemId: order.lineItems[0]!.id,
          quantity: 1,
          shipmentState,
          comment: part.random.pick(content.orders.returnComments),
        },
      ],
    },
  ];
};

const settlementActions = ({ part, content, order }: Purchase): object[] => {
  const returnItemId = order.returnInfo[0]!.items[0]!.id;
  const shipmentState = part.random.pick(content.orders.returnedStates);
  return [
    { action: 'setReturnShipmentState', returnItemId, shipmentState },
    { action: 'setReturnPaymentState', returnItemId, paymentState: 'Refunded' },
  ];
};

const take = async (purchase: Purchase, step: OrderStep): Promise<void> => {
  const { part } = purchase;
  const { transaction, delivers, returns, settlesReturn, actions } = step;
  if (transaction !== undefined)
    purchase.payment = await part.update('payments', purchase.payment, ...paymentActions(purchase, transaction));
  purchase.order = await part.update(
    'orders',
    purchase.order,
    ...deliveryActions(purchase, delivers),
    ...returnActions(purchase, returns),
    ...(settlesReturn === true ? settlementActions(purchase) : []),
    ...actions,
  );
};

/** Spreads the courses; it shares no factor with their number, so that fifty orders in a row take all of them. */
const courseStep = 13;

const stepsOf = ({ orders: { courses, steps } }: Content, number: number): readonly OrderStep[] => {
  const cycle = Object.values(courses).flatMap(course => Array.from({ length: course.orders }, () => course.steps));
  return cycle[(number * courseStep) % cycle.length]!.map(name => known(steps[name], `step ${name}`));
};

/** The last orders take stock. */
const stockDays = 5;
const growth = 0.8;
const orderNumberDigits = 6;

/** The time of order `number` of `count`; the shop grows, so that later orders are closer together. */
const placedAtMs = ({ startMs }: Shop, number: number, count: number): number =>
  startMs + Math.floor(historyMs * ((number + 0.5) / count) ** growth);

const takesStock = ({ untilMs }: Shop, placedMs: number): boolean => untilMs - placedMs < stockDays * dayMs;

/**
 * The numbers of the orders that can be created in any order, and of those that take stock: the entries show which came
 * last, so that they are created one after the other.
 */
export const orderNumbers = (shop: Shop, count: number) => {
  const numbers = Array.from({ length: count }, (_, number) => number);
  const isLast = (number: number): boolean => takesStock(shop, placedAtMs(shop, number, count));
  return { anyOrder: numbers.filter(number => !isLast(number)), inOrder: numbers.filter(isLast) };
};

/** Creates order `number` of `count` from a cart, with its payment and its history. */
export const createOrder = async (shop: Shop, number: number, count: number): Promise<void> => {
  const part = shop.part(`order ${number}`);
  const { random } = part;
  const placedMs = placedAtMs(shop, number, count);
  // Prices and discounts change at midnight only.
  const filledMs = Math.max(placedMs - random.integer(2, 50) * minuteMs, startOfDay(placedMs));
  const customer = pickCustomer(shop, random, filledMs);
  const inventoryMode = takesStock(shop, placedMs) ? 'TrackOnly' : 'None';
  part.at(filledMs);
  const cart = await part.create<ShopCart>('carts', cartDraft(shop, random, customer, { inventoryMode }));
  part.at(placedMs);
  const payment = await createPayment(shop, part, number, cart, customer);
  const addition = { action: 'addPayment', payment: { typeId: 'payment', id: payment.id } };
  const { version } = await part.update('carts', cart, addition);
  const order = await part.create<ShopOrder>('orders', {
    cart: { typeId: 'cart', id: cart.id },
    version,
    orderNumber: `MS-${String(number + 1).padStart(orderNumberDigits, '0')}`,
    state: byKey('state', 'order-received'),
    paymentState: 'Pending',
    shipmentState: 'Pending',
  });
  const purchase: Purchase = { part, content: shop.content, customer, payment, order };
  for (const step of stepsOf(shop.content, number)) {
    const [hoursMin, hoursMax] = step.hours;
    part.at(part.timeMs + Math.floor((hoursMin + random.next() * (hoursMax - hoursMin)) * hourMs));
    if (part.timeMs >= shop.untilMs) return;
    await take(purchase, step);
  }
};
