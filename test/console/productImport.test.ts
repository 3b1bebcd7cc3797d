/** Products go into a file and come back: what will change is shown first, and what happened afterwards. */
import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { test } from '../support/tap.js';
import { createProjectApi } from '../support/resourceApi.js';
import { startSharedConsole } from '../support/accounts.js';
import { longForm, skip } from '../support/browser.js';
import { openConsolePage, violationsOf } from '../support/consolePages.js';
import { createIn } from '../support/createSample.js';
import { money, newKey, productDraft, productTypeDraft } from '../support/drafts.js';
import { matchWhole } from '../support/matchWhole.js';

const quayside = await startSharedConsole({ 'mia@example.com': 'merchandiser' });
const project = await createProjectApi(quayside, await quayside.project());
const { http, projectKey } = project;
const read = async (path: string) => (await http.send('GET', `/${projectKey}/${path}`)).json as object;

const size = {
  name: 'size',
  label: { en: 'Size' },
  type: { name: 'number' },
  isRequired: false,
  attributeConstraint: 'None',
};
const ltext = { type: { name: 'ltext' }, isRequired: false, attributeConstraint: 'None' };
const attributes = [
  size,
  { ...ltext, name: 'care', label: { en: 'Care' } },
  { ...size, name: 'season', label: { en: 'Season' }, type: { name: 'text' }, level: 'Product' },
  { ...ltext, name: 'story', label: { en: 'Story' }, level: 'Product' },
];
const { id } = await createIn(project, 'product-types', { ...productTypeDraft(), key: 'boots', attributes });
await createIn(project, 'categories', { key: 'shoes', name: { en: 'Shoes' }, slug: { en: 'shoes' } });
const group = await createIn(project, 'customer-groups', { groupName: 'Trade', key: 'trade' });
const product = await createIn(
  project,
  'products',
  productDraft(
    { id },
    {
      key: 'boot',
      name: { en: 'Boot', de: '=Stiefel' },
      masterVariant: {
        sku: 'boot-40',
        prices: [
          { value: money(9_900) },
          { value: money(8_000), customerGroup: { typeId: 'customer-group', id: group.id } },
        ],
        attributes: [{ name: 'size', value: 40 }],
      },
      publish: true,
    },
  ),
);
await createIn(project, 'inventory', { sku: 'boot-40', quantityOnStock: 4 });

const exportOf = async (page: Page): Promise<string> => {
  await page.getByRole('button', { name: 'Export' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV for import' }).click(),
  ]);
  return (await text(await file.createReadStream())).replace('\ufeff', '');
};

const choose = (page: Page, csv: string, encoding: BufferEncoding = 'utf8') =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name: 'boots.csv', mimeType: 'text/csv', buffer: Buffer.from(csv, encoding) });

