/** Responses that workers made of several resources, which the main thread keeps (engine/KeptResponses.ts). */
import type { ResponseValidity } from '../../engine/define/ResponseSources.js';
import { type KeptResponse, KeptResponses } from '../../engine/KeptResponses.js';
import type { Exchange } from '../exchange/Exchange.js';
import type { RouteMatch } from '../routing/Router.js';
import { mayExpand } from './callWorker.js';
import type { RequestContext } from './RequestContext.js';

/** Longer requests are not looked at twice. */
const requestLengthMax = 1_024;

const kept = new KeptResponses<Buffer>();

/**
 * Returns the name under which the response to a request is kept; undefined if it is not kept. The name has all of the
 * request and of its token that the response depends on (docs/reference/shared-state.md).
 */
export const keptName = (
  { head, trace }: Exchange,
  { route }: RouteMatch,
  publishedOnly: boolean | undefined,
): string | undefined => {
  const { method, path, query } = head;
  const isKept = route.verb.kind !== 'local' && route.verb.isKept === true;
  if (!isKept || (method !== 'GET' && method !== 'HEAD') || trace !== undefined) return undefined;
  if (route.own === true || path.length + query.length > requestLengthMax || mayExpand(query)) return undefined;
  return `${publishedOnly === true ? 'published' : 'all'} ${path}?${query}`;
};

export const keeperOf =
  (name: string) =>
  (body: Uint8Array, validity: ResponseValidity): void =>
    // A copy: the reply is a piece of the message with all replies of a batch.
    kept.keep(name, Buffer.from(body), validity);

/** Finds a response that is kept and may still be right. */
export const findKept = (name: string): KeptResponse<Buffer> | undefined => kept.find(name);

/** The bytes of a kept response; undefined where something that it was made from has changed. */
export const validBody = (
  { store }: Pick<RequestContext, 'store'>,
  projectKey: string,
  name: string,
  found: KeptResponse<Buffer>,
): Promise<Buffer | undefined> => kept.validBody(store, projectKey, name, found);
