import { limits } from '../../base/config/limits.js';
import { valueOfField } from '../../engine/define/addressPair.js';
import { readMembers } from '../../engine/document/scanSpans.js';
import { locatorReadsMax } from '../../engine/loadRequested.js';
import { resourceNotFound } from '../../engine/loadResources.js';
import type { OutgoingResponse, Exchange } from '../exchange/Exchange.js';
import { verbs } from '../../operations/verbs/index.js';
import type { Route } from '../routing/Route.js';
import type { RouteMatch } from '../routing/Router.js';
import { mayExpand } from './callWorker.js';
import type { RequestContext } from './RequestContext.js';
import { LRUCache } from 'lru-cache';
import { LongPageError } from '../../engine/query/pageBodies.js';
import { type ReadBody, planStoredPage, type StoredPagePlan, readStoredPage } from '../../engine/query/storedPage.js';
import { resourceTypes } from '../../commerce/resources/index.js';
import { entryLimit } from '../../base/memory/ReadCache.js';

/* The main thread answers a read of one resource without a worker: the bytes in Redis are those of the response. */

export interface StoredResourceMatch extends RouteMatch {
  readonly route: Route & { readonly typeId: string; readonly field: string };
}

/** The types whose responses have members that are not stored, which a worker adds. */
const completedTypes: ReadonlySet<string | undefined> = new Set(
  resourceTypes
    .filter(
      ({ definition: { derived: { responseMembers } = {} } }) =>
        responseMembers !== undefined && !responseMembers.dependsOn,
    )
    .map(({ typeId }) => typeId),
);

/** The types whose responses are as they are stored unless the project has resources of another type. */
const dependencies: ReadonlyMap<string | undefined, string> = new Map(
  resourceTypes.flatMap(({ typeId, definition: { derived: { responseMembers } = {} } }) =>
    responseMembers?.dependsOn === undefined ? [] : [[typeId, responseMembers.dependsOn]],
  ),
);

/** Tells whether the responses of a project have members of a type that are not stored. */
const hasDependency = async (
  { store }: Pick<ReadContext, 'store'>,
  projectKey: string,
  typeId: string,
): Promise<boolean> => {
  const dependency = dependencies.get(typeId);
  return (
    dependency !== undefined &&
    (await store.idsInRange(projectKey, dependency, { by: 'id' }, { from: 0, to: 1 })).length > 0
  );
};

/** Fields of each type by whose values only a worker finds a resource. */
const otherAddresses: ReadonlyMap<string | undefined, readonly string[] | undefined> = new Map(
  resourceTypes.map(({ typeId, definition }) => [typeId, definition.otherAddresses?.lookup?.fields]),
);

/** The types whose resources are listed by their store. */
const listedByStore: ReadonlySet<string | undefined> = new Set(
  resourceTypes
    .filter(({ definition: { storeField, indexes } }) => indexes?.includes(`${storeField}.key`))
    .map(({ typeId }) => typeId),
);

/**
 * Tells whether the stored bytes can be sent unchanged: no ownership to check, nothing to expand. A worker reads
 * resources that are not listed by their store.
 */
export const isStoredResourceRead = (match: RouteMatch, query: string): match is StoredResourceMatch => {
  const { route, parameters } = match;
  if (route.verb !== verbs.read || route.own === true || mayExpand(query) || completedTypes.has(route.typeId))
    return false;
  if (otherAddresses.get(route.typeId)?.includes(route.field ?? '') === true) return false;
  return parameters.storeKey === undefined || route.storeField === undefined || listedByStore.has(route.typeId);
};

type ReadContext = Pick<RequestContext, 'store' | 'reads'>;

const findId = ({ store }: ReadContext, { route, projectKey }: StoredResourceMatch, value: string) =>
  store.findId(projectKey, route.typeId, route.field, value);

/** Tells whether the store of the path lists the resource; other resources are not visible there (ORD098). */
const isInStore = async (
  { store }: ReadContext,
  { route, projectKey }: StoredResourceMatch,
  storeKey: string,
  id: string,
): Promise<boolean> => {
  const list = { by: 'value', path: `${route.storeField}.key`, value: storeKey } as const;
  const [score] = await store.scores(projectKey, route.typeId, list, [id]);
  return score !== null;
};

const { readStartBytes } = limits;

/**
 * Redis sends a whole value whether the process has memory for it or not: a long one is requested under the limit of
 * large reads.
 */
const readLongBody = async (
  { store, reads }: ReadContext,
  projectKey: string,
  typeId: string,
  id: string,
): Promise<Buffer | null> =>
  reads.runLarge(projectKey, await store.bodyLength(projectKey, typeId, id), () => store.body(projectKey, typeId, id));

