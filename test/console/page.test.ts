import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { t as root, test } from '../support/tap.js';
import { ConsoleSite } from '../../src/http/pages/ConsoleSite.js';
import type { OutgoingResponse } from '../../src/http/exchange/Exchange.js';
import { startQuayside } from '../support/quayside.js';

const folder = mkdtempSync(join(tmpdir(), 'quayside-console-'));
const write = (name: string, content: string | Buffer): void => writeFileSync(join(folder, name), content);
const site = new ConsoleSite(folder);

const respond = (path: string, acceptEncoding = '', ifNoneMatch = '') =>
  site.respond(path, { acceptEncoding, ifNoneMatch });
const headersOf = ({ headers = [] }: OutgoingResponse) => new Map(headers.map(([name, value]) => [name, value]));
const textOf = ({ body }: OutgoingResponse): string => Buffer.from(body as string).toString();

root.teardown(() => rmSync(folder, { recursive: true, force: true }));

test('says how the console is built where it is not', async t => {
  const missing = await respond('');
  t.equal(missing.status, 404);
  t.match(textOf(missing), 'npm run build');
});

const script = 'export const name = "console";'.repeat(50);

/** What the build writes. */
const build = (): void => {
  mkdirSync(join(folder, 'assets'));
  write('index.html', '<!doctype html><meta name="nonce" content="__CSP_NONCE__"><title>Console</title>');
  write('favicon.svg', '<svg/>');
  write('assets/index-abc123.js', script);
  write('assets/index-abc123.js.br', brotliCompressSync(script));
  write('assets/index-abc123.js.gz', gzipSync(script));
  write('assets/index-abc123.js.map', '{}');
};

test('shows the page for every path, with a new nonce each time', async t => {
  build();
  const nonces = new Set<string>();
  for (const path of ['', 'index.html', 'orders', 'orders/1/edit', 'favicon.svg/more', '../package.json']) {
    const page = await respond(path);
    const headers = headersOf(page);
    const [, nonce = ''] = /content="([^"]+)"/.exec(textOf(page)) ?? [];
    t.equal(page.status, 200, path);
    t.equal(headers.get('Cache-Control'), 'no-cache');
    t.equal(
      headers.get('Content-Security-Policy'),
      `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    );
    nonces.add(nonce);
  }
  t.equal(nonces.size, 6);
});

test('answers 304 without a policy, whose nonce the page of the browser does not have', async t => {
  const etag = headersOf(await respond('')).get('ETag') ?? '';
  const known = await respond('orders', '', etag);
  t.equal(known.status, 304);
  t.same([...headersOf(known).keys()], ['ETag', 'Cache-Control']);
});

test('sends files in the smallest form that the browser accepts', async t => {
  const year = 'public, max-age=31536000, immutable';
  for (const [accepted, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['', undefined],
    ['brotli', undefined],
  ] as const) {
    const file = await respond('assets/index-abc123.js', accepted);
    const headers = headersOf(file);
    t.equal(headers.get('Content-Encoding'), encoding, accepted);
    t.equal(headers.get('Cache-Control'), year);
    t.equal(headers.get('Vary'), 'Accept-Encoding');
    t.equal(headers.get('Content-Type'), 'text/javascript; charset=utf-8');
    if (encoding === undefined) t.equal(textOf(file), script);
  }
  const icon = headersOf(await respond('favicon.svg', 'br'));
  t.equal(icon.get('Cache-Control'), 'no-cache');
  t.equal(icon.get('Content-Type'), 'image/svg+xml');
});

test('refuses assets that do not exist or are no part of the page', async t => {
  for (const path of ['assets/index-old.js', 'assets/index-abc123.js.map', 'assets/index-abc123.js.br'])
    await t.rejects(respond(path), { message: `The console has no part '${path}'.` });
});

test('shows another build without a restart', async t => {
  write('index.html', '<title>New</title>');
  utimesSync(join(folder, 'index.html'), new Date(), new Date(Date.now() + 5_000));
  t.equal(textOf(await respond('')), '<title>New</title>');
});

test('is served at /console and below it, also where it is not built', async t => {
  const { http } = await startQuayside();
  for (const path of ['/console', '/console/', '/console/orders/1']) {
    const { status, headers } = await http.send('GET', path);
    t.ok([200, 404].includes(status), path);
    t.equal(headers['content-type'], 'text/html; charset=utf-8');
    t.match(headers['content-security-policy'], /^default-src 'none';.*frame-ancestors 'none'$/);
  }
});
