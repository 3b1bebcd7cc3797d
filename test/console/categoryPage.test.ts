/** The tree of categories, and the categories of a product by their names. */
import { test } from '../support/tap.js';
import { startSharedConsole } from '../support/accounts.js';
import { longForm, skip } from '../support/browser.js';
import { openConsolePage, violationsOf } from '../support/consolePages.js';
import { createIn } from '../support/createSample.js';
import { categoryDraft, newKey, productDraft, productTypeDraft } from '../support/drafts.js';
import { createProjectApi } from '../support/resourceApi.js';

const quayside = await startSharedConsole({ 'kai@example.com': 'merchandiser' });
const project = await createProjectApi(quayside, await quayside.project());
const { projectKey } = project;

const createCategory = (en: string, de: string, orderHint: string, parent?: { readonly id: string }) =>
  createIn(
    project,
    'categories',
    categoryDraft({
      key: newKey('category'),
      name: { en, de },
      orderHint,
      ...(parent && { parent: { typeId: 'category', id: parent.id } }),
    }),
  );
const shoes = await createCategory('Shoes', 'Schuhe', '0.2');
const boots = await createCategory('Boots', 'Stiefel', '0.2', shoes);
await createCategory('Sandals', 'Sandalen', '0.1', shoes);
await createCategory('Coats', 'Mäntel', '0.1');
const productType = await createIn(project, 'product-types', productTypeDraft());
const product = await createIn(
  project,
  'products',
  productDraft({ id: productType.id }, { categories: [{ typeId: 'category', id: boots.id }] }),
);

test('shows the tree in the order of the hints, in both languages, and leads to a category', { skip }, async t => {
  const path = `/${projectKey}/categories`;
  const { page, unexpected } = await openConsolePage(t, quayside, 'kai@example.com', path);
  await page.getByRole('link', { name: 'Tree', exact: true }).click();
  const main = page.getByRole('main');
  const items = main.getByRole('listitem');
  await items.getByRole('link', { name: 'Boots' }).waitFor();
  t.strictSame(await items.getByRole('link').allInnerTexts(), ['Coats', 'Shoes', 'Sandals', 'Boots']);
  t.strictSame(await items.getByRole('listitem').getByRole('link').allInnerTexts(), ['Sandals', 'Boots']);
  t.same(await violationsOf(page), []);
  await page.evaluate("localStorage.setItem('quayside-language', 'de')");
  await page.reload();
  await items.getByRole('link', { name: 'Stiefel' }).waitFor();
  t.strictSame(await items.getByRole('link').allInnerTexts(), ['Mäntel', 'Schuhe', 'Sandalen', 'Stiefel']);
  t.same(await violationsOf(page), []);
  await items.getByRole('link', { name: 'Stiefel' }).click();
  await page.waitForURL(`**/categories/${boots.id}`);
  t.same(unexpected(), []);
});

test('shows the categories of a product by their names', longForm, async t => {
  const path = `/${projectKey}/products/${product.id}`;
  const { page, unexpected } = await openConsolePage(t, quayside, 'kai@example.com', path);
  const section = page.getByRole('region', { name: 'Categories' });
  await section.getByRole('link', { name: 'Shoes › Boots' }).waitFor();
  t.same(await violationsOf(page), []);
  await section.getByRole('link').click();
  await page.waitForURL(`**/categories/${boots.id}`);
  t.same(unexpected(), []);
});
