import { errorTable } from '../../src/base/errors/errorTable.js';
import type { FuzzRequest } from './fuzzRequests.js';
import type { RawResponse } from './RawConnection.js';

const codes: ReadonlySet<string> = new Set(Object.keys(errorTable));
type Entry = { readonly code?: unknown; readonly message?: unknown; readonly extensions?: { readonly code?: unknown } };

const isEntry = ({ code, message, extensions }: Entry): boolean =>
  typeof message === 'string' && codes.has(String(code ?? extensions?.code));

/** Describes the fault of an error body; undefined if there is none. */
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
    return 'an error that is not JSON';
  }
  if (!Array.isArray(body.errors) || body.errors.length === 0) return 'no errors';
  if (!body.errors.every(isEntry)) return 'an entry without a known code or without a message';
  const isGraphql =
    body.statusCode === undefined && body.errors.every(({ extensions }: Entry) => extensions !== undefined);
  return isGraphql || (body.statusCode === status && typeof body.message === 'string')
    ? undefined
    : 'statusCode or message';
};

/** Pages for browsers, which respond to errors with HTML. */
const isPage = /\/jobs(\/|$)/;

/** Codes of failures of external services, which respond with 5xx. */
const externalFailure = /^(Extension|ExternalOAuthFailed)/;

/** Two hosts are refused by the newest build of uWebSockets.js itself, in a format of its own. */
const isRefusedByLibrary = ({ bytes }: FuzzRequest, { status, head }: RawResponse): boolean =>
  status === 400 && !/^content-type:/im.test(head) && (bytes.toString('latin1').match(/\r\nhost:/gi) ?? []).length > 1;

/** Describes the fault of a response; undefined if there is none. */
export const findFault = (request: FuzzRequest, answer: RawResponse | 'ended' | 'silent'): string | undefined => {
  const { method, route } = request;
  if (answer === 'silent') return 'no response';
  // uWebSockets.js closes a connection only for input that is not HTTP; the requests here are HTTP.
  if (answer === 'ended') return 'the connection ended without a response';
  const { status, head, body } = answer;
  if (!/^HTTP\/1\.1 \d{3} /.test(head)) return 'no status line';
  if (status >= 500) {
    const [code] = /(?<="code":")\w+/.exec(body) ?? [''];
    if (!externalFailure.test(code)) return `status ${status}`;
  }
  if (status < 400 || method === 'HEAD' || isRefusedByLibrary(request, answer)) return undefined;
  if (isPage.test(route) && /^content-type: text\/html/im.test(head)) return undefined;
  return /^content-type: application\/json/im.test(head) ? malformed(status, body) : 'an error that is not JSON';
};
