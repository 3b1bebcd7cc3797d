import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFile } from '../../base/config/packageFile.js';
import { fail } from '../../base/errors/ApiError.js';
import type { OutgoingResponse, RequestHead } from '../exchange/Exchange.js';
import { loadOnce, etagOf, respondRevalidated } from './AssetSite.js';
import type { Config } from '../../base/config/settings.js';

interface BuiltFile {
  readonly body: Buffer;
  readonly etag: string;
}

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

  async respond(path: string, head: Pick<RequestHead, 'ifNoneMatch'>): Promise<OutgoingResponse> {
    const read = (await this.#files()).get(path);
    if (read === undefined) throw fail('ResourceNotFound', { message: `There is no file '${path.slice(0, 100)}'.` });
    return respondRevalidated(head, { ...(await read()), headers: this.headers });
  }

  async #list(): Promise<ReadonlyMap<string, () => Promise<BuiltFile>>> {
    const entries = await readdir(this.#folder, { recursive: true, withFileTypes: true });
    return new Map(
      entries
        .filter(entry => entry.isFile())
        .map(entry => {
          const file = join(entry.parentPath, entry.name);
          const read = async (): Promise<BuiltFile> => {
            const body = await readFile(file);
            return { body, etag: etagOf(body) };
          };
          return [file.slice(this.#folder.length).replaceAll(sep, '/'), loadOnce(read)] as const;
        }),
    );
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
