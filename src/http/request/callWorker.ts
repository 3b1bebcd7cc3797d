import type { AuditRecord } from '../../auth/accounts/AuditEntry.js';
import type { Config } from '../../base/config/settings.js';
import type { Grant } from '../../auth/oauth/Grant.js';
import type { Reply, ReplyHandler, UnnumberedCall } from '../../operations/Call.js';
import type { Verb } from '../../operations/verbs/Verb.js';
import { valueOfField } from '../../engine/define/addressPair.js';
import type { ResponseValidity } from '../../engine/define/ResponseSources.js';
import { type Exchange, mediaTypeOf, prefersMediaType } from '../exchange/Exchange.js';
import { remoteAddressOf, consoleSession } from './checkHead.js';
import { isLongBody, rememberBodyLength } from '../../store/longestBodies.js';
import { graphqlResponseType } from '../../graphql/readRequest.js';
import type { Route } from '../routing/Route.js';
import type { RouteMatch } from '../routing/Router.js';
import type { RequestContext } from './RequestContext.js';
import { basicChallenge, standardHeaders, sendPage } from './respond.js';

/** Tells whether a query may have the parameter `expand`, which has no effect with a percent-encoded name. */
export const mayExpand = (query: string): boolean => query.includes('expand');

/* The audit log records each change that a token of an account, or of an API client that is audited, makes. */

const pathLengthMax = 500;
const userAgentLengthMax = 200;
/** The part of a response in which a resource has its id and version. */
const headBytes = 400;

/** Tells whether a request that succeeds may have changed something. */
const mayChange = ({ kind }: Verb, method: string): boolean =>
  method !== 'GET' && method !== 'HEAD' && kind !== 'read' && kind !== 'page';

/** Tells whether a request that may change something did so. For a GraphQL document only the worker knows that. */
const hasChanged = ({ kind }: Verb, reply: Pick<Reply, 'status' | 'hasChanged'>): boolean =>
  reply.status < 300 && (kind !== 'graphql' || reply.hasChanged === true);

interface AuditedRequest {
  readonly verb: Verb;
  readonly grant: Grant | undefined;
  readonly projectKey: string;
}

/**
 * Removes the key or the number at the end of a path: it may be personal data, which an erasure could not remove from
 * the audit log (GEN070). The resource is named by its id.
 */
const withoutKey = (path: string): string => path.replace(/=[^/]*$/, '=…');

/** Returns the author that the record of a change names; undefined for a client whose changes are not recorded. */
const authorOf = (
  { account, client, isAudited }: Grant,
  { userAgent, externalUserId }: Exchange['head'],
): Pick<AuditRecord, 'account' | 'clientId' | 'userAgent' | 'externalUserId'> | undefined => {
  if (account !== undefined) return { account };
  if (isAudited !== true) return undefined;
  return {
    clientId: client.clientId,
    ...(userAgent !== '' && { userAgent: userAgent.slice(0, userAgentLengthMax) }),
    ...(externalUserId !== '' && { externalUserId }),
  };
};

/** The record of a request whose changes are not known yet; undefined for a request that is not recorded. */
const changeRecord = (
  config: Config,
  exchange: Exchange,
  { verb, grant, projectKey }: AuditedRequest,
): AuditRecord | undefined => {
  const { method, path } = exchange.head;
  const author = grant === undefined ? undefined : authorOf(grant, exchange.head);
  if (author === undefined || !mayChange(verb, method)) return undefined;
  return {
    event: 'resourceChanged',
    ...author,
    remoteAddress: remoteAddressOf(config, exchange),
    projectKey,
    method,
    path: withoutKey(path).slice(0, pathLengthMax),
  };
};

/** The id and the version of the first resource in a response; a deleted one has its last version. */
const changedResource = (body: Uint8Array | string): Pick<AuditRecord, 'resourceId' | 'version'> => {
  const head =
    typeof body === 'string' ? body.slice(0, headBytes) : Buffer.from(body.subarray(0, headBytes)).toString();
  const [, resourceId, version] = /"id":"([^"]{1,256})","version":(\d{1,16})/.exec(head) ?? [];
  return resourceId === undefined ? {} : { resourceId, version: Number(version) };
};

interface WorkerRequest {
  /** Keeps the response where it may be sent again (keptResponses.ts). */
  readonly keep?: (body: Uint8Array, validity: ResponseValidity) => void;
  readonly verb: Verb;
  readonly match: RouteMatch;
  readonly grant: Grant | undefined;
  /** True if the token sees published data alone (dispatch.ts). */
  readonly publishedOnly: boolean | undefined;
  readonly body: Uint8Array;
}

