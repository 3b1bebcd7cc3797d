import type { Page } from 'playwright-core';
import { createIn } from '../../support/createSample.js';
import { money, productDraft, productTypeDraft } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import type { Shop } from './startShop.js';
import type { Task } from './Task.js';

const colour = {
  name: 'colour',
  label: { en: 'Colour' },
  type: { name: 'enum', values: ['Blue', 'Red'].map(label => ({ key: label.toLowerCase(), label })) },
  isRequired: false,
  attributeConstraint: 'None',
};

/** A published chair in two colours, of which there are 5 and 0. */
const createChair = async (shop: Shop): Promise<string> => {
  const { id } = await createIn(shop, 'product-types', { ...productTypeDraft(), attributes: [colour] });
  const variant = (sku: string, key: string) => ({
    sku,
    prices: [{ value: money(2_500) }],
    attributes: [{ name: 'colour', value: key }],
  });
  const draft = productDraft(
    { id },
    {
      key: 'chair',
      name: { en: 'Chair' },
      masterVariant: variant('CHAIR-1', 'blue'),
      variants: [variant('CHAIR-2', 'red')],
      publish: true,
    },
  );
  for (const [sku, quantityOnStock] of [
    ['CHAIR-1', 5],
    ['CHAIR-2', 0],
  ] as const)
    await createIn(shop, 'inventory', { sku, quantityOnStock });
  return (await createIn(shop, 'products', draft)).id;
};

/** The list is open already, and has no products yet. */
const openList = async (page: Page, shop: Shop): Promise<string> => {
  const id = await createChair(shop);
  await page.reload();
  await page.evaluate(`window.presses = 0; addEventListener('pointerdown', () => { window.presses++ }, true)`);
  await page.getByText('1 of 2 out').waitFor();
  return id;
};

