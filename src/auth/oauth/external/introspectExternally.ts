/** One RFC 7662 call to a project's own authorization server (AUTH059, AUTH060, AUTH065 to AUTH068). */
import type { Logger } from 'pino';
import { limits } from '../../../base/config/limits.js';
import { fail } from '../../../base/errors/ApiError.js';
import type { Outbound, OutboundResponse } from '../../../base/net/HttpOutbound.js';
import type { ExternalOAuth } from '../../../commerce/resources/project/members.js';
import { schemaGuard } from '../../../engine/define/schemaErrors.js';
import { Type } from '../../../engine/schema/Type.js';

/** The members of the response that are read; servers may send more, and null for an absent member. */
const ActiveToken = Type.Object({
  active: Type.Literal(true),
  scope: Type.Optional(Type.Union([Type.String({ maxLength: limits.scopeLengthMax }), Type.Null()])),
  exp: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
});
/** Nothing else is read of an inactive token. */
const InactiveToken = Type.Object({ active: Type.Literal(false) });

const isActive = schemaGuard(ActiveToken);
const isInactive = schemaGuard(InactiveToken);

/** The introspection of an active token. */
export interface Introspection {
  readonly scope: string;
  readonly exp?: number;
}

/**
 * Every failure has the same text, since any sender of a token gets it and must not learn what listens at an address.
 * The log tells the operator the reason.
 */
const message =
  'The external OAuth server gave no answer that can be used: expected status 200 and JSON as in RFC 7662 within ' +
  `${limits.introspectionMs} ms.`;

/** The 504 for a server that was not reached or did not answer in time (AUTH067). */
export const externalOAuthUnavailable = () => fail('ExternalOAuthFailed', { message }, 504);

/** A response that is not an introspection; the message says what was received. */
class InvalidIntrospection extends Error {}

/** The 502 for a response that is not an introspection (AUTH068), or the 504 for a missing one. */
const toIntrospectionError = (error: unknown) =>
  error instanceof InvalidIntrospection ? fail('ExternalOAuthFailed', { message }, 502) : externalOAuthUnavailable();

const parseIntrospection = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidIntrospection('text that is no JSON');
  }
};

export interface IntrospectionServices {
  readonly outbound: Outbound;
  readonly log: Logger;
}

const readIntrospection = ({ status, text }: OutboundResponse): Introspection | undefined => {
  if (status !== 200) throw new InvalidIntrospection(`status ${status}`);
  const response = parseIntrospection(text);
  if (isInactive(response)) return undefined;
  if (!isActive(response))
    throw new InvalidIntrospection(
      `JSON without a Boolean 'active', or with a 'scope' or 'exp' of another type or length`,
    );
  return { scope: response.scope ?? '', exp: response.exp ?? undefined };
};

/** Calls the server once, without a retry (AUTH066); resolves to undefined for a token that is not active. */
export const introspectExternally = async (
  { outbound, log }: IntrospectionServices,
  { url, authorizationHeader }: ExternalOAuth,
  token: string,
  correlationId: string,
): Promise<Introspection | undefined> => {
  const headers = {
    authorization: authorizationHeader,
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
    'x-correlation-id': correlationId,
  };
  const body = new URLSearchParams({ token, token_type_hint: 'access_token' }).toString();
  try {
    return readIntrospection(await outbound.post(url, headers, body, limits.introspectionMs));
  } catch (error) {
    // The rest of the URL may contain a secret.
    const context = { host: new URL(url).host, correlationId };
    log.warn(
      { ...context, reason: (error as Error).message },
      'the external OAuth server gave no answer that can be used',
    );
    throw toIntrospectionError(error);
  }
};