/** Bounds the bytes of an update that are parsed for the names of its actions, and the number of names. */
const actionBytesMax = 65_536;
const actionNamesMax = 50;

/** Returns the names of the update actions of a request that succeeded; none for a GraphQL document. */
const actionNamesOf = ({ verb, body }: WorkerRequest): Pick<AuditRecord, 'actions'> => {
  if (verb.hasActions !== true || body.length > actionBytesMax) return {};
  const { actions } = JSON.parse(Buffer.from(body).toString()) as { readonly actions: readonly { action: string }[] };
  return { actions: [...new Set(actions.map(({ action }) => action))].slice(0, actionNamesMax) };
};

/** The client of the token, with the user that the request names (GEN036); an account is the user itself. */
const clientOf = (grant: Grant | undefined, { externalUserId }: Exchange['head']): Grant['client'] | undefined =>
  grant === undefined || externalUserId === '' || grant.account !== undefined
    ? grant?.client
    : { ...grant.client, externalUserId };

const graphqlMediaTypes = (
  { body }: Route,
  { contentType, accept }: Exchange['head'],
): UnnumberedCall['mediaTypes'] => [
  body === 'none' ? '' : mediaTypeOf(contentType),
  prefersMediaType(accept, graphqlResponseType) ? graphqlResponseType : 'application/json',
];

/** Tells whether a call needs the scopes: they may be long, and would slow down calls that check none. */
const needsScope = ({ route: { forwards, body }, parameters: { storeKey } }: RouteMatch, query: string): boolean =>
  forwards === 'scope' || forwards === 'graphql' || mayExpand(query) || (storeKey !== undefined && body === 'json');

/** The credentials of a client, for the routes whose operation reads them. */
export const forwardedAuthorization = ({ route }: RouteMatch, { head }: Exchange): string | undefined =>
  route.forwards === 'authorization' ? head.authorization : undefined;

const toCall = (
  config: Config,
  exchange: Exchange,
  { verb, match, grant, publishedOnly, body }: WorkerRequest,
): UnnumberedCall => {
  const { head, correlationId, trace } = exchange;
  const { route, parameters, projectKey } = match;
  return {
    verb: verb.name,
    projectKey,
    typeId: route.typeId ?? '',
    creation: route.creation,
    field: route.field,
    value: route.field && valueOfField(parameters, route.parameter ?? route.field),
    storeKey: parameters.storeKey,
    own: route.own,
    publishedOnly,
    query: head.query,
    body,
    client: clientOf(grant, head),
    authorization: forwardedAuthorization(match, exchange),
    session: route.hasSession === true ? consoleSession(config, exchange) : undefined,
    scope: needsScope(match, head.query) ? grant?.scope : undefined,
    mediaTypes: route.forwards === 'graphql' ? graphqlMediaTypes(route, head) : undefined,
    correlationId,
    trace,
  };
};

/** Notes long resources: pages of their type may be long, too (readStored.ts). */
const rememberLongResponse = ({ verb, match: { route, projectKey } }: WorkerRequest, length: number): void => {
  if (route.typeId !== undefined && verb.kind === 'change' && isLongBody(length))
    rememberBodyLength(projectKey, route.typeId, length);
};

/**
 * A change that cannot be recorded is committed nevertheless: the failure is logged, and the client gets its response.
 */
const recordChange = async ({ audit, log }: RequestContext, record: AuditRecord, body: Uint8Array | string) => {
  try {
    await audit.append({ ...record, ...changedResource(body) });
  } catch (error) {
    log.error({ err: error, ...record }, 'a change was not written to the audit log');
  }
};

/** Sends the request to a worker, and its reply to the client. */
export const callWorker = (context: RequestContext, exchange: Exchange, request: WorkerRequest): void => {
  const { config, pool, grants } = context;
  const { verb, grant, match } = request;
  const record = changeRecord(config, exchange, { verb, grant, projectKey: match.projectKey });
  const onReply: ReplyHandler = reply => {
    const { status, body: response, headers, revokedTokenSubjects, validity } = reply;
    // Before the client has the response, revoked tokens must stop working here (AUTH043).
    revokedTokenSubjects?.forEach(subject => grants.deleteRevoked(subject));
    rememberLongResponse(request, response.length);
    if (validity !== undefined && typeof response !== 'string') request.keep?.(response, validity);
    const send = (): void =>
      sendPage(exchange, { status, body: response, headers: headers ?? standardHeaders(status, basicChallenge) });
    if (record === undefined || !hasChanged(verb, reply)) send();
    else void recordChange(context, { ...record, ...actionNamesOf(request) }, response).then(send);
  };
  pool.send(toCall(config, exchange, request), onReply, { method: exchange.head.method, route: match.route.path });
};
