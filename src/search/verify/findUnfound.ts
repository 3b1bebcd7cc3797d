import { type NumberColumn, numberColumns } from '../../redis/searchIndex/numberColumns.js';
import { required } from '../../errors/required.js';
import { fieldByName } from '../fields/searchFields.js';
import type { Content } from '../document/content.js';
import { columnBetween, conditionText } from '../plan/Condition.js';
import { encodeValue } from '../terms/encodeText.js';
import { formatTerm, termKinds, termScope } from '../terms/formatTerm.js';
import { termsOf } from '../terms/termsOf.js';
import type { SearchedIndex } from '../run/SearchedIndex.js';

export interface IndexedOrder {
  readonly id: string;
  readonly content: Content;
  readonly numbers: Readonly<Record<NumberColumn, number>>;
}

/** Terms of one search, which blocks Redis for about 5 ms. */
const termsMax = 1_000;

const idScope = termScope(required(fieldByName.get('id'), "the search field 'id'"));
const idPart = (id: string): string => `(@t:{${formatTerm(termKinds.rareExact, idScope, encodeValue(id))}})`;

/** The conditions that must find a document, besides its id. */
const partsOf = ({ id, content, numbers }: IndexedOrder): string[] => [
  ...numberColumns.map(
    column =>
      `(${conditionText(columnBetween(column, Math.floor(numbers[column]), Math.floor(numbers[column]))) ?? ''})`,
  ),
  ...termsOf(content)
    .map(each => `(@t:{${each}})`)
    .filter(part => part !== idPart(id)),
];

interface DocumentQuery {
  readonly id: string;
  readonly parts: readonly string[];
}

const findIds = async (searched: SearchedIndex, queries: readonly DocumentQuery[]): Promise<Set<string>> => {
  // The id comes first, so that the other parts are evaluated for that document only.
  const text = queries.map(({ id, parts }) => `(${[idPart(id), ...parts].join(' ')})`).join('|');
  const { hits } = await searched.find(text, {
    sortBy: 'created',
    descending: false,
    offset: 0,
    limit: queries.length,
    content: false,
  });
  return new Set(hits.map(({ id }) => id));
};

/** Groups queries so that each group has a limited number of terms. */
const groupQueries = (queries: readonly DocumentQuery[]): DocumentQuery[][] => {
  const groups: DocumentQuery[][] = [];
  let group: DocumentQuery[] = [];
  let terms = Infinity;
  for (const query of queries) {
    if (terms + query.parts.length > termsMax) {
      group = [];
      groups.push(group);
      terms = 0;
    }
    terms += query.parts.length;
    group.push(query);
  }
  return groups;
};

/** One of the parts that do not find the document; undefined when each half of them finds it. */
const failingPart = async (searched: SearchedIndex, { id, parts }: DocumentQuery): Promise<string | undefined> => {
  if ((await findIds(searched, [{ id, parts }])).has(id)) return undefined;
  if (parts.length <= 1) return parts[0] ?? idPart(id);
  const middle = parts.length >> 1;
  return (
    (await failingPart(searched, { id, parts: parts.slice(0, middle) })) ??
    (await failingPart(searched, { id, parts: parts.slice(middle) }))
  );
};

/** Tries the id first, because all queries contain it. */
const explainUnfound = async (searched: SearchedIndex, query: DocumentQuery): Promise<string> =>
  (await failingPart(searched, { id: query.id, parts: [] })) ??
  (await failingPart(searched, query)) ??
  'all of its terms together';

export interface UnfoundOrder {
  readonly id: string;
  readonly by: string;
}

/** Finds documents that a search for their own terms and column values misses, with one part that fails. */
export const findUnfound = async (
  searched: SearchedIndex,
  orders: readonly IndexedOrder[],
): Promise<UnfoundOrder[]> => {
  const unfound: UnfoundOrder[] = [];
  for (const group of groupQueries(orders.map(each => ({ id: each.id, parts: partsOf(each) })))) {
    const found = await findIds(searched, group);
    for (const query of group)
      if (!found.has(query.id)) unfound.push({ id: query.id, by: await explainUnfound(searched, query) });
  }
  return unfound;
};
