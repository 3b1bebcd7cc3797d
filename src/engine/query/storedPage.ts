import { leaveOutDamaged } from '../damagedResources.js';
import { memberReader, type Page, type QueryRun, type QueryScope } from './pageBodies.js';
import { compileBodyFilter } from './predicate/bodyFilter.js';
import { targetById } from '../../store/target.js';
import {
  type NamedValues,
  type IndexConditions,
  indexConditions,
  indexOrder,
  type IndexOrder,
} from './indexConditions.js';
import { limits } from '../../base/config/limits.js';
import { ApiError } from '../../base/errors/ApiError.js';
import type { ResourceType } from '../define/ResourceType.js';
import { exactRange, indexedPage } from './indexedPage.js';
import { type ParsedQuery, parseQueryParameters } from './parseQueryParameters.js';
import { readParameters } from '../queryParameters.js';
import type { PathScope } from '../visibility.js';
import { visibilityConditions } from './visibilityConditions.js';
import type { ResourceAccess } from '../define/ResourceAccess.js';
import { WorkTime } from '../../base/shedding/WorkTime.js';
import { renderPage } from './renderPage.js';

export type ReadBody = (id: string) => Promise<Buffer | null>;

/** A page of the only resource that can match, if there is one; its body is read once, and by id. */
export const namedPage = async (run: QueryRun, id: string | undefined, readBody?: ReadBody): Promise<Page> => {
  const { store, projectKey, resourceType, query } = run;
  const read = readBody ?? (one => store.body(projectKey, resourceType.typeId, one));
  const body = id === undefined ? null : await read(id).catch(leaveOutDamaged);
  run.deadline.assertInTime();
  const filter = compileBodyFilter(query.predicate, memberReader(run));
  const matches = body === null || run.deadline.runQuery(() => filter(body)) === undefined ? [] : [body];
  return { bodies: matches.slice(query.offset), total: query.withTotal ? matches.length : undefined };
};

/**
 * The ids that the predicate names itself: by `id in (…)`, by a unique field, or by targets that the resource holds.
 */
export const namedIds = async (scope: QueryScope, { or, ...named }: NamedValues): Promise<string[]> => {
  if (or !== undefined)
    return [...new Set((await Promise.all([named, ...or].map(each => namedIds(scope, each)))).flat())];
  const { store, projectKey, resourceType } = scope;
  const { field, values, heldTypeId } = named;
  if (field === 'id') return [...values];
  const ids =
    heldTypeId === undefined
      ? await Promise.all(values.map(value => store.findId(projectKey, resourceType.typeId, field, value)))
      : await store.holders(
          projectKey,
          values.map(value => targetById(heldTypeId, value)),
        );
  return [...new Set(ids)].filter(id => id !== null);
};

/** A query for one resource by a unique value, or for a page of one list: a few commands of Redis answer it. */
export interface StoredPagePlan {
  readonly resourceType: ResourceType;
  readonly query: ParsedQuery;
  readonly conditions: IndexConditions;
  /** The order of the list; absent where the predicate names the resource. */
  readonly order?: IndexOrder;
}

/** Longer parameters are parsed by a worker only. */
const parametersLengthMax = 1_024;

const namesOne = ({ named, values, bounds }: IndexConditions): boolean =>
  named?.or === undefined && named?.values.length === 1 && values.length === 0 && bounds.size === 0;

/**
 * Plans a query on a path without `/me` (GEN041 to GEN063). Undefined for a query that takes more than a few commands
 * or a look at many bodies, and for one that is refused.
 */
export const planStoredPage = (
  resourceType: ResourceType,
  scope: Pick<PathScope, 'storeKey' | 'locator'>,
  parameters: string,
): StoredPagePlan | undefined => {
  if (parameters.length > parametersLengthMax) return undefined;
  const given = readParameters(parameters);
  if (given.has('expand')) return undefined;
  let query: ParsedQuery;
  try {
    query = parseQueryParameters(
      given,
      visibilityConditions({ ...scope, resourceType, client: {} }),
      resourceType.fieldShape(),
    );
  } catch (error) {
    // A worker refuses the request with all errors of its parameters.
    if (error instanceof ApiError) return undefined;
    throw error;
  }
  if ((query.projectNames?.length ?? 0) > 0) return undefined;
  const conditions = indexConditions(resourceType, query.predicate);
  if (!conditions.complete || query.limit > limits.queryReadCountMax) return undefined;
  if (conditions.named !== undefined) return namesOne(conditions) ? { resourceType, query, conditions } : undefined;
  const order = indexOrder(resourceType, query.sort);
  const range = order && exactRange(resourceType, conditions, order);
  return range && { resourceType, query, conditions, order };
};

/** The reader of a stored page, with the bounds of its memory. */
interface StoredPageReader extends Pick<ResourceAccess, 'store' | 'queryTimeoutMs'> {
  /** Reads the only resource of a page. */
  readonly readBody: ReadBody;
  /** Bounds the bytes of a longer page's bodies. */
  readonly pageBytesMax: number;
}

const readPage = async (run: QueryRun, { order }: StoredPagePlan, readBody: ReadBody): Promise<Page | undefined> => {
  const { named } = run.conditions;
  if (named === undefined) return order && indexedPage(run, order);
  const [id] = await namedIds(run, named);
  return namedPage(run, id, readBody);
};

/**
 * The bytes of a page in its wire form. Undefined if resources were written meanwhile, so that all candidates must be
 * read. Throws LongPageError.
 */
export const readStoredPage = async (
  { store, queryTimeoutMs, readBody, pageBytesMax }: StoredPageReader,
  projectKey: string,
  plan: StoredPagePlan,
): Promise<Buffer | undefined> => {
  const { resourceType, query, conditions } = plan;
  const deadline = new WorkTime(projectKey, queryTimeoutMs);
  const run = { store, projectKey, resourceType, query, conditions, deadline, pageBytesMax };
  const page = await readPage(run, plan, readBody);
  return page && renderPage(query, page);
};
