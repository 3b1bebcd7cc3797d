/** One resource by id or key, straight from Redis to the socket: the bytes in the store are the bytes of the answer. */
import { notFound } from '../engine/locate.js';
import type { Store } from '../store/store.js';
import type { Answer } from './exchange.js';
import type { Match } from './router.js';

/** Whether the path's resource can be answered with its stored bytes: nothing to look into, nothing to expand. */
export const isFast = ({ route }: Match, query: string): boolean => route.verb === 'read' && route.own !== true && !query.includes('expand');

const idOf = (store: Store, { route, parameters }: Match, value: string): Promise<string | null> =>
  store.idOf(parameters.projectKey!, route.typeId!, route.field!, value);

/** ORD098: on a store's paths, only what the store's own list holds. */
const isInStore = async (store: Store, { route, parameters }: Match, id: string): Promise<boolean> => {
  const list = { by: 'value', path: `${route.storeField}.key`, value: parameters.storeKey! } as const;
  const [score] = await store.scores(parameters.projectKey!, route.typeId!, list, [id]);
  return score !== null;
};

export const fastRead = async (store: Store, match: Match): Promise<Answer> => {
  const { route, parameters } = match;
  const value = parameters[route.parameter ?? route.field!]!;
  const missing = () => notFound({ typeId: route.typeId!, field: route.field!, value, storeKey: parameters.storeKey });
  const id = route.field === 'id' ? value : await idOf(store, match, value);
  if (id === null) throw missing();
  const reading = store.body(parameters.projectKey!, route.typeId!, id);
  const [body, isVisible] = parameters.storeKey === undefined ? [await reading, true] : await Promise.all([reading, isInStore(store, match, id)]);
  if (body === null || !isVisible) throw missing();
  return { status: 200, body };
};
