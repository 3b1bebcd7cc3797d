/**
 * The pages at `/graphiql` and `/orders/indexer/graphiql` with all that they need, from this server alone: nothing is asked of another host, and the policy
 * that goes out with it says so. Addresses of its parts hold a digest of them, so that they may be kept for good.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fail } from '../errors.js';
import type { Answer } from './exchange.js';
import type { Match } from './router.js';

const { resolve } = createRequire(import.meta.url);
/** The packages name only their modules; the parts for browsers lie beside those. */
const beside = (module: string, path: string): string => join(dirname(resolve(module)), path);
const own = (name: string): URL => new URL(`../../../assets/graphiql/${name}`, import.meta.url);

const types = { html: 'text/html; charset=utf-8', js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' } as const;

const files: ReadonlyMap<string, () => string | URL> = new Map<string, () => string | URL>([
  ['page.js', () => own('page.js')],
  ['page.css', () => own('page.css')],
  ['react.js', () => beside('react', 'umd/react.production.min.js')],
  ['react-dom.js', () => beside('react-dom', 'umd/react-dom.production.min.js')],
  ['graphiql.js', () => beside('graphiql', '../graphiql.min.js')],
  ['graphiql.css', () => beside('graphiql', '../graphiql.min.css')],
]);

/** Everything comes from here, and neither scripts nor styles stand in the page itself. */
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; font-src data:; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const answer = (type: keyof typeof types, body: Buffer | string, caching: string): Answer => ({
  status: 200, body,
  headers: [['Content-Type', types[type]], ['Cache-Control', caching], ['Content-Security-Policy', policy], ['X-Content-Type-Options', 'nosniff'], ['Referrer-Policy', 'no-referrer']],
});

interface Site { readonly pages: ReadonlyMap<string, Answer>; readonly files: ReadonlyMap<string, Answer> }

/** Files by the verb of the page's route. The address of the indexer's may have held a token: no cache keeps it. */
const html: ReadonlyMap<string, { readonly name: string; readonly caching: string }> = new Map([
  ['graphiql', { name: 'index.html', caching: 'no-cache' }],
  ['indexerGraphiql', { name: 'indexer.html', caching: 'no-store' }],
]);

const load = async (): Promise<Site> => {
  const read = await Promise.all([...files].map(async ([name, place]) => [name, await readFile(place())] as const));
  const digest = createHash('sha256');
  for (const [, body] of read) digest.update(body);
  const told = digest.digest('hex').slice(0, 16);
  const pages = await Promise.all([...html].map(async ([verb, { name, caching }]) =>
    [verb, answer('html', (await readFile(own(name), 'utf8')).replaceAll('@digest@', told), caching)] as const));
  return {
    pages: new Map(pages),
    files: new Map(read.map(([name, body]) => [name, answer(name.endsWith('.css') ? 'css' : 'js', body, 'public, max-age=31536000, immutable')])),
  };
};

/** Runs once; what failed is tried again by the next who asks. */
export const onceDone = <T>(run: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<T> | undefined;
  return () => running ??= run().catch((error: unknown) => {
    running = undefined;
    throw error;
  });
};

/** Read once, when somebody first looks at it. */
const site = onceDone(load);

const graphiql = async ({ route, parameters: { file } }: Match): Promise<Answer> => {
  const { pages, files: parts } = await site();
  if (file === undefined) return pages.get(route.verb)!;
  const part = parts.get(file);
  if (part === undefined) throw fail('ResourceNotFound', { message: `The page has no part '${file.slice(0, 100)}'.` });
  return part;
};

/** What answers the two pages and their parts, by the verb of the route. */
export const graphiqlPages: ReadonlyMap<string, (match: Match) => Promise<Answer>> = new Map([...html.keys()].map(verb => [verb, graphiql]));
