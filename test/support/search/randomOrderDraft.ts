/** Generates import drafts of orders (OrderImportDraft) and update actions for them. */
import type { Random } from '../../../examples/sample-shop/choices.js';
import { randomCustomFields } from './customFields.js';
import type { ReferencedIds } from './storeReferencedResources.js';
import {
  cutText,
  randomDateTime,
  randomInteger,
  randomLocalizedText,
  randomPhone,
  randomText,
} from './randomValues.js';

const many = <T>(count: number, of: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => of(at));

/** Includes each member with a probability, because absent members are searched too. */
const some = (
  random: Random,
  members: Readonly<Record<string, () => unknown>>,
  chance = 0.6,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(members)
      .filter(() => random.next() < chance)
      .map(([name, of]) => [name, of()]),
  );

const countries = ['DE', 'FR', 'US', 'AT'];

const addressOf = (random: Random, members: object = {}) => {
  const text = () => randomText(random);
  const phone = () => randomPhone(random);
  return {
    country: random.pick(countries),
    ...some(random, {
      city: text,
      company: text,
      firstName: text,
      lastName: text,
      postalCode: text,
      mobile: phone,
      phone,
    }),
    ...members,
  };
};

/** Distributes a quantity over some states. */
const statesOf = (random: Random, { itemStates }: ReferencedIds) => {
  const parts = many(random.integer(1, 3), () => ({
    quantity: random.integer(1, 5),
    state: { typeId: 'state', id: random.pick(itemStates) },
  }));
  return {
    quantity: parts.reduce((sum, { quantity }) => sum + quantity, 0),
    ...(random.next() < 0.8 && { state: parts }),
  };
};

/** Generates a SKU that is not empty and not very long. */
const skuOf = (random: Random): string =>
  random.pick([`SKU-${random.integer(0, 99)}`, `sku-${random.integer(0, 9)}`, `${cutText(randomText(random), 300)}x`]);

const lineItemOf = (random: Random, referencedIds: ReferencedIds, currencyCode: string) => ({
  name: randomLocalizedText(random),
  ...(random.next() < 0.5
    ? { variant: { sku: skuOf(random) } }
    : {
        productId: `product-${random.integer(0, 20)}`,
        variant: { id: 1, ...some(random, { sku: () => skuOf(random) }, 0.9) },
      }),
  price: { value: { currencyCode, centAmount: random.integer(0, 100) } },
  ...statesOf(random, referencedIds),
});

const customLineItemOf = (random: Random, referencedIds: ReferencedIds, currencyCode: string, at: number) => ({
  name: randomLocalizedText(random),
  slug: `slug-${at}`,
  money: { currencyCode, centAmount: random.integer(0, 100) },
  ...statesOf(random, referencedIds),
});

const parcelOf = (random: Random) =>
  some(
    random,
    {
      trackingData: () =>
        some(
          random,
          {
            trackingId: () => random.pick([randomText(random), `TRK${random.integer(100, 999)}`]),
            carrier: () => 'DHL',
          },
          0.8,
        ),
    },
    0.9,
  );

const shippingInfoOf = (random: Random, currencyCode: string) => {
  const price = { currencyCode, centAmount: 490 };
  return {
    shippingMethodName: randomText(random),
    price,
    shippingRate: { price },
    deliveries: many(random.integer(0, 2), () => ({ parcels: many(random.integer(0, 3), () => parcelOf(random)) })),
  };
};

const paymentInfoOf = (random: Random, { payments }: ReferencedIds) => ({
  payments: payments.splice(0, random.integer(0, 2)).map(id => ({ typeId: 'payment', id })),
});

/** Generates an order number with a unique end and one of a few beginnings. */
const orderNumberOf = (random: Random, number: number): string =>
  `${random.pick(['A-', 'a-', 'A-100', '2024/', 'Ü ', '😀', '*?', `${'N'.repeat(random.integer(1, 150))}-`])}${random.pick(['', '0', '00'])}${number}`;

const one = (typeId: string, id: string) => ({ typeId, id });

export const randomOrderDraft = (
  random: Random,
  referencedIds: ReferencedIds,
  number: number,
): Record<string, unknown> => {
  const currencyCode = random.pick(['EUR', 'EUR', 'USD', 'JPY']);
  const lineItems = many(random.integer(0, 3), () => lineItemOf(random, referencedIds, currencyCode));
  const customLineItemsMin = lineItems.length === 0 ? 1 : 0;
  return {
    // The purchase order number is not searchable; it identifies the orders of one seed.
    purchaseOrderNumber: String(number),
    totalPrice: { currencyCode, centAmount: randomInteger(random) },
    lineItems,
    customLineItems: many(random.integer(customLineItemsMin, 2), at =>
      customLineItemOf(random, referencedIds, currencyCode, at),
    ),
    itemShippingAddresses: many(random.integer(0, 2), at => addressOf(random, { key: `to-${at}` })),
    orderState: random.pick(['Open', 'Confirmed', 'Complete', 'Cancelled']),
    custom: randomCustomFields(random, referencedIds.types),
    ...some(random, {
      orderNumber: () => orderNumberOf(random, number),
      customerEmail: () =>
        random.pick([randomText(random), `jo.${random.integer(0, 30)}@example.com`, 'Jo@Example.COM']),
      billingAddress: () => addressOf(random),
      shippingAddress: () => addressOf(random),
      country: () => random.pick(countries),
      origin: () => random.pick(['Customer', 'Merchant']),
      completedAt: () => randomDateTime(random),
      shipmentState: () => random.pick(['Shipped', 'Ready', 'Pending']),
      paymentState: () => random.pick(['Paid', 'BalanceDue']),
      customerGroup: () => one('customer-group', random.pick(referencedIds.groups)),
      store: () => ({ typeId: 'store', key: random.pick(referencedIds.storeKeys) }),
      state: () => one('state', random.pick(referencedIds.orderStates)),
      shippingInfo: () => shippingInfoOf(random, currencyCode),
      paymentInfo: () => paymentInfoOf(random, referencedIds),
    }),
  };
};

const returnInfo = (random: Random) => ({
  items: [],
  ...some(
    random,
    {
      returnTrackingId: () => random.pick([randomText(random), `RET-${random.integer(0, 99)}`]),
      returnDate: () => randomDateTime(random),
    },
    0.8,
  ),
});

/** Generates the update actions of one request: they add, change or remove searchable members. */
export const randomUpdateActions = (random: Random, { storeKeys }: ReferencedIds, storeKey?: string): object[] =>
  random.pick([
    () => [{ action: 'setReturnInfo', items: many(random.integer(0, 3), () => returnInfo(random)) }],
    () => [{ action: 'setCustomerEmail', ...some(random, { email: () => `${randomText(random)}@` }) }],
    () => [{ action: 'setShippingAddress', ...some(random, { address: () => addressOf(random) }, 0.8) }],
    () => [
      { action: 'setBillingAddress', address: addressOf(random) },
      { action: 'changeOrderState', orderState: 'Confirmed' },
    ],
    () => [
      {
        action: 'setStore',
        ...(storeKey === undefined || random.next() < 0.6
          ? { store: { typeId: 'store', key: random.pick(storeKeys.filter(key => key !== storeKey)) } }
          : {}),
      },
    ],
  ])();
