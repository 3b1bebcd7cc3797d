/** What pages show while nothing is there yet, while they load, after a failure, and without a connection. */
import { startSharedConsole } from '../support/accounts.js';
import { longForm } from '../support/browser.js';
import { openConsolePage, violationsOf } from '../support/consolePages.js';
import { createIn } from '../support/createSample.js';
import { test } from '../support/tap.js';

const quayside = await startSharedConsole({ 'ana@example.com': 'administrator' });
const startProject = async () => {
  const credentials = await quayside.project();
  const http = quayside.http.as(await quayside.token(credentials));
  return { quayside, http, projectKey: credentials.projectKey };
};

const offlineText = 'There is no connection to the network.';
const unreachableText = 'The server cannot be reached.';

test('an empty list leads to the first entry, which stays typed without a connection', longForm, async t => {
  const { projectKey } = await startProject();
  const { page } = await openConsolePage(t, quayside, 'ana@example.com', `/${projectKey}/zones`);
  await page.getByText('There is nothing here yet.').waitFor();
  t.same(await violationsOf(page), []);
  await page.getByRole('link', { name: 'Add the first one' }).click();
  const name = page.getByLabel('Name');
  await name.fill('North');
  const create = page.getByRole('main').getByRole('button', { name: 'Create', exact: true });
  await page.context().setOffline(true);
  t.teardown(() => page.context().setOffline(false));
  await page.getByText(offlineText).waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await create.click();
  await page.getByText(unreachableText).waitFor();
  t.equal(await name.inputValue(), 'North');
  t.same(await violationsOf(page), []);
  await page.context().setOffline(false);
  await page.getByText(offlineText).waitFor({ state: 'hidden' });
  await create.click();
  await page.getByRole('heading', { name: 'North' }).waitFor();
  // The probe of the server is sent again within seconds.
  await page.getByText(unreachableText).waitFor({ state: 'hidden' });
  t.pass('the notice is gone');
});

for (const [status, text] of [
  [500, 'It failed.'],
  [403, 'It is refused.'],
] as const)
  test(`a list that is answered with ${status} says why, and is loaded again`, longForm, async t => {
    const project = await startProject();
    await createIn(project, 'zones', { name: 'North' });
    const { projectKey } = project;
    const { page } = await openConsolePage(t, quayside, 'ana@example.com', `/${projectKey}/carts`);
    const zones = `**/${projectKey}/zones?*`;
    await page.route(zones, async route => {
      // Long enough to see what stands in the place of the rows.
      await new Promise(done => setTimeout(done, 500));
      await route.fulfill({ status, json: { statusCode: status, message: text, errors: [] } });
    });
    await page.getByRole('link', { name: 'Zones' }).click();
    await page.locator('main .mantine-Skeleton-root').first().waitFor();
    await page.getByText(text).waitFor();
    t.same(await violationsOf(page), []);
    await page.unroute(zones);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'North' }).waitFor();
    t.equal(await page.getByText(text).count(), 0);
  });

test('a page whose code cannot be loaded leaves the navigation, and is loaded again', longForm, async t => {
  const { projectKey } = await startProject();
  const { page } = await openConsolePage(t, quayside, 'ana@example.com', `/${projectKey}/zones`);
  const code = '**/console/assets/JobsPage-*.js';
  await page.route(code, route => route.abort());
  await page.getByRole('link', { name: 'Jobs' }).click();
  await page.getByText('Something unexpected went wrong on this page.').waitFor();
  t.same(await violationsOf(page), []);
  await page.getByRole('link', { name: 'Zones' }).click();
  await page.getByRole('heading', { name: 'Zones' }).waitFor();
  await page.unroute(code);
  await page.getByRole('link', { name: 'Jobs' }).click();
  const retry = page.getByRole('button', { name: 'Try again' });
  const heading = page.getByRole('heading', { name: 'Jobs', level: 1 });
  await retry.or(heading).first().waitFor();
  if ((await retry.count()) > 0) await retry.click();
  await heading.waitFor();
  t.pass('the page is shown');
});
