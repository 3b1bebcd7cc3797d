/** GET on a collection: a page of what matches (GEN041 to GEN063). Runs in a worker, in bounded steps. */
import { limits } from '../../config/limits.js';
import { fail } from '../../errors/ApiError.js';
import type { Engine } from '../Engine.js';
import { expandableBytesMax, expandReferences } from '../references/expandReferences.js';
import { compilePredicate } from './predicate/compile.js';
import { compareBy, type SortKey } from './predicate/sort.js';
import type { ResourceRequest, Response } from '../ResourceRequest.js';
import { visibilityConditions } from './visibilityConditions.js';
import { candidateIds, type Order, indexOrder, type Scope, stretchOf } from './candidateIds.js';
import { type Conditions, readConditions } from './conditions.js';
import { type Query, readQuery } from './readQuery.js';

/** A page as bytes of whole resources, and how many match (absent when nobody asked). */
export interface Page {
  readonly bodies: readonly Buffer[];
  readonly total?: number;
}

interface Match {
  readonly id: string;
  readonly body: Buffer;
  readonly resource?: unknown;
}

/** One running query. */
interface Run extends Scope {
  readonly query: Query;
  readonly conditions: Conditions;
  readonly matches: (resource: unknown) => boolean;
  /** Throws QueryTimedOut once the time is over (ERR032). */
  readonly assertInTime: () => void;
}

/** Bodies looked into at once. */
const lookSize = 100;
/** Bodies of a page fetched at once: the page is given up before the next ones when it becomes too long. */
const fetchSize = 100;

const deadline = (timeoutMs: number) => {
  const endMs = performance.now() + timeoutMs;
  return () => {
    if (performance.now() > endMs) throw fail('QueryTimedOut', { timeoutMs });
  };
};

/** The bodies of the ids that match, in their order. Ids whose resource is gone by now are left out. */
async function* look(run: Run, ids: readonly string[]): AsyncGenerator<Match[]> {
  for (let at = 0; at < ids.length; at += lookSize) {
    run.assertInTime();
    const chunk = ids.slice(at, at + lookSize);
    const bodies = await run.store.bodies(run.projectKey, run.resourceType.typeId, chunk);
    const matches: Match[] = [];
    bodies.forEach((body, index) => {
      if (body === null) return;
      const resource: unknown = JSON.parse(body.toString());
      if (run.matches(resource)) matches.push({ id: chunk[index]!, body, resource });
    });
    yield matches;
  }
}

/** Ids named by the predicate itself, `id in (…)` or a unique field. */
const namedIds = async (
  { store, projectKey, resourceType }: Scope,
  { field, values }: NonNullable<Conditions['named']>,
): Promise<string[]> => {
  if (field === 'id') return [...values];
  const ids = await Promise.all(values.map(value => store.findId(projectKey, resourceType.typeId, field, value)));
  return ids.filter(id => id !== null);
};

/** What a sort looks at, without the rest of the resource. */
const sortable = (resource: unknown, keys: readonly SortKey[]): Record<string, unknown> => {
  const members = new Set(['id', ...keys.map(({ path }) => path[0]!)]);
  return Object.fromEntries(Object.entries(resource as Record<string, unknown>).filter(([name]) => members.has(name)));
};

/** Collects the bodies of a page; throws when they become too long together. */
class PageBodies {
  readonly bodies: Buffer[] = [];
  #bytes = 0;

