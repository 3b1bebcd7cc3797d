/** One RFC 7662 call to a project's own authorization server (AUTH059, AUTH060, AUTH065 to AUTH068). */
import type { Logger } from 'pino';
import { limits } from '../../config/limits.js';
import { fail } from '../../errors/ApiError.js';
import type { Outbound } from '../../outbound/Outbound.js';
import type { ExternalOAuth } from '../../resources/project/ExternalOAuth.js';
import { schemaGuard } from '../../schema/loadAjv.js';
import { Type } from '../../schema/Type.js';

/** A longer text is not a useful list of scopes. */
const scopeLengthMax = 8_192;

/** The members of the response that are read; servers may send more, and null for an absent member. */
const ActiveToken = Type.Object({
  active: Type.Literal(true),
  scope: Type.Optional(Type.Union([Type.String({ maxLength: scopeLengthMax }), Type.Null()])),
  exp: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
});
/** Nothing else is read of an inactive token. */
const InactiveToken = Type.Object({ active: Type.Literal(false) });

const options = { meta: false, validateSchema: false };
const isActive = schemaGuard(ActiveToken, options);
const isInactive = schemaGuard(InactiveToken, options);

/** An active token. */
export interface Introspection {
  readonly scope: string;
  readonly exp?: number;
}

/**
 * The 504 for a server that did not answer in time (AUTH067). The reason is only logged: any sender of a token gets
 * this error.
 */
export const externalOAuthUnavailable = () =>
  fail(
    'ExternalOAuthFailed',
    { message: `The external OAuth server did not answer within ${limits.introspectionMs} ms, or cannot be reached.` },
    504,
  );

/** The 502 for a response that is not an introspection (AUTH068). */
const invalidIntrospection = (received: string) =>
  fail(
    'ExternalOAuthFailed',
    {
      message:
        'The answer of the external OAuth server cannot be used: ' +
        `expected status 200 and JSON as in RFC 7662, got ${received}.`,
    },
    502,
  );

const parseIntrospection = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidIntrospection('text that is no JSON');
  }
};

export interface IntrospectionServices {
  readonly outbound: Outbound;
  readonly log: Logger;
}

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
  const { status, text } = await outbound.post(url, headers, body, limits.introspectionMs).catch((error: unknown) => {
    log.warn({ err: error, correlationId, url }, 'the external OAuth server did not answer');
    throw externalOAuthUnavailable();
  });
  if (status !== 200) throw invalidIntrospection(`status ${status}`);
  const response = parseIntrospection(text);
  if (isInactive(response)) return undefined;
  if (!isActive(response))
    throw invalidIntrospection(`JSON without a Boolean 'active', or with a 'scope' or 'exp' of another type or length`);
  return { scope: response.scope ?? '', exp: response.exp ?? undefined };
};
