import type { Grant } from '../../oauth/Grant.js';
import type { UnnumberedCall } from '../../pool/message.js';
import type { Exchange } from '../exchange/Exchange.js';
import type { RouteMatch } from '../routing/Router.js';
import type { RequestContext } from './RequestContext.js';
import { basicChallenge, standardHeaders } from './respond.js';

const toCall = (
  { head, correlationId, trace }: Exchange,
  { route, parameters, projectKey }: RouteMatch,
  grant: Grant | undefined,
  body: Uint8Array,
): UnnumberedCall => ({
  verb: route.verb,
  projectKey,
  typeId: route.typeId ?? '',
  creation: route.creation,
  field: route.field,
  value: route.field && parameters[route.parameter ?? route.field],
  storeKey: parameters.storeKey,
  own: route.own,
  query: head.query,
  body,
  client: grant?.client,
  authorization: route.forwards === 'authorization' ? head.authorization : undefined,
  scope: route.forwards === 'scope' ? grant?.scope : undefined,
  correlationId,
  trace,
});

/** Sends the request to a worker, and its reply to the client. */
export const callWorker = (
  { pool, grants }: RequestContext,
  exchange: Exchange,
  match: RouteMatch,
  grant: Grant | undefined,
  body: Uint8Array,
): void => {
  pool.send(toCall(exchange, match, grant, body), ({ status, body: response, headers, revokedTokenSubjects }) => {
    // Before the response: once a client has it, revoked tokens must not work here any longer (AUTH043).
    revokedTokenSubjects?.forEach(subject => grants.deleteRevoked(subject));
    exchange.send({ status, body: response, headers: headers ?? standardHeaders(status, basicChallenge) });
  });
};
