import { test } from '../support/tap.js';
import type * as Tap from '../support/tap.js';
import { describeApi } from '../../src/openapi/describeApi.js';
import { openPage, skip } from '../support/browser.js';
import { startQuayside } from '../support/quayside.js';
import { signIn, unexpected } from '../support/signIn.js';
import { matchWhole } from '../support/matchWhole.js';

const quayside = await startQuayside();
const { http } = quayside;

test('serves the description without a token, and 304 for a current ETag', async t => {
  const whole = await http.send('GET', '/openapi.json');
  t.equal(whole.status, 200);
  matchWhole(t, whole.headers, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-cache',
    etag: /^"[0-9a-f]{32}"$/,
  });
  t.same(whole.json, JSON.parse(JSON.stringify(describeApi())));
  const etag = whole.headers.etag!;
  for (const held of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await http.send('GET', '/openapi.json', { headers: { 'if-none-match': held } });
    matchWhole(t, [again.status, again.text, again.headers.etag], [304, '', etag], held);
  }
  t.equal((await http.send('GET', '/openapi.json', { headers: { 'if-none-match': '"other"' } })).text, whole.text);
  const head = await http.send('HEAD', '/openapi.json');
  matchWhole(
    t,
    [head.status, head.text, head.headers['content-length'], head.headers.etag],
    [200, '', String(Buffer.byteLength(whole.text)), etag],
  );
  t.equal((await http.send('POST', '/openapi.json')).status, 405);
});

test('serves the page with its files, under a policy that allows no other host', async t => {
  const page = await http.send('GET', '/openapi');
  t.equal(page.status, 200);
  matchWhole(t, page.headers, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
  });
  const policy = page.headers['content-security-policy']!;
  t.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/);
  t.notMatch(policy, /https?:|\*|unsafe/);
  t.notMatch(page.text, /https?:|<script(?! src=)|@digest@/);
  const files = [...page.text.matchAll(/(?:src|href)="(openapi\/[^"]+)"/g)].map(([, path]) => path!);
  t.same(files, ['openapi/reference.css', 'openapi/reference.js']);
  for (const file of files) {
    const { status, headers } = await http.send('GET', `/${file}`);
    t.equal(status, 200, file);
    matchWhole(t, headers, {
      'cache-control': 'no-cache',
      'content-type': file.endsWith('.css') ? /^text\/css/ : /^text\/javascript/,
    });
    t.equal((await http.send('GET', `/${file}`, { headers: { 'if-none-match': headers.etag! } })).status, 304, file);
  }
  for (const path of ['other.js', '..%2fpackage.json', '%2e%2e'])
    t.equal((await http.send('GET', `/openapi/${path}`)).status, 404, path);
});

const openReference = async (t: Tap.Test, fragment = '', options: Parameters<typeof openPage>[0] = {}) => {
  const browser = await openPage(options);
  t.teardown(() => browser.close());
  await browser.page.goto(`${quayside.address}/openapi${fragment}`);
  await browser.page
    .getByRole('status')
    .filter({ hasText: /^\d+ operations$/ })
    .waitFor();
  return browser;
};

test('finds an operation, shows its schemas and sends it with the session', { skip }, async t => {
  const project = await quayside.project();
  const browser = await openReference(t);
  const { page, problems } = browser;
  await page.getByLabel('Search operations').fill('queries ZONE');
  await page
    .getByRole('status')
    .filter({ hasText: /^1 operation$/ })
    .waitFor();
  await page.getByRole('link', { name: 'GET /zones' }).click();
  await page.getByRole('heading', { level: 1, name: 'Queries zones.' }).waitFor();
  t.match(
    await page.innerText('main'),
    /scopes view_products:\{projectKey\}, view_shipping_methods:\{projectKey\}, manage_project:\{projectKey\}\./,
  );
  const responses = page.locator('section', { has: page.getByRole('heading', { name: 'Responses' }) });
  await responses.locator('summary', { hasText: 'results' }).click();
  await responses.locator('summary', { hasText: 'locations' }).click();
  await responses.locator('li', { hasText: 'country' }).last().waitFor();
  t.equal(await page.getByRole('button', { name: 'Send' }).count(), 0, 'without a session there is a link to it');
  t.equal(
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).getAttribute('href'),
    '/console?next=%2Fopenapi%23getZones',
  );
  await signIn(page, project);
  await page.getByRole('button', { name: 'Send' }).click();
  const body = page.getByLabel('Response body');
  await body.filter({ hasText: '"limit": 20' }).waitFor();
  t.equal(await page.getByLabel('projectKey').inputValue(), project.projectKey, 'the project of the session');
  await page.getByLabel('limit').fill('7');
  await page.getByRole('button', { name: 'Send' }).click();
  await body.filter({ hasText: '"limit": 7' }).waitFor();
  matchWhole(t, JSON.parse(await body.innerText()), { limit: 7, offset: 0, count: 0, results: [] });
  t.equal(
    await page.getByLabel('Command line').innerText(),
    `curl '${quayside.address}/${project.projectKey}/zones?limit=7' \\\n  -H "Authorization: Bearer $TOKEN"`,
  );
  t.same(browser.origins(), [quayside.address], 'no request to another host');
  t.same(unexpected(problems), []);
});

