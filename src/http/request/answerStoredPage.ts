/** Answers a query without a worker where one list of ids, or one unique value, leads to its resources. */
import { LRUCache } from 'lru-cache';
import { LongPageError } from '../../engine/query/LongPageError.js';
import type { ReadBody } from '../../engine/query/namedPage.js';
import { planStoredPage, type StoredPagePlan } from '../../engine/query/planStoredPage.js';
import { readStoredPage } from '../../engine/query/readStoredPage.js';
import { resourceTypes } from '../../resources/index.js';
import type { Exchange } from '../exchange/Exchange.js';
import type { RouteMatch } from '../routing/Router.js';
import { readBoundedBody } from './readStoredResource.js';
import type { RequestContext } from './RequestContext.js';
import { entryLimit } from '../../memory/entryLimit.js';

const typesById = new Map(resourceTypes.map(resourceType => [resourceType.typeId, resourceType]));

/** A page whose bodies have up to this length delays other requests less than two messages to a worker and back take. */
const pageBytesMax = 1024 * 1024;
const projectTypesMax = 1_000;
const longPagesMs = 60_000;

/** Resource types of projects whose pages were long lately: workers read them. */
const longPages = new LRUCache<string, true>({ ...entryLimit(projectTypesMax), ttl: longPagesMs });

const planOf = (match: RouteMatch, exchange: Exchange): StoredPagePlan | undefined => {
  const { route, parameters, projectKey } = match;
  const { typeId = '' } = route;
  // The worker's part of a traced request has a span of its own.
  if (route.verb !== 'query' || route.own === true || exchange.trace !== undefined) return undefined;
  const resourceType = typesById.get(typeId);
  if (resourceType === undefined || longPages.has(`${projectKey} ${typeId}`)) return undefined;
  return planStoredPage(resourceType, parameters.storeKey, exchange.head.query);
};

let planned: { readonly match: RouteMatch; readonly plan: StoredPagePlan | undefined } | undefined;

/** The plan of a query that this thread answers. Two stages ask for it, mostly one right after the other. */
export const storedPagePlan = (match: RouteMatch, exchange: Exchange): StoredPagePlan | undefined => {
  if (planned?.match !== match) planned = { match, plan: planOf(match, exchange) };
  return planned.plan;
};

/** The bytes of the page; undefined where it is long, or where a worker must look at all candidates. */
export const answerStoredPage = async (
  context: Pick<RequestContext, 'config' | 'store' | 'reads'>,
  { projectKey }: RouteMatch,
  plan: StoredPagePlan,
): Promise<Buffer | undefined> => {
  const { config, store } = context;
  const { typeId } = plan.resourceType;
  const readBody: ReadBody = id => readBoundedBody(context, projectKey, typeId, id);
  const reader = { store, queryTimeoutMs: config.queryTimeoutMs, readBody, pageBytesMax };
  try {
    return await readStoredPage(reader, projectKey, plan);
  } catch (error) {
    if (!(error instanceof LongPageError)) throw error;
    longPages.set(`${projectKey} ${typeId}`, true);
    return undefined;
  }
};
