/** A request to the administration console's part of the server, whose paths begin with `/-/`. */
import type { Static, TObject } from '@sinclair/typebox';
import { errorEntry, failAll } from '../../base/errors/ApiError.js';
import { draftReader } from '../../commerce/resources/customer/commands/password.js';
import type { Response } from '../../engine/ResourceRequest.js';
import { readJsonObject } from '../../engine/document/json.js';

/** The browser of a request. */
export interface SessionCall {
  /** The token of its session; absent without a cookie. */
  readonly token?: string;
  readonly remoteAddress: string;
  /** True if the browser reaches the server by HTTPS, which cookies depend on. */
  readonly isSecure: boolean;
}

export interface ConsoleCall {
  /** Still percent-encoded. */
  readonly query: string;
  readonly body: Uint8Array;
  readonly value?: string;
  readonly session: SessionCall;
}

export interface ConsoleResponse extends Response {
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly revokedTokenSubjects?: readonly string[];
}

/** Caches must not store any response of the console. */
const uncached = ['Cache-Control', 'no-store'] as const;

export const respondJson = (
  status: number,
  body: object,
  { headers = [], ...more }: Pick<ConsoleResponse, 'headers' | 'revokedTokenSubjects'> = {},
): ConsoleResponse => ({ status, body: JSON.stringify(body), headers: [uncached, ...headers], ...more });

export const readBody = ({ body }: ConsoleCall): Record<string, unknown> => readJsonObject(body);

/** Compiles a schema to a function that refuses invalid bodies and those with members that it does not declare. */
export const strictReader = <S extends TObject>(schema: S): ((body: object) => Static<S>) => {
  const read = draftReader(schema);
  return body => {
    assertKnownMembers(body, schema);
    return read(body);
  };
};

/**
 * Refuses members that a shape does not declare. The API ignores them, as its specification asks for; here a member
 * with a typing error, such as the role of an account, must not pass unseen.
 */
export const assertKnownMembers = (value: object, { properties }: TObject, at = ''): void => {
  const known = Object.keys(properties);
  const unknown = Object.keys(value).filter(name => !known.includes(name));
  if (unknown.length === 0) return;
  const list = known.length === 0 ? 'no members' : `only ${known.join(', ')}`;
  throw failAll(
    unknown.slice(0, 20).map(name =>
      errorEntry('InvalidInput', {
        message: `The member '${name}' is not known${at === '' ? '' : ` in ${at}`}; expected ${list}.`,
      }),
    ),
  );
};
