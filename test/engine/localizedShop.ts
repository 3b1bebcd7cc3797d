/** Starts a project with categories and a product whose texts were written under tags in many spellings. */
import { attributeDraft, createType, fieldDefinition } from '../support/drafts.js';
import { startGraphql } from '../support/graphql.js';
import { changeProject, type Resource } from '../support/resourceApi.js';

export const startLocalizedShop = async () => {
  const api = await startGraphql();
  const { base, http, quayside, credentials, createIn, resourcesAt } = api;
  const changeLanguages = (...languages: readonly string[]) =>
    changeProject(quayside, credentials, { action: 'changeLanguages', languages });
  await changeLanguages('en', 'de-AT', 'fr');
  const type = await createType<Resource>(
    createIn,
    ['category'],
    [
      fieldDefinition('note', { name: 'LocalizedString' }),
      fieldDefinition('grade', {
        name: 'LocalizedEnum',
        values: [{ key: 'a', label: { EN: 'Good', 'de-at': 'Gut' } }],
      }),
    ],
  );
  const productType = await createIn('product-types', {
    name: 'localized',
    description: 'attributes in languages',
    attributes: [
      attributeDraft('label', { name: 'ltext' }),
      attributeDraft('grade', { name: 'lenum', values: [{ key: 'a', label: { EN: 'Good', 'de-at': 'Gut' } }] }),
    ],
  });
  const custom = (fields: object) => ({ type: { typeId: 'type', id: type.id }, fields });
  const categories = resourcesAt('categories');
  const [chairs, tables] = [
    await categories.create({
      name: { EN: 'Chairs', 'de-at': 'Sessel' },
      slug: { EN: 'chairs', 'de-at': 'sessel' },
      custom: custom({ note: { EN: 'b', 'DE-at': 'z' } }),
    }),
    await categories.create({ name: { en: 'Tables' }, slug: { en: 'tables' }, custom: custom({ note: { en: 'a' } }) }),
  ];
  const products = resourcesAt('products');
  const product = await products.create({
    productType: { typeId: 'product-type', id: productType.id },
    name: { EN: 'Chair', 'de-at': 'Sessel', fr: 'Chaise' },
    slug: { EN: 'chair', 'de-at': 'sessel' },
    searchKeywords: { EN: [{ text: 'seat' }] },
    masterVariant: {
      attributes: [
        { name: 'label', value: { EN: 'red', 'DE-at': 'rot' } },
        { name: 'grade', value: 'a' },
      ],
    },
    publish: true,
  });

  const get = async (path: string, query: Readonly<Record<string, string>>) => {
    const { status, json, text } = await http.send('GET', `${base}/${path}?${new URLSearchParams(query).toString()}`);
    if (status !== 200) throw new Error(`${path}: ${text}`);
    return json as { readonly results: readonly Record<string, unknown>[]; readonly total: number };
  };

  return { ...api, get, changeLanguages, custom, type, productType, chairs, tables, product };
};
