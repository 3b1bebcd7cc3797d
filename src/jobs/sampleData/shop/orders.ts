/** Orders from carts, with their changes until the end of the shop's history. */
import { dayMs, hourMs, minuteMs } from '../../../base/durations.js';
import { cartDraft, type ShopCart } from './carts.js';
import { customerAt } from './customers.js';
import { OrderHistory } from './OrderHistory.js';
import { writePayment } from './payments.js';
import type { Shop } from './Shop.js';
import { historyMs, startOfDay } from '../choices.js';
import { byKey } from './values.js';

/** Hours since the step before, at least and at most, and the step. */
type Step = readonly [hoursMin: number, hoursMax: number, run: (history: OrderHistory) => Promise<void>];

const confirm: Step = [1, 20, history => history.confirm()];
const ship: Step = [10, 48, history => history.ship()];
const complete: Step = [20, 96, history => history.complete()];
const cancel: Step = [2, 40, history => history.cancel()];
const receiveReturn: Step = [72, 300, history => history.receiveReturn()];

const courses = {
  complete: [confirm, ship, complete],
  refunded: [confirm, ship, complete, receiveReturn, [12, 72, history => history.refund()]],
  advised: [confirm, ship, complete, [72, 240, history => history.adviseReturn()]],
  creditOwed: [confirm, ship, complete, receiveReturn, [12, 72, history => history.oweCredit()]],
  delayed: [confirm, [24, 60, history => history.delay()], ship, complete],
  waiting: [confirm, [6, 24, history => history.wait()]],
  partial: [
    confirm,
    [10, 48, history => history.shipFirstItem()],
    [72, 200, history => history.shipOtherItems()],
    complete,
  ],
  balanceDue: [[2, 20, history => history.confirmWithBalance()], ship, complete],
  cancelled: [cancel],
  paymentFailed: [[1, 6, history => history.failPayment()], cancel],
} satisfies Readonly<Record<string, readonly Step[]>>;

/** Number of orders among fifty that take each course; they add up to fifty. */
const courseCounts: Readonly<Record<keyof typeof courses, number>> = {
  refunded: 4,
  advised: 1,
  creditOwed: 1,
  delayed: 2,
  waiting: 1,
  partial: 3,
  balanceDue: 1,
  cancelled: 3,
  paymentFailed: 2,
  complete: 32,
};

const courseCycle = (Object.keys(courseCounts) as (keyof typeof courses)[]).flatMap(course =>
  Array.from({ length: courseCounts[course] }, () => course),
);
/** Spreads the courses; it shares no factor with their number, so that fifty orders in a row take all of them. */
const courseStep = 13;

const courseOf = (number: number): readonly Step[] => courses[courseCycle[(number * courseStep) % courseCycle.length]!];

/** The last orders take stock. */
const stockDays = 5;
const growth = 0.8;
const orderNumberDigits = 6;

/** The time of order `number` of `count`; the shop grows, so that later orders are closer together. */
const placedAtMs = ({ startMs }: Shop, number: number, count: number): number =>
  startMs + Math.floor(historyMs * ((number + 0.5) / count) ** growth);

const takesStock = ({ untilMs }: Shop, placedMs: number): boolean => untilMs - placedMs < stockDays * dayMs;

/**
 * The numbers of the orders that can be written in any order, and of those that take stock: the entries show which
 * came last, so that they are written one after the other.
 */
export const orderNumbers = (shop: Shop, count: number) => {
  const numbers = Array.from({ length: count }, (_, number) => number);
  const isLast = (number: number): boolean => takesStock(shop, placedAtMs(shop, number, count));
  return { anyOrder: numbers.filter(number => !isLast(number)), inOrder: numbers.filter(isLast) };
};

/** Creates order `number` of `count` from a cart, with its payment and its history. */
export const writeOrder = async (shop: Shop, number: number, count: number): Promise<void> => {
  const story = shop.story(`order ${number}`);
  const { random } = story;
  const placedMs = placedAtMs(shop, number, count);
  // Prices and discounts change at midnight only.
  const filledMs = Math.max(placedMs - random.integer(2, 50) * minuteMs, startOfDay(placedMs));
  const customer = customerAt(shop, random, filledMs);
  const inventoryMode = takesStock(shop, placedMs) ? 'TrackOnly' : 'None';
  story.at(filledMs);
  const cart = await story.create<ShopCart>('cart', cartDraft(shop, story, customer, { inventoryMode }));
  story.at(placedMs);
  const payment = await writePayment(story, number, cart, customer);
  const paid = await story.update('cart', cart, {
    action: 'addPayment',
    payment: { typeId: 'payment', id: payment.id },
  });
  const order = await story.create<ConstructorParameters<typeof OrderHistory>[2]>('order', {
    cart: { typeId: 'cart', id: cart.id },
    version: paid.version,
    orderNumber: `MS-${String(number + 1).padStart(orderNumberDigits, '0')}`,
    state: byKey('state', 'order-received'),
    paymentState: 'Pending',
    shipmentState: 'Pending',
  });
  const history = new OrderHistory(story, customer.market, order, payment);
  for (const [hoursMin, hoursMax, run] of courseOf(number)) {
    story.at(story.nowMs + Math.floor((hoursMin + random.next() * (hoursMax - hoursMin)) * hourMs));
    if (story.nowMs >= shop.untilMs) return;
    await run(history);
  }
};
