import type { Grant } from '../../oauth/Grant.js';
import type { UnnumberedCall } from '../../pool/message.js';
import { isLongBody, rememberBodyLength } from '../../store/longestBodies.js';
import type { WorkerVerb } from '../../verbs/RouteVerb.js';
import type { Exchange } from '../exchange/Exchange.js';
import type { RouteMatch } from '../routing/Router.js';
import { mayExpand } from './mayExpand.js';
import type { RequestContext } from './RequestContext.js';
import { basicChallenge, standardHeaders } from './respond.js';

interface WorkerRequest {
  readonly verb: WorkerVerb;
  readonly match: RouteMatch;
  readonly grant: Grant | undefined;
  readonly body: Uint8Array;
}

/** The client of the token, with the user whom the request names (GEN036). */
const clientOf = (grant: Grant | undefined, { externalUserId }: Exchange['head']): Grant['client'] | undefined =>
  grant === undefined || externalUserId === '' ? grant?.client : { ...grant.client, externalUserId };

/** Long scopes would slow calls down whose verbs check none: those that neither expand nor write on a store's path. */
const needsScope = ({ route: { forwards, body }, parameters: { storeKey } }: RouteMatch, query: string): boolean =>
  forwards === 'scope' || mayExpand(query) || (storeKey !== undefined && body === 'json');

const toCall = (
  { head, correlationId, trace }: Exchange,
  { verb, match, grant, body }: WorkerRequest,
): UnnumberedCall => {
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
    authorization: route.forwards === 'authorization' ? head.authorization : undefined,
    scope: needsScope(match, head.query) ? grant?.scope : undefined,
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

/** Sends the request to a worker, and its reply to the client. */
export const callWorker = ({ pool, grants }: RequestContext, exchange: Exchange, request: WorkerRequest): void => {
  pool.send(toCall(exchange, request), ({ status, body: response, headers, revokedTokenSubjects }) => {
    // Before the response: once a client has it, revoked tokens must not work here any longer (AUTH043).
    revokedTokenSubjects?.forEach(subject => grants.deleteRevoked(subject));
    rememberLongResponse(request, response.length);
    exchange.send({ status, body: response, headers: headers ?? standardHeaders(status, basicChallenge) });
  });
};
