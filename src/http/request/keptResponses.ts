/**
 * Responses that workers made of several resources, such as products with their stock, kept to be sent again: one read
 * of Redis tells whether what they were made from is still the same (engine/define/ResponseSources.ts).
 */
import { LRUCache } from 'lru-cache';
import { limits } from '../../base/config/limits.js';
import type { ResponseValidity } from '../../engine/define/ResponseSources.js';
import type { RouteVerb } from '../../engine/define/RouteVerb.js';
import type { Exchange } from '../exchange/Exchange.js';
import type { RouteMatch } from '../routing/Router.js';
import { mayExpand } from './callWorker.js';
import type { RequestContext } from './RequestContext.js';

interface KeptResponse {
  readonly body: Buffer;
  readonly validity: ResponseValidity;
}

/** Shorter than a stamp is stored (STAMP_SECONDS in lua/commit/commit.lua): one that is gone was not written since. */
const keptMs = 600_000;
/** How old the time may be that the cache compares with. */
const clockMs = 1_000;
/** Longer requests are not looked at twice. */
const requestLengthMax = 1_024;
/** The memory of an entry, and of each of its keys, beside its bytes, about. */
const [entryBytes, keyBytes] = [512, 160];

const kept = new LRUCache<string, KeptResponse>({
  maxSize: limits.keptResponsesBytesMax,
  maxEntrySize: limits.keptResponseBytesMax,
  sizeCalculation: ({ body, validity }) => entryBytes + body.length + validity.keys.length * keyBytes,
  ttl: keptMs,
  ttlResolution: clockMs,
});

const keptVerbs: ReadonlySet<RouteVerb> = new Set(['read', 'query', 'readProjection', 'queryProjections']);

/** The name under which the response to a request is kept; undefined for a request whose response is not. */
export const keptName = (
  { head, trace }: Exchange,
  { route }: RouteMatch,
  publishedOnly: boolean,
): string | undefined => {
  const { method, path, query } = head;
  if (!keptVerbs.has(route.verb) || (method !== 'GET' && method !== 'HEAD') || trace !== undefined) return undefined;
  if (route.own === true || path.length + query.length > requestLengthMax || mayExpand(query)) return undefined;
  return `${publishedOnly ? 'published' : 'all'} ${path}?${query}`;
};

/** Keeps the response of a worker under a name. */
export const keeperOf =
  (name: string) =>
  (body: Uint8Array, validity: ResponseValidity): void => {
    // A copy: the reply is a piece of the message with all replies of a batch.
    kept.set(name, { body: Buffer.from(body), validity });
  };

/** Finds a response that is kept and may still be right. */
export const findKept = (name: string): KeptResponse | undefined => {
  const found = kept.get(name);
  if (found?.validity.endsAtMs === undefined || Date.now() < found.validity.endsAtMs) return found;
  kept.delete(name);
  return undefined;
};

/** The bytes of a kept response; undefined where something that it was made from has changed. */
export const validBody = async (
  { store }: Pick<RequestContext, 'store'>,
  projectKey: string,
  name: string,
  { body, validity: { keys, texts } }: KeptResponse,
): Promise<Buffer | undefined> => {
  const found = await store.texts(projectKey, keys);
  for (let at = 0; at < keys.length; at++)
    if (found[at] !== texts[at]) {
      kept.delete(name);
      return undefined;
    }
  return body;
};
