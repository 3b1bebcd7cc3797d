import { createHash } from 'node:crypto';
import { fail } from '../../errors/ApiError.js';
import type { WorkerPool } from '../../pool/WorkerPool.js';
import type { OutgoingResponse, RequestHead } from '../exchange/Exchange.js';
import { loadOnce } from './loadOnce.js';

interface LoadedDocument {
  readonly body: Buffer;
  readonly etag: string;
}

const loadDocument = (pool: WorkerPool): Promise<LoadedDocument> =>
  new Promise((resolve, reject) => {
    pool.send(
      { verb: 'openapi', projectKey: '', typeId: '', query: '', body: new Uint8Array(), correlationId: '' },
      ({ status, body }) => {
        if (status !== 200)
          return reject(
            fail(status === 503 ? 'ServiceUnavailable' : 'General', {
              message: 'The API description is not available now.',
            }),
          );
        const bytes = Buffer.from(body as Uint8Array);
        resolve({ body: bytes, etag: `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"` });
      },
    );
  });

/** Whether an If-None-Match header contains the ETag (RFC 9110 section 13.1.2). */
const matchesEtag = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.split(',').some(each => ['*', etag, `W/${etag}`].includes(each.trim()));

/** The OpenAPI document at `/openapi.json`. A worker builds it once, because that takes a tenth of a second. */
export class OpenapiDocument {
  readonly #loaded: () => Promise<LoadedDocument>;

  constructor(pool: WorkerPool) {
    this.#loaded = loadOnce(() => loadDocument(pool));
  }

  async respond({ ifNoneMatch }: Pick<RequestHead, 'ifNoneMatch'>): Promise<OutgoingResponse> {
    const { body, etag } = await this.#loaded();
    const headers = [
      ['ETag', etag],
      ['Cache-Control', 'no-cache'],
      ['X-Content-Type-Options', 'nosniff'],
    ] as const;
    return matchesEtag(ifNoneMatch, etag) ? { status: 304, body: '', headers } : { status: 200, body, headers };
  }
}
