/**
 * The files of the job board: those of the package @bull-board/ui, and the page around them. None load anything from
 * other hosts.
 */
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join, sep } from 'node:path';
import { packageFile } from '../../../config/packageFile.js';
import { fail } from '../../../errors/ApiError.js';
import type { OutgoingResponse } from '../../exchange/Exchange.js';
import { loadOnce } from '../loadOnce.js';

const packageFolder = join(dirname(createRequire(import.meta.url).resolve('@bull-board/ui/package.json')), 'dist');
const assetFile = (name: string): URL => packageFile(`assets/jobBoard/${name}`);

/** The board sets styles of elements by script and in its markup; scripts come from this server alone. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self' data:; img-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; base-uri 'self'; form-action 'self'; frame-ancestors 'none'";

const contentTypes: ReadonlyMap<string, string> = new Map([
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.ico', 'image/x-icon'],
  ['.txt', 'text/plain; charset=utf-8'],
]);

export const htmlResponse = (
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
    ['Referrer-Policy', 'same-origin'],
    ...headers,
  ],
});

interface JobBoardFiles {
  /** Files by the path behind `static/`. */
  readonly files: ReadonlyMap<string, string | URL>;
  readonly signInHtml: string;
  readonly boardHtml: string;
}

/** Tags for the scripts and styles that the package's own page names; their names contain digests. */
const assetTags = (html: string): string => {
  const styles = [...html.matchAll(/href="(static\/css\/[^"]+\.css)"/g)].map(
    ([, path]) => `<link rel="stylesheet" href="${path}">`,
  );
  const scripts = [...html.matchAll(/src="(static\/js\/[^"]+\.js)"/g)].map(
    ([, path]) => `<script defer src="${path}"></script>`,
  );
  if (styles.length === 0 || scripts.length === 0)
    throw new Error('the page of @bull-board/ui names no styles or no scripts');
  return [...styles, ...scripts].join('\n  ');
};

const loadFiles = async (): Promise<JobBoardFiles> => {
  const root = join(packageFolder, 'static');
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = new Map<string, string | URL>(
    ['signIn.css', 'signIn.js', 'board.css', 'keepSession.js'].map(name => [name, assetFile(name)]),
  );
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(path.slice(root.length + 1).replaceAll(sep, '/'), path);
  }
  const [signInHtml, boardHtml, packageHtml] = await Promise.all([
    readFile(assetFile('signIn.html'), 'utf8'),
    readFile(assetFile('board.html'), 'utf8'),
    readFile(join(packageFolder, 'index.ejs'), 'utf8'),
  ]);
  return { files, signInHtml, boardHtml: boardHtml.replace('@tags@', assetTags(packageHtml)) };
};

export const jobBoardFiles = loadOnce(loadFiles);

/** Sends one file; the list of files is read once, so that a path cannot lead to other files. */
export const jobBoardFile = async (path: string): Promise<OutgoingResponse> => {
  const file = (await jobBoardFiles()).files.get(path);
  if (file === undefined) throw fail('ResourceNotFound', { message: `The page has no part '${path.slice(0, 100)}'.` });
  const hasDigest = /\.[0-9a-f]{10}\./.test(path);
  return {
    status: 200,
    body: await readFile(file),
    headers: [
      ['Content-Type', contentTypes.get(extname(path)) ?? 'application/octet-stream'],
      ['Cache-Control', hasDigest ? 'public, max-age=31536000, immutable' : 'no-cache'],
    ],
  };
};
