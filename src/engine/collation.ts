/** Compares texts as people who read a language sort them: names in their alphabet, not by their code points. */
import { spendWork } from '../base/shedding/boundedWork.js';

export type TextComparison = (one: string, other: string) => number;

/** Texts without a language are sorted by the root of all collations, which is that of English. */
export const rootLanguage = 'en';

/** Characters of two texts that are collated in about the time of one step. */
const collatedPerStep = 8;

const byCodeUnit: TextComparison = (one, other) => (one < other ? -1 : Number(one > other));

/** A language without a collation of its own has the root, never that of the machine. */
const supportedLanguage = (language: string): string => {
  try {
    return Intl.Collator.supportedLocalesOf(language)[0] ?? rootLanguage;
  } catch {
    return rootLanguage;
  }
};

const collated = (language: string): TextComparison => {
  const { compare } = new Intl.Collator(supportedLanguage(language), { usage: 'sort', sensitivity: 'variant' });
  return (one, other) => {
    if (one === other) return 0;
    spendWork(Math.min(one.length, other.length) / collatedPerStep);
    return compare(one, other);
  };
};

/** Clients name languages, so their number is bounded. */
const comparisonsMax = 200;
const comparisons = new Map<string, TextComparison>();

/** The comparison of texts in a language; without one they are identifiers, which are compared by code unit. */
export const textComparison = (language: string | undefined): TextComparison => {
  if (language === undefined) return byCodeUnit;
  let comparison = comparisons.get(language);
  if (comparison === undefined) {
    if (comparisons.size >= comparisonsMax) comparisons.clear();
    comparison = collated(language);
    comparisons.set(language, comparison);
  }
  return comparison;
};

/**
 * Members that people read, whatever resource has them. All other texts are identifiers, codes or addresses for
 * programs: an iteration such as `sort=key&where=key > "…"` needs one order for both.
 */
const readMembers: ReadonlySet<string> = new Set([
  'additionalAddressInfo',
  'additionalStreetInfo',
  'apartment',
  'authorName',
  'building',
  'buyerComment',
  'carrier',
  'city',
  'comment',
  'company',
  'companyName',
  'department',
  'description',
  'firstName',
  'fullName',
  'interfaceText',
  'label',
  'lastName',
  'middleName',
  'name',
  'region',
  'salutation',
  'sellerComment',
  'shippingMethodName',
  'state',
  'streetName',
  'tags',
  'text',
  'title',
]);

/** The language in which the texts of a member are sorted; undefined for identifiers. */
export const languageOfMember = (name: string): string | undefined =>
  readMembers.has(name) ? rootLanguage : undefined;
