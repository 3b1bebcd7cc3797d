/** Markets of customers, and addresses in them. */
import { type Random, pickWeighted } from '../choices.js';
import { type Market, marketWeights, markets } from './markets.js';
import { people } from './people.js';

export const marketIn = (country: string): Market => markets.find(each => each.country === country)!;

/** Picks a market in proportion to its number of customers. */
export const marketOf = (random: Random): Market => marketIn(pickWeighted(random, marketWeights));

export const addressOf = (random: Random, { people: language, cities, country, phonePrefix }: Market) => {
  const { firstNames, lastNames, streets } = people[language];
  const [city, region, postalCode] = random.pick(cities);
  return {
    firstName: random.pick(firstNames),
    lastName: random.pick(lastNames),
    streetName: random.pick(streets),
    streetNumber: String(random.integer(1, 180)),
    postalCode,
    city,
    region,
    country,
    phone: `${phonePrefix} ${random.integer(1_000_000, 9_999_999)}`,
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
