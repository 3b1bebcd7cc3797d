/**
 * Finds the names for ids in an error: for resources by the word before the id, and for parts of a resource, such as
 * line items, in the resource of the request.
 */
import i18next from 'i18next';
import { type Refusal, sendToProject } from '../api/project';
import { type Resource, textOf } from '../api/Resource';
import { labelOf } from './labelOf';
import { loadReferenced } from './loadReferenced';

/** The paths of the resource types in errors, by the words that the errors use. */
const paths: Readonly<Record<string, string>> = {
  'discount code': 'discount-codes',
  'tax category': 'tax-categories',
  'shipping method': 'shipping-methods',
  'cart discount': 'cart-discounts',
  'product discount': 'product-discounts',
  'product type': 'product-types',
  'customer group': 'customer-groups',
  group: 'customer-groups',
  product: 'products',
  category: 'categories',
  channel: 'channels',
  zone: 'zones',
  cart: 'carts',
  order: 'orders',
  payment: 'payments',
  customer: 'customers',
  state: 'states',
  store: 'stores',
  quote: 'quotes',
  type: 'types',
};

/** Parts of a resource, which are not resources themselves. */
const parts: ReadonlySet<string> = new Set(['line item', 'item', 'delivery', 'parcel', 'address', 'transaction']);

const nouns = [...Object.keys(paths), ...parts].sort((one, other) => other.length - one.length);
const nounPattern = new RegExp(`\\b(?:${nouns.join('|')})(?=s?\\b)`, 'gi');
const idPattern = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Ids, each with the word that the error uses for it, if any. */
type WordsById = Map<string, string | undefined>;

/** Converts names to words: `discountCode` and, as the SDK spells it, `dicountCodeId` are discount codes. */
const inWords = (text: string): string =>
  text
    .replaceAll('dicountCode', 'discountCode')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();

const lastNoun = (text: string): string | undefined => inWords(text).match(nounPattern)?.at(-1);

const findIds = (value: unknown, before: string, found: WordsById): void => {
  if (typeof value === 'string') {
    for (const { 0: id, index } of value.matchAll(idPattern))
      if (found.get(id) === undefined) found.set(id, lastNoun(`${before} ${value.slice(0, index)}`));
  } else if (Array.isArray(value)) for (const each of value) findIds(each, before, found);
  else if (typeof value === 'object' && value !== null) {
    const typeId = (value as { readonly typeId?: unknown }).typeId;
    const outer = typeof typeId === 'string' ? typeId.replaceAll('-', ' ') : before;
    for (const [member, each] of Object.entries(value)) findIds(each, member === 'id' ? outer : member, found);
  }
};

/** Returns the name or the SKU of the part of a resource that has an id. */
const partName = (value: unknown, id: string, language: string): string | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const {
    id: own,
    name,
    variant,
    sku = (variant as { readonly sku?: unknown } | undefined)?.sku,
  } = value as {
    readonly [member: string]: unknown;
  };
  if (own === id) return textOf(name, language) ?? textOf(sku, language);
  for (const each of Object.values(value)) {
    const found = partName(each, id, language);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** Returns the subject of a request: the resource in its path, or the cart that becomes an order. */
const subjectOf = ({ projectKey, path, body }: Refusal): Promise<unknown> => {
  const { cart } = (body ?? {}) as { readonly cart?: { readonly id?: string } };
  const subject = cart?.id === undefined ? path : `/carts/${cart.id}`;
  return /^\/[a-z-]+\/[^/]+$/.test(subject) ? sendToProject(projectKey, subject) : Promise.resolve(undefined);
};

export const findErrorNames = async (refusal: Refusal): Promise<ReadonlyMap<string, string>> => {
  const { projectKey, error } = refusal;
  const { language } = i18next;
  const found: WordsById = new Map();
  for (const { code: _code, ...entry } of error.errors) findIds(entry, '', found);
  let subject: Promise<unknown> | undefined;
  const nameOf = async (id: string, noun: string | undefined): Promise<string | undefined> => {
    const path = paths[noun ?? ''];
    if (path !== undefined) {
      const resource: Resource | null = await loadReferenced({ projectKey, path, member: 'id', value: id });
      if (resource !== null) return labelOf(resource, language);
    }
    subject ??= subjectOf(refusal).catch(() => undefined);
    return partName(await subject, id, language);
  };
  const names = new Map<string, string>();
  await Promise.all(
    [...found].map(async ([id, noun]) => {
      const name = await nameOf(id, noun).catch(() => undefined);
      if (name !== undefined) names.set(id, name);
    }),
  );
  return names;
};
