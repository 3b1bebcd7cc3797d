/** Pages with their scripts and styles, which are read once and served by this server alone. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fail } from '../../errors/ApiError.js';
import type { OutgoingResponse } from '../exchange/Exchange.js';
import type { RouteMatch } from '../routing/Router.js';
import { loadOnce } from './loadOnce.js';

export interface AssetSiteOptions {
  /** Below `assets`. */
  readonly folder: string;
  /** The Content-Security-Policy of all files. */
  readonly policy: string;
  /** HTML files of `folder` by the verb of their route; `@digest@` in them is replaced by the digest of all assets. */
  readonly pages: Readonly<Record<string, { readonly file: string; readonly cacheControl: string }>>;
  /** Scripts and styles of `folder`. */
  readonly assets: readonly string[];
  /** Scripts and styles of packages, by name: a module of the package, and the path of the file relative to it. */
  readonly packageAssets: Readonly<Record<string, readonly [module: string, path: string]>>;
}

interface LoadedSite {
  readonly pages: ReadonlyMap<string, OutgoingResponse>;
  readonly assets: ReadonlyMap<string, OutgoingResponse>;
}

const { resolve } = createRequire(import.meta.url);
/** Packages export their modules only; the files for browsers lie next to these. */
const packageFile = (module: string, path: string): string => join(dirname(resolve(module)), path);

const contentTypes = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
} as const;

export class AssetSite {
  readonly #loaded = loadOnce(() => this.#load());

  constructor(private readonly options: AssetSiteOptions) {}

  /** Answers the routes of the site: a page by the verb of its route, an asset by the path parameter `file`. */
  async respond({ route, parameters: { file } }: RouteMatch): Promise<OutgoingResponse> {
    const { pages, assets } = await this.#loaded();
    const response = file === undefined ? pages.get(route.verb) : assets.get(file);
    if (response === undefined)
      throw fail('ResourceNotFound', { message: `The page has no part '${(file ?? '').slice(0, 100)}'.` });
    return response;
  }

  async #load(): Promise<LoadedSite> {
    const { pages, assets, packageAssets } = this.options;
    const files: (readonly [name: string, file: string | URL])[] = [
      ...assets.map(name => [name, this.#file(name)] as const),
      ...Object.entries(packageAssets).map(([name, [module, path]]) => [name, packageFile(module, path)] as const),
    ];
    const bodies = await Promise.all(files.map(async ([name, file]) => [name, await readFile(file)] as const));
    const hash = createHash('sha256');
    for (const [, body] of bodies) hash.update(body);
    const digest = hash.digest('hex').slice(0, 16);
    const loadPage = async (file: string, cacheControl: string): Promise<OutgoingResponse> => {
      const html = await readFile(this.#file(file), 'utf8');
      return this.#response('html', html.replaceAll('@digest@', digest), cacheControl);
    };
    return {
      pages: new Map(
        await Promise.all(
          Object.entries(pages).map(
            async ([verb, { file, cacheControl }]) => [verb, await loadPage(file, cacheControl)] as const,
          ),
        ),
      ),
      assets: new Map(
        bodies.map(([name, body]) => [
          name,
          this.#response(name.endsWith('.css') ? 'css' : 'js', body, 'public, max-age=31536000, immutable'),
        ]),
      ),
    };
  }

  #file(name: string): URL {
    return new URL(`../../../../assets/${this.options.folder}/${name}`, import.meta.url);
  }

  #response(type: keyof typeof contentTypes, body: Buffer | string, cacheControl: string): OutgoingResponse {
    return {
      status: 200,
      body,
      headers: [
        ['Content-Type', contentTypes[type]],
        ['Cache-Control', cacheControl],
        ['Content-Security-Policy', this.options.policy],
        ['X-Content-Type-Options', 'nosniff'],
        ['Referrer-Policy', 'no-referrer'],
      ],
    };
  }
}
