/** One RFC 7662 call to a project's own authorization server (AUTH059, AUTH060, AUTH065 to AUTH068). */
import { Type, type Static } from '@sinclair/typebox';
import { Ajv } from 'ajv';
import type { Logger } from 'pino';
import { limits } from '../../config/limits.js';
import { fail } from '../../errors/ApiError.js';
import type { Outbound } from '../../outbound/Outbound.js';
import type { ExternalOAuth } from '../../resources/project/externalOAuth.js';

/** Longer ones are no list of scopes that anybody means. */
const scopeLengthMax = 8_192;

/** What is read of the answer; servers may send more, and null for none. */
const Introspection = Type.Object({
  active: Type.Literal(true),
  scope: Type.Optional(Type.Union([Type.String({ maxLength: scopeLengthMax }), Type.Null()])),
  exp: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
});
/** Of a token that is not active nothing else is looked at. */
const Inactive = Type.Object({ active: Type.Literal(false) });

const ajv = new Ajv({ meta: false, validateSchema: false });
const isIntrospection = ajv.compile<Static<typeof Introspection>>(Introspection);
const isInactive = ajv.compile(Inactive);

/** A token that is active. */
export interface Introspection {
  readonly scope: string;
  readonly exp?: number;
}

/** AUTH067: 504, nobody answered in time. Why, the log tells: whoever sends any token gets this answer. */
export const noAnswer = () =>
  fail(
    'ExternalOAuthFailed',
    { message: `The external OAuth server did not answer within ${limits.introspectionMs} ms, or cannot be reached.` },
    504,
  );

/** AUTH068: 502, somebody answered something else. */
const badAnswer = (what: string) =>
  fail(
    'ExternalOAuthFailed',
    {
      message: `The answer of the external OAuth server cannot be used: expected status 200 and JSON as in RFC 7662, got ${what}.`,
    },
    502,
  );

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw badAnswer('text that is no JSON');
  }
};

/** Who calls, and who is told what went wrong. */
export interface Caller {
  readonly outbound: Outbound;
  readonly log: Logger;
}

/** Asks once, never again within the call (AUTH066); undefined for a token that is not active. */
export const introspectExternally = async (
  { outbound, log }: Caller,
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
    throw noAnswer();
  });
  if (status !== 200) throw badAnswer(`status ${status}`);
  const answer = parsed(text);
  if (isInactive(answer)) return undefined;
  if (!isIntrospection(answer))
    throw badAnswer(`JSON without a Boolean 'active', or with a 'scope' or 'exp' of another type or length`);
  return { scope: answer.scope ?? '', exp: answer.exp ?? undefined };
};
