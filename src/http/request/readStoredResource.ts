/** Answers a read of one resource without a worker: the bytes in Redis are the bytes of the response. */
import { limits } from '../../config/limits.js';
import { resourceNotFound } from '../../engine/resourceNotFound.js';
import type { OutgoingResponse } from '../exchange/Exchange.js';
import type { Route } from '../routing/Route.js';
import type { RouteMatch } from '../routing/Router.js';
import { mayExpand } from './mayExpand.js';
import type { RequestContext } from './RequestContext.js';

/** A match of a route that addresses one resource. */
export interface StoredResourceMatch extends RouteMatch {
  readonly route: Route & { readonly typeId: string; readonly field: string };
}

/** Whether the stored bytes can be sent unchanged: no ownership to check, nothing to expand. */
export const isStoredResourceRead = (match: RouteMatch, query: string): match is StoredResourceMatch =>
  match.route.verb === 'read' && match.route.own !== true && !mayExpand(query);

export type ReadContext = Pick<RequestContext, 'store' | 'reads'>;

const findId = ({ store }: ReadContext, { route, projectKey }: StoredResourceMatch, value: string) =>
  store.findId(projectKey, route.typeId, route.field, value);

/** Whether the store of the path lists the resource; other resources are not visible there (ORD098). */
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
  reads.runLarge(await store.bodyLength(projectKey, typeId, id), () => store.body(projectKey, typeId, id));

/** Reads the body of a resource in bounded memory; null where there is none. */
export const readBoundedBody = async (
  context: ReadContext,
  projectKey: string,
  typeId: string,
  id: string,
): Promise<Buffer | null> => {
  const start = await context.store.body(projectKey, typeId, id, readStartBytes);
  if (start === null || start.length === 0) return null;
  return start.length < readStartBytes ? start : readLongBody(context, projectKey, typeId, id);
};

export const readStoredResource = async (
  context: ReadContext,
  match: StoredResourceMatch,
): Promise<OutgoingResponse> => {
  const { route, parameters, projectKey } = match;
  const { typeId, field } = route;
  const { storeKey } = parameters;
  const value = parameters[route.parameter ?? field] ?? '';
  const notFound = () => resourceNotFound({ typeId, field, value, storeKey });
  const id = field === 'id' ? value : await findId(context, match, value);
  if (id === null) throw notFound();
  const reading = context.store.body(projectKey, typeId, id, readStartBytes);
  const [start, isVisible] =
    storeKey === undefined
      ? [await reading, true]
      : await Promise.all([reading, isInStore(context, match, storeKey, id)]);
  if (start === null || start.length === 0 || !isVisible) throw notFound();
  const body = start.length < readStartBytes ? start : await readLongBody(context, projectKey, typeId, id);
  if (body === null) throw notFound();
  return { status: 200, body };
};
