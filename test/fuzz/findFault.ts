import { errorTable } from '../../src/errors/errorTable.js';
import type { FuzzRequest } from './fuzzRequests.js';
import type { RawResponse } from './RawConnection.js';

const codes: ReadonlySet<string> = new Set(Object.keys(errorTable));

interface Entry {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly extensions?: { readonly code?: unknown };
}

const isEntry = ({ code, message, extensions }: Entry): boolean =>
  typeof message === 'string' && codes.has(String(code ?? extensions?.code));

/** What is wrong with an error's body; undefined when nothing is. */
const malformed = (status: number, text: string): string | undefined => {
  let body: {
    readonly statusCode?: unknown;
    readonly message?: unknown;
    readonly errors?: readonly Entry[];
    readonly data?: unknown;
  };
  try {
    body = JSON.parse(text) as typeof body;
  } catch {
    return 'an error that is no JSON';
  }
  if (!Array.isArray(body.errors) || body.errors.length === 0) return 'no errors';
  if (!body.errors.every(isEntry)) return 'an entry without a code of ours, or without a message';
  const isGraphql =
    body.statusCode === undefined && body.errors.every(({ extensions }: Entry) => extensions !== undefined);
  return isGraphql || (body.statusCode === status && typeof body.message === 'string')
    ? undefined
    : 'statusCode or message';
};

/** Told to who reads it in a browser, also what is wrong. */
const isPage = /\/jobs(\/|$)/;

const outside = /^(Extension|ExternalOAuthFailed)/;

export const findFault = (
  { method, route }: FuzzRequest,
  answer: RawResponse | 'ended' | 'silent',
): string | undefined => {
  if (answer === 'silent') return 'no answer';
  // The library ends connections over bytes that are no HTTP; these are HTTP.
  if (answer === 'ended') return 'the connection ended without an answer';
  const { status, head, body } = answer;
  if (!/^HTTP\/1\.1 \d{3} /.test(head)) return 'no status line';
  if (status >= 500) {
    const [code] = /(?<="code":")\w+/.exec(body) ?? [''];
    if (!outside.test(code)) return `status ${status}`;
  }
  if (status < 400 || method === 'HEAD') return undefined;
  if (isPage.test(route) && /^content-type: text\/html/im.test(head)) return undefined;
  return /^content-type: application\/json/im.test(head) ? malformed(status, body) : 'an error that is no JSON';
};
