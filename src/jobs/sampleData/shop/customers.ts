import { dayMs } from '../../../base/durations.js';
import { chance, historyMs, isoTime, type Random } from '../choices.js';
import { addressOf, emailOf, marketIn, marketOf } from '../samples/addresses.js';
import { companies } from '../samples/people.js';
import { groupKeys } from './foundation/discounts.js';
import type { Shop, ShopCustomer } from './Shop.js';
import type { Story } from '../Story.js';
import { byKey } from './values.js';

/** The password of the first customers; hashing one takes as long as fifty other writes. */
export const customerPassword = 'Wanderlust-2024';
export const passwordsMax = 100;

const firstCustomerNumber = 10_001;
/** Every tenth customer is a trade customer, the others may be members of the club. */
const tradeStep = 10;

const isTrade = (number: number): boolean => number % tradeStep === tradeStep - 1;

const groupOf = (random: Random, number: number): string | undefined => {
  if (isTrade(number)) return groupKeys.trade;
  return chance(random, 0.15) ? groupKeys.club : undefined;
};

const companyMembers = (random: Random) => ({
  companyName: random.pick(companies),
  vatId: `DE${random.integer(100_000_000, 999_999_999)}`,
});

const loginMembers = (number: number) =>
  number < passwordsMax ? { password: customerPassword } : { authenticationMode: 'ExternalAuth' };

const draftOf = (story: Story, number: number) => {
  const { random } = story;
  // Prices of trade customers are in euros.
  const market = isTrade(number) ? marketIn('DE') : marketOf(random);
  const group = groupOf(random, number);
  const home = addressOf(random, market);
  const other = { ...addressOf(random, market), firstName: home.firstName, lastName: home.lastName };
  const addresses = chance(random, 0.3) ? [home, other] : [home];
  const customerNumber = `K-${firstCustomerNumber + number}`;
  const bornMs = story.nowMs - random.integer(19 * 365, 70 * 365) * dayMs;
  const draft = {
    key: `customer-${firstCustomerNumber + number}`,
    customerNumber,
    email: emailOf(home, firstCustomerNumber + number),
    firstName: home.firstName,
    lastName: home.lastName,
    dateOfBirth: isoTime(bornMs).slice(0, 10),
    locale: market.locale,
    addresses,
    defaultShippingAddress: addresses.length - 1,
    defaultBillingAddress: 0,
    isEmailVerified: chance(random, 0.8),
    ...(group === undefined ? {} : { customerGroup: byKey('customer-group', group) }),
    ...(isTrade(number) ? companyMembers(random) : {}),
    ...loginMembers(number),
    custom: {
      type: byKey('type', 'customer-profile'),
      fields: {
        newsletter: chance(random, 0.6),
        loyaltyPoints: random.integer(0, 40) * 25,
        activity: random.pick(['hiking', 'climbing', 'running', 'camping']),
      },
    },
  };
  return { draft, market, group, address: { ...addresses[addresses.length - 1]!, email: draft.email } };
};

/** Customer `number` signs up when this part of the shop's history is over; only earlier customers have orders. */
const joinedMs = ({ startMs, size }: Shop, number: number): number =>
  startMs + Math.floor((historyMs * number) / size.customers);

/** Creates customer `number`; the customers sign up one after the other through the whole history. */
export const writeCustomer = async (shop: Shop, number: number): Promise<ShopCustomer> => {
  const story = shop.story(`customer ${number}`).at(joinedMs(shop, number));
  const { draft, market, group, address } = draftOf(story, number);
  const { id } = await story.create('customer', draft);
  return { id, email: draft.email, market, group, address };
};

/** One of the customers who have signed up by a time. */
export const customerAt = ({ startMs, customers }: Shop, random: Random, timeMs: number): ShopCustomer => {
  const share = (timeMs - startMs) / historyMs;
  return random.pick(customers.slice(0, Math.max(1, Math.ceil(share * customers.length))));
};

/** One of the trade customers. */
export const tradeCustomerOf = ({ customers }: Shop, random: Random): ShopCustomer | undefined => {
  const found = customers.filter(({ group }) => group === groupKeys.trade);
  return found.length === 0 ? undefined : random.pick(found);
};