test('fills the body with an example that the server accepts', { skip }, async t => {
  const project = await quayside.project();
  const { page, problems } = await openReference(t, '#postZones');
  await signIn(page, project);
  const field = page.getByLabel('Body (application/json)');
  await page.waitForFunction(
    name => ((globalThis as unknown as Document).document.querySelector(name)?.value ?? '') !== '',
    'textarea[name=body]',
  );
  t.same(Object.keys(JSON.parse(await field.inputValue()) as object), ['name']);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByLabel('Response body').waitFor();
  matchWhole(t, JSON.parse(await page.getByLabel('Response body').innerText()), { version: 1, name: 'text' });
  t.same(unexpected(problems), []);
});

test('says that an operation of the authorization service needs HTTP Basic', { skip }, async t => {
  const { page } = await openReference(t, '#postOauthToken');
  await page.getByRole('heading', { level: 1, name: 'Issues an access token' }).waitFor();
  t.match(await page.innerText('main'), 'HTTP Basic with the id and the secret of an API client.');
  t.match(await page.getByLabel('Command line').innerText(), '-u CLIENT_ID:CLIENT_SECRET');
  t.equal(await page.getByRole('button', { name: 'Send' }).count(), 0);
});

test('shows the error of the server for an operation that does not exist', { skip }, async t => {
  const { page } = await openReference(t, '#getNothing');
  t.equal(
    await page.getByRole('main').getByRole('alert').innerText(),
    "The description has no part 'operations/getNothing'.",
  );
  const { page: other } = await openReference(t, '#50%');
  t.equal(
    await other.getByRole('main').getByRole('alert').innerText(),
    "The description has no part 'operations/50%'.",
    'a fragment that is not percent-encoded',
  );
});

interface Styled {
  readonly getComputedStyle: (of: unknown) => { readonly backgroundColor: string };
}

interface Document {
  readonly document: {
    querySelector(name: string): { readonly value: string } | null;
    readonly documentElement: { readonly scrollWidth: number };
  };
  readonly innerWidth: number;
}

test('fits a phone and follows the dark mode of the browser', { skip }, async t => {
  const { page } = await openReference(t, '', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  const overflow = () =>
    page.evaluate(() => {
      const { document, innerWidth } = globalThis as unknown as Document;
      return document.documentElement.scrollWidth - innerWidth;
    });
  const colour = (selector: string) =>
    page.locator(selector).evaluate(each => {
      const { getComputedStyle } = globalThis as unknown as Styled;
      return getComputedStyle(each).backgroundColor;
    });
  t.equal(await overflow(), 0, 'the list');
  t.equal(await colour('body'), 'rgb(18, 24, 31)');
  await page.locator('.operations summary', { hasText: /^Order \d/ }).click();
  await page.getByRole('link', { name: 'POST /orders/{id}' }).click();
  await page.getByRole('heading', { level: 1, name: 'Updates an order.' }).waitFor();
  t.equal(await page.getByLabel('Search operations').isVisible(), false, 'the operation is alone');
  const body = page.locator('section', { has: page.getByRole('heading', { name: 'Body' }) });
  await body.locator('summary', { hasText: 'actions' }).click();
  await body.locator('summary', { hasText: 'addReturnInfo' }).click();
  await body.locator('li', { hasText: 'returnTrackingId' }).last().waitFor();
  t.equal(await overflow(), 0, 'the operation with an open schema');
  await page.getByRole('link', { name: 'All operations' }).click();
  await page.getByLabel('Search operations').waitFor();
});

test('opens an operation and its schemas with the keyboard', { skip }, async t => {
  const { page } = await openReference(t);
  await page.getByLabel('Search operations').fill('GET /{projectKey}/zones/{id}');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Returns a zone.' }).waitFor();
  await page.locator('summary', { hasText: 'locations' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('li', { hasText: 'country' }).last().waitFor();
  t.equal(await page.title(), 'GET /{projectKey}/zones/{id} – API reference – Quayside');
});
