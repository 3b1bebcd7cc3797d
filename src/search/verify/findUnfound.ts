/** Whether the module finds documents by everything that it was given of them: each term, and the number of each column. */
import { type NumberColumn, fieldByName, numberColumns } from '../searchFields.js';
import type { Content } from '../document/content.js';
import { columnBetween, conditionText } from '../plan/Condition.js';
import { encodeValue } from '../terms/encodeText.js';
import { termScope, formatTerm } from '../terms/formatTerm.js';
import { termsOf } from '../terms/termsOf.js';
import type { SearchedIndex } from '../run/runSearch.js';

export interface IndexedOrder {
  readonly id: string;
  readonly content: Content;
  readonly numbers: Readonly<Record<NumberColumn, number>>;
}

/** Of one search: 5 ms of Redis or so. */
const termsMax = 1_000;

const idScope = termScope(fieldByName.get('id')!);
const idPart = (id: string): string => `(@t:{${formatTerm('x', idScope, encodeValue(id))}})`;

/** What it is found by, beside its id. */
const partsOf = ({ id, content, numbers }: IndexedOrder): string[] => [
  ...numberColumns.map(
    column => `(${conditionText(columnBetween(column, Math.floor(numbers[column]), Math.floor(numbers[column])))!})`,
  ),
  ...termsOf(content)
    .map(each => `(@t:{${each}})`)
    .filter(part => part !== idPart(id)),
];

interface Query {
  readonly id: string;
  readonly parts: readonly string[];
}

const find = async (searched: SearchedIndex, queries: readonly Query[]): Promise<Set<string>> => {
  // The id first: what follows is looked at for that one document.
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

const together = (queries: readonly Query[]): Query[][] => {
  const groups: Query[][] = [];
  let terms = Infinity;
  for (const query of queries) {
    if (terms + query.parts.length > termsMax) {
      groups.push([]);
      terms = 0;
    }
    terms += query.parts.length;
    groups.at(-1)!.push(query);
  }
  return groups;
};

/** One of the parts that it is not found by; undefined where each half by itself does find it. */
const culprit = async (searched: SearchedIndex, { id, parts }: Query): Promise<string | undefined> => {
  if ((await find(searched, [{ id, parts }])).has(id)) return undefined;
  if (parts.length <= 1) return parts[0] ?? idPart(id);
  const middle = parts.length >> 1;
  return (
    (await culprit(searched, { id, parts: parts.slice(0, middle) })) ??
    (await culprit(searched, { id, parts: parts.slice(middle) }))
  );
};

/** Without its id nothing else would find it either. */
const blamed = async (searched: SearchedIndex, query: Query): Promise<string> =>
  (await culprit(searched, { id: query.id, parts: [] })) ??
  (await culprit(searched, query)) ??
  'all of its terms together';

export interface UnfoundOrder {
  readonly id: string;
  readonly by: string;
}

/** Those of them that are not found, with one part by which they are not. */
export const findUnfound = async (
  searched: SearchedIndex,
  sought: readonly IndexedOrder[],
): Promise<UnfoundOrder[]> => {
  const unfound: UnfoundOrder[] = [];
  for (const group of together(sought.map(each => ({ id: each.id, parts: partsOf(each) })))) {
    const found = await find(searched, group);
    for (const query of group)
      if (!found.has(query.id)) unfound.push({ id: query.id, by: await blamed(searched, query) });
  }
  return unfound;
};
