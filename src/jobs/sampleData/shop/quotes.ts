/** Carts that were not ordered, and quotes of trade customers in all states. */
import { dayMs, hourMs, minuteMs } from '../../../base/durations.js';
import type { Base } from '../../../engine/define/Base.js';
import { required } from '../../../base/errors/ApiError.js';
import { cartDraft, type ShopCart } from './carts.js';
import { customerAt, tradeCustomerOf } from './customers.js';
import type { Shop } from './Shop.js';
import type { Story } from '../Story.js';
import { isoTime } from '../choices.js';
import { byKey } from './values.js';

const reference = (typeId: string, { id }: { readonly id: string }) => ({ typeId, id });

const activeDays = 30;

/** Creates a cart of the last weeks: of a customer, of a visitor, or one that is frozen. */
export const writeActiveCart = async (shop: Shop, number: number): Promise<void> => {
  const story = shop.story(`cart ${number}`);
  const { random } = story;
  story.at(shop.untilMs - Math.floor(random.next() * activeDays * dayMs) - minuteMs);
  const customer = customerAt(shop, random, story.nowMs);
  // The codes of members do not apply to carts of visitors.
  const {
    customerId: _,
    customerEmail: __,
    discountCodes: ___,
    ...visitorDraft
  } = cartDraft(shop, story, customer) as Record<string, unknown>;
  const isVisitor = number % 4 === 3;
  const draft = isVisitor ? { ...visitorDraft, anonymousId: story.newId() } : cartDraft(shop, story, customer);
  const cart = await story.create('cart', { key: `cart-${number + 1}`, ...draft });
  if (number % 20 === 10) await story.update('cart', cart, { action: 'freezeCart' });
};

/** The last steps of quotes; each request takes one of them by turns. */
const courses = [
  'Pending',
  'ordered',
  'requested',
  'Declined',
  'staged',
  'rejected',
  'renegotiated',
  'cancelled',
  'Withdrawn',
  'Accepted',
  'RenegotiationAddressed',
] as const;

type Course = (typeof courses)[number];

const courseOf = (number: number): Course => courses[number % courses.length]!;

const quoteDays = 120;

const request = async (shop: Shop, story: Story, number: number): Promise<Base> => {
  const { random } = story;
  const customer = tradeCustomerOf(shop, random) ?? customerAt(shop, random, story.nowMs);
  const cart = await story.create<ShopCart>(
    'cart',
    cartDraft(shop, story, customer, { quantityMax: 40, hasCode: false }),
  );
  return story.at(story.nowMs + hourMs).create('quote-request', {
    key: `request-${number + 1}`,
    cart: reference('cart', cart),
    cartVersion: cart.version,
    comment: random.pick(['For our next course', 'Für unsere Bergschule', 'We need it by the end of the month']),
    purchaseOrderNumber: `PO-${random.integer(1_000, 9_999)}`,
    state: byKey('state', 'request-new'),
  });
};

/** The seller's offer: a discount on the quotation cart, a comment and a period. */
const offer = async (story: Story, requested: Base, number: number): Promise<Base> => {
  const staged = await story
    .at(story.nowMs + story.random.integer(2, 30) * hourMs)
    .create<Base & { readonly quotationCart: { readonly id: string } }>('staged-quote', {
      key: `offer-${number + 1}`,
      quoteRequest: reference('quote-request', requested),
      quoteRequestVersion: requested.version,
      quoteRequestStateToAccepted: true,
    });
  await story.update(
    'cart',
    { ...staged, ...staged.quotationCart, version: 1 },
    {
      action: 'setDirectDiscounts',
      discounts: [{ value: { type: 'relative', permyriad: 500 }, target: { type: 'lineItems', predicate: 'true' } }],
    },
  );
  return story.update(
    'staged-quote',
    staged,
    { action: 'setSellerComment', sellerComment: 'Five percent for your whole order' },
    { action: 'setValidTo', validTo: isoTime(story.nowMs + 30 * dayMs) },
  );
};

const orderQuote = (story: Story, quote: Base, number: number): Promise<Base> =>
  story.create(
    'order',
    {
      quote: reference('quote', quote),
      version: quote.version,
      quoteStateToAccepted: true,
      orderNumber: `MS-Q${String(number + 1).padStart(5, '0')}`,
      state: byKey('state', 'order-received'),
      paymentState: 'Pending',
      shipmentState: 'Pending',
    },
    'quotes',
  );

const answer = async (story: Story, course: Course, quote: Base, number: number): Promise<void> => {
  story.at(story.nowMs + story.random.integer(10, 100) * hourMs);
  if (course === 'Pending') return;
  if (course === 'ordered') await orderQuote(story, quote, number);
  else if (course === 'renegotiated')
    await story.update('quote', quote, {
      action: 'requestQuoteRenegotiation',
      buyerComment: 'Ten percent would be better',
    });
  else await story.update('quote', quote, { action: 'changeQuoteState', quoteState: course });
};

const closedStates: Partial<Record<Course, string>> = { rejected: 'Rejected', cancelled: 'Cancelled' };

/** Creates quote request `number` and the steps that follow. */
export const writeQuote = async (shop: Shop, number: number): Promise<void> => {
  const story = shop.story(`quote ${number}`);
  const course = courseOf(number);
  story.at(shop.untilMs - (10 + Math.floor((number * (quoteDays - 10)) / shop.size.quotes)) * dayMs);
  const requested = await request(shop, story, number);
  const closedState = closedStates[course];
  if (closedState !== undefined)
    await story
      .at(story.nowMs + dayMs)
      .update(
        'quote-request',
        requested,
        { action: 'changeQuoteRequestState', quoteRequestState: closedState },
        { action: 'transitionState', state: byKey('state', 'request-answered') },
      );
  if (closedState !== undefined || course === 'requested') return;
  const staged = await offer(story, requested, number);
  if (course === 'staged') return;
  const quote = await story.at(story.nowMs + hourMs).create('quote', {
    key: `quote-${number + 1}`,
    stagedQuote: reference('staged-quote', staged),
    stagedQuoteVersion: staged.version,
    stagedQuoteStateToSent: true,
  });
  await answer(story, course, required(quote, 'the quote'), number);
};

/** Returns the number of the quotes that lead to an order. */
export const orderedQuotes = (count: number): number =>
  Array.from({ length: count }, (_, number) => courseOf(number)).filter(course => course === 'ordered').length;
