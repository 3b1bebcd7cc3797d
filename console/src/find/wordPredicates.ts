/**
 * Predicates for resources whose texts begin with some words, for types without an index of words. The API compares
 * texts in their order, so the beginning of a text is a range.
 */
import { projectLanguages } from './projectLanguages';

interface WordMembers {
  readonly texts: readonly string[];
  /** Members whose value is a localized text. */
  readonly localized?: readonly string[];
}

/** The members of each path; `path(member)` is a nested member. */
const members: Readonly<Record<string, WordMembers | undefined>> = {
  orders: { texts: ['orderNumber', 'customerEmail'] },
  customers: { texts: ['email', 'lastName', 'firstName', 'customerNumber', 'key'] },
  products: {
    texts: ['key', 'masterData(current(masterVariant(sku)))', 'masterData(current(variants(sku)))'],
    localized: ['masterData(current(name))'],
  },
  carts: { texts: ['customerEmail', 'key'] },
  'shopping-lists': { texts: ['key'], localized: ['name'] },
  'discount-codes': { texts: ['code', 'key'], localized: ['name'] },
  'cart-discounts': { texts: ['key'], localized: ['name'] },
  'product-discounts': { texts: ['key'], localized: ['name'] },
  categories: { texts: ['key'], localized: ['name'] },
  payments: { texts: ['key', 'interfaceId'] },
  inventory: { texts: ['sku', 'key'] },
  'standalone-prices': { texts: ['sku', 'key'] },
  reviews: { texts: ['title', 'authorName', 'key'] },
  channels: { texts: ['key'], localized: ['name'] },
  stores: { texts: ['key'], localized: ['name'] },
  'customer-groups': { texts: ['name', 'key'] },
  'product-types': { texts: ['name', 'key'] },
  'product-selections': { texts: ['key'], localized: ['name'] },
  'shipping-methods': { texts: ['name', 'key'] },
  'tax-categories': { texts: ['name', 'key'] },
  zones: { texts: ['name', 'key'] },
  states: { texts: ['key'], localized: ['name'] },
  types: { texts: ['key'], localized: ['name'] },
  quotes: { texts: ['key'] },
  'quote-requests': { texts: ['key'] },
  'staged-quotes': { texts: ['key'] },
};

const end = '\uffff';

/** Returns a predicate for the beginning of a text: `a(b(sku >= "x" and sku < "y"))` for `a(b(sku))`. */
const beginsWith = (path: string, text: string): string => {
  const at = path.lastIndexOf('(') + 1;
  const name = path.slice(at).replaceAll(')', '');
  const range = `${name} >= ${JSON.stringify(text)} and ${name} < ${JSON.stringify(text).slice(0, -1)}${end}"`;
  return at === 0 ? `(${range})` : `${path.slice(0, at)}${range}${path.slice(at + name.length)}`;
};

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Predicates distinguish upper and lower case, so the usual spellings of the words are all searched. */
const waysToWrite = (words: string): readonly string[] => [
  ...new Set([words, words.toLowerCase(), words.toUpperCase(), upperFirst(words.toLowerCase())]),
];

export const wordPredicate = async (projectKey: string, path: string, words: string): Promise<string> => {
  const { texts, localized = [] } = members[path] ?? { texts: ['key'] };
  const languages = localized.length === 0 ? [] : await projectLanguages(projectKey);
  const inLanguages = localized.flatMap(member =>
    languages.map(language =>
      member.endsWith(')') ? member.replace(/(\w+)(\)*)$/, `$1(\`${language}\`)$2`) : `${member}(\`${language}\`)`,
    ),
  );
  return [...texts, ...inLanguages]
    .flatMap(member => waysToWrite(words).map(text => beginsWith(member, text)))
    .join(' or ');
};
