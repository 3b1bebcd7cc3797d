/** One RFC 7662 call to a project's own authorization server (AUTH059, AUTH060, AUTH065 to AUTH068). */
import { Type, type Static } from '@sinclair/typebox';
import { Ajv } from 'ajv';
import type { Logger } from 'pino';
import { limits } from '../../config.js';
import { fail } from '../../errors.js';
import type { Outbound } from '../../outbound/outbound.js';
import type { ExternalOAuth } from '../../resources/project/externalOAuth.js';

/** What is read of the answer; servers may send more. */
const Introspection = Type.Object({ active: Type.Boolean(), scope: Type.Optional(Type.String()), exp: Type.Optional(Type.Number()) });
export type Introspection = Static<typeof Introspection>;

const isIntrospection = new Ajv().compile<Introspection>(Introspection);

/** AUTH067: 504, nobody answered in time. Why, the log tells: whoever sends any token gets this answer. */
const noAnswer = () => fail('ExternalOAuthFailed', { message: `The external OAuth server did not answer within ${limits.introspectionMs} ms, or cannot be reached.` }, 504);

/** AUTH068: 502, somebody answered something else. */
const badAnswer = (what: string) => fail('ExternalOAuthFailed', { message: `The answer of the external OAuth server cannot be used: expected status 200 and JSON as in RFC 7662, got ${what}.` }, 502);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw badAnswer('text that is no JSON');
  }
};

/** Who calls, and who is told what went wrong. */
export interface Caller { readonly outbound: Outbound; readonly log: Logger }

/** Asks once, never again within the call (AUTH066). */
export const introspectExternally = async ({ outbound, log }: Caller, { url, authorizationHeader }: ExternalOAuth, token: string, correlationId: string): Promise<Introspection> => {
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
  if (!isIntrospection(answer)) throw badAnswer(`JSON without a Boolean 'active', or with a 'scope' or 'exp' of another type`);
  return answer;
};
