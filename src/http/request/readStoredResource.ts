/** One resource by id or key, straight from Redis to the socket: the bytes in the store are the bytes of the answer. */
import { resourceNotFound } from '../../engine/resourceNotFound.js';
import { limits } from '../../config/limits.js';
import type { Store } from '../../store/Store.js';
import type { OutgoingResponse } from '../exchange/Exchange.js';
import type { RequestContext } from './RequestContext.js';
import type { RouteMatch } from '../routing/Router.js';

/** Whether the path's resource can be answered with its stored bytes: nothing to look into, nothing to expand. */
export const isStoredResourceRead = ({ route }: RouteMatch, query: string): boolean =>
  route.verb === 'read' && route.own !== true && !query.includes('expand');

const idOf = (store: Store, { route, parameters }: RouteMatch, value: string): Promise<string | null> =>
  store.findId(parameters.projectKey!, route.typeId!, route.field!, value);

/** ORD098: on a store's paths, only what the store's own list holds. */
const isInStore = async (store: Store, { route, parameters }: RouteMatch, id: string): Promise<boolean> => {
  const list = { by: 'value', path: `${route.storeField}.key`, value: parameters.storeKey! } as const;
  const [score] = await store.scores(parameters.projectKey!, route.typeId!, list, [id]);
  return score !== null;
};

const { readStartBytes } = limits;

/** Redis sends what it is asked for whether there is room or not: so it is asked for much only where there is. */
const wholeBody = async (
  { store, reads }: Pick<RequestContext, 'store' | 'reads'>,
  projectKey: string,
  typeId: string,
  id: string,
): Promise<Buffer | null> =>
  reads.runLarge(await store.bodyLength(projectKey, typeId, id), () => store.body(projectKey, typeId, id));

export const readStoredResource = async (
  front: Pick<RequestContext, 'store' | 'reads'>,
  match: RouteMatch,
): Promise<OutgoingResponse> => {
  const { store } = front;
  const { route, parameters } = match;
  const value = parameters[route.parameter ?? route.field!]!;
  const missing = () =>
    resourceNotFound({ typeId: route.typeId!, field: route.field!, value, storeKey: parameters.storeKey });
  const id = route.field === 'id' ? value : await idOf(store, match, value);
  if (id === null) throw missing();
  const reading = store.body(parameters.projectKey!, route.typeId!, id, readStartBytes);
  const [start, isVisible] =
    parameters.storeKey === undefined
      ? [await reading, true]
      : await Promise.all([reading, isInStore(store, match, id)]);
  if (start === null || start.length === 0 || !isVisible) throw missing();
  const body =
    start.length < readStartBytes ? start : await wholeBody(front, parameters.projectKey!, route.typeId!, id);
  if (body === null) throw missing();
  return { status: 200, body };
};
