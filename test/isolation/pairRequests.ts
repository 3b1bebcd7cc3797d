/** Requests whose responses use data shared between requests, or differ between tokens. */
import { pickSeveral, type Random } from '../../examples/sample-shop/choices.js';
import { here, type Products, there, type Sent, type TokenPairs } from './tokenPairs.js';

/** A request; each `fresh` makes a new request with the same response. */
export type Request = (fresh: string) => Sent;

type Requests = readonly (readonly [title: string, request: Request])[];

const get =
  (path: string, method = 'GET'): Request =>
  fresh => ({
    method,
    path: `${path}${path.includes('?') ? '&' : '?'}fresh=${fresh}`,
  });
const where = (predicate: string, more = '') => `?where=${encodeURIComponent(predicate)}${more}`;
const post =
  (path: string, bodyOf: (fresh: string) => object): Request =>
  fresh => ({
    method: 'POST',
    path,
    json: bodyOf(fresh),
  });
const form =
  (path: string, parameters: string): Request =>
  fresh => ({
    method: 'POST',
    path,
    form: `${parameters}&fresh=${fresh}`,
  });
/** Makes a GraphQL request. A document is compiled once; a comment makes it a different document. */
const graphql = (query: string, isFresh = false, at = 'graphql'): Request =>
  post(at, fresh => ({
    query: isFresh
      ? `# ${fresh}
${query}`
      : query,
  }));
const storeGraphql = `in-store/key=${here}/graphql`;

const data = 'nameAllLocales { value } masterVariant { sku prices { value { centAmount } } }';
const product = `key skus masterData { hasStagedChanges current { ${data} } staged { ${data} } }`;

/** Reads of products and projections. */
const productRequests = ({ plain, changed, hidden, category }: Products): Requests => {
  const named = `id in ("${plain.id}", "${changed.id}", "${hidden.id}")`;
  const secret = 'slug(en="secret-changed") or slug(en="secret-hidden")';
  const [projections, ofHere, ofThere] = ['', `in-store/key=${here}/`, `in-store/key=${there}/`].map(
    path => `${path}product-projections`,
  ) as [string, string, string];
  return [
    ...[projections, ofHere].flatMap(path =>
      [
        `${path}/${changed.id}`,
        `${path}/${changed.id}?staged=true`,
        `${path}/${hidden.id}?staged=true`,
        `${path}/key=changed?staged=true&priceCurrency=EUR`,
        `${path}/key=changed?priceCurrency=EUR&localeProjection=de`,
        `${path}${where(named, '&sort=key')}`,
        `${path}${where(named, '&staged=true&sort=key')}`,
        `${path}${where(secret, '&staged=true&sort=key')}`,
        `${path}${where(secret)}`,
        `${path}${where('hasStagedChanges=true', '&sort=key&limit=3')}`,
        `${path}/${changed.id}?staged=true&storeProjection=${here}&filter%5Battributes%5D=color`,
        `${path}/${changed.id}?expand=categories[*]&expand=productType`,
      ].map(each => [each, get(each)] as const),
    ),
    ...['', '?staged=true'].map(
      each => [`${ofThere}/${plain.id}${each}`, get(`${ofThere}/${plain.id}${each}`)] as const,
    ),
    ...[`${projections}/${hidden.id}?staged=true`, `${ofHere}${where(secret, '&staged=true')}`].map(
      each => [`HEAD ${each}`, get(each, 'HEAD')] as const,
    ),
    ...[
      ...[changed, hidden].map(({ id }) => `products/${id}`),
      `products/${changed.id}?priceCurrency=EUR`,
      'products/key=hidden?priceCurrency=EUR',
      `products${where(named, '&sort=key&priceCurrency=EUR')}`,
      `products${where('key="hidden"')}`,
      `products${where('masterData(staged(name(en="secret")))', '&sort=key')}`,
      'products?limit=5&sort=masterData.staged.name.en',
      `products${where(`masterData(current(categories(id="${category.id}")))`, '&sort=key')}`,
      `categories/${category.id}`,
      'categories?limit=5',
      `categories${where('key="shoes"')}`,
      'product-tailoring?limit=5',
      `in-store/key=${here}/product-tailoring?limit=5`,
      `product-types?limit=2`,
      `messages${where(`resource(id="${changed.id}")`, '&sort=createdAt&limit=3&expand=resource')}`,
    ].map(each => [each, get(each)] as const),
    [`HEAD products/${hidden.id}`, get(`products/${hidden.id}`, 'HEAD')],
  ];
};

const searched = { field: 'variants.attributes.color', fieldType: 'text' };
const facets = (fresh: string) => [
  { distinct: { name: `colors`, ...searched } },
  { distinct: { name: `all`, ...searched, scope: 'all', limit: 3, missing: fresh } },
];

/** Searches and suggestions of products. */
const searchRequests: Requests = [
  ...['', '&staged=true'].flatMap(staged =>
    [
      `search?text.en=secret${staged}&sort=createdAt+asc&priceCurrency=EUR`,
      `search?facet=variants.attributes.color&limit=0${staged}`,
      `suggest?searchKeywords.en=word${staged}`,
    ].map(each => [each, get(`product-projections/${each}`)] as const),
  ),
  ['a form of staged data', form('product-projections/search', 'staged=true&filter=published:false&limit=3')],
  ['a form with expansion', form('product-projections/search', 'text.en=changed&expand=productType')],
  ...[{}, { staged: true }, { storeProjection: here }].map(
    each =>
      [
        `products/search with ${JSON.stringify(each)}`,
        post('products/search', fresh => ({
          query: { exact: { field: 'key', values: ['plain', 'changed', 'hidden'] } },
          sort: [{ field: 'key', order: 'asc' }],
          productProjectionParameters: { localeProjection: ['en', `x-${fresh}`], ...each },
        })),
      ] as const,
  ),
  [
    'products/search with facets',
    post('products/search', fresh => ({
      facets: facets(fresh),
      limit: 2,
      sort: [{ field: 'key', order: 'asc' }],
    })),
  ],
];

