import { batchesByCost } from '../../../base/lists.js';
import type { NumberColumn } from '../../../search/redisearch/Generation.js';
import { required } from '../../../base/errors/ApiError.js';
import type { SearchedType } from '../../../search/SearchedType.js';
import type { Content } from '../../../search/document/contentOf.js';
import { columnBetween, conditionText } from '../../../search/plan/Condition.js';
import { encodeValue, formatTerm, termKinds, termScope } from '../../../search/terms/formatTerm.js';
import type { SearchedIndex } from '../../../search/run/findCandidates.js';

export interface IndexedContent {
  readonly id: string;
  readonly content: Content;
  readonly numbers: Readonly<Record<NumberColumn, number>>;
}

/** Terms of one search, which blocks Redis for about 5 ms. */
const termsMax = 1_000;

type IdPart = (id: string) => string;

const idPartOf = ({ table }: SearchedType): IdPart => {
  const scope = termScope(required(table.byName.get('id'), "the search field 'id'"));
  return id => `(@t:{${formatTerm(termKinds.rareExact, scope, encodeValue(id))}})`;
};

/** The conditions that must find a document, besides its id. */
const partsOf = (
  { table, termsOf }: SearchedType,
  idPart: IdPart,
  { id, content, numbers }: IndexedContent,
): string[] => [
  ...table.columns.map(
    column =>
      `(${conditionText(columnBetween(column, Math.floor(numbers[column]), Math.floor(numbers[column]))) ?? ''})`,
  ),
  ...termsOf(content)
    .map(each => `(@t:{${each}})`)
    .filter(part => part !== idPart(id)),
];

interface DocumentQuery {
  readonly idPart: string;
  readonly id: string;
  readonly parts: readonly string[];
}

/** Finds the ids of the first documents that a query matches, and the number of all. */
export const findIds = async (
  { find }: SearchedIndex,
  text: string,
  limit: number,
): Promise<{ readonly total: number; readonly ids: readonly string[] }> => {
  const { total, hits } = await find(text, { sortBy: 'created', descending: false, offset: 0, limit, content: false });
  return { total, ids: hits.map(({ id }) => id) };
};

const findDocuments = async (searched: SearchedIndex, queries: readonly DocumentQuery[]): Promise<Set<string>> => {
  // The id comes first, so that the other parts are evaluated for that document only.
  const text = queries.map(({ idPart, parts }) => `(${[idPart, ...parts].join(' ')})`).join('|');
  return new Set((await findIds(searched, text, queries.length)).ids);
};

/** One of the parts that do not find the document; undefined when each half of them finds it. */
const failingPart = async (searched: SearchedIndex, query: DocumentQuery): Promise<string | undefined> => {
  const { id, idPart, parts } = query;
  if ((await findDocuments(searched, [query])).has(id)) return undefined;
  if (parts.length <= 1) return parts[0] ?? idPart;
  const middle = parts.length >> 1;
  return (
    (await failingPart(searched, { ...query, parts: parts.slice(0, middle) })) ??
    (await failingPart(searched, { ...query, parts: parts.slice(middle) }))
  );
};

/** Tries the id first, because all queries contain it. */
const explainUnfound = async (searched: SearchedIndex, query: DocumentQuery): Promise<string> =>
  (await failingPart(searched, { ...query, parts: [] })) ??
  (await failingPart(searched, query)) ??
  'all of its terms together';

export interface UnfoundContent {
  readonly id: string;
  readonly by: string;
}

/** Finds documents that a search for their own terms and column values misses, with one part that fails. */
export const findUnfound = async (
  type: SearchedType,
  searched: SearchedIndex,
  contents: readonly IndexedContent[],
): Promise<UnfoundContent[]> => {
  const unfound: UnfoundContent[] = [];
  const idPart = idPartOf(type);
  const queries = contents.map(each => ({
    id: each.id,
    idPart: idPart(each.id),
    parts: partsOf(type, idPart, each),
  }));
  for (const group of batchesByCost(queries, termsMax, ({ parts }) => parts.length)) {
    const found = await findDocuments(searched, group);
    for (const query of group)
      if (!found.has(query.id)) unfound.push({ id: query.id, by: await explainUnfound(searched, query) });
  }
  return unfound;
};
