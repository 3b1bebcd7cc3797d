import { limits } from '../../base/config/limits.js';
import { invalidInput } from '../../base/errors/ApiError.js';
import type { WorkTime } from '../../base/shedding/WorkTime.js';
import { fetchPage, matchingChunks, memberReader, type Page, type QueryRun, PageBodies } from './pageBodies.js';
import { compareBy, type SortKey, type SortValues, sortValuesBy } from './predicate/comparisons.js';
import { compileBodyFilter } from './predicate/bodyFilter.js';

/** The top-level members that a sort reads. */
const sortMembers = (keys: readonly SortKey[]): Set<string> =>
  new Set(['id', ...keys.map(({ path: [name = ''] }) => name)]);

/** The order of queries without `sort`. */
const orderOfCreation: readonly SortKey[] = [{ path: ['createdAt'], direction: 'asc' }];

const charactersMax = limits.sortedCharactersMax;

const charactersOf = (values: SortValues): number =>
  values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);

/**
 * Keeps the sort values of the first resources of an order, and not their bodies: the bodies of ten thousand long
 * resources would not fit into memory.
 */
class FirstResources {
  #kept: SortValues[] = [];
  #characters = 0;
  /** The last resource that was kept at the last cut; later ones are not kept. */
  #last: SortValues | undefined;
  readonly #compare: (left: SortValues, right: SortValues) => number;
  readonly #valuesOf: (resource: unknown) => SortValues;

  constructor(
    sort: readonly SortKey[],
    private readonly countMax: number,
    private readonly deadline: WorkTime,
  ) {
    this.#compare = compareBy(sort);
    this.#valuesOf = sortValuesBy(sort);
  }

  add(resource: unknown): void {
    const values = this.#valuesOf(resource);
    if (this.#last !== undefined && this.#compare(values, this.#last) > 0) return;
    this.#kept.push(values);
    this.#characters += charactersOf(values);
    if (this.#kept.length > 2 * this.countMax + limits.queryReadCountMax || this.#characters > 2 * charactersMax)
      this.#cut();
  }

  /** The ids from a position on, in order. */
  idsFrom(offset: number): string[] {
    this.#cut();
    return this.#kept.slice(offset).map(values => values.at(-1) as string);
  }

  #cut(): void {
    const sorted = this.deadline.runQuery(() => this.#kept.sort(this.#compare));
    this.#kept = sorted.slice(0, this.countMax);
    this.#last = this.#kept[this.countMax - 1];
    this.#characters = this.#kept.reduce((sum, values) => sum + charactersOf(values), 0);
    if (this.#characters > charactersMax)
      throw invalidInput(
        `The values to sort by are longer than ${charactersMax} characters together. ` +
          'Ask for fewer results with limit and offset, or sort by a shorter field.',
      );
  }
}

/** Excludes resources that are later than the beginning of a query (runQuery.ts). */
export interface TimeLimit {
  readonly member: 'createdAt' | 'lastModifiedAt';
  readonly time: string;
}

export const isWithin = (limit: TimeLimit | undefined, members: Readonly<Record<string, unknown>>): boolean =>
  limit === undefined || (members[limit.member] as string) <= limit.time;

/** A page in an order that no index has: all candidates are read, and the first `offset + limit` matches are kept. */
export const sortedPage = async (
  run: QueryRun,
  source: AsyncIterable<string[]> | Iterable<string[]>,
  timeLimit?: TimeLimit,
): Promise<Page> => {
  const {
    query: { predicate, offset, limit, withTotal },
  } = run;
  const sort = run.query.sort.length === 0 ? orderOfCreation : run.query.sort;
  const filter = compileBodyFilter(predicate, memberReader(run), sortMembers(sort));
  const first = new FirstResources(sort, offset + limit, run.deadline);
  let total = 0;
  for await (const ids of source)
    for await (const matches of matchingChunks(run, ids, filter))
      for (const { members } of matches) {
        if (!isWithin(timeLimit, members)) continue;
        total++;
        first.add(members);
      }
  return { bodies: await fetchPage(run, first.idsFrom(offset)), total: withTotal ? total : undefined };
};

/**
 * A page in the order of the candidates. The walk ends with the page, or with the total where the query asks for it.
 */
export const walkedPage = async (
  run: QueryRun,
  source: AsyncIterable<string[]>,
  timeLimit?: TimeLimit,
): Promise<Page> => {
  const {
    query: { predicate, offset, limit, withTotal },
  } = run;
  const filter = compileBodyFilter(predicate, memberReader(run), timeLimit && new Set([timeLimit.member]));
  const page = new PageBodies();
  let total = 0;
  const enough = Math.max(withTotal ? limits.queryTotalMax : 0, offset + limit);
  for await (const ids of source) {
    for await (const matches of matchingChunks(run, ids, filter))
      for (const { body, members } of matches) {
        if (!isWithin(timeLimit, members)) continue;
        if (total >= offset && page.bodies.length < limit) page.push(body);
        total++;
      }
    if (total >= enough) break;
  }
  return { bodies: page.bodies, total: withTotal ? total : undefined };
};
