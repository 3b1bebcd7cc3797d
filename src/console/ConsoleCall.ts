/** A request to the administration console's part of the server, whose paths begin with `/-/`. */
import { readJsonObject } from '../engine/document/json.js';
import type { Response } from '../engine/ResourceRequest.js';

export interface ConsoleCall {
  /** Still percent-encoded. */
  readonly query: string;
  readonly body: Uint8Array;
  /** The path parameter. */
  readonly value?: string;
  readonly session: SessionCall;
}

/** The browser of a request. */
export interface SessionCall {
  /** The token of its session; absent without a cookie. */
  readonly token?: string;
  readonly remoteAddress: string;
  /** Whether the browser reaches the server by HTTPS, which cookies depend on. */
  readonly isSecure: boolean;
}

export interface ConsoleResponse extends Response {
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly revokedTokenSubjects?: readonly string[];
}

/** Nothing of the console may be stored by a cache. */
const uncached = ['Cache-Control', 'no-store'] as const;

export const respondJson = (
  status: number,
  body: object,
  { headers = [], ...more }: Pick<ConsoleResponse, 'headers' | 'revokedTokenSubjects'> = {},
): ConsoleResponse => ({ status, body: JSON.stringify(body), headers: [uncached, ...headers], ...more });

export const readBody = ({ body }: ConsoleCall): Record<string, unknown> => readJsonObject(body);
