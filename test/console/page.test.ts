import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, dirname } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { t as root, test } from '../support/tap.js';
import { ConsoleSite } from '../../src/http/pages/ConsoleSite.js';
import type { OutgoingResponse } from '../../src/http/exchange/Exchange.js';
import { startQuayside } from '../support/quayside.js';
import { definitions } from '../../src/commerce/resources/index.js';
import { consoleRoutes } from '../../src/http/routes/routes.js';
import { consoleOf, createAccount, startConsole } from '../support/accounts.js';
import { hostileTexts, hostileValue } from '../fuzz/values.js';

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
      `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: https:; ` +
        "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
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
    const policy = headers['content-security-policy'] ?? '';
    if (status === 404) t.equal(policy, "default-src 'none'; frame-ancestors 'none'");
    else
      t.equal(
        policy.replace(/'nonce-[\w+/=]{22,}'/, "'nonce-…'"),
        "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-…'; img-src 'self' data: https:; " +
          "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      );
    t.equal(headers['x-content-type-options'], 'nosniff');
    if (status === 200) t.equal(headers['referrer-policy'], 'same-origin');
  }
});

const textsFolder = join(process.cwd(), 'console', 'src', 'i18n');
type Texts = Readonly<Record<string, unknown>>;
const read = (file: string): Texts => JSON.parse(readFileSync(join(textsFolder, file), 'utf8')) as Texts;

/** Each text by its path, with the names of the values that it shows. */
const outline = (texts: Texts, at = ''): readonly string[] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string'
      ? [[`${at}${name}`, ...(text.match(/\{\{\w+\}\}/g) ?? []).sort()].join(' ')]
      : outline(text as Texts, `${at}${name}.`),
  );

const english = readdirSync(textsFolder, { recursive: true, encoding: 'utf8' }).filter(file =>
  file.endsWith('en.json'),
);

test('has every text in German as in English, with the same values', async t => {
  t.ok(english.length > 1);
  for (const file of english) {
    const german = outline(read(join(dirname(file), 'de.json')));
    t.ok(german.length > 0, file);
    t.same([...german].sort(), [...outline(read(file))].sort(), file);
  }
});

const texts = english.flatMap(file => {
  const area = dirname(file);
  return outline(read(file), area === '.' ? '' : `${area}.`).map(each => each.split(' ')[0]!);
});

/** The texts that a program names: `t('order.cancel')`; names that are put together are left out. */
const namesIn = (source: string): readonly string[] =>
  [...source.matchAll(/(?:\bt\(\s*|label: )'(\w+(?:\.\w+)+)'/g)].map(([, name]) => name!);

test('has each text that the console names', async t => {
  const sources = join(process.cwd(), 'console', 'src');
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(file => /\.tsx?$/.test(file));
  const named = files.flatMap(file => namesIn(readFileSync(join(sources, file), 'utf8')));
  t.ok(named.length > 200, `${named.length} names are found`);
  const known = new Set(texts.map(name => name.replace(/_(?:one|other)$/, '')));
  t.same(
    named.filter(name => !known.has(name)),
    [],
  );
});

test('names each resource type that has pages, and no other', t => {
  const paths = definitions.flatMap(({ path, routes }) => (routes === undefined ? [path] : []));
  const named = texts.flatMap(name => (name.startsWith('types.') ? [name.slice('types.'.length)] : []));
  t.same(named.sort(), paths.sort());
  t.end();
});

// Hostile input to every route of the administration console, as an administrator and without a session.
const { quayside } = await startConsole();
await createAccount(quayside, { email: 'ana@example.com', role: 'administrator' });
const console = consoleOf(quayside);
const routes = consoleRoutes.filter(({ hasSession }) => hasSession === true);

/** The members that a body of the route may have, each with a hostile value. */
const bodies = fc.dictionary(
  fc.constantFrom(
    'email',
    'name',
    'role',
    'projects',
    'password',
    'version',
    'actions',
    'key',
    'languages',
    'projectKey',
    'clientId',
    'clientSecret',
    'code',
    'extensionId',
    'action',
    'resourceTypeId',
    'resourceId',
    'resourceKey',
    'cartId',
    'cartKey',
    'cartPredicate',
    'itemPredicate',
    '__proto__',
    'constructor',
  ),
  fc.oneof(hostileValue, fc.constant([{ action: '__proto__' }]), fc.constant([{ action: 'setRole', role: {} }])),
);

/** Encoded, and short enough for a path. */
const segments = hostileTexts
  .map(text => encodeURIComponent(text.toWellFormed()).slice(0, 500))
  .filter(text => text !== '');

test('answers hostile input with errors of the client alone', async t => {
  for (const isSignedIn of [true, false]) {
    const browser = console();
    if (isSignedIn) await browser.signIn('ana@example.com');
    // The end of the session would leave the other routes without one.
    for (const {
      method,
      path,
      verb: { name: verb },
    } of routes.filter(each => each.verb.name !== 'endSession')) {
      const samples = fc.sample(bodies, { numRuns: 12, seed: 1 });
      for (const [index, body] of samples.entries()) {
        const segment = segments[index % segments.length] ?? 'x';
        const target = path.includes('{id}')
          ? path.replace('{id}', segment)
          : `${path}?limit=${segment}&where=${segment}`;
        const { status, text } = await browser.send(method, target, method === 'POST' ? body : undefined);
        t.ok(status < 500, `${verb} ${status} ${target.slice(0, 200)} ${text.slice(0, 200)}`);
        if (!isSignedIn) t.ok(status >= 400 || verb === 'readSetup', `${verb} needs a session`);
      }
    }
  }
});
