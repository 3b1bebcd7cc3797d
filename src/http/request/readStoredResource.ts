/** Answers a read of one resource without a worker: the bytes in Redis are the bytes of the response. */
import { limits } from '../../config/limits.js';
import { readMembers } from '../../engine/document/readMembers.js';
import { addressLooksMax } from '../../engine/loadAddressed.js';
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
  reads.runLarge(projectKey, await store.bodyLength(projectKey, typeId, id), () => store.body(projectKey, typeId, id));

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

/** Whether a resource still has the value by which it was looked up. */
const hasAddress = ({ field }: StoredResourceMatch['route'], value: string, body: Buffer): boolean =>
  field === 'id' || readMembers(body, new Set([field]))[field] === value;

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

export const readStoredResource = async (
  context: ReadContext,
  match: StoredResourceMatch,
): Promise<OutgoingResponse> => {
  const { route, parameters } = match;
  const { typeId, field } = route;
  const { storeKey } = parameters;
  const value = parameters[route.parameter ?? field] ?? '';
  // A key may move to another resource between the two reads: it is looked up again where the resource lacks it.
  for (let looks = 0; looks < addressLooksMax; looks++) {
    const id = field === 'id' ? value : await findId(context, match, value);
    const body = id === null ? undefined : await readVisibleBody(context, match, id);
    if (body !== undefined && hasAddress(route, value, body)) return { status: 200, body };
    if (field === 'id' || id === null) break;
  }
  throw resourceNotFound({ typeId, field, value, storeKey });
};
