import { test } from 'tap';
import { describeApi } from '../../src/openapi/describeApi.js';
import { openPage, skip } from '../support/browser.js';
import { startQuayside } from '../support/quayside.js';
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
  t.match(policy, /default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline';/);
  t.notMatch(policy, /https?:|\*|unsafe-eval/);
  t.notMatch(page.text, /https?:|<script(?! src=)|@digest@/);
  const parts = [...page.text.matchAll(/(?:src|href)="(openapi\/[^"]+)"/g)].map(([, path]) => path!);
  t.equal(parts.length, 4);
  for (const part of parts) {
    const { status, headers } = await http.send('GET', `/${part}`);
    t.equal(status, 200, part);
    matchWhole(t, headers, {
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': part.includes('.css?') ? /^text\/css/ : /^text\/javascript/,
    });
  }
  for (const path of ['other.js', '..%2fpackage.json', '%2e%2e'])
    t.equal((await http.send('GET', `/openapi/${path}`)).status, 404, path);
});

test('shows the operations and runs one in a browser', { skip }, async t => {
  const { projectKey, clientId, clientSecret } = await quayside.project();
  const browser = await openPage();
  const { page, problems } = browser;
  t.teardown(() => browser.close());
  await page.goto(`${quayside.address}/openapi`);
  await page.locator('.opblock-tag', { hasText: 'Order' }).first().waitFor();
  await page.click('button.authorize');
  const clientCredentials = page.locator('.auth-container', { hasText: 'clientCredentials' });
  await clientCredentials.locator('[id^=client_id]').fill(clientId);
  await clientCredentials.locator('[id^=client_secret]').fill(clientSecret);
  await clientCredentials.locator('button.authorize').click();
  await clientCredentials.locator('button', { hasText: 'Logout' }).waitFor();
  await page.locator('.btn-done').first().click();
  await page.locator('.opblock-tag', { hasText: 'Zone' }).first().click();
  await page.locator('#operations-Zone-getZones .opblock-summary-control').click();
  await page.locator('#operations-Zone-getZones .try-out__btn').click();
  await page.locator('#operations-Zone-getZones tr[data-param-name=projectKey] input').fill(projectKey);
  await page.locator('#operations-Zone-getZones button.execute').click();
  await page
    .locator('#operations-Zone-getZones .live-responses-table .response-col_status', { hasText: '200' })
    .waitFor();
  t.match(await page.locator('#operations-Zone-getZones .live-responses-table').innerText(), /"results": \[\]/);
  t.same(browser.origins(), [quayside.address], 'no request to another host');
  t.same(problems, []);
  t.equal(
    await page.evaluate(() =>
      JSON.stringify(Object.entries((globalThis as unknown as { localStorage: object }).localStorage)),
    ),
    '[]',
    'the token is not stored',
  );
});
