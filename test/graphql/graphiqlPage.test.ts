import { test } from '../support/tap.js';
import { loadOnce } from '../../src/base/memory/ReadCache.js';
import { longForm, openPage, skip } from '../support/browser.js';
import { startGraphql } from '../support/graphql.js';
import { lightElements } from '../support/lightElements.js';
import { matchWhole } from '../support/matchWhole.js';
import { openSignedIn, readStores, unexpected } from '../support/signIn.js';

const { quayside, credentials } = await startGraphql();
const { projectKey } = credentials;

test('serves GraphiQL with its files, under a policy that allows no other host', async t => {
  const page = await quayside.http.send('GET', `/${projectKey}/graphiql`);
  t.equal(page.status, 200);
  matchWhole(t, page.headers, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
  });
  const policy = page.headers['content-security-policy']!;
  t.match(policy, /default-src 'none'; script-src 'self';/);
  t.notMatch(policy, /https?:|\*|unsafe-eval/);
  t.notMatch(page.text, /https?:|<script(?! src=)|@digest@/);
  const files = [...page.text.matchAll(/(?:src|href)="(graphiql\/[^"]+)"/g)].map(([, path]) => path!);
  t.equal(files.length, 6);
  for (const file of files) {
    const { status, headers } = await quayside.http.send('GET', `/${projectKey}/${file}`);
    t.equal(status, 200, file);
    matchWhole(t, headers, {
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': file.includes('.css?') ? /^text\/css/ : /^text\/javascript/,
    });
  }
  for (const path of ['other.js', '..%2f..%2fpackage.json', '%2e%2e'])
    t.equal((await quayside.http.send('GET', `/${projectKey}/graphiql/${path}`)).status, 404, path);
  t.equal((await quayside.http.send('HEAD', `/${projectKey}/in-store/key=shop/graphiql`)).status, 200);
});

const pagePath = `${quayside.address}/${projectKey}/graphiql`;
const editor = '.graphiql-query-editor .CodeMirror';

test('runs the first query with the session, and loads the schema for it', { skip }, async t => {
  const browser = await openPage();
  const { page, problems } = browser;
  t.teardown(() => browser.close());
  await openSignedIn(page, pagePath, credentials);
  await page.waitForSelector(editor);
  await page.click('.graphiql-execute-button');
  await page.locator('.result-window').filter({ hasText: 'LineItemState' }).waitFor();
  await page.click('[aria-label="Show Documentation Explorer"]');
  await page.locator('.graphiql-doc-explorer').filter({ hasText: 'Mutation' }).waitFor();
  t.same(browser.origins(), [quayside.address], 'no request to another host');
  t.same(unexpected(problems), []);
});

test('says that a request needs a session or a token', longForm, async t => {
  const browser = await openPage();
  const { page, problems } = browser;
  t.teardown(() => browser.close());
  await page.goto(pagePath);
  await page.waitForSelector(editor);
  await page.click('.graphiql-execute-button');
  await page.locator('.result-window').filter({ hasText: 'Sign in to send requests, or write an Author' }).waitFor();
  const token = await quayside.token(credentials);
  await page.getByRole('button', { name: 'Headers' }).click();
  await page.locator('.graphiql-editor-tool .CodeMirror').last().click();
  await page.keyboard.insertText(JSON.stringify({ Authorization: `Bearer ${token}` }));
  await page.click('.graphiql-execute-button');
  await page.locator('.result-window').filter({ hasText: 'LineItemState' }).waitFor();
  t.same(unexpected(problems), []);
});

test('stores neither the token nor a query', longForm, async t => {
  const browser = await openPage();
  const { page, problems } = browser;
  t.teardown(() => browser.close());
  await openSignedIn(page, pagePath, credentials);
  await page.click(editor);
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(
    'mutation { customerChangeMyPassword(version: 1, currentPassword: "typed-horse-1", ' +
      'newPassword: "typed-horse-2") { id } }',
  );
  // Proves an absence: GraphiQL would store the typed text after half a second.
  await page.waitForTimeout(700);
  await page.click('.graphiql-execute-button');
  await page.locator('.result-window').filter({ hasText: 'anonymous session' }).waitFor();
  const { session, local, cookie } = await readStores(page);
  t.same([session, local, cookie], [{}, [], '']);
  t.same(unexpected(problems), []);
});

interface Measured {
  readonly scrollWidth: number;
  readonly clientWidth: number;
}

test('shows the whole text of the first query', longForm, async t => {
  const browser = await openPage({ viewport: { width: 1_280, height: 720 } });
  const { page } = browser;
  t.teardown(() => browser.close());
  for (const path of [pagePath, `${quayside.address}/${projectKey}/orders/indexer/graphiql`]) {
    await page.goto(path);
    await page.locator(editor).filter({ hasText: 'Ctrl-Enter runs.' }).waitFor();
    const { scrollWidth, clientWidth } = await page.locator(`${editor}-scroll`).evaluate(element => {
      const measured = element as unknown as Measured;
      return { scrollWidth: measured.scrollWidth, clientWidth: measured.clientWidth };
    });
    t.ok(clientWidth > 300, `${path} has an editor of ${clientWidth} pixels`);
    t.ok(scrollWidth <= clientWidth, `${path}: ${scrollWidth} of ${clientWidth} pixels`);
  }
});

test('is dark everywhere for a person who prefers dark pages', longForm, async t => {
  const browser = await openPage({ colorScheme: 'dark' });
  const { page } = browser;
  t.teardown(() => browser.close());
  await page.goto(pagePath);
  await page.waitForSelector(editor);
  t.same(await lightElements(page), []);
  await page.emulateMedia({ colorScheme: 'light' });
  t.ok((await lightElements(page)).includes('site-header'), 'a person who prefers light pages sees them');
});

test('reads a file again after a failed attempt', async t => {
  let runs = 0;
  const read = loadOnce(async () => {
    if (runs++ === 0) throw new Error('too many open files');
    return runs;
  });
  await t.rejects(read(), { message: 'too many open files' });
  t.same([await read(), await read(), runs], [2, 2, 2]);
});