/** Reads the body of a resource in bounded memory; null where there is none. */
const readBoundedBody = async (
  context: ReadContext,
  projectKey: string,
  typeId: string,
  id: string,
): Promise<Buffer | null> => {
  const start = await context.store.body(projectKey, typeId, id, readStartBytes);
  if (start === null || start.length === 0) return null;
  return start.length < readStartBytes ? start : readLongBody(context, projectKey, typeId, id);
};

/** Tells whether a resource still has the value by which it was looked up. */
const hasLocator = ({ field }: StoredResourceMatch['route'], value: string, body: Buffer): boolean =>
  field === 'id' || valueOfField(readMembers(body, new Set(field.split('/'))), field) === value;

/** Reads the body of the resource with an id; undefined where it does not exist or the path does not show it. */
const readVisibleBody = async (
  context: ReadContext,
  match: StoredResourceMatch,
  id: string,
): Promise<Buffer | undefined> => {
  const { projectKey, parameters, route } = match;
  const { storeKey } = parameters;
  const reading = context.store.body(projectKey, route.typeId, id, readStartBytes);
  const [start, isVisible] =
    storeKey === undefined
      ? [await reading, true]
      : await Promise.all([reading, isInStore(context, match, storeKey, id)]);
  if (start === null || !isVisible) return undefined;
  // A range of a missing key is empty, and so is one of an empty value, which is damaged: the whole read tells.
  if (start.length === 0) return (await context.store.body(projectKey, route.typeId, id)) ?? undefined;
  if (start.length < readStartBytes) return start;
  return (await readLongBody(context, projectKey, route.typeId, id)) ?? undefined;
};

/** The bytes of a resource; undefined where a worker adds members to them. */
export const readStoredResource = async (
  context: ReadContext,
  match: StoredResourceMatch,
): Promise<OutgoingResponse | undefined> => {
  const { typeId } = match.route;
  if (!dependencies.has(typeId)) return readResource(context, match);
  const [response, isCompleted] = await Promise.all([
    readResource(context, match),
    hasDependency(context, match.projectKey, typeId),
  ]);
  return isCompleted ? undefined : response;
};

const readResource = async (context: ReadContext, match: StoredResourceMatch): Promise<OutgoingResponse> => {
  const { route, parameters } = match;
  const { typeId, field } = route;
  const { storeKey } = parameters;
  const value = valueOfField(parameters, route.parameter ?? field);
  // A key may move to another resource between the two reads: it is looked up again where the resource lacks it.
  for (let attempts = 0; attempts < locatorReadsMax; attempts++) {
    const id = field === 'id' ? value : await findId(context, match, value);
    const body = id === null ? undefined : await readVisibleBody(context, match, id);
    if (body !== undefined && hasLocator(route, value, body)) return { status: 200, body };
    if (field === 'id' || id === null) break;
  }
  throw resourceNotFound({ typeId, field, value, storeKey });
};

/* The main thread also answers a query where one list of ids, or one unique value, leads to its resources. */

const typesById = new Map(resourceTypes.map(resourceType => [resourceType.typeId, resourceType]));

/** A page with bodies up to this length delays other requests less than two messages to a worker and back do. */
const pageBytesMax = 1024 * 1024;
const projectTypesMax = 1_000;
const longPagesMs = 60_000;

/** Resource types of projects whose pages were long lately: workers read them. */
const longPages = new LRUCache<string, true>({ ...entryLimit(projectTypesMax), ttl: longPagesMs });

/** Plans a query that this thread may answer; returns undefined for every other request. */
export const planStoredRead = (match: RouteMatch, exchange: Exchange): StoredPagePlan | undefined => {
  const { route, parameters, projectKey } = match;
  const { typeId = '' } = route;
  // The worker's part of a traced request has a span of its own.
  if (route.verb !== verbs.query || route.own === true || exchange.trace !== undefined) return undefined;
  const resourceType = typesById.get(typeId);
  if (resourceType === undefined || completedTypes.has(typeId) || longPages.has(`${projectKey} ${typeId}`))
    return undefined;
  const { field } = route;
  const locator = field === undefined ? undefined : { field, value: valueOfField(parameters, field) };
  return planStoredPage(resourceType, { storeKey: parameters.storeKey, locator }, exchange.head.query);
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
    const [page, isCompleted] = await Promise.all([
      readStoredPage(reader, projectKey, plan),
      hasDependency(context, projectKey, typeId),
    ]);
    return isCompleted ? undefined : page;
  } catch (error) {
    if (!(error instanceof LongPageError)) throw error;
    longPages.set(`${projectKey} ${typeId}`, true);
    return undefined;
  }
};
