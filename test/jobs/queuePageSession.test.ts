import { test } from '../support/tap.js';
import { openPage, skip } from '../support/browser.js';
import { addClient } from '../support/oauth.js';
import { startQuayside } from '../support/quayside.js';
import { matchWhole } from '../support/matchWhole.js';
import { signIn, unexpected } from '../support/signIn.js';

const quayside = await startQuayside();
const project = await quayside.project();
const base = `/${project.projectKey}/jobs`;
const form = {
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams({ token: await quayside.token(project) }).toString(),
};

test('opens the board with the session of another page, under the same header', { skip }, async t => {
  const browser = await openPage();
  const { page, problems } = browser;
  t.teardown(() => browser.close());
  await page.goto(`${quayside.address}/openapi`);
  await signIn(page, project);
  await page.getByRole('link', { name: 'Jobs' }).click();
  await page.getByText('order-indexing').first().waitFor();
  const links = page.locator('site-header').getByRole('link');
  t.same(await links.allInnerTexts(), [
    'Skip to the content',
    'Quayside',
    'Console',
    'API reference',
    'GraphiQL',
    'Jobs',
  ]);
  await page.locator('site-header').getByRole('button', { name: 'Sign out' }).click();
  await page.locator('site-header').getByRole('button', { name: 'Sign in' }).waitFor();
  await page.reload();
  await page.waitForURL(`${quayside.address}/console?next=${encodeURIComponent(base)}`);
  t.same(unexpected(problems), []);
});

test('renews its cookie from the session', { skip }, async t => {
  const browser = await openPage();
  const { page } = browser;
  t.teardown(() => browser.close());
  await page.goto(`${quayside.address}/openapi`);
  await signIn(page, project);
  // The cookie holds a token that has ended.
  await page
    .context()
    .addCookies([
      { name: 'quayside-jobs', value: 'ended', path: base, domain: '127.0.0.1', httpOnly: true, sameSite: 'Strict' },
    ]);
  await page.goto(`${quayside.address}${base}`);
  await page.getByText('order-indexing').first().waitFor();
});

test('says why a session may not see the board', { skip }, async t => {
  const browser = await openPage();
  const { page } = browser;
  t.teardown(() => browser.close());
  await page.goto(`${quayside.address}/openapi`);
  await signIn(page, await addClient(quayside, project.projectKey, `view_orders:${project.projectKey}`));
  await page.goto(`${quayside.address}${base}`);
  await page.getByRole('status').filter({ hasText: 'Insufficient scope' }).waitFor();
  const other = await quayside.project();
  await page.goto(`${quayside.address}/${other.projectKey}/jobs`);
  await page.getByRole('status').filter({ hasText: 'Your session has no access to this project.' }).waitFor();
});

test('accepts the form of its own pages only', async t => {
  const from = (origin: string) => {
    const { headers, body } = form;
    return { headers: { ...headers, origin }, body };
  };
  const { host } = new URL(quayside.address);
  t.equal((await quayside.http.send('POST', base, from(quayside.address))).status, 303);
  matchWhole(t, await quayside.http.send('POST', base, from(`https://${host}`)), {
    status: 403,
    json: {
      statusCode: 403,
      errors: [
        {
          code: 'OriginNotAllowed',
          message: `Pages of the origin 'https://${host}' may not call this server: this server is reached without TLS; where a proxy terminates TLS, set BEHIND_TLS_PROXY=true.`,
        },
      ],
    },
  });
  for (const origin of ['https://shop.example.com', 'http://localhost:1', 'null', `http://${host}.example.com`, '//']) {
    const refused = await quayside.http.send('POST', base, from(origin));
    t.equal(refused.headers['set-cookie'], undefined, origin);
    matchWhole(t, refused, {
      status: 403,
      json: {
        statusCode: 403,
        errors: [
          {
            code: 'OriginNotAllowed',
            message: `Pages of the origin '${origin}' may not call this server: this form is sent by pages of the server itself only.`,
          },
        ],
      },
    });
  }
});

test('accepts the form of a public host name where a proxy changes Host', async t => {
  const behind = await startQuayside({ API_HOSTS: `127.0.0.1,api.example.com`, BEHIND_TLS_PROXY: 'true' });
  const { headers, body } = form;
  for (const [origin, status] of [
    ['https://api.example.com', 303],
    ['http://api.example.com', 403],
  ] as const)
    t.equal((await behind.http.send('POST', base, { headers: { ...headers, origin }, body })).status, status, origin);
  await behind.stop();
});
