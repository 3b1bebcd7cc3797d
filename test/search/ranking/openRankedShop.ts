/** Opens a project with the products of the sample shop, and accessories whose descriptions name those products. */
import { readFileSync } from 'node:fs';
import { readContent } from '../../../examples/sample-shop/content.js';
import { createFoundation } from '../../../examples/sample-shop/foundation.js';
import { createProduct } from '../../../examples/sample-shop/products.js';
import { Shop } from '../../../examples/sample-shop/Shop.js';
import { packageFile } from '../../../src/base/config/packageFile.js';
import { changeProject, startResourceApi, withoutMessages } from '../../support/resourceApi.js';
import { searchOf } from '../../support/search.js';

/** A shop with so many products has each article in four series: `quayside seed --shop --orders 1720` creates them. */
const productsCount = 172;
const noOthers = { customers: 0, activeCarts: 0, quotes: 0, reviews: 0, shoppingLists: 0, orders: 0 };
const untilMs = Date.parse('2026-11-01T00:00:00.000Z');
/** What products refer to; searches by text read neither stock nor prices nor pictures. */
const created = ['states', 'product-types', 'tax-categories', 'categories', 'products'];
const withTextsOnly = (body: object): object =>
  JSON.parse(JSON.stringify(body, (name, value) => (['prices', 'images'].includes(name) ? undefined : value)));

/** Reads a table of this folder; each row has its cells by the names of the columns. */
export const readTable = (name: string): readonly Readonly<Record<string, string>>[] => {
  const [head = [], ...rows] = readFileSync(packageFile(`test/search/ranking/${name}`), 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => line.split('\t'));
  return rows.map(cells => Object.fromEntries(head.map((column, at) => [column, cells[at] ?? ''])));
};

const accessoryDraft = ({ key, sku, en, de, descriptionEn, descriptionDe }: Readonly<Record<string, string>>) => ({
  key,
  productType: { typeId: 'product-type', key: 'equipment' },
  name: { en, de },
  slug: { en: key, de: key },
  description: { en: descriptionEn, de: descriptionDe },
  masterVariant: { sku },
  publish: true,
});

export const openRankedShop = async () => {
  const api = await startResourceApi('products');
  const { quayside, credentials } = api;
  await changeProject(quayside, credentials, withoutMessages, {
    action: 'changeLanguages',
    languages: ['en', 'de'],
  });
  const post = async (path: string, body: object): Promise<never> => {
    if (!created.includes(path)) return { id: '', version: 1 } as never;
    const { status, json, text } = await api.http.send('POST', `${api.base}/${path}`, { body: withTextsOnly(body) });
    if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
    return json as never;
  };
  const content = readContent(packageFile('examples/sample-shop/content/'), untilMs);
  const project = { readProject: () => Promise.reject(new Error('not read')), post };
  const shop = new Shop({ api: project, content, seed: 1, untilMs }, { ...noOthers, products: productsCount });
  await createFoundation(shop);
  for (let number = 0; number < productsCount; number++) await createProduct(shop, number);
  // The accessories are the newest products, which come first where products are equally relevant.
  for (const row of readTable('accessories.tsv')) await api.create(accessoryDraft(row));
  const action = { action: 'changeProductSearchIndexingEnabled', enabled: true, mode: 'ProductsSearch' };
  await changeProject(quayside, credentials, action);
  await searchOf(quayside, credentials, 'product').settled();
  return { api, shop };
};
