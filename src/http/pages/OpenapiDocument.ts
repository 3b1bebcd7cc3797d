import { fail } from '../../errors/ApiError.js';
import { UnavailableError } from '../../errors/UnavailableError.js';
import type { WorkerPool } from '../../pool/WorkerPool.js';
import type { OutgoingResponse, RequestHead } from '../exchange/Exchange.js';
import { loadOnce } from './loadOnce.js';
import { etagOf, respondRevalidated } from './revalidated.js';

interface LoadedBody {
  readonly body: Buffer;
  readonly etag: string;
}

const callWorker = (pool: WorkerPool, verb: 'openapi' | 'openapiParts'): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    pool.send(
      { verb, projectKey: '', typeId: '', query: '', body: new Uint8Array(), correlationId: '' },
      ({ status, body }) => {
        if (status === 200) return resolve(Buffer.from(body as Uint8Array));
        reject(
          status === 503
            ? new UnavailableError('overload', 'The API description is not available now.')
            : fail('General', { correlationId: 'see the header X-Correlation-ID' }),
        );
      },
    );
  });

const withEtag = (body: Buffer): LoadedBody => ({ body, etag: etagOf(body) });

/** Reads the lines of src/openapi/describeParts.ts. */
const readParts = (lines: Buffer): ReadonlyMap<string, LoadedBody> => {
  const parts = new Map<string, LoadedBody>();
  let at = 0;
  while (at < lines.length) {
    const nameEnd = lines.indexOf('\n', at);
    const bodyEnd = lines.indexOf('\n', nameEnd + 1);
    parts.set(lines.toString('utf8', at, nameEnd), withEtag(lines.subarray(nameEnd + 1, bodyEnd)));
    at = bodyEnd + 1;
  }
  return parts;
};

/**
 * The OpenAPI document at `/openapi.json`, and its parts for the page at `/openapi`. A worker builds each once, because
 * that takes a tenth of a second.
 */
export class OpenapiDocument {
  readonly #document: () => Promise<LoadedBody>;
  readonly #parts: () => Promise<ReadonlyMap<string, LoadedBody>>;

  constructor(pool: WorkerPool) {
    this.#document = loadOnce(async () => withEtag(await callWorker(pool, 'openapi')));
    this.#parts = loadOnce(async () => readParts(await callWorker(pool, 'openapiParts')));
  }

  async respond(head: Pick<RequestHead, 'ifNoneMatch'>): Promise<OutgoingResponse> {
    return respondRevalidated(head, await this.#document());
  }

  async respondPart(name: string, head: Pick<RequestHead, 'ifNoneMatch'>): Promise<OutgoingResponse> {
    const part = (await this.#parts()).get(name);
    if (part === undefined)
      throw fail('ResourceNotFound', { message: `The description has no part '${name.slice(0, 100)}'.` });
    return respondRevalidated(head, part);
  }
}
