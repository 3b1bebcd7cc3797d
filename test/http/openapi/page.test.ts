import { t as root, test } from '../../support/tap.js';
import type * as Tap from '../../support/tap.js';
import { describeApi } from '../../../src/http/openapi/describeApi.js';
import { longForm, openPage, skip } from '../../support/browser.js';
import { violationsOf } from '../../support/consolePages.js';
import { matchWhole } from '../../support/matchWhole.js';
import { startQuayside } from '../../support/quayside.js';
import { isLong } from '../../support/rounds.js';
import { openSignedIn, unexpected } from '../../support/signIn.js';

const quayside = await startQuayside();
const { http } = quayside;

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
  t.equal(files.length, 4);
  for (const file of files) {
    const { status, headers } = await http.send('GET', `/${file}`);
    t.equal(status, 200, file);
    matchWhole(t, headers, {
      'cache-control': file.includes('?') ? 'public, max-age=31536000, immutable' : 'no-cache',
      'content-type': file.includes('.css') ? /^text\/css/ : /^text\/javascript/,
    });
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

const project = await quayside.project();
const openWithSession = async () => {
  const browser = await openPage();
  root.teardown(() => browser.close());
  await openSignedIn(browser.page, `${quayside.address}/openapi`, project);
  return browser;
};
let shared: ReturnType<typeof openWithSession> | undefined;

/** Shows a place of the page that the tests share, since another page takes the browser a second. */
const showReference = async (fragment = '') => {
  const browser = await (shared ??= openWithSession());
  await browser.page.goto(`${quayside.address}/openapi#${fragment}`);
  return browser;
};

/** The short form opens only some of the many tags. */
const step = isLong ? 1 : 6;

test('draws the operations of each tag, and opens one with its schemas', longForm, async t => {
  const browser = await openReference(t);
  const { page, problems } = browser;
  const { tags, paths } = describeApi();
  const operations = Object.values(paths).flatMap(methods => Object.values(methods));
  for (const { name } of tags.filter((_, at) => at % step === 0)) {
    const ofTag = operations.filter(({ tags: named }) => (named as readonly string[]).includes(name));
    const id = String(ofTag.at(-1)!.operationId);
    await page.evaluate(fragment => {
      (globalThis as unknown as { location: { hash: string } }).location.hash = fragment;
    }, id);
    await page.locator(`#operations-${name}-${id} .responses-wrapper`).waitFor();
    t.equal(await page.locator('.viewer .opblock').count(), ofTag.length, name);
    t.same(await page.locator('.viewer .errors-wrapper').allInnerTexts(), [], name);
  }
  t.same(browser.origins(), [quayside.address], 'no request to another host');
  t.same(unexpected(problems), []);
});

test('finds an operation, and sends it with the session', { skip }, async t => {
  const { page, problems } = await showReference();
  await page.getByLabel('Search operations').fill('queries ZONE');
  await page
    .getByRole('status')
    .filter({ hasText: /^1 operation$/ })
    .waitFor();
  await page.getByRole('link', { name: 'GET /zones' }).click();
  const operation = page.locator('#operations-Zone-getZones');
  t.equal(await operation.getByPlaceholder('projectKey').inputValue(), project.projectKey);
  await operation.getByPlaceholder('limit').fill('7');
  await operation.getByRole('button', { name: 'Execute' }).click();
  await operation.locator('.live-responses-table').getByText('"limit": 7').waitFor();
  t.match(
    await operation.locator('.curl-command').innerText(),
    `${quayside.address}/${project.projectKey}/zones?limit=7`,
  );
  t.same(unexpected(problems), []);
});

test('fills the body with an example that the server accepts', { skip }, async t => {
  const { page, problems } = await showReference('postZones');
  const operation = page.locator('#operations-Zone-postZones');
  t.same(Object.keys(JSON.parse(await operation.locator('textarea').inputValue()) as object), ['name']);
  await operation.getByRole('button', { name: 'Execute' }).click();
  await operation.locator('.live-responses-table .response-col_status', { hasText: '201' }).waitFor();
  t.same(unexpected(problems), []);
});

test('names an operation that does not exist', { skip }, async () => {
  const { page } = await showReference('getNothing');
  await page.getByRole('alert').filter({ hasText: "There is no operation 'getNothing'." }).waitFor();
});

interface Styled {
  readonly getComputedStyle: (of: unknown) => { readonly backgroundColor: string };
}
interface Framed {
  readonly document: { readonly documentElement: { readonly scrollWidth: number } };
  readonly innerWidth: number;
}

test('fits a phone, follows the dark mode of the browser, and breaks no rule of WCAG AA', longForm, async t => {
  const { page } = await openReference(t, '', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  const overflow = () =>
    page.evaluate(() => {
      const { document, innerWidth } = globalThis as unknown as Framed;
      return document.documentElement.scrollWidth - innerWidth;
    });
  const colour = await page.locator('body').evaluate(each => {
    const { getComputedStyle } = globalThis as unknown as Styled;
    return getComputedStyle(each).backgroundColor;
  });
  t.equal(await overflow(), 0, 'the list');
  t.equal(colour, 'rgb(18, 24, 31)');
  await page.locator('.operations summary', { hasText: /^Zone \d/ }).click();
  await page.getByRole('link', { name: 'POST /zones/{id}' }).click();
  await page.locator('#operations-Zone-postZonesById .responses-wrapper').waitFor();
  t.equal(await page.getByLabel('Search operations').isVisible(), false, 'the tag is alone');
  t.equal(await overflow(), 0, 'the tag with an open operation');
  t.same(await violationsOf(page), []);
  t.equal(page.url(), `${quayside.address}/openapi#postZonesById`);
  await page.getByRole('link', { name: 'All operations' }).click();
  await page.getByLabel('Search operations').waitFor();
});

test('opens an operation with the keyboard', { skip }, async t => {
  const { page } = await showReference();
  await page.getByLabel('Search operations').fill('GET /{projectKey}/zones/{id}');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const operation = page.locator('#operations-Zone-getZonesById');
  await operation.locator('.responses-wrapper').waitFor();
  t.equal(await page.title(), 'GET /{projectKey}/zones/{id} – API reference – Quayside');
  await page.keyboard.press('Enter');
  await operation.locator('.responses-wrapper').waitFor({ state: 'detached' });
});
