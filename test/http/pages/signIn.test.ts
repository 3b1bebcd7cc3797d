import { test } from '../../support/tap.js';
import { longForm, openPage, skip } from '../../support/browser.js';
import { consoleOf, createAccount, password, startConsole } from '../../support/accounts.js';
import { violationsOf } from '../../support/consolePages.js';
import { matchWhole } from '../../support/matchWhole.js';
import { openSignedIn, readStores, unexpected } from '../../support/signIn.js';

const { quayside } = await startConsole();
const project = await quayside.project();
const other = await quayside.project();
const { projectKey } = project;
const email = 'ada@example.com';
await createAccount(quayside, { email, role: 'administrator' });
const address = `${quayside.address}/openapi`;

test('serves the files of all pages, and 304 for a current ETag', async t => {
  for (const [file, type] of [
    ['header.js', 'text/javascript; charset=utf-8'],
    ['page.css', 'text/css; charset=utf-8'],
  ] as const) {
    const { status, headers } = await quayside.http.send('GET', `/-/${file}`);
    t.equal(status, 200, file);
    matchWhole(t, headers, {
      'content-type': type,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': /^default-src 'none'; script-src 'self'; style-src 'self';/,
    });
    const again = await quayside.http.send('GET', `/-/${file}`, { headers: { 'if-none-match': headers.etag! } });
    matchWhole(t, [again.status, again.text], [304, '']);
  }
  for (const path of ['other.js', '..%2fpackage.json', '%2e%2e'])
    t.equal((await quayside.http.send('GET', `/-/${path}`)).status, 404, path);
});

test('leads to the sign-in of the console and back, and keeps the session away from scripts', { skip }, async t => {
  const browser = await openPage();
  const { page, problems } = browser;
  t.teardown(() => browser.close());
  await page.goto(`${address}#postZones`);
  const banner = page.getByRole('banner');
  await banner.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`${quayside.address}/console?next=%2Fopenapi%23postZones`);
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('form button[type=submit]').first().click();
  await page.waitForURL(`${address}#postZones`);
  await banner.getByText(email).waitFor();
  const choice = banner.getByLabel('Project');
  t.same(await choice.locator('option').allInnerTexts(), ['demo', projectKey, other.projectKey].sort());
  await choice.selectOption(other.projectKey);
  const links = () => banner.getByRole('link').evaluateAll(all => all.map(link => link.getAttribute('href')));
  t.same(await links(), [
    '#main',
    '/',
    `/console/${other.projectKey}/orders`,
    '/openapi',
    `/${other.projectKey}/graphiql`,
    `/console/${other.projectKey}/-/jobs`,
  ]);
  await page.locator(`input[placeholder=projectKey][value="${other.projectKey}"]`).first().waitFor();
  t.same(await readStores(page), { session: { 'quayside-project': other.projectKey }, local: [], cookie: '' });
  t.same(await violationsOf(page), []);
  await page.goto(`${quayside.address}/console`);
  await page.getByRole('link', { name: 'API reference' }).click();
  await page.waitForURL(address);
  await banner.getByRole('button', { name: 'Sign out' }).click();
  await banner.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.goto(`${quayside.address}/console`);
  await page.locator('input[name=email]').waitFor();
  t.same(browser.origins(), [quayside.address], 'no request to another host');
  t.same(unexpected(problems), []);
});

test('follows a choice of the project that is made while the form is drawn', longForm, async t => {
  const browser = await openPage();
  const { page } = browser;
  t.teardown(() => browser.close());
  await page.goto(`${quayside.address}/console?next=%2Fopenapi`);
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('form button[type=submit]').first().click();
  await page.waitForURL(address);
  await page.getByRole('banner').getByLabel('Project').waitFor();
  // Another project is chosen as soon as the viewer has begun to draw the form.
  await page.evaluate(`new MutationObserver((_, observer) => {
    if (document.querySelector('.viewer') === null) return;
    observer.disconnect();
    const choice = document.querySelector('select[aria-label=Project]');
    choice.value = '${other.projectKey}';
    choice.dispatchEvent(new Event('change'));
  }).observe(document.body, { childList: true, subtree: true })`);
  await page.evaluate("location.hash = 'postZones'");
  await page.locator(`input[placeholder=projectKey][value="${other.projectKey}"]`).first().waitFor();
});

test('leads to pages of this server only after a sign-in', longForm, async t => {
  const browser = await openPage();
  const { page } = browser;
  t.teardown(() => browser.close());
  await openSignedIn(page, address, project);
  for (const next of [
    'https://shop.example.com/',
    '//shop.example.com',
    'javascript:alert(1)',
    'http://[',
    '/console',
  ]) {
    await page.goto(`${quayside.address}/console?next=${encodeURIComponent(next)}`);
    await page.waitForURL(`${quayside.address}/console/${projectKey}/orders`);
  }
  t.same(browser.origins(), [quayside.address], 'no request to another host');
});

test('sends a request again with a new token where the server has revoked the old one', longForm, async t => {
  const browser = await openPage();
  const { page } = browser;
  t.teardown(() => browser.close());
  await openSignedIn(page, `${address}#getZones`, project);
  const sent: string[] = [];
  page.on('request', request => {
    if (new URL(request.url()).pathname.endsWith('/zones')) sent.push(request.headers().authorization!);
  });
  const zones = page.locator('#operations-Zone-getZones');
  const send = zones.getByRole('button', { name: 'Execute' });
  await send.click();
  await zones.locator('.live-responses-table').getByText('"limit": 20').waitFor();
  const form = new URLSearchParams({ token: sent[0]!.replace('Bearer ', '') });
  const basic = Buffer.from(`${project.clientId}:${project.clientSecret}`).toString('base64');
  const revoked = await quayside.http.send('POST', '/oauth/token/revoke', {
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  });
  t.equal(revoked.status, 200, revoked.text);
  await zones.getByPlaceholder('limit').fill('7');
  await send.click();
  await zones.locator('.live-responses-table').getByText('"limit": 7').waitFor();
  t.equal(sent.length, 3);
  t.same([sent[0] === sent[1], sent[1] === sent[2]], [true, false]);
});

test('says what a session may not do, and when it has ended', { skip }, async t => {
  const browser = await openPage();
  const { page } = browser;
  t.teardown(() => browser.close());
  await openSignedIn(page, `${address}#getZones`, project);
  const zones = page.locator('#operations-Zone-getZones');
  const response = zones.locator('.live-responses-table');
  const send = zones.getByRole('button', { name: 'Execute' });
  await zones.getByPlaceholder('projectKey').fill(other.projectKey);
  await send.click();
  await response.filter({ hasText: `The session has no access to the project '${other.projectKey}'` }).waitFor();
  // The session ends in another tab of the browser.
  await page.evaluate(() => fetch('/-/session', { method: 'DELETE' }));
  await send.click();
  await response.filter({ hasText: 'The session is missing or has ended; expected to be signed in.' }).waitFor();
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).waitFor();
});

test('the end of a session ends its tokens', async t => {
  const browser = await consoleOf(quayside)().signIn(email);
  const { json } = await browser.send('POST', '/-/session/tokens', { projectKey });
  const { access_token: token } = json as { readonly access_token: string };
  const read = () => quayside.http.as(token).send('GET', `/${projectKey}/jobs`);
  t.equal((await read()).status, 200);
  t.equal((await browser.send('DELETE', '/-/session')).status, 204);
  t.equal((await read()).status, 401);
});
