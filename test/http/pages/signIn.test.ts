import type { Page } from 'playwright-core';
import { test } from 'tap';
import { openPage, skip } from '../../support/browser.js';
import { addClient, addCustomer } from '../../support/oauth.js';
import { startQuayside } from '../../support/quayside.js';
import { fillSignIn, readStores, signIn } from '../../support/signIn.js';
import { matchWhole } from '../../support/matchWhole.js';

const quayside = await startQuayside();
const project = await quayside.project();
const { projectKey } = project;
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

test('signs a client in and out, and stores the token in sessionStorage only', { skip }, async t => {
  const browser = await openPage();
  const { page, problems } = browser;
  t.teardown(() => browser.close());
  const urls: string[] = [];
  page.on('request', request => urls.push(request.url()));
  await page.goto(address);
  await signIn(page, project);
  const { session, local, cookie } = await readStores(page);
  matchWhole(t, session, { projectKey, account: project.clientId, token: /^[A-Za-z0-9_-]{38}$/ });
  t.same([local, cookie], [[], '']);
  t.notMatch(JSON.stringify(session), project.clientSecret);
  t.same(
    urls.filter(url => url.includes(session.token as string) || url.includes(project.clientSecret)),
    [],
    'no URL contains a secret',
  );
  await page.reload();
  const banner = page.getByRole('banner');
  await banner.getByText(projectKey).waitFor();
  t.same(await banner.getByRole('link').evaluateAll(links => links.map(link => link.getAttribute('href'))), [
    '#main',
    '/',
    '/openapi',
    `/${projectKey}/graphiql`,
    `/${projectKey}/jobs`,
  ]);
  await banner.getByRole('button', { name: 'Sign out' }).click();
  await banner.getByRole('button', { name: 'Sign in' }).waitFor();
  t.same((await readStores(page)).session, { typed: { kind: 'client', clientId: project.clientId } });
  t.same(browser.origins(), [quayside.address], 'no request to another host');
  t.same(problems, []);
});

test('shows the error of the server for a wrong secret', { skip }, async t => {
  const browser = await openPage();
  const { page } = browser;
  t.teardown(() => browser.close());
  await page.goto(address);
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
  await fillSignIn(page, { ...project, clientSecret: 'wrong secret: ü%' });
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  const alert = dialog.getByRole('alert').filter({ hasText: /./ });
  await alert.waitFor();
  t.equal(
    await alert.innerText(),
    'Please provide valid client credentials using HTTP Basic Authentication.',
    'the text of the server',
  );
  await fillSignIn(page, project);
  await page.getByRole('banner').getByText(projectKey).waitFor();
  t.equal(await dialog.count(), 0, 'the dialog is closed');
});

test('signs a customer in with the project of the client', { skip }, async t => {
  const { email, password } = await addCustomer(quayside, projectKey);
  const client = await addClient(quayside, projectKey, `manage_my_profile:${projectKey}`);
  const browser = await openPage();
  const { page, problems } = browser;
  t.teardown(() => browser.close());
  await page.goto(address);
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  await dialog.getByLabel('Customer').check();
  await dialog.getByLabel('Project key').fill(projectKey);
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password').fill(password);
  await fillSignIn(page, client);
  await page.getByRole('banner').getByText(email).waitFor();
  const { session } = await readStores(page);
  matchWhole(t, session, { projectKey, account: email });
  matchWhole(t, await quayside.http.as(session.token as string).send('GET', `/${projectKey}/me`), {
    status: 200,
    json: { email },
  });
  t.same(problems, []);
});

test('accepts an access token that the server knows', { skip }, async t => {
  const token = await quayside.token(await addClient(quayside, projectKey, `view_orders:${projectKey}`));
  const browser = await openPage();
  const { page } = browser;
  t.teardown(() => browser.close());
  await page.goto(address);
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  await dialog.getByRole('radio', { name: 'Access token' }).check();
  await dialog.getByLabel('Project key').fill(projectKey);
  const field = dialog.getByRole('textbox', { name: 'Access token' });
  await field.fill('tok€n');
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.getByRole('alert').filter({ hasText: 'This is no access token.' }).waitFor();
  await field.fill('unknown');
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.getByRole('alert').filter({ hasText: 'unknown, expired or revoked' }).waitFor();
  await field.fill(token);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('banner').getByText(projectKey).waitFor();
  matchWhole(t, (await readStores(page)).session, { token, projectKey });
  const { projectKey: other } = await quayside.project();
  await page.goto(`${quayside.address}/${other}/graphiql`);
  // The token of another project is refused, and the form opens.
  await dialog.getByRole('alert').filter({ hasText: 'another project' }).waitFor();
  t.equal(await dialog.getByLabel('Project key').inputValue(), other, 'the form has the project of the page');
});

