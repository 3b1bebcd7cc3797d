/** Removes the parts of a failing request that are not needed for its failure. */
import { findFaults, type SearchFixture } from './findFaults.js';
import { isWellNested, partsOf, type WireQuery, type WireRequest, type WireSort } from '../../support/search/wire.js';

const smallerQueries = (query: WireQuery): WireQuery[] => {
  const node = partsOf(query);
  if ('operand' in node) return [];
  const { kind, parts } = node;
  const withPart = (at: number, part: readonly WireQuery[]): WireQuery => ({
    [kind]: [...parts.slice(0, at), ...part, ...parts.slice(at + 1)],
  });
  return [
    ...parts,
    ...(parts.length > 1 ? parts.map((_, at) => withPart(at, [])) : []),
    ...parts.flatMap((part, at) => smallerQueries(part).map(less => withPart(at, [less]))),
  ];
};

/** Omits an empty `sort`, so that the request sorts by relevance. */
const sortedBy = (sort: readonly WireSort[]) => (sort.length === 0 ? {} : { sort });

const smaller = ({ query, sort = [], ...rest }: WireRequest): WireRequest[] => [
  ...smallerQueries(query)
    .filter(isWellNested)
    .map(less => ({ query: less, ...sortedBy(sort), ...rest })),
  ...sort.map((_, at) => ({ query, ...sortedBy(sort.toSpliced(at, 1)), ...rest })),
  ...sort.flatMap((each, at) =>
    each.filter === undefined ? [] : [{ query, sort: sort.with(at, { ...each, filter: undefined }), ...rest }],
  ),
];

const isRefusal = ([first]: readonly string[]): boolean => first!.startsWith('refused');

/** Returns the smallest request that still fails in the same way, with its differences. */
export const shrinkRequest = async (
  request: WireRequest,
  faults: readonly string[],
  fixture: SearchFixture,
): Promise<{ readonly request: WireRequest; readonly faults: readonly string[] }> => {
  for (const less of smaller(request)) {
    const remaining = await findFaults(less, fixture);
    if (remaining.length > 0 && isRefusal(remaining) === isRefusal(faults))
      return shrinkRequest(less, remaining, fixture);
  }
  return { request, faults };
};
