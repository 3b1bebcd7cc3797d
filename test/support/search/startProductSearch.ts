/** Starts a project with product search, and sends searches over HTTP. */
import { storeMany } from '../graphql.js';
import { errorOf, type WireError } from '../refusal.js';
import { changeProject, startResourceApi } from '../resourceApi.js';
import { searchOf } from '../search.js';

export interface ProductAnswer {
  readonly total: number;
  readonly offset: number;
  readonly limit: number;
  readonly facets: readonly Readonly<Record<string, unknown>>[];
  readonly results: readonly {
    readonly id: string;
    readonly matchingVariants?: { readonly allMatched: boolean; readonly matchedVariants: readonly { id: number }[] };
    readonly productProjection?: Readonly<Record<string, unknown>>;
  }[];
}

/** Attributes of each type, those of sets included. */
const attributes = [
  ['color', { name: 'text' }],
  ['label', { name: 'ltext' }],
  ['weight', { name: 'number' }],
  ['fragile', { name: 'boolean' }],
  ['born', { name: 'date' }],
  ['cost', { name: 'money' }],
  ['tags', { name: 'set', elementType: { name: 'text' } }],
  ['size', { name: 'enum', values: ['s', 'm', 'l'].map(key => ({ key, label: `Size ${key}` })) }],
  [
    'grade',
    { name: 'lenum', values: ['a', 'b'].map(key => ({ key, label: { en: `Grade ${key}`, de: `Güte ${key}` } })) },
  ],
] as const;

export const startProductSearch = async () => {
  const api = await startResourceApi('products');
  const { quayside, credentials, http, base, createIn } = api;
  const ofProject = searchOf(quayside, credentials, 'product');
  await changeProject(quayside, credentials, { action: 'changeLanguages', languages: ['en', 'de'] });
  const productType = await createIn('product-types', {
    name: 'searched',
    description: 'attributes of each type',
    attributes: [
      ...attributes.map(([name, type]) => ({ name, type, label: { en: name }, isRequired: false })),
      { name: 'secret', type: { name: 'text' }, label: { en: 'secret' }, isRequired: false, isSearchable: false },
    ],
  });
  const send = (body: object) => http.send('POST', `${base}/products/search`, { body });
  const search = async (body: object): Promise<ProductAnswer> => {
    const { status, json, text } = await send(body);
    if (status !== 200) throw new Error(`${status} ${text.slice(0, 1_000)}`);
    return json as ProductAnswer;
  };
  return {
    ...api,
    ofProject,
    productType,
    send,
    search,
    /** Stores products directly, with the same current and staged data, and returns their ids. */
    stored: (products: readonly { readonly data: object; readonly members?: object }[]): Promise<string[]> =>
      storeMany(
        quayside,
        api.projectKey,
        'product',
        products.map(({ data, members }) => ({
          productType: { typeId: 'product-type', id: productType.id },
          masterData: { published: true, current: data, staged: data, hasStagedChanges: false },
          priceMode: 'Embedded',
          ...members,
        })),
      ),
    settled: ofProject.settled,
    activate: async (): Promise<void> => {
      const action = { action: 'changeProductSearchIndexingEnabled', enabled: true, mode: 'ProductsSearch' };
      await changeProject(quayside, credentials, action);
      await ofProject.settled();
    },
    found: async (query: object, rest: object = {}): Promise<string[]> =>
      (await search({ query, limit: 100, ...rest })).results.map(({ id }) => id),
    refusal: async (body: object): Promise<WireError> => errorOf(await send(body)),
  };
};
