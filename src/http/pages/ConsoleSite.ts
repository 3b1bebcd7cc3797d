/**
 * The administration console at `/console`: the files that `npm run build` makes of the folder `console`. All paths
 * below it show the same page, which reads them by script.
 */
import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFile } from '../../base/config/packageFile.js';
import { fail } from '../../base/errors/ApiError.js';
import { type OutgoingResponse, qualityOf, type RequestHead } from '../exchange/Exchange.js';
import { contentTypes as pageTypes, etagOf, respondRevalidated, yearCacheControl } from './AssetSite.js';
import { listFiles } from './BuiltFiles.js';

const contentTypes: ReadonlyMap<string, string> = new Map([
  ...pageTypes,
  ['.json', 'application/json; charset=utf-8'],
  ['.webmanifest', 'application/manifest+json'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.ico', 'image/x-icon'],
  ['.woff2', 'font/woff2'],
  ['.txt', 'text/plain; charset=utf-8'],
]);

/** The builder names these files by a digest of their content. */
const assetFolder = 'assets/';
const nonceMark = '__CSP_NONCE__';

/**
 * Everything comes from this server but the pictures of products, which shops keep elsewhere. The nonce is for the
 * styles that the component library adds to the page.
 */
const policyOf = (nonce: string): string =>
  `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: https:; ` +
  "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const missingPage: OutgoingResponse = {
  status: 404,
  body:
    '<!doctype html>\n<html lang="en">\n<title>The console is not built</title>\n' +
    '<h1>The console is not built</h1>\n<p>Run <code>npm run build</code> and load this page again.</p>\n</html>\n',
  headers: [
    ['Content-Type', 'text/html; charset=utf-8'],
    ['Cache-Control', 'no-store'],
    ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ],
};

type Head = Pick<RequestHead, 'ifNoneMatch' | 'acceptEncoding'>;

interface BuiltSite {
  readonly changedAtMs: number;
  /** All files by their path, with `.br` and `.gz` ones beside those that they are a compressed form of. */
  readonly files: ReadonlyMap<string, Buffer>;
  readonly html: string;
  readonly etag: string;
}

const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

export class ConsoleSite {
  #built: Promise<BuiltSite> | undefined;

  /** `folder` contains index.html. */
  constructor(private readonly folder = fileURLToPath(packageFile('dist/console/'))) {}

  /** Answers a file by its path, and every other path by the page. */
  async respond(path: string, head: Head): Promise<OutgoingResponse> {
    const built = await this.#current();
    if (built === undefined) return missingPage;
    const file = path === 'index.html' ? undefined : built.files.get(path);
    if (file !== undefined && contentTypes.has(extname(path))) return this.#respondFile(built, path, file, head);
    if (path.startsWith(assetFolder))
      throw fail('ResourceNotFound', { message: `The console has no part '${path.slice(0, 100)}'.` });
    return this.#respondPage(built, head);
  }

  /** A browser that has the page keeps its policy too, whose nonce is that of the page. */
  #respondPage({ html, etag }: BuiltSite, head: Head): OutgoingResponse {
    const nonce = randomBytes(16).toString('base64');
    const response = respondRevalidated(head, { body: html.replaceAll(nonceMark, nonce), etag });
    if (response.status === 304) return response;
    return {
      ...response,
      headers: [
        ...(response.headers ?? []),
        ['Content-Type', 'text/html; charset=utf-8'],
        ['Content-Security-Policy', policyOf(nonce)],
        ['Referrer-Policy', 'same-origin'],
      ],
    };
  }

  #respondFile({ files }: BuiltSite, path: string, plain: Buffer, head: Head): OutgoingResponse {
    const encoding = encodings.find(([name, end]) => files.has(path + end) && qualityOf(head.acceptEncoding, name) > 0);
    const body = encoding === undefined ? plain : (files.get(path + encoding[1]) ?? plain);
    const headers = [
      ['Content-Type', contentTypes.get(extname(path)) ?? ''],
      ['Vary', 'Accept-Encoding'],
      ...(encoding === undefined ? [] : [['Content-Encoding', encoding[0]] as const]),
    ] as const;
    return path.startsWith(assetFolder)
      ? { status: 200, body, headers: [['Cache-Control', yearCacheControl], ...headers] }
      : respondRevalidated(head, { body, etag: etagOf(body), headers });
  }

  /** The files as they are now: they are read again after another build. Undefined where there are none. */
  async #current(): Promise<BuiltSite | undefined> {
    const changedAtMs = await stat(join(this.folder, 'index.html')).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    );
    if (changedAtMs === undefined) return undefined;
    // The request for the page got the error; the next one loads it again.
    const built = await this.#built?.catch(() => undefined);
    if (built?.changedAtMs === changedAtMs) return built;
    return (this.#built = this.#load(changedAtMs));
  }

  async #load(changedAtMs: number): Promise<BuiltSite> {
    const listed = await listFiles(this.folder);
    const files = new Map(await Promise.all(listed.map(async ([path, file]) => [path, await readFile(file)] as const)));
    const html = files.get('index.html')?.toString() ?? '';
    return { changedAtMs, files, html, etag: etagOf(html) };
  }
}