test('exports products and imports them with a preview, errors of lines and a report', { skip }, async t => {
  const { page, unexpected } = await openConsolePage(t, quayside, 'mia@example.com', `/${projectKey}/products`);
  const exported = await exportOf(page);
  t.same(exported.split('\r\n').slice(0, 2), [
    'productKey,productType,categories,published,attributes.season,name.en,name.de,slug.en,sku,variantKey,attributes.size,prices.EUR,"prices.EUR ' +
      'group=trade",stock',
    `boot,boots,,true,,Boot,"'=Stiefel",${/(boot[^,]*|[^,]+),boot-40/.exec(exported)?.[1]},boot-40,,40,99.00,80.00,4`,
  ]);
  await page.getByRole('link', { name: 'Import' }).click();
  await choose(page, exported);
  await page.getByText('1 is as in the file').waitFor();
  t.ok(await page.getByRole('button', { name: 'Import 0 products' }).isDisabled());
  await choose(page, 'productKey;colour\nboot;red\n');
  await page.getByText('colour: no column of this project.').waitFor();
  const lines = [
    'productKey;productType;categories;published;name.en;slug.en;sku;attributes.size;prices.EUR;prices.EUR ' +
      'group=trade;stock',
    'boot;;shoes;;;;boot-40;40,5;89,9;;6',
    'boot;;;;;;boot-41;41;"1.099,00";70;',
    'shoe;boots;;true;Shoe;shoe;shoe-39;39;50;;1',
    'bad;boots;;;Bad;bad;bad-1;large;12.345;;some',
    'lost;hats;;;Lost;lost;lost-1;;;;',
  ];
  await choose(page, lines.join('\n'));
  await page.getByText('1 new product · 1 will change · 0 are as in the file · 2 have errors').waitFor();
  const preview = await page.getByRole('row').allInnerTexts();
  t.same(
    preview.slice(1, 7).map(row => row.split('\t').join('|').replaceAll('\n', '')),
    [
      '5|bad|attributes.size||large“large” is no number such as 1250.5.',
      '5|bad|prices.EUR||12.345EUR has 2 decimals.',
      '5|bad|stock||some“some” is no whole number.',
      '6|lost|productType||hatsThere is no product with this key, and for a new one: There is no product type “hats”.',
      '2|boot|categories||shoes',
      '2|boot|attributes.size|40|40,5',
    ],
  );
  t.same(await violationsOf(page), []);
  await page.getByRole('button', { name: 'Import 2 products' }).click();
  await page.getByText('4 of 4 are done, 0 failed.').waitFor();
  const [report] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the report' }).click(),
  ]);
  t.same((await text(await report.createReadStream())).split('\r\n').slice(1, 4), [
    '2,boot,change,',
    '4,shoe,create,',
    '5,bad,refused,"“large” is no number such as 1250.5. EUR has 2 decimals. “some” is no whole number."',
  ]);
  matchWhole(t, await read(`products/${product.id}`), {
    masterData: {
      hasStagedChanges: false,
      current: {
        categories: [{}],
        masterVariant: {
          prices: [{ value: { centAmount: 8_990 } }, { value: { centAmount: 8_000 } }],
          attributes: [{ name: 'size', value: 40.5 }],
        },
        variants: [{ sku: 'boot-41', prices: [{ value: { centAmount: 109_900 } }, { value: { centAmount: 7_000 } }] }],
      },
    },
  });
  matchWhole(t, await read('products/key=shoe'), {
    masterData: { published: true, current: { name: { en: 'Shoe' }, masterVariant: { sku: 'shoe-39' } } },
  });
  matchWhole(t, await read('inventory?sort=sku%20asc'), {
    results: [
      { sku: 'boot-40', quantityOnStock: 6 },
      { sku: 'shoe-39', quantityOnStock: 1 },
    ],
  });
  await choose(
    page,
    [
      'productKey;productType;name.en;slug.en;sku;attributes.season;attributes.story.en;attributes.care.en;attributes.care.de',
      // Characters of Windows, as older spreadsheets write them; a line without columns of variants adds none.
      'boot;;Bööt;;;autumn;Old;;',
      'boot;;;;boot-41;;;Wax;Wachsen',
      'clog;boots;Clog;clog;clog-38;summer;New;Wash;Waschen',
    ].join('\n'),
    'latin1',
  );
  await page.getByRole('button', { name: 'Import 2 products' }).click();
  await page.getByText('2 of 2 are done, 0 failed.').waitFor();
  matchWhole(t, await read(`products/${product.id}`), {
    masterData: {
      current: {
        name: { en: 'Bööt', de: '=Stiefel' },
        attributes: [
          { name: 'season', value: 'autumn' },
          { name: 'story', value: { en: 'Old' } },
        ],
        variants: [
          {
            attributes: [
              { name: 'size', value: 41 },
              { name: 'care', value: { en: 'Wax', de: 'Wachsen' } },
            ],
          },
        ],
      },
    },
  });
  matchWhole(t, await read('products/key=clog'), {
    masterData: {
      staged: {
        name: { en: 'Clog' },
        attributes: [
          { name: 'season', value: 'summer' },
          { name: 'story', value: { en: 'New' } },
        ],
        masterVariant: { sku: 'clog-38', attributes: [{ name: 'care', value: { en: 'Wash', de: 'Waschen' } }] },
      },
    },
  });
  t.same(unexpected(), []);
});