const press = async (page: Page, ...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

const saveAs = async (page: Page, button: string): Promise<void> => {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};

export const productTasks: readonly Task[] = [
  {
    name: 'change-a-price',
    role: 'merchandiser',
    path: 'products',
    clicks: 2,
    run: async ({ t, page, shop }) => {
      const id = await openList(page, shop);
      await page.getByRole('button', { name: '€25.00' }).click();
      await page.locator('td:focus').waitFor();
      await page.keyboard.type('24.5');
      await press(page, 'Enter');
      await saveAs(page, 'Save and publish');
      await page.getByRole('button', { name: '€24.50' }).waitFor();
      matchWhole(t, await shop.read(`products/${id}`), {
        masterData: { current: { masterVariant: { prices: [{ value: { centAmount: 2_450 } }] } } },
      });
    },
  },
  {
    name: 'change-the-stock',
    role: 'merchandiser',
    path: 'products',
    clicks: 2,
    run: async ({ t, page, shop }) => {
      await openList(page, shop);
      await page.getByRole('button', { name: '1 of 2 out' }).click();
      await page.locator('td:focus').waitFor();
      await press(page, 'ArrowDown', '1', '2', 'Enter');
      await saveAs(page, 'Save');
      await page.getByRole('button', { name: '17', exact: true }).waitFor();
      matchWhole(t, await shop.read('inventory?sort=sku%20asc'), {
        results: [{ quantityOnStock: 5 }, { quantityOnStock: 12 }],
      });
    },
  },
  {
    name: 'withdraw-a-product',
    role: 'merchandiser',
    path: 'products',
    clicks: 2,
    run: async ({ t, page, shop }) => {
      const id = await openList(page, shop);
      await page.getByRole('button', { name: 'Published', exact: true }).last().click();
      await page.getByText('Customers neither find nor see it any more.').waitFor();
      await saveAs(page, 'Withdraw');
      await page.getByText('Not published').waitFor();
      matchWhole(t, await shop.read(`products/${id}`), { masterData: { published: false } });
    },
  },
  {
    name: 'add-a-variant',
    role: 'merchandiser',
    path: 'products',
    clicks: 5,
    run: async ({ t, page, shop }) => {
      const id = await openList(page, shop);
      await page.getByRole('link', { name: 'Chair' }).click();
      await page.getByRole('button', { name: 'Add a variant' }).click();
      await page.locator('[data-place="2,0"]').click();
      for (const text of ['CHAIR-3', '27', '8', 'r']) {
        await page.keyboard.type(text);
        await press(page, 'Tab');
      }
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Everything is saved.').waitFor();
      matchWhole(t, await shop.read(`products/${id}`), {
        masterData: {
          staged: {
            variants: [
              { sku: 'CHAIR-2' },
              {
                sku: 'CHAIR-3',
                prices: [{ value: { centAmount: 2_700 } }],
                attributes: [{ name: 'colour', value: { key: 'red' } }],
              },
            ],
          },
        },
      });
      matchWhole(t, await shop.read('inventory?where=sku%3D%22CHAIR-3%22'), { results: [{ quantityOnStock: 8 }] });
    },
  },
  {
    name: 'create-a-product',
    role: 'merchandiser',
    path: 'products',
    clicks: 3,
    run: async ({ t, page, shop }) => {
      const { id } = await createIn(shop, 'product-types', {
        ...productTypeDraft(),
        attributes: [{ ...colour, isRequired: true }],
      });
      await page.getByRole('link', { name: 'Create', exact: true }).click();
      await page.getByLabel(/^Name/).fill('Wärmflasche Größe 2');
      t.equal(await page.getByLabel('URL name').inputValue(), 'waermflasche-groesse-2');
      await page.getByLabel('SKU').fill('BOTTLE-2');
      await page.getByLabel('Price in EUR').fill('12.5');
      await page.getByRole('textbox', { name: 'Colour' }).focus();
      for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('grid').getByText('12.50').waitFor();
      matchWhole(t, await shop.read('products/key=waermflasche-groesse-2'), {
        productType: { id },
        masterData: {
          published: false,
          staged: {
            slug: { en: 'waermflasche-groesse-2' },
            masterVariant: {
              sku: 'BOTTLE-2',
              prices: [{ value: { centAmount: 1_250 } }],
              attributes: [{ name: 'colour', value: { key: 'red' } }],
            },
          },
        },
      });
    },
  },
  {
    name: 'find-what-products-lack',
    role: 'merchandiser',
    path: 'products',
    run: async ({ page, shop }) => {
      await openList(page, shop);
      const productType = (await shop.read('product-types')) as { results: readonly { id: string }[] };
      const images = [{ url: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=', dimensions: { w: 1, h: 1 } }];
      const name = { en: 'Shown' };
      const draft = { name, description: name, masterVariant: { images, prices: [] } };
      await createIn(shop, 'products', productDraft({ id: productType.results[0]?.id ?? '' }, draft));
      const choose = async (chip: string, value: string, found: string): Promise<void> => {
        await page.getByRole('button', { name: chip, exact: true }).click();
        await page.getByRole('radio', { name: value, exact: true }).check();
        await page.getByRole('link', { name: found }).waitFor();
        await page.getByText('1 result').waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: `Remove: ${chip}` }).click();
        await page.getByText('2 results').waitFor();
      };
      await choose('Pictures', 'no', 'Chair');
      await choose('Prices', 'no', 'Shown');
      await choose('Without text in', 'English', 'Chair');
    },
  },
  {
    name: 'find-a-product',
    role: 'merchandiser',
    path: 'products',
    clicks: 2,
    run: async ({ page, shop }) => {
      await openList(page, shop);
      await page.getByLabel('Search: Products').click();
      await page.keyboard.type('chair-2');
      await page.getByText('1 result').waitFor();
      await page.getByRole('link', { name: 'Chair' }).click();
      await page.getByRole('grid').getByText('CHAIR-2').waitFor();
    },
  },
];
