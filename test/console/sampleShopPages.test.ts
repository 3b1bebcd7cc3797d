/** What the pages show of the sample shop is changed there and changed back: computed members are not sent back. */
import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { createSampleShop } from '../../src/server/sampleShop.js';
import { startSharedConsole } from '../support/accounts.js';
import { longForm } from '../support/browser.js';
import { openConsolePage } from '../support/consolePages.js';
import { createProjectApi, type Resource } from '../support/resourceApi.js';
import { test } from '../support/tap.js';

const quayside = await startSharedConsole({ 'mia@example.com': 'merchandiser', 'sam@example.com': 'support' });
const credentials = await quayside.project();
const { projectKey, http } = await createProjectApi(quayside, credentials);
if (longForm.skip === false)
  await createSampleShop(quayside.services, { projectKey, seed: 1, untilMs: Date.now(), orders: 5 });

const readAll = async (path: string): Promise<Resource[]> => {
  const { json } = await http.send('GET', `/${projectKey}/${path}?limit=500&sort=id%20asc`);
  return (json as { results: Resource[] }).results;
};

const changing = new Set(['version', 'lastModifiedAt', 'lastModifiedBy', 'createdBy', 'lastMessageSequenceNumber']);

/** A resource as a client gave it: without what each change changes. */
const comparable = (resource: Resource): unknown =>
  JSON.parse(JSON.stringify(resource, (name, value: unknown) => (changing.has(name) ? undefined : value)));

const exportOf = async (page: Page): Promise<string> => {
  await page.getByRole('button', { name: 'Export' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV for import' }).click(),
  ]);
  return text(await file.createReadStream());
};

const importText = async (page: Page, csv: string): Promise<void> => {
  const file = { name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: /^Import \d+ products$/ }).click({ timeout: 120_000 });
  await page.getByText(/(\d+) of \1 are done, 0 failed\.$/).waitFor({ timeout: 300_000 });
};

test('changes each price of the sample shop by a file, and changes it back', longForm, async t => {
  const before = await readAll('products');
  const standaloneBefore = await readAll('standalone-prices');
  t.match(JSON.stringify(before), '"discounted":', 'a product discount is running');
  const { page, unexpected } = await openConsolePage(t, quayside, 'mia@example.com', `/${projectKey}/products`);
  const exported = await exportOf(page);
  await page.getByRole('link', { name: 'Import' }).click();
  const raised = exported.replace(
    /(?<=,)(\d+)\.(\d\d)(?=,)/g,
    (_, whole: string, cents: string) => `${Number(whole) + 1}.${cents}`,
  );
  await importText(page, raised);
  const changed = await readAll('products');
  t.same(
    changed.filter(({ version }, at) => version > before[at]!.version).map(({ id }) => id),
    before.filter(({ priceMode }) => priceMode !== 'Standalone').map(({ id }) => id),
  );
  t.notSame((await readAll('standalone-prices')).map(comparable), standaloneBefore.map(comparable));
  await page.reload();
  await importText(page, exported);
  t.same((await readAll('products')).map(comparable), before.map(comparable));
  t.same((await readAll('standalone-prices')).map(comparable), standaloneBefore.map(comparable));
  t.same(unexpected(), []);
});

/** One resource of each form: of those with the same members, also of what is in them, the first. */
const oneOfEachForm = (resources: readonly Resource[]): Resource[] => {
  const formOf = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return typeof value;
    return Array.isArray(value)
      ? value.map(formOf)
      : Object.fromEntries(Object.entries(value).map(([name, member]) => [name, formOf(member)]));
  };
  const ofForm = new Map<string, Resource>();
  for (const resource of resources.toReversed()) ofForm.set(JSON.stringify(formOf(comparable(resource))), resource);
  return [...ofForm.values()];
};

/** Types another text into a field of a dialog, saves it, and does the same with the text before. */
const changeAndBack = async (page: Page, open: () => Promise<void>, label: string): Promise<void> => {
  const dialog = page.getByRole('dialog');
  const field = dialog.getByLabel(label, { exact: true });
  let before: string | undefined;
  for (const round of ['change', 'back']) {
    await open();
    before ??= await field.inputValue();
    await field.fill(round === 'change' ? `${before} x` : before);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
  }
};

test('changes name and addresses of a customer of each form, and changes them back', longForm, async t => {
  const customers = oneOfEachForm(await readAll('customers'));
  const { page, unexpected } = await openConsolePage(t, quayside, 'sam@example.com', `/${projectKey}/customers`);
  for (const customer of customers) {
    await page.goto(`${quayside.address}/console/${projectKey}/customers/${customer.id}`);
    await changeAndBack(page, () => page.getByRole('button', { name: 'Change name or email' }).click(), 'Last name');
    const addresses = page
      .getByRole('region', { name: 'Addresses' })
      .getByRole('button', { name: 'Change', exact: true });
    for (let at = 0; at < (customer.addresses as readonly unknown[]).length; at++) {
      const open = async (): Promise<void> => {
        await addresses.nth(at).click();
        await page.getByRole('menuitem', { name: 'Change the address' }).click();
      };
      await changeAndBack(page, open, 'City');
    }
    const { json } = await http.send('GET', `/${projectKey}/customers/${customer.id}`);
    t.same(comparable(json as Resource), comparable(customer));
  }
  t.ok(customers.length > 1);
  t.same(unexpected(), []);
});

test('switches each discount of the sample shop off and on again', longForm, async t => {
  const { page, unexpected } = await openConsolePage(t, quayside, 'mia@example.com', `/${projectKey}/products`);
  for (const path of ['cart-discounts', 'product-discounts']) {
    const discounts = await readAll(path);
    t.not(discounts.length, 0);
    for (const { id, isActive } of discounts) {
      await page.goto(`${quayside.address}/console/${projectKey}/${path}/${id}`);
      for (const state of [isActive !== true, isActive === true]) {
        await page.getByLabel('Switched on').setChecked(state);
        const [answer] = await Promise.all([
          page.waitForResponse(response => response.request().method() === 'POST' && response.url().includes(id)),
          page.getByRole('button', { name: 'Save', exact: true }).click(),
        ]);
        t.equal(answer.status(), 200, await answer.text());
      }
    }
    t.same((await readAll(path)).map(comparable), discounts.map(comparable));
  }
  t.same(unexpected(), []);
});