test('reads and writes references as keys or names, and finds products by their SKUs', longForm, async t => {
  const shop = await createProjectApi(quayside, await quayside.project());
  const type = (await createIn(shop, 'product-types', { ...productTypeDraft(), name: 'Tools', key: undefined })).id;
  const category = async (name: string) => {
    const draft = { name: { en: name }, slug: { en: newKey('slug') } };
    return { typeId: 'category', id: (await createIn(shop, 'categories', draft)).id } as const;
  };
  const [saws, sale, otherSale] = [await category('Saws'), await category('Sale'), await category('Sale')];
  const trade = await createIn(shop, 'customer-groups', { groupName: 'Trade partners' });
  const north = await createIn(shop, 'channels', { key: newKey('north'), name: { en: 'North' } });
  const taxes = async (name: string) => (await createIn(shop, 'tax-categories', { name, rates: [] })).id;
  const [standard, reduced] = [await taxes('Standard'), await taxes('Reduced')];
  const draft = {
    key: 'saw',
    taxCategory: { typeId: 'tax-category', id: standard } as const,
    categories: [saws, sale],
    masterVariant: {
      sku: 'saw-1',
      prices: [{ value: money(900), customerGroup: { typeId: 'customer-group', id: trade.id } as const }],
    },
  };
  await createIn(shop, 'products', productDraft({ id: type }, draft));
  const supplyChannel = { typeId: 'channel', id: north.id };
  await createIn(shop, 'inventory', { sku: 'saw-1', quantityOnStock: 4, supplyChannel });
  const { page, unexpected } = await openConsolePage(t, quayside, 'mia@example.com', `/${shop.projectKey}/products`);
  await page.getByText('1 result').waitFor();
  const exported = await exportOf(page);
  const [names = '', line = ''] = exported.split('\r\n');
  t.match(
    names,
    /^productKey,productType,categories,taxCategory,published,.*"prices.EUR group=""Trade partners""",stock/,
  );
  // Two categories have the same name, so that the file needs the id of one.
  t.ok(
    [`saw,Tools,"${sale.id}; Saws",Standard,`, `saw,Tools,"Saws; ${sale.id}",Standard,`].some(each =>
      line.startsWith(each),
    ),
  );
  await page.getByRole('link', { name: 'Import' }).click();
  await choose(page, exported);
  await page.getByText('1 is as in the file').waitFor();
  await choose(page, `sku;prices.EUR group=unknown;stock.South\nsaw-1;1;1\n`);
  await page.getByText('prices.EUR group=unknown: There is no customer group “unknown”.').waitFor();
  await page.getByText('stock.South: There is no channel “South”.').waitFor();
  const lines = [
    `sku;categories;taxCategory;productType;prices.EUR group=${trade.id};stock.north`,
    'saw-1;saws;reduced;;8,50;7',
    'saw-9;;;;1;',
  ];
  await choose(page, [...lines.slice(0, 1), 'saw-1;Sale; Luxury;Hats;1;1'].join('\n'));
  await page.getByText('1 has errors and is left out').waitFor();
  const errors = await page.locator('tbody p').allInnerTexts();
  t.same(errors, [
    'There is no product type “Hats”.',
    'Several are called “Sale”: write the key or the id.',
    'There is no tax category “Luxury”.',
  ]);
  await choose(page, lines.join('\n'));
  await page.getByText('1 will change').waitFor();
  await page.getByText('The line has no productKey, and no product has its SKU.').waitFor();
  await page.getByRole('button', { name: 'Import 1 product' }).click();
  await page.getByText('2 of 2 are done, 0 failed.').waitFor();
  const readShop = async (path: string) => (await shop.http.send('GET', `/${shop.projectKey}/${path}`)).json as object;
  matchWhole(t, await readShop('products/key=saw'), {
    taxCategory: { id: reduced },
    masterData: { staged: { categories: [saws], masterVariant: { prices: [{ value: { centAmount: 850 } }] } } },
  });
  matchWhole(t, await readShop('inventory'), { results: [{ quantityOnStock: 7, supplyChannel }] });
  t.not(otherSale.id, sale.id);
  t.same(unexpected(), []);
});
