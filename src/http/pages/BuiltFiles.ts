import { loadOnce } from '../../base/memory/ReadCache.js';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { packageFile } from '../../base/config/packageFile.js';
import { fail } from '../../base/errors/ApiError.js';
import { type OutgoingResponse, qualityOf, type RequestHead } from '../exchange/Exchange.js';
import { etagOf, respondRevalidated } from './AssetSite.js';
import type { Config } from '../../base/config/settings.js';

interface Sent {
  readonly body: Buffer;
  readonly etag: string;
}

interface BuiltFile extends Sent {
  /** The compressed form, made at the first request that takes it. */
  readonly compressed: () => Promise<Sent>;
}

const compress = promisify(brotliCompress);
/** The highest level of brotli is 11; the highest ones take seconds. */
const compressionLevel = 5;

/** Lists the files below a folder, each with its path there, which has slashes on any system. */
export const listFiles = async (folder: string): Promise<(readonly [path: string, file: string])[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .map(file => [relative(folder, file).replaceAll(sep, '/'), file] as const);
};

const readBuiltFile = async (file: string): Promise<BuiltFile> => {
  const body = await readFile(file);
  const compressed = loadOnce(async () => {
    const short = await compress(body, { params: { [constants.BROTLI_PARAM_QUALITY]: compressionLevel } });
    return { body: short, etag: etagOf(short) };
  });
  return { body, etag: etagOf(body), compressed };
};

const varyByEncoding = ['Vary', 'Accept-Encoding'] as const;

/**
 * Sends the files below a folder of `dist`, which `npm run build` writes. The folder is listed once, so that a path of
 * a request cannot lead to other files; a file is read at its first request.
 */
export class BuiltFiles {
  readonly #folder: string;
  readonly #files: () => Promise<ReadonlyMap<string, () => Promise<BuiltFile>>>;

  constructor(
    folder: string,
    private readonly headers: OutgoingResponse['headers'] = [],
  ) {
    this.#folder = fileURLToPath(packageFile(`dist/${folder}/`));
    this.#files = loadOnce(() => this.#list());
  }

  /** `acceptEncoding` compresses the file where the client accepts that. */
  async respond(
    path: string,
    head: Pick<RequestHead, 'ifNoneMatch'> & Partial<Pick<RequestHead, 'acceptEncoding'>>,
  ): Promise<OutgoingResponse> {
    const read = (await this.#files()).get(path);
    if (read === undefined) throw fail('ResourceNotFound', { message: `There is no file '${path.slice(0, 100)}'.` });
    const { body, etag, compressed } = await read();
    const { acceptEncoding } = head;
    if (acceptEncoding === undefined) return respondRevalidated(head, { body, etag, headers: this.headers });
    if (qualityOf(acceptEncoding, 'br') === 0)
      return respondRevalidated(head, { body, etag, headers: [...(this.headers ?? []), varyByEncoding] });
    const headers = [...(this.headers ?? []), varyByEncoding, ['Content-Encoding', 'br'] as const];
    return respondRevalidated(head, { ...(await compressed()), headers });
  }

  async #list(): Promise<ReadonlyMap<string, () => Promise<BuiltFile>>> {
    const files = await listFiles(this.#folder);
    return new Map(files.map(([path, file]) => [path, loadOnce(() => readBuiltFile(file))]));
  }
}

const files = new BuiltFiles('graphql', [['Content-Type', 'text/plain; charset=utf-8']]);

/** The schema of GraphQL as SDL, served where introspection is on. */
export const respondGraphqlSchema = async (
  { graphqlIntrospection }: Pick<Config, 'graphqlIntrospection'>,
  head: Pick<RequestHead, 'ifNoneMatch'>,
): Promise<OutgoingResponse> => {
  if (!graphqlIntrospection)
    throw fail('ResourceNotFound', { message: 'This server does not show its GraphQL schema: introspection is off.' });
  return files.respond('schema.graphql', head);
};
