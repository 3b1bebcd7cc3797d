import { test } from 'tap';
import { loadOnce } from '../../src/http/pages/loadOnce.js';
import { openPage, skip } from '../support/browser.js';
import { startGraphql } from '../support/graphql.js';
import { matchWhole } from '../support/matchWhole.js';

const { quayside, credentials, token } = await startGraphql();
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

test('runs a query in a browser and stores neither the token nor the query', { skip }, async t => {
  const browser = await openPage();
  const { page, problems } = browser;
  t.teardown(() => browser.close());
  await page.goto(`${quayside.address}/${projectKey}/graphiql`);
  await page.fill('#token', token);
  await page.press('#token', 'Tab');
  await page.waitForSelector('.graphiql-query-editor .CodeMirror');
  await page.click('.graphiql-execute-button');
  await page.locator('.result-window').filter({ hasText: 'LineItemState' }).waitFor();
  await page.click('.graphiql-query-editor .CodeMirror');
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(
    'mutation { customerChangeMyPassword(version: 1, currentPassword: "typed-horse-1", newPassword: "typed-horse-2") { id } }',
  );
  // Proves an absence: GraphiQL would store the typed text after half a second.
  await page.waitForTimeout(700);
  await page.click('.graphiql-execute-button');
  await page.locator('.result-window').filter({ hasText: 'anonymous session' }).waitFor();
  await page.click('[aria-label="Show Documentation Explorer"]');
  await page.locator('.graphiql-doc-explorer').filter({ hasText: 'Mutation' }).waitFor();
  t.same(browser.origins(), [quayside.address], 'no request to another host');
  t.same(problems, []);
  t.same(
    await page.evaluate(
      secret =>
        JSON.stringify(Object.entries((globalThis as unknown as { localStorage: object }).localStorage)).includes(
          secret,
        ),
      token,
    ),
    false,
    'the token is not stored',
  );
  t.equal(
    await page.evaluate(() =>
      JSON.stringify(Object.entries((globalThis as unknown as { localStorage: object }).localStorage)),
    ),
    '[]',
    'the typed text is not stored',
  );
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
