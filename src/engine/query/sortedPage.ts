import { fetchPage } from './fetchPage.js';
import { chunkBodies, matchingChunks } from './matchingChunks.js';
import { compareBy, type SortKey } from './predicate/compareBy.js';
import type { Page, QueryRun } from './QueryRun.js';

/** The members that a sort reads, without the rest of the resource. */
const sortMembers = (resource: unknown, keys: readonly SortKey[]): Record<string, unknown> => {
  const members = new Set(['id', ...keys.map(({ path: [member = ''] }) => member)]);
  return Object.fromEntries(Object.entries(resource as Record<string, unknown>).filter(([name]) => members.has(name)));
};

/** A page in an order that no index has: all candidates are parsed, and the first `offset + limit` matches are kept. */
export const sortedPage = async (
  run: QueryRun,
  source: AsyncIterable<string[]> | Iterable<string[]>,
): Promise<Page> => {
  const {
    query: { sort, offset, limit, withTotal },
  } = run;
  const compare = compareBy(sort);
  const keptMax = offset + limit;
  let kept: Record<string, unknown>[] = [];
  let total = 0;
  for await (const ids of source)
    for await (const matches of matchingChunks(run, ids)) {
      total += matches.length;
      kept.push(...matches.map(({ resource }) => sortMembers(resource, sort)));
      if (kept.length > 2 * keptMax + chunkBodies) kept = kept.sort(compare).slice(0, keptMax);
    }
  const ids = kept
    .sort(compare)
    .slice(offset, keptMax)
    .map(({ id }) => id as string);
  return { bodies: await fetchPage(run, ids), total: withTotal ? total : undefined };
};