test('forgets a token that has ended, and remembers who signed in', { skip }, async t => {
  const browser = await openPage();
  const { page } = browser;
  t.teardown(() => browser.close());
  await page.goto(address);
  await signIn(page, project);
  await page.evaluate(() => {
    const { sessionStorage } = globalThis as unknown as { sessionStorage: Record<string, string> };
    const session = JSON.parse(sessionStorage['quayside-session']!) as object;
    sessionStorage['quayside-session'] = JSON.stringify({ ...session, expiresAtMs: Date.now() - 1 });
  });
  await page.reload();
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
  t.equal(
    await page.getByRole('dialog', { name: 'Sign in' }).getByLabel('Client id').inputValue(),
    project.clientId,
    'the form has the id of the last sign-in',
  );
  t.equal((await readStores(page)).session.token, undefined);
});

/** Holds responses back until `release` is called. */
const holdResponses = async (page: Page, url: string): Promise<() => void> => {
  let release = (): void => undefined;
  const released = new Promise<void>(resolve => {
    release = resolve;
  });
  await page.route(url, async route => {
    const response = await route.fetch();
    await released;
    await route.fulfill({ response });
  });
  return release;
};

test('keeps no session, and shows no error, of a sign-in that was cancelled', { skip }, async t => {
  for (const clientSecret of [project.clientSecret, 'wrong']) {
    const browser = await openPage();
    const { page } = browser;
    t.teardown(() => browser.close());
    await page.goto(address);
    const release = await holdResponses(page, '**/oauth/token');
    const answered = page.waitForResponse('**/oauth/token');
    await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
    await fillSignIn(page, { ...project, clientSecret });
    const dialog = page.getByRole('dialog', { name: 'Sign in' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
    release();
    await (await answered).finished();
    // A later response was received after the page has handled this one.
    await page.evaluate(() => fetch('/healthz').then(response => response.text()));
    t.equal((await readStores(page)).session.token, undefined);
    t.equal(await dialog.locator('[role=alert]').textContent(), '');
    await page.unroute('**/oauth/token');
    await fillSignIn(page, project);
    await page.getByRole('banner').getByText(projectKey).waitFor();
  }
});

test('sends a request again with the session that another request has renewed', { skip }, async t => {
  const browser = await openPage();
  const { page } = browser;
  t.teardown(() => browser.close());
  await page.goto(address);
  await signIn(page, project);
  const release = await holdResponses(page, '**/states?limit=1');
  await page.evaluate(
    ({ key, origin }) => {
      const { sessionStorage } = globalThis as unknown as { sessionStorage: Record<string, string> };
      const session = JSON.parse(sessionStorage['quayside-session']!) as object;
      sessionStorage['quayside-session'] = JSON.stringify({ ...session, token: 'revoked' });
      const shared = globalThis as unknown as { statuses: Promise<number[]> };
      const send = async (path: string): Promise<number> => {
        const { fetchSignedIn } = (await import(`${origin}/-/signIn.js`)) as { fetchSignedIn: typeof fetch };
        return (await fetchSignedIn(path)).status;
      };
      shared.statuses = Promise.all([send(`/${key}/states?limit=1`), send(`/${key}/states?limit=2`)]);
    },
    { key: projectKey, origin: quayside.address },
  );
  await fillSignIn(page, project);
  await page.getByRole('banner').getByText(projectKey).waitFor();
  release();
  const statuses = page.evaluate(() => (globalThis as unknown as { statuses: Promise<number[]> }).statuses);
  const asked = page
    .getByRole('dialog', { name: 'Sign in' })
    .waitFor()
    .then(
      () => 'another sign-in',
      () => 'the page was closed',
    );
  t.same(await Promise.race([statuses, asked]), [200, 200]);
});
