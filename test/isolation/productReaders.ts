/** Ways to read products with the scopes of a token, and the published and staged data that each returns. */
import { createType, fieldDefinition, money, newKey, productDraft, productTypeDraft } from '../support/drafts.js';
import { createGraphqlClient, startGraphql } from '../support/graphql.js';
import { anonymousToken } from '../support/oauth.js';
import type { Resource } from '../support/resourceApi.js';

/** The data that a reader saw: the key of each product and the texts of its staged data. */
export interface Seen {
  readonly key: string;
  readonly masterData: {
    readonly hasStagedChanges: boolean;
    readonly staged: { readonly name: { readonly en: string } };
    readonly current: { readonly name: { readonly en: string } };
  };
}
export const look = ({ key, masterData: { hasStagedChanges, staged, current } }: Seen): string =>
  `${key}: ` +
  `${current.name.en}${hasStagedChanges ? ', staged' : ''}${staged.name.en === current.name.en ? '' : ` ${staged.name.en}`}`;

type Read = (
  path: string,
  method?: string,
  body?: object,
) => Promise<{ readonly status: number; readonly json: unknown }>;
type QueryGraphql = ReturnType<typeof createGraphqlClient>;
export type Reader = { readonly read: Read; readonly ask: QueryGraphql };

export const page = async ({ read }: Reader, parameters: Readonly<Record<string, string>>): Promise<unknown> => {
  const { status, json } = await read(`products?${new URLSearchParams(parameters).toString()}`);
  const { total, results } = json as { total?: number; results: Seen[] };
  return [status, total, ...results.map(look)];
};
export const where = (predicate: string) => (reader: Reader) => page(reader, { where: predicate, sort: 'key asc' });
export const sorted = (sort: string) => (reader: Reader) => page(reader, { sort });

const one =
  (path: string) =>
  async ({ read }: Reader) => {
    const { status, json } = await read(path);
    return status === 200 ? look(json as Seen) : status;
  };
/** The documents need no arguments for languages, because names are lists. */
export const fields = `key skus masterData { published hasStagedChanges
  current { nameAllLocales { locale value } } staged { nameAllLocales { locale value } } }`;
interface SeenByGraphql {
  readonly key: string;
  readonly skus: string[];
  readonly masterData: {
    readonly hasStagedChanges: boolean;
    readonly current: { readonly nameAllLocales: readonly { readonly value: string }[] };
    readonly staged: { readonly nameAllLocales: readonly { readonly value: string }[] };
  };
}
export const lookGraphql = (product: SeenByGraphql | null): string => {
  if (product === null) return 'null';
  const { key, skus, masterData } = product;
  const named = (data: SeenByGraphql['masterData']['current']) => ({ name: { en: data.nameAllLocales[0]!.value } });
  const { hasStagedChanges, current, staged } = masterData;
  return (
    `${look({ key, masterData: { hasStagedChanges, current: named(current), staged: named(staged) } })} ` +
    `(${skus.join(' ')})`
  );
};
export const graphqlOne =
  (argument: string) =>
  async ({ ask }: Reader) => {
    const { data, errors } = await ask(`{ product(${argument}) { ${fields} } }`);
    return errors?.map(({ message }) => message) ?? lookGraphql(data.product);
  };
export const graphqlPage =
  (args: string) =>
  async ({ ask }: Reader) => {
    const { data, errors } = await ask(`{ products${args} { total results { ${fields} } } }`);
    return errors?.map(({ message }) => message) ?? [data.products.total, ...data.products.results.map(lookGraphql)];
  };

/** Starts a project with a published product, one with staged changes and an unpublished one. */
export const startProductReaders = async () => {
  const { quayside, credentials, projectKey, base, createIn, resourcesAt } = await startGraphql();

  const productType = await createIn('product-types', productTypeDraft([], { key: newKey('type') }));
  const make = (key: string, changes: object = {}) =>
    createIn(
      'products',
      productDraft(
        { id: productType.id },
        {
          key,
          name: { en: `${key} name` },
          slug: { en: `${key}-slug` },
          masterVariant: { sku: `${key}-sku`, prices: [{ value: money(100) }] },
          publish: true,
          ...changes,
        },
      ),
    );

  const plain = await make('plain');
  const changed = await resourcesAt('products').update(
    await make('changed'),
    { action: 'changeName', name: { en: 'new name' } },
    { action: 'changeSlug', slug: { en: 'new-slug' } },
    { action: 'setPrices', variantId: 1, prices: [{ value: money(50) }] },
    { action: 'addVariant', sku: 'new-sku', key: 'new-variant' },
  );
  const hidden = await make('hidden', { publish: false });
  const products = { plain, changed, hidden };

  /** A discount that refers to each product; their references are expanded, over REST and GraphQL. */
  const giftOf = (product: Resource) =>
    createIn('cart-discounts', {
      name: { en: 'Gift' },
      cartPredicate: '1 = 1',
      sortOrder: `0.${String(Math.random()).slice(2, 12)}1`,
      value: { type: 'giftLineItem', product: { typeId: 'product', id: product.id }, variantId: 1 },
    });
  /** A type of carts whose field refers to products. */
  const cartType = await createType(
    createIn,
    ['order'],
    [fieldDefinition('products', { name: 'Set', elementType: { name: 'Reference', referenceTypeId: 'product' } })],
  );
  const gifts = await Promise.all(Object.values(products).map(giftOf));

  const readerWith = async (name: string): Promise<Reader> => {
    const scope = [name, 'view_cart_discounts', 'manage_my_orders'].map(each => `${each}:${projectKey}`).join(' ');
    const token = await anonymousToken(quayside, credentials, scope);
    const http = quayside.http.as(token);
    return {
      read: (path, method = 'GET', body) => http.send(method, `${base}/${path}`, body && { body }),
      ask: createGraphqlClient(quayside, credentials, token),
    };
  };

  const eachOne = (pathOf: (product: Resource) => string) => (reader: Reader) =>
    Promise.all(Object.values<Resource>(products).map(product => one(pathOf(product))(reader)));
  return { quayside, credentials, projectKey, base, productType, products, gifts, cartType, readerWith, eachOne };
};
