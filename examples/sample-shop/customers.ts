/** Customers with their addresses, reviews of products, and shopping lists. */
import { chance, dayMs, historyMs, isoTime, pickSeveral, pickWeighted, type Random } from './choices.js';
import { type Content, known, type Market } from './content.js';
import { byKey, type Part } from './Part.js';
import type { Shop, ShopCustomer } from './Shop.js';

/** Picks a market in proportion to its number of customers. */
export const pickMarket = (random: Random, { markets }: Content): Market =>
  pickWeighted(random, markets, ({ customers }) => Number(customers));

export const pickAddress = (random: Random, { people }: Content, market: Market) => {
  const names = known(people.languages[market.people], `people '${market.people}'`);
  const { city, region, postalCode } = random.pick(market.cities);
  return {
    firstName: random.pick(names.firstNames),
    lastName: random.pick(names.lastNames),
    streetName: random.pick(names.streets),
    streetNumber: String(random.integer(1, 180)),
    postalCode,
    city,
    region,
    country: market.country,
    phone: `${market.phonePrefix} ${random.integer(1_000_000, 9_999_999)}`,
  };
};

const asciiOf = (name: string): string =>
  name
    .replace(/[äöü]/g, letter => `${{ ä: 'a', ö: 'o', ü: 'u' }[letter]}e`)
    .normalize('NFKD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();

/** The email of a customer; the number tells those with one name apart. */
export const emailOf = (
  { firstName, lastName }: { readonly firstName: string; readonly lastName: string },
  number: number,
) => `${asciiOf(firstName)}.${asciiOf(lastName)}.${number}@example.com`;

export const groupKeys = { club: 'alpine-club', trade: 'trade' } as const;

const firstCustomerNumber = 10_001;
/** Every tenth customer is a trade customer, the others may be members of the club. */
const tradeStep = 10;

const isTrade = (number: number): boolean => number % tradeStep === tradeStep - 1;

const pickGroup = (random: Random, number: number): string | undefined => {
  if (isTrade(number)) return groupKeys.trade;
  return chance(random, 0.15) ? groupKeys.club : undefined;
};

const companyMembers = (random: Random, { people }: Content) => ({
  companyName: random.pick(people.companies),
  vatId: `DE${random.integer(100_000_000, 999_999_999)}`,
});

/** Hashing a password takes as long as fifty other requests, so that only the first customers have one. */
const loginMembers = ({ customers }: Content, number: number) =>
  number < customers.customersWithPassword ? { password: customers.password } : { authenticationMode: 'ExternalAuth' };

const customerDraft = ({ random, timeMs }: Part, content: Content, number: number) => {
  // Prices of trade customers are in euros.
  const market = isTrade(number)
    ? known(
        content.markets.find(({ country }) => country === 'DE'),
        'market DE',
      )
    : pickMarket(random, content);
  const group = pickGroup(random, number);
  const home = pickAddress(random, content, market);
  const other = { ...pickAddress(random, content, market), firstName: home.firstName, lastName: home.lastName };
  const addresses = chance(random, 0.3) ? [home, other] : [home];
  const customerNumber = firstCustomerNumber + number;
  const bornMs = timeMs - random.integer(19 * 365, 70 * 365) * dayMs;
  const draft = {
    key: `customer-${customerNumber}`,
    customerNumber: `K-${customerNumber}`,
    email: emailOf(home, customerNumber),
    firstName: home.firstName,
    lastName: home.lastName,
    dateOfBirth: isoTime(bornMs).slice(0, 10),
    locale: market.locale,
    addresses,
    defaultShippingAddress: addresses.length - 1,
    defaultBillingAddress: 0,
    isEmailVerified: chance(random, 0.8),
    ...(group !== undefined && { customerGroup: byKey('customer-group', group) }),
    ...(isTrade(number) && companyMembers(random, content)),
    ...loginMembers(content, number),
    custom: {
      type: byKey('type', 'customer-profile'),
      fields: {
        newsletter: chance(random, 0.6),
        loyaltyPoints: random.integer(0, 40) * 25,
        activity: random.pick(content.customers.activities),
      },
    },
  };
  return { draft, market, group, address: { ...addresses[addresses.length - 1]!, email: draft.email } };
};

/** Creates customer `number`; the customers sign up one after the other through the whole history. */
export const createCustomer = async (shop: Shop, number: number): Promise<ShopCustomer> => {
  const { startMs, size, content } = shop;
  const joinedMs = startMs + Math.floor((historyMs * number) / size.customers);
  const part = shop.part(`customer ${number}`).at(joinedMs);
  const { draft, market, group, address } = customerDraft(part, content, number);
  const { customer } = await part.create<never>('customers', draft);
  const { id } = customer as { readonly id: string };
  return { id, email: draft.email, market, group, address };
};

/** One of the customers who have signed up by a time. */
export const pickCustomer = ({ startMs, customers }: Shop, random: Random, timeMs: number): ShopCustomer => {
  const share = (timeMs - startMs) / historyMs;
  return random.pick(customers.slice(0, Math.max(1, Math.ceil(share * customers.length))));
};

/** One of the trade customers. */
export const pickTradeCustomer = ({ customers }: Shop, random: Random): ShopCustomer | undefined => {
  const found = customers.filter(({ group }) => group === groupKeys.trade);
  return found.length === 0 ? undefined : random.pick(found);
};

/** Picks a rating that is more often good than bad. */
const pickRating = (random: Random): number => Math.max(random.integer(1, 5), random.integer(2, 5));

/** Creates review `number`; those of one product change its rating, so that one follows the other. */
export const createReview = async (shop: Shop, number: number): Promise<void> => {
  const part = shop.part(`review ${number}`);
  const { random } = part;
  part.at(shop.startMs + Math.floor((historyMs * (number + random.next())) / shop.size.reviews));
  const { id, market, address } = pickCustomer(shop, random, part.timeMs);
  const rating = pickRating(random);
  const { title, text } = known(
    shop.content.customers.reviews.find(review => review.rating === rating),
    `review with the rating ${rating}`,
  );
  await part.create('reviews', {
    key: `review-${number + 1}`,
    locale: market.locale,
    authorName: address.firstName,
    title,
    text,
    rating,
    target: byKey('product', random.pick(shop.published).key),
    customer: { typeId: 'customer', id },
  });
};

export const createShoppingList = async (shop: Shop, number: number): Promise<void> => {
  const part = shop.part(`shopping list ${number}`);
  const { random } = part;
  const { shoppingListNames, shoppingListText } = shop.content.customers;
  part.at(shop.untilMs - random.integer(1, 60) * dayMs);
  await part.create('shopping-lists', {
    key: `list-${number + 1}`,
    name: random.pick(shoppingListNames),
    customer: { typeId: 'customer', id: pickCustomer(shop, random, part.timeMs).id },
    lineItems: pickSeveral(random, shop.published, random.integer(1, 5)).map(({ skus }) => ({
      sku: random.pick(skus),
      quantity: random.integer(1, 2),
    })),
    textLineItems: chance(random, 0.3) ? [{ name: shoppingListText }] : [],
  });
};
