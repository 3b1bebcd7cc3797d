/** Pages with their scripts and styles, which are read once and served by this server alone. */
import { loadOnce } from '../../base/memory/ReadCache.js';
import { createHash } from 'node:crypto';
import type { OutgoingResponse, RequestHead } from '../exchange/Exchange.js';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join } from 'node:path';
import { packageFile } from '../../base/config/packageFile.js';
import { fail, required } from '../../base/errors/ApiError.js';
import type { RouteMatch } from '../routing/Router.js';

/* Browsers keep the files, and ask before each use whether they have changed. */

export const etagOf = (body: Uint8Array | string): string =>
  `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`;

/** Tells whether an If-None-Match header contains the ETag (RFC 9110 section 13.1.2). */
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

interface AssetSiteOptions {
  /** The folder below `assets`. */
  readonly folder: string;
  /** The Content-Security-Policy of all files; without one everything comes from this server. */
  readonly policy?: string;
  /** HTML files of `folder` by the verb of their route; `@digest@` in them is replaced by the digest of all assets. */
  readonly pages?: Readonly<Record<string, { readonly file: string; readonly cacheControl: string }>>;
  /** Scripts and styles of `folder` that pages name with `@digest@`, so that browsers keep them for a year. */
  readonly assets?: readonly string[];
  /**
   * Files of `folder`, or of a folder in it, that others name without a digest and without that folder; browsers ask
   * whether they have changed.
   */
  readonly modules?: readonly string[];
  /** Scripts and styles of packages, by name: a module of the package, and the path of the file relative to it. */
  readonly packageAssets?: Readonly<Record<string, readonly [module: string, path: string]>>;
}

type Respond = (head: Pick<RequestHead, 'ifNoneMatch'>) => OutgoingResponse;

interface LoadedSite {
  readonly pages: ReadonlyMap<string, Respond>;
  readonly files: ReadonlyMap<string, Respond>;
}

/** Everything comes from this server, and no script or style is part of a page itself. */
const ownPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src data:; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const { resolve } = createRequire(import.meta.url);
/** Packages export their modules only; the files for browsers lie next to these. */
const fileOfPackage = (module: string, path: string): string => join(dirname(resolve(module)), path);

export const contentTypes: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.md', 'text/plain; charset=utf-8'],
]);

export const yearCacheControl = 'public, max-age=31536000, immutable';

export class AssetSite {
  readonly #loaded = loadOnce(() => this.#load());

  constructor(private readonly options: AssetSiteOptions) {}

  /** Answers the routes of the site: a page by the verb of its route, a file by the path parameter `file`. */
  async respond(
    { route, parameters: { file } }: RouteMatch,
    head: Pick<RequestHead, 'ifNoneMatch'>,
  ): Promise<OutgoingResponse> {
    const { pages, files } = await this.#loaded();
    const respond = file === undefined ? pages.get(route.verb.name) : files.get(file);
    if (respond === undefined)
      throw fail('ResourceNotFound', { message: `The page has no part '${(file ?? '').slice(0, 100)}'.` });
    return respond(head);
  }

  async #load(): Promise<LoadedSite> {
    const { pages = {}, modules = [] } = this.options;
    const assets = await this.#readAssets();
    const hash = createHash('sha256');
    for (const [, body] of assets) hash.update(body);
    const digest = hash.digest('hex').slice(0, 16);
    return {
      pages: new Map(
        await Promise.all(
          Object.entries(pages).map(
            async ([verb, { file, cacheControl }]) => [verb, await this.#loadPage(file, cacheControl, digest)] as const,
          ),
        ),
      ),
      files: new Map([
        ...assets.map(([name, body]) => [name, this.#respondAlways(name, body, yearCacheControl)] as const),
        ...(await Promise.all(modules.map(async name => [basename(name), await this.#loadModule(name)] as const))),
      ]),
    };
  }

  #readAssets(): Promise<(readonly [name: string, body: Buffer])[]> {
    const { assets = [], packageAssets = {} } = this.options;
    return Promise.all([
      ...assets.map(async name => [name, await readFile(this.#file(name))] as const),
      ...Object.entries(packageAssets).map(
        async ([name, [module, path]]) => [name, await readFile(fileOfPackage(module, path))] as const,
      ),
    ]);
  }

  async #loadPage(file: string, cacheControl: string, digest: string): Promise<Respond> {
    const html = await readFile(this.#file(file), 'utf8');
    return this.#respondAlways(file, html.replaceAll('@digest@', digest), cacheControl);
  }

  async #loadModule(name: string): Promise<Respond> {
    const body = await readFile(this.#file(name));
    const part = { body, etag: etagOf(body), headers: this.#headers(name) };
    return head => respondRevalidated(head, part);
  }

  #respondAlways(name: string, body: Buffer | string, cacheControl: string): Respond {
    const headers = [['Cache-Control', cacheControl], ...this.#headers(name)] as const;
    return () => ({ status: 200, body, headers });
  }

  #file(name: string): URL {
    return packageFile(`assets/${this.options.folder}/${name}`);
  }

  #headers(name: string): readonly (readonly [name: string, value: string])[] {
    return [
      ['Content-Type', required(contentTypes.get(extname(name)), `the media type of ${name}`)],
      ['Content-Security-Policy', this.options.policy ?? ownPolicy],
      ['Referrer-Policy', 'no-referrer'],
    ];
  }
}
