/** The files of the queue page: those of the package @bull-board/ui, and the page around them, which asks nothing of another host. */
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join, sep } from 'node:path';
import { fail } from '../../../errors/ApiError.js';
import type { OutgoingResponse } from '../../exchange/Exchange.js';
import { loadOnce } from '../graphiqlSite.js';

const folder = join(dirname(createRequire(import.meta.url).resolve('@bull-board/ui/package.json')), 'dist');
const own = (name: string): URL => new URL(`../../../../assets/jobBoard/${name}`, import.meta.url);

/** The board sets styles of elements by script and in its markup; scripts come from here alone. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self' data:; img-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; base-uri 'self'; form-action 'self'; frame-ancestors 'none'";

const types: ReadonlyMap<string, string> = new Map([
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.ico', 'image/x-icon'],
  ['.txt', 'text/plain; charset=utf-8'],
]);

export const pageAnswer = (
  status: number,
  html: string,
  headers: OutgoingResponse['headers'] = [],
): OutgoingResponse => ({
  status,
  body: html,
  headers: [
    ['Content-Type', 'text/html; charset=utf-8'],
    ['Cache-Control', 'no-store'],
    ['Content-Security-Policy', policy],
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'same-origin'],
    ...headers,
  ],
});

interface Site {
  /** Places by the path behind `static/`. */
  readonly files: ReadonlyMap<string, string | URL>;
  readonly signIn: string;
  readonly board: string;
}

/** The scripts and styles that the package's own page names: their names hold digests. */
const tagsOf = (html: string): string => {
  const styles = [...html.matchAll(/href="(static\/css\/[^"]+\.css)"/g)].map(
    ([, path]) => `<link rel="stylesheet" href="${path!}">`,
  );
  const scripts = [...html.matchAll(/src="(static\/js\/[^"]+\.js)"/g)].map(
    ([, path]) => `<script defer src="${path!}"></script>`,
  );
  if (styles.length === 0 || scripts.length === 0)
    throw new Error('the page of @bull-board/ui names no styles or no scripts');
  return [...styles, ...scripts].join('\n  ');
};

const load = async (): Promise<Site> => {
  const root = join(folder, 'static');
  const found = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = found.filter(each => each.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const [signIn, board, theirs] = await Promise.all([
    readFile(own('signIn.html'), 'utf8'),
    readFile(own('board.html'), 'utf8'),
    readFile(join(folder, 'index.ejs'), 'utf8'),
  ]);
  return {
    files: new Map<string, string | URL>([
      ...paths.map(
        path =>
          [
            path
              .slice(root.length + 1)
              .split(sep)
              .join('/'),
            path,
          ] as const,
      ),
      ['signIn.css', own('signIn.css')],
    ]),
    signIn,
    board: board.replace('@tags@', tagsOf(theirs)),
  };
};

/** Read once, when somebody first looks at it. */
export const site = loadOnce(load);

/** One file; only those that were there at the start. */
export const part = async (path: string): Promise<OutgoingResponse> => {
  const place = (await site()).files.get(path);
  if (place === undefined) throw fail('ResourceNotFound', { message: `The page has no part '${path.slice(0, 100)}'.` });
  const hasDigest = /\.[0-9a-f]{10}\./.test(path);
  return {
    status: 200,
    body: await readFile(place),
    headers: [
      ['Content-Type', types.get(extname(path)) ?? 'application/octet-stream'],
      ['Cache-Control', hasDigest ? 'public, max-age=31536000, immutable' : 'no-cache'],
      ['X-Content-Type-Options', 'nosniff'],
    ],
  };
};
