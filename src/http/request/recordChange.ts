/** Records what the token of an account of the administration console changes through the API. */
import type { AuditRecord } from '../../accounts/AuditLog.js';
import type { Config } from '../../config/settings.js';
import type { Grant } from '../../oauth/Grant.js';
import type { Reply } from '../../pool/message.js';
import type { RouteVerb, WorkerVerb } from '../../verbs/RouteVerb.js';
import type { Exchange } from '../exchange/Exchange.js';
import { remoteAddressOf } from './consoleSession.js';

const pathLengthMax = 500;
/** The part of a response in which a resource has its id and version. */
const headBytes = 400;

/** Operations that change nothing, though their method is POST. */
const reads: ReadonlySet<RouteVerb> = new Set(['searchOrders', 'searchExists']);
const graphqlVerbs: ReadonlySet<WorkerVerb> = new Set(['graphql', 'indexerGraphql']);

const mayChange = (verb: RouteVerb, method: string): boolean =>
  method !== 'GET' && method !== 'HEAD' && !reads.has(verb);

/** Whether a request that may change something did so. Of a GraphQL document only the worker knows that. */
export const hasChanged = (verb: WorkerVerb, reply: Pick<Reply, 'status' | 'hasChanged'>): boolean =>
  reply.status < 300 && (!graphqlVerbs.has(verb) || reply.hasChanged === true);

export interface AuditedRequest {
  readonly verb: WorkerVerb;
  readonly grant: Grant | undefined;
  readonly projectKey: string;
}

/**
 * A path without the key or the number at its end: it may be personal data, which an erasure could not remove from here
 * (GEN070). The resource is named by its id.
 */
const withoutKey = (path: string): string => path.replace(/=[^/]*$/, '=…');

/** The record of a request, before it is known what it changes; undefined for a request that is not recorded. */
export const changeRecord = (
  config: Config,
  exchange: Exchange,
  { verb, grant, projectKey }: AuditedRequest,
): AuditRecord | undefined => {
  const { method, path } = exchange.head;
  const account = grant?.account;
  if (account === undefined || !mayChange(verb, method)) return undefined;
  return {
    event: 'resourceChanged',
    account,
    remoteAddress: remoteAddressOf(config, exchange),
    projectKey,
    method,
    path: withoutKey(path).slice(0, pathLengthMax),
  };
};

/** The id and the version of the first resource in a response; a deleted one has its last version. */
export const changedResource = (body: Uint8Array | string): Pick<AuditRecord, 'resourceId' | 'version'> => {
  const head =
    typeof body === 'string' ? body.slice(0, headBytes) : Buffer.from(body.subarray(0, headBytes)).toString();
  const [, resourceId, version] = /"id":"([^"]{1,256})","version":(\d{1,16})/.exec(head) ?? [];
  return resourceId === undefined ? {} : { resourceId, version: Number(version) };
};
