/** A page with its parts, read once and served from here alone. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fail } from '../../errors/ApiError.js';
import type { OutgoingResponse } from '../exchange/Exchange.js';
import type { RouteMatch } from '../routing/Router.js';

export interface SiteOptions {
  /** Below `assets`. */
  readonly folder: string;
  /** The Content-Security-Policy of everything. */
  readonly policy: string;
  /** HTML of our own by the verb of its route; `@digest@` in it becomes that of all parts. */
  readonly pages: Readonly<Record<string, { readonly name: string; readonly caching: string }>>;
  /** Parts of our own. */
  readonly own: readonly string[];
  /** Parts by name: a package's module, and where the part lies beside it. */
  readonly theirs: Readonly<Record<string, readonly [module: string, path: string]>>;
}

const { resolve } = createRequire(import.meta.url);
/** The packages name only their modules; the parts for browsers lie beside those. */
const beside = (module: string, path: string): string => join(dirname(resolve(module)), path);

const types = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
} as const;

const answer = (
  policy: string,
  type: keyof typeof types,
  body: Buffer | string,
  caching: string,
): OutgoingResponse => ({
  status: 200,
  body,
  headers: [
    ['Content-Type', types[type]],
    ['Cache-Control', caching],
    ['Content-Security-Policy', policy],
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'no-referrer'],
  ],
});

interface Site {
  readonly pages: ReadonlyMap<string, OutgoingResponse>;
  readonly parts: ReadonlyMap<string, OutgoingResponse>;
}

const load = async ({ folder, policy, pages, own, theirs }: SiteOptions): Promise<Site> => {
  const ours = (name: string): URL => new URL(`../../../assets/${folder}/${name}`, import.meta.url);
  const places: (readonly [string, string | URL])[] = [
    ...own.map(name => [name, ours(name)] as const),
    ...Object.entries(theirs).map(([name, [module, path]]) => [name, beside(module, path)] as const),
  ];
  const read = await Promise.all(places.map(async ([name, place]) => [name, await readFile(place)] as const));
  const digest = createHash('sha256');
  for (const [, body] of read) digest.update(body);
  const told = digest.digest('hex').slice(0, 16);
  const html = await Promise.all(
    Object.entries(pages).map(
      async ([verb, { name, caching }]) =>
        [
          verb,
          answer(policy, 'html', (await readFile(ours(name), 'utf8')).replaceAll('@digest@', told), caching),
        ] as const,
    ),
  );
  return {
    pages: new Map(html),
    parts: new Map(
      read.map(([name, body]) => [
        name,
        answer(policy, name.endsWith('.css') ? 'css' : 'js', body, 'public, max-age=31536000, immutable'),
      ]),
    ),
  };
};

/** Runs once; what failed is tried again by the next who asks. */
export const loadOnce = <T>(run: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<T> | undefined;
  return () =>
    (running ??= run().catch((error: unknown) => {
      running = undefined;
      throw error;
    }));
};

/** Answers the routes of a site, read when somebody first looks at it: its pages, and parts by the path parameter `file`. */
export const createSite = (options: SiteOptions): ((match: RouteMatch) => Promise<OutgoingResponse>) => {
  const site = loadOnce(() => load(options));
  return async ({ route, parameters: { file } }) => {
    const { pages, parts } = await site();
    if (file === undefined) return pages.get(route.verb)!;
    const part = parts.get(file);
    if (part === undefined)
      throw fail('ResourceNotFound', { message: `The page has no part '${file.slice(0, 100)}'.` });
    return part;
  };
};