const projectionSearch = (args: string, field = 'nameAllLocales { value }') =>
  `{
    productProjectionSearch(locale: "en", sorts: ["createdAt asc"], ${args}) {
      total results { hasStagedChanges ${field} }
    }
  }`;

/** Documents of GraphQL, on the paths of the project and of a store. */
const graphqlRequests = ({ changed, hidden }: Products, { id }: { readonly id: string }): Requests => [
  [
    'GraphQL products',
    graphql(
      `{ products(where: "id in (\\"${changed.id}\\", \\"${hidden.id}\\")", sort: "key") { results { ${product} } } }`,
    ),
  ],
  [
    'GraphQL product',
    graphql(`{ a: product(id: "${changed.id}") { ${product} } b: product(id: "${hidden.id}") { key skus } }`),
  ],
  ['GraphQL SKUs', graphql('{ products(skus: ["hidden-sku", "plain-sku"], sort: "key") { results { key skus } } }')],
  ['GraphQL product of a store', graphql(`{ product(key: "changed") { key skus } }`, false, storeGraphql)],
  ['GraphQL staged projections', graphql(projectionSearch('staged: true, text: "secret"'))],
  ['GraphQL projections', graphql(projectionSearch('text: "changed"', 'published'), true)],
  [
    'GraphQL suggestions',
    graphql(
      `{
        productProjectionsSuggest(staged: true, searchKeywords: [{ locale: "en", searchKeyword: "word" }]) {
          searchKeywords { suggestions { text } }
        }
      }`,
    ),
  ],
  ['GraphQL orders', graphql('{ orders(sort: "createdAt asc") { results { id customer { email } } } }')],
  ['GraphQL own orders', graphql('{ me { orders(sort: "createdAt asc") { results { id customer { email } } } } }')],
  [
    'GraphQL orders of a store',
    graphql(`{ inStore(key: "${here}") { orders(sort: "createdAt asc") { results { id } } } }`),
  ],
  ['GraphQL customer', graphql(`{ customer(id: "${id}") { email } categories { total results { key } } }`)],
];

/** Reads of carts, orders and customers. */
const ownedRequests = ({ ann, carts, orders }: TokenPairs): Requests => [
  ...[
    `carts/${carts[0]!.id}`,
    `carts?customerId=${ann.id}`,
    `in-store/key=${here}/carts/${carts[1]!.id}`,
    `in-store/key=${here}/carts/${carts[1]!.id}?expand=customerId`,
    `carts${where(`customerId="${ann.id}"`, '&sort=createdAt')}`,
    `orders/${orders[0]!.id}`,
    `orders${where(`customerId="${ann.id}"`, '&sort=createdAt')}`,
    'orders?sort=createdAt&limit=3',
    `in-store/key=${here}/orders?sort=createdAt`,
    `in-store/key=${there}/orders?sort=createdAt`,
    'me/carts?sort=createdAt',
    'me/active-cart',
    'me/orders?sort=createdAt&expand=customer',
    `me/orders/${orders[0]!.id}`,
    `me/carts/${carts[0]!.id}`,
    'me',
    `customers/${ann.id}`,
    'customers?sort=createdAt',
    `customers${where(`lowercaseEmail="${ann.email.toLowerCase()}"`)}`,
  ].map(each => [each, get(each)] as const),
  ['HEAD me/carts', get('me/carts', 'HEAD')],
  [`HEAD orders/{id}`, get(`orders/${orders[0]!.id}`, 'HEAD')],
  [
    'orders/search',
    post('orders/search', () => ({
      query: { exact: { field: 'customerEmail', value: ann.email } },
      sort: [{ field: 'createdAt', order: 'asc' }],
    })),
  ],
];

export const pairRequests = (pairs: TokenPairs): ReadonlyMap<string, Request> =>
  new Map([
    ...productRequests(pairs.products),
    ...searchRequests,
    ...graphqlRequests(pairs.products, pairs.ann),
    ...ownedRequests(pairs),
  ]);

const parameters = [
  'staged=true',
  'staged=false',
  'priceCurrency=EUR',
  'priceCountry=DE&priceCurrency=EUR',
  'localeProjection=de',
  `storeProjection=${here}`,
  'filter%5Battributes%5D=-color',
  'expand=productType',
  'withTotal=false',
  'sort=key+desc',
  'limit=2',
];

/** Returns any read of products or projections. */
export const randomRequest = (random: Random, { plain, changed, hidden }: Products): Request => {
  const { id, key } = random.pick([plain, changed, hidden]);
  const path = random.pick(['products', 'product-projections', `in-store/key=${here}/product-projections`]);
  const target = random.pick([
    `/${id}?`,
    `/key=${String(key)}?`,
    `${where(`id in ("${plain.id}", "${id}")`)}&`,
    `${where(`key="${String(key)}"`)}&`,
    '?limit=5&sort=createdAt+asc&',
  ]);
  const given = pickSeveral(random, parameters, random.integer(0, 3));
  return get(`${path}${target}${given.join('&')}`, random.pick(['GET', 'GET', 'GET', 'HEAD']));
};