  push(body: Buffer): void {
    this.#bytes += body.length;
    if (this.#bytes > limits.pageBytesMax)
      throw fail('InvalidInput', {
        message: `The page would be longer than ${limits.pageBytesMax} bytes. Ask for fewer results with limit.`,
      });
    this.bodies.push(body);
  }
}

/** The bodies of ids in their order, without those that are gone by now. */
const fetchPage = async ({ store, projectKey, resourceType }: Run, ids: readonly string[]): Promise<Buffer[]> => {
  const page = new PageBodies();
  for (let at = 0; at < ids.length; at += fetchSize) {
    const bodies = await store.bodies(projectKey, resourceType.typeId, ids.slice(at, at + fetchSize));
    for (const body of bodies) if (body !== null) page.push(body);
  }
  return page.bodies;
};

/** Sorts that no index provides: every match is looked at, the first `offset + limit` are kept. */
const sortedPage = async (run: Run, source: AsyncIterable<string[]> | Iterable<string[]>): Promise<Page> => {
  const {
    query: { sort, offset, limit, withTotal },
  } = run;
  const compare = compareBy(sort);
  const keep = offset + limit;
  let kept: Record<string, unknown>[] = [];
  let total = 0;
  for await (const ids of source)
    for await (const matches of look(run, ids)) {
      total += matches.length;
      kept.push(...matches.map(({ resource }) => sortable(resource, sort)));
      if (kept.length > 2 * keep + lookSize) kept = kept.sort(compare).slice(0, keep);
    }
  const ids = kept
    .sort(compare)
    .slice(offset, keep)
    .map(({ id }) => id as string);
  return { bodies: await fetchPage(run, ids), total: withTotal ? total : undefined };
};

/** Matches in the order of the candidates; the walk ends with the page, or with the total where one is asked for. */
const walkedPage = async (run: Run, source: AsyncIterable<string[]>): Promise<Page> => {
  const {
    query: { offset, limit, withTotal },
  } = run;
  const page = new PageBodies();
  let total = 0;
  const enough = withTotal ? limits.queryTotalMax : offset + limit;
  for await (const ids of source) {
    for await (const matches of look(run, ids))
      for (const { body } of matches) {
        if (total >= offset && page.bodies.length < limit) page.push(body);
        total++;
      }
    if (total >= enough && total >= offset + limit) break;
  }
  return { bodies: page.bodies, total: withTotal ? total : undefined };
};

/** Counts the candidates that indexes alone tell, without looking at any body. */
const countCandidates = async (run: Run, source: AsyncIterable<string[]>): Promise<number> => {
  let total = 0;
  for await (const ids of source) {
    run.assertInTime();
    total += ids.length;
    if (total >= limits.queryTotalMax) break;
  }
  return total;
};

/** The ids of a page when the indexes tell everything. */
const indexedIds = async (run: Run, order: Order): Promise<{ ids: string[]; total?: number } | undefined> => {
  const {
    conditions,
    query: { offset, limit, withTotal },
  } = run;
  const foreignSpans = [...conditions.spans.keys()].some(by => by !== order.by);
  if (!conditions.complete || conditions.named !== undefined || foreignSpans) return undefined;
  const stretch = await stretchOf(run, conditions, order);
  if (stretch !== undefined) {
    const {
      list,
      direction,
      ranks: { from, to },
    } = stretch;
    const page =
      direction === 'asc'
        ? { from: from + offset, to: Math.min(to, from + offset + limit) }
        : { from: Math.max(from, to - offset - limit), to: to - offset };
    const ids = await run.store.idsInRange(run.projectKey, run.resourceType.typeId, list, page);
    return { ids: direction === 'asc' ? ids : ids.reverse(), total: to - from };
  }
  const ids: string[] = [];
  for await (const chunk of candidateIds(run, conditions, order)) {
    run.assertInTime();
    ids.push(...chunk);
    if (ids.length >= offset + limit) break;
  }
  const total = withTotal ? await countCandidates(run, candidateIds(run, conditions, order)) : undefined;
  return { ids: ids.slice(offset, offset + limit), total };
};

/**
 * A page told by indexes alone: its bodies go out as they are stored. Nothing was written meanwhile if the project's
 * commit count stands still; else ids and bodies may disagree, and the caller looks into the bodies instead.
 */
const indexedPage = async (run: Run, order: Order): Promise<Page | undefined> => {
  const { store, projectKey } = run;
  const [before, found] = await Promise.all([store.commitCount(projectKey), indexedIds(run, order)]);
  if (found === undefined) return undefined;
  const fetching = fetchPage(run, found.ids);
  // A short page comes in one call, and the count travels right behind it; a long one must be there first.
  if (found.ids.length > fetchSize) await fetching;
  const [bodies, after] = await Promise.all([fetching, store.commitCount(projectKey)]);
  return before === after ? { bodies, total: found.total } : undefined;
};

const pageOf = async (run: Run): Promise<Page> => {
  const { query, conditions, resourceType } = run;
  const order = indexOrder(resourceType, query.sort);
  if (conditions.named !== undefined) return sortedPage(run, [await namedIds(run, conditions.named)]);
  if (order === undefined) return sortedPage(run, candidateIds(run, conditions, { by: 'createdAt', direction: 'asc' }));
  return (await indexedPage(run, order)) ?? walkedPage(run, candidateIds(run, conditions, order));
};

const comma = Buffer.from(',');

/** Undefined when nobody asked. */
export const shownTotal = ({ withTotal, predicate }: Query, { total }: Page): number | undefined => {
  if (!withTotal || total === undefined) return undefined;
  return predicate === undefined ? total : Math.min(total, limits.queryTotalMax);
};

/** The wire form of a page (GEN041): the resources are the stored bytes. */
const render = (query: Query, page: Page): Buffer => {
  const { limit, offset } = query;
  const { bodies } = page;
  const total = shownTotal(query, page);
  const head = `{"limit":${limit},"offset":${offset},"count":${bodies.length}${total === undefined ? '' : `,"total":${total}`},"results":[`;
  return Buffer.concat([
    Buffer.from(head),
    ...bodies.flatMap((body, index) => (index === 0 ? [body] : [comma, body])),
    Buffer.from(']}'),
  ]);
};

/** The page that a query asks for, as bytes of resources. */
export const runQuery = (
  engine: Engine,
  { resourceType, projectKey }: Pick<ResourceRequest, 'resourceType' | 'projectKey'>,
  query: Query,
): Promise<Page> =>
  pageOf({
    store: engine.store,
    projectKey,
    resourceType,
    query,
    conditions: readConditions(resourceType, query.predicate),
    matches: query.predicate === undefined ? () => true : compilePredicate(query.predicate),
    assertInTime: deadline(engine.queryTimeoutMs),
  });

export const queryResources = async (engine: Engine, request: ResourceRequest): Promise<Response> => {
  const parsed = readQuery(request.query, visibilityConditions(request));
  const rendered = render(parsed, await runQuery(engine, request, parsed));
  return {
    status: 200,
    body: rendered.length <= expandableBytesMax ? await expandReferences(engine, request, rendered) : rendered,
  };
};
