/**
 * Stores the resources that generated orders refer to, without validation: states, stores, customer groups, payments
 * and Types.
 */
import { randomUUID } from 'node:crypto';
import type { Random } from '../../../examples/sample-shop/choices.js';
import { storeMany } from '../graphql.js';
import type { Quayside } from '../quayside.js';
import { customTypes, typeMembers } from './customFields.js';
import { randomLocalizedText, randomText } from './randomValues.js';

export interface ReferencedIds {
  readonly orderStates: readonly string[];
  readonly itemStates: readonly string[];
  readonly storeKeys: readonly string[];
  readonly groups: readonly string[];
  readonly types: readonly string[];
  /** Each payment is used by one order only. */
  readonly payments: string[];
}

const many = <T>(count: number, of: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => of(at));
const keys = ['open', 'Open', 'open-2', 'OPEN_3', 'packed', 'sent', 'x1'];

const stateMembers = (random: Random, type: string, prefix: string) => (at: number) => ({
  key: `${prefix}${keys[at]}`,
  type,
  initial: true,
  builtIn: false,
  ...(at > 0 && { name: randomLocalizedText(random) }),
});

const storeMembers = (random: Random) => (at: number) => ({
  key: `${keys[at]}-store`,
  languages: [],
  countries: [],
  distributionChannels: [],
  supplyChannels: [],
  productSelections: [],
  ...(at > 0 && { name: randomLocalizedText(random) }),
});

const groupMembers = (random: Random) => (at: number) => ({
  name: `${randomText(random)} ${at}`,
  ...(at > 0 && { key: `${keys[at]}-group` }),
});

const amount = { type: 'centPrecision', currencyCode: 'EUR', centAmount: 100, fractionDigits: 2 };

const transactionMembers = (random: Random) => ({
  id: randomUUID(),
  type: 'Charge',
  amount,
  state: 'Success',
  ...(random.next() < 0.7 && { interactionId: randomText(random) }),
});

const paymentMembers = (random: Random) => () => ({
  amountPlanned: amount,
  paymentStatus: {},
  interfaceInteractions: [],
  paymentMethodInfo:
    random.next() < 0.8
      ? { method: random.pick(['CREDIT_CARD', 'credit card', 'Invoice', 'PayPal', randomText(random)]) }
      : {},
  transactions: many(random.integer(0, 3), () => transactionMembers(random)),
  ...(random.next() < 0.7 && { interfaceId: random.pick([randomText(random), `PSP-${random.integer(0, 999)}`]) }),
});

export const storeReferencedResources = async (
  quayside: Quayside,
  projectKey: string,
  random: Random,
  orders: number,
): Promise<ReferencedIds> => {
  const store = (typeId: string, members: readonly object[]) =>
    storeMany(quayside, projectKey, typeId, members as readonly Record<string, unknown>[]);
  const stores = many(4, storeMembers(random));
  await store('store', stores);
  return {
    orderStates: await store('state', many(5, stateMembers(random, 'OrderState', 'order-'))),
    itemStates: await store('state', many(5, stateMembers(random, 'LineItemState', 'item-'))),
    storeKeys: stores.map(({ key }) => key),
    groups: await store('customer-group', many(4, groupMembers(random))),
    types: await store('type', customTypes.map(typeMembers)),
    payments: await store('payment', many(Math.ceil(orders / 2), paymentMembers(random))),
  };
};
