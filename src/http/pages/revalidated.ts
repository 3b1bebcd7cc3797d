/** Responses that browsers keep, and ask about before each use. */
import { createHash } from 'node:crypto';
import type { OutgoingResponse, RequestHead } from '../exchange/Exchange.js';

/** The ETag of a body. */
export const etagOf = (body: Uint8Array | string): string =>
  `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`;

/** Whether an If-None-Match header contains the ETag (RFC 9110 section 13.1.2). */
const matchesEtag = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.split(',').some(each => ['*', etag, `W/${etag}`].includes(each.trim()));

interface Revalidated {
  readonly body: Uint8Array | string;
  readonly etag: string;
  readonly headers?: OutgoingResponse['headers'];
}

/** Answers 304 without the body if the browser has it. */
export const respondRevalidated = (
  { ifNoneMatch }: Pick<RequestHead, 'ifNoneMatch'>,
  { body, etag, headers: others = [] }: Revalidated,
): OutgoingResponse => {
  const headers = [['ETag', etag], ['Cache-Control', 'no-cache'], ...others] as const;
  return matchesEtag(ifNoneMatch, etag) ? { status: 304, body: '', headers } : { status: 200, body, headers };
};
