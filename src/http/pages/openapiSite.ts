/** `/openapi.json`, the API as OpenAPI describes it, and `/openapi`, a page to read it. A worker makes the description once, since that takes a tenth of a second. */
import { createHash } from 'node:crypto';
import { fail } from '../../errors/ApiError.js';
import type { WorkerPool } from '../../pool/WorkerPool.js';
import type { OutgoingResponse, Exchange } from '../exchange/Exchange.js';
import { createSite, loadOnce } from './AssetSite.js';

/** The page sets styles of elements by script; scripts come from here alone. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src data:; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export const openapiSite = createSite({
  folder: 'openapi',
  policy,
  pages: { openapiPage: { name: 'index.html', caching: 'no-cache' } },
  own: ['page.js', 'page.css'],
  theirs: {
    'swagger-ui.js': ['swagger-ui-dist', 'swagger-ui-bundle.js'],
    'swagger-ui.css': ['swagger-ui-dist', 'swagger-ui.css'],
  },
});

interface Kept {
  readonly body: Buffer;
  readonly etag: string;
}

const make = (pool: WorkerPool): Promise<Kept> =>
  new Promise((resolve, reject) => {
    pool.send(
      { verb: 'openapi', projectKey: '', typeId: '', query: '', body: new Uint8Array(), correlationId: '' },
      ({ status, body }) => {
        if (status !== 200)
          return reject(
            fail(status === 503 ? 'ServiceUnavailable' : 'General', {
              message: 'The description could not be made now.',
            }),
          );
        const bytes = Buffer.from(body as Uint8Array);
        resolve({ body: bytes, etag: `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"` });
      },
    );
  });

/** Whether an If-None-Match names it (RFC 9110 section 13.1.2). */
const isHeld = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.split(',').some(each => ['*', etag, `W/${etag}`].includes(each.trim()));

/** Answers with the description, or that who asks has it already. */
export const createOpenapiDocument = (pool: WorkerPool): ((exchange: Exchange) => Promise<OutgoingResponse>) => {
  const kept = loadOnce(() => make(pool));
  return async ({ head }) => {
    const { body, etag } = await kept();
    const headers = [
      ['ETag', etag],
      ['Cache-Control', 'no-cache'],
      ['X-Content-Type-Options', 'nosniff'],
    ] as const;
    return isHeld(head.ifNoneMatch, etag) ? { status: 304, body: '', headers } : { status: 200, body, headers };
  };
};
