import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { test } from '../../support/tap.js';
import { prefersMediaType } from '../../../src/http/exchange/Exchange.js';
import { longForm, openPage, skip } from '../../support/browser.js';
import { lightElements } from '../../support/lightElements.js';
import { matchWhole } from '../../support/matchWhole.js';
import { startQuayside } from '../../support/quayside.js';
import { openSignedIn, unexpected } from '../../support/signIn.js';
import { boundCommand } from '../../../src/base/lifecycle/spawnBound.js';

const quayside = await startQuayside();
const { http, address } = quayside;
const project = await quayside.project();
const { projectKey, clientId, clientSecret } = project;
const root = new URL('../../../../', import.meta.url);
const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string };
/** The Accept header of a browser that opens a page. */
const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8';

test('answers a browser with a page, under a policy that allows no other host', async t => {
  const page = await http.send('GET', '/', { headers: { accept } });
  t.equal(page.status, 200);
  matchWhole(t, page.headers, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    vary: 'Accept',
  });
  const policy = page.headers['content-security-policy']!;
  t.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/);
  t.notMatch(policy, /https?:|\*|unsafe/);
  t.notMatch(page.text, /<script(?! src=)|style=|@\w+@/);
  t.ok(page.text.includes(`<span class="version">${version}</span>`));
  t.notOk(page.text.includes(projectKey), 'the page is public and names no project of the store');
  const head = await http.send('HEAD', '/', { headers: { accept } });
  matchWhole(t, [head.text, head.headers['content-length']], ['', String(Buffer.byteLength(page.text))]);
});

const servedReference = [
  'authorization.md',
  'cli.md',
  'configuration.md',
  'glossary.md',
  'hosted-api.md',
  'mistakes.md',
  'monitoring.md',
  'tested-programs.md',
  'threats.md',
];

test('has links that all lead to a page, and to every page of the documentation', async t => {
  const { text } = await http.send('GET', '/', { headers: { accept } });
  const paths = [...text.matchAll(/(?:src|href)="(\/[^"]*)"/g)].map(([, path]) => path!);
  for (const path of paths) t.equal((await http.send('GET', path)).status, 200, path);
  t.same(
    paths.filter(path => path.endsWith('.md')).sort(),
    [...readdirSync(new URL('docs', root)).filter(file => file.endsWith('.md')), ...servedReference]
      .map(file => `/-/docs/${file}`)
      .sort(),
  );
  for (const file of servedReference)
    t.equal(
      (await http.send('GET', `/-/docs/${file}`)).text,
      readFileSync(new URL(`docs/reference/${file}`, root), 'utf8'),
    );
  const page = await http.send('GET', '/-/docs/security.md');
  t.equal(page.headers['content-type'], 'text/plain; charset=utf-8');
  t.equal(page.text, readFileSync(new URL('docs/security.md', root), 'utf8'));
  for (const path of ['/-/docs/decisions', '/-/docs/..%2fpackage.json', '/-/home/other.js'])
    t.equal((await http.send('GET', path)).status, 404, path);
});

test('answers programs in JSON, in production too', async t => {
  const production = await startQuayside({ NODE_ENV: 'production' });
  for (const service of [quayside, production])
    for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }] as Record<string, string>[]) {
      const answer = await service.http.send('GET', '/', { headers });
      t.equal(answer.status, 200);
      matchWhole(t, answer.headers, { 'content-type': 'application/json; charset=utf-8', vary: 'Accept' });
      t.same(answer.json, {
        name: 'Quayside',
        version,
        links: {
          apiReference: '/openapi',
          apiDescription: '/openapi.json',
          graphiql: '/{projectKey}/graphiql',
          jobs: '/console/{projectKey}/-/jobs',
          token: '/oauth/token',
          health: '/healthz',
          readiness: '/readyz',
        },
      });
    }
  const page = await production.http.send('GET', '/', { headers: { accept } });
  t.equal(page.text, (await http.send('GET', '/', { headers: { accept } })).text);
  await production.stop();
});

test('prefers the page only where a client names it (RFC 9110 section 12.5.1)', async t => {
  for (const [given, expected] of [
    [accept, true],
    ['text/html', true],
    ['TEXT/HTML ; q=0.5', true],
    ['application/json;q=0.4, text/html;q=0.5', true],
    ['', false],
    ['*/*', false],
    ['text/*', false],
    ['text/html;q=0', false],
    ['text/html;q=x', false],
    ['application/json, text/html;q=0.9', false],
  ] as const)
    t.equal(prefersMediaType(given, 'text/html'), expected, given);
});

test('leads to the pages of the project of the session', { skip }, async t => {
  const browser = await openPage();
  const { page, problems } = browser;
  t.teardown(() => browser.close());
  await page.goto(address);
  await page.getByRole('heading', { name: `Quayside ${version}` }).waitFor();
  await openSignedIn(page, address, project);
  await page.getByRole('main').getByRole('link', { name: 'GraphiQL' }).click();
  await page.waitForURL(`${address}/${projectKey}/graphiql`);
  await page.waitForSelector('.graphiql-query-editor .CodeMirror');
  await page.goBack();
  const links = page.getByRole('main').locator('.cards a');
  await page.locator(`a[href="/console/${projectKey}/-/jobs"][data-page]`).waitFor();
  t.same(await links.evaluateAll(all => all.map(link => link.getAttribute('href'))), [
    '/console',
    '/openapi',
    `/${projectKey}/graphiql`,
    `/${projectKey}/orders/indexer/graphiql`,
    `/console/${projectKey}/-/jobs`,
  ]);
  t.same(browser.origins(), [address], 'no request to another host');
  t.same(unexpected(problems), []);
});

test('shows a command for the first request that works', { skip }, async t => {
  const browser = await openPage();
  const { page } = browser;
  t.teardown(() => browser.close());
  await openSignedIn(page, address, project);
  const shown = await page.locator('pre').first().innerText();
  const command = shown.replace('CLIENT_ID', clientId).replace('CLIENT_SECRET', clientSecret);
  const { stdout } = await promisify(execFile)(...boundCommand('sh', ['-c', command]));
  matchWhole(t, JSON.parse(stdout), { count: 0, results: [] });
});

test('fits a phone, and is dark for a person who prefers dark pages', longForm, async t => {
  const browser = await openPage({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  const { page, problems } = browser;
  t.teardown(() => browser.close());
  await page.goto(address);
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).waitFor();
  t.equal(await page.evaluate('document.documentElement.scrollWidth'), 390, 'nothing scrolls sideways');
  t.same(await lightElements(page), []);
  await page.emulateMedia({ colorScheme: 'light' });
  t.ok((await lightElements(page)).length > 0, 'a person who prefers light pages sees them');
  t.same(unexpected(problems), []);
});
