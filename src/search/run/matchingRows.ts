/** Tells which elements of a list match a search, such as the variants of a product. */
import { type Content, unpackContent } from '../document/contentOf.js';
import { valuesAtPath } from '../document/fieldValues.js';
import { matcherOf } from '../match/relevanceOf.js';
import { type RowList, splitAt } from '../match/rows.js';
import type { Query } from '../query/ast.js';
import type { SearchedIndex } from './findCandidates.js';
import type { ContentView } from './runSearch.js';

export interface MatchingRows {
  readonly allMatched: boolean;
  /** One content for each matching element, with only this element in the list. */
  readonly rows: readonly Content[];
}

/** Returns the matching elements of hits; a hit that was deleted meanwhile has none. */
export const matchingRowsOf = async (
  { contents }: SearchedIndex,
  query: Query,
  rows: RowList,
  ids: readonly string[],
  view?: ContentView,
): Promise<MatchingRows[]> => {
  const match = matcherOf(query, rows);
  return (await contents(ids)).map(hit => {
    const stored = hit?.content === undefined ? [] : unpackContent(hit.content);
    const content = view?.of(stored) ?? stored;
    const matched = match(content)?.rows;
    const all = splitAt(content, rows.path);
    return matched === undefined || matched.length === valuesAtPath(content, rows.path).length
      ? { allMatched: true, rows: all }
      : { allMatched: false, rows: matched.map(at => all[at] ?? []) };
  });
};
