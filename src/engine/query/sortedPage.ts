import { fetchPage } from './fetchPage.js';
import { chunkBodies, matchingChunks } from './matchingChunks.js';
import { compareBy, type SortKey } from './predicate/compareBy.js';
import { compileBodyFilter } from './predicate/compileBodyFilter.js';
import type { Page, QueryRun } from './QueryRun.js';

type Members = Readonly<Record<string, unknown>>;

/** The top-level members that a sort reads. */
const sortMembers = (keys: readonly SortKey[]): Set<string> =>
  new Set(['id', ...keys.map(({ path: [name = ''] }) => name)]);

const pickMembers = (members: Members, names: ReadonlySet<string>): Members =>
  Object.fromEntries(Object.entries(members).filter(([name]) => names.has(name)));

/** The order without `sort`. */
const orderOfCreation: readonly SortKey[] = [{ path: ['createdAt'], direction: 'asc' }];

/** A page in an order that no index has: all candidates are read, and the first `offset + limit` matches are kept. */
export const sortedPage = async (
  run: QueryRun,
  source: AsyncIterable<string[]> | Iterable<string[]>,
): Promise<Page> => {
  const {
    query: { predicate, offset, limit, withTotal },
  } = run;
  const sort = run.query.sort.length === 0 ? orderOfCreation : run.query.sort;
  const compare = compareBy(sort);
  const names = sortMembers(sort);
  const filter = compileBodyFilter(predicate, names);
  const keptMax = offset + limit;
  let kept: Members[] = [];
  let total = 0;
  for await (const ids of source)
    for await (const matches of matchingChunks(run, ids, filter)) {
      total += matches.length;
      kept.push(...matches.map(({ members }) => pickMembers(members, names)));
      if (kept.length > 2 * keptMax + chunkBodies) kept = kept.sort(compare).slice(0, keptMax);
    }
  const ids = kept
    .sort(compare)
    .slice(offset, keptMax)
    .map(({ id }) => id as string);
  return { bodies: await fetchPage(run, ids), total: withTotal ? total : undefined };
};
