import type { AuditRecord } from '../../accounts/AuditLog.js';
import type { Config } from '../../config/settings.js';
import type { Grant } from '../../oauth/Grant.js';
import type { UnnumberedCall } from '../../pool/message.js';
import type { ReplyHandler } from '../../pool/WorkerConnection.js';
import { isLongBody, rememberBodyLength } from '../../store/longestBodies.js';
import { graphqlResponseType } from '../../verbs/graphqlResponseType.js';
import type { WorkerVerb } from '../../verbs/RouteVerb.js';
import type { Exchange } from '../exchange/Exchange.js';
import { mediaTypeOf, prefersMediaType } from '../exchange/mediaTypes.js';
import type { Route } from '../routing/Route.js';
import type { RouteMatch } from '../routing/Router.js';
import { consoleSession } from './consoleSession.js';
import { mayExpand } from './mayExpand.js';
import type { RequestContext } from './RequestContext.js';
import { changedResource, changeRecord, hasChanged } from './recordChange.js';
import { basicChallenge, standardHeaders } from './respond.js';
import { sendPage } from './sendPage.js';

interface WorkerRequest {
  readonly verb: WorkerVerb;
  readonly match: RouteMatch;
  readonly grant: Grant | undefined;
  readonly body: Uint8Array;
}

/** The client of the token, with the user whom the request names (GEN036); an account is the user itself. */
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

/** Long scopes would slow calls down whose verbs check none: those that neither expand nor write on a store's path. */
const needsScope = ({ route: { forwards, body }, parameters: { storeKey } }: RouteMatch, query: string): boolean =>
  forwards === 'scope' || forwards === 'graphql' || mayExpand(query) || (storeKey !== undefined && body === 'json');

/** The credentials of a client, for the routes whose operation reads them. */
export const forwardedAuthorization = ({ route }: RouteMatch, { head }: Exchange): string | undefined =>
  route.forwards === 'authorization' ? head.authorization : undefined;

const toCall = (config: Config, exchange: Exchange, { verb, match, grant, body }: WorkerRequest): UnnumberedCall => {
  const { head, correlationId, trace } = exchange;
  const { route, parameters, projectKey } = match;
  return {
    verb,
    projectKey,
    typeId: route.typeId ?? '',
    creation: route.creation,
    field: route.field,
    value: route.field && parameters[route.parameter ?? route.field],
    storeKey: parameters.storeKey,
    own: route.own,
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

/** Operations whose response is a resource as it was written. */
const writes: ReadonlySet<WorkerVerb> = new Set(['create', 'update']);

/** A long resource tells that pages of its type may be long (answerStoredPage.ts). */
const rememberLongResponse = ({ verb, match: { route, projectKey } }: WorkerRequest, length: number): void => {
  if (route.typeId !== undefined && writes.has(verb) && isLongBody(length))
    rememberBodyLength(projectKey, route.typeId, length);
};

/** A change that cannot be recorded is committed nevertheless: the failure is logged, and the client gets its response. */
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
    const { status, body: response, headers, revokedTokenSubjects } = reply;
    // Before the response: once a client has it, revoked tokens must not work here any longer (AUTH043).
    revokedTokenSubjects?.forEach(subject => grants.deleteRevoked(subject));
    rememberLongResponse(request, response.length);
    const send = (): void =>
      sendPage(exchange, { status, body: response, headers: headers ?? standardHeaders(status, basicChallenge) });
    if (record === undefined || !hasChanged(verb, reply)) send();
    else void recordChange(context, record, response).then(send);
  };
  pool.send(toCall(config, exchange, request), onReply, { method: exchange.head.method, route: match.route.path });
};
