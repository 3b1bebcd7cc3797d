/** The paths of product projections. */
import type { Endpoint } from '../../../../engine/define/ResourceDefinition.js';
import { priceParameters } from '../variantPrices.js';

const currentScope = 'view_published_products';
const scopes = ['view_products', currentScope];

const parameters = {
  staged: 'Whether staged data is shown, also of products that are not published; by default the current data.',
  ...priceParameters,
  localeProjection:
    'A language whose texts are shown; may be given several times. A text without any of them is shown in another one.',
} as const;

const storeProjection =
  'The key of a store: its languages, and the prices and the stock of its channels and countries are shown.';

const endpoint = {
  method: 'GET',
  scopes,
  storeScopes: [currentScope],
  inStores: true,
  parameters: {
    ...parameters,
    storeProjection,
    'filter[attributes]':
      'The name of an attribute that is shown, or with a dash before it of one that is not; may be given several times.',
  },
} as const;

export const projectionEndpoints: readonly Endpoint[] = [
  { ...endpoint, path: 'product-projections', verb: 'queryProjections' },
  { ...endpoint, path: 'product-projections/{id}', verb: 'readProjection', field: 'id' },
  { ...endpoint, path: 'product-projections/key={key}', verb: 'readProjection', field: 'key' },
];

/** The older search of products, and suggestions of keywords. */
export const projectionSearchEndpoints: readonly Endpoint[] = [
  {
    scopes,
    method: 'GET',
    path: 'product-projections/search',
    verb: 'searchProjections',
    parameters: { ...parameters, storeProjection },
  },
  {
    scopes,
    method: 'POST',
    path: 'product-projections/search',
    verb: 'searchProjections',
    body: 'form',
    readsScopes: true,
  },
  {
    scopes,
    method: 'GET',
    path: 'product-projections/suggest',
    verb: 'suggestKeywords',
    parameters: { staged: parameters.staged },
  },
];

/** The search of published products. */
export const searchEndpoint: Endpoint = {
  method: 'POST',
  path: 'products/search',
  verb: 'searchProducts',
  scopes,
  readsScopes: true,
};
