/** The paths of resource types that are neither a collection nor a resource, such as `customers/password`. */
import { customer } from '../../commerce/resources/customer/index.js';
import { order } from '../../commerce/resources/order/index.js';
import { product } from '../../commerce/resources/product/index.js';
import { priceParameters } from '../../commerce/resources/product/variantPrices.js';
import { productDiscount } from '../../commerce/resources/productDiscount.js';
import { productSelection } from '../../commerce/resources/productSelection/index.js';
import { productTailoring } from '../../commerce/resources/productTailoring/index.js';
import { readInStores, shippingMethod } from '../../commerce/resources/shippingMethod/index.js';
import type { TypeId } from '../../engine/schema/TypeId.js';
import { verbs } from '../../operations/verbs/index.js';
import type { Verb } from '../../operations/verbs/Verb.js';
import type { Route } from '../routing/Route.js';

export interface Endpoint extends Pick<Route, 'method' | 'field' | 'own'> {
  /** The path after the project key, and after the store's key where the resource type has a store. */
  readonly path: string;
  readonly verb: Verb;
  readonly scopes: readonly string[];
  /** Scopes on the store's path, where they differ: not every scope can be bound to a store. */
  readonly storeScopes?: readonly string[];
  /** True if the path exists only in the project although the resource type has a store. */
  readonly notInStores?: boolean;
  readonly onlyInStores?: true;
  /** True if the path also exists in stores although the resource type has none. */
  readonly inStores?: boolean;
  /** The body of a POST, where it is no JSON. */
  readonly body?: 'form';
  /** True if the operation reads the scopes of the token even without `expand`. */
  readonly readsScopes?: true;
  /** Query parameters of the operation beside those of its verb, with their descriptions. */
  readonly parameters?: Readonly<Record<string, string>>;
}

const settingsScopes = ['view_project_settings'];

/* Customers: each verb is a function of customer/commands, or a search. The scopes at `/me` are those of AUTH071. */

const customerScopes = customer.scopes;
const profileScopes = ['manage_my_profile'];

const customerPost = (path: string, verb: Verb): Endpoint => ({
  method: 'POST',
  path,
  verb,
  scopes: customerScopes.write,
});
const ownPost = (path: string, verb: Verb): Endpoint => ({
  method: 'POST',
  path: `me/${path}`,
  verb,
  scopes: profileScopes,
  own: true,
});
const customerByToken = (kind: string, field: string): Endpoint => ({
  method: 'GET',
  path: `customers/${kind}={${field}}`,
  verb: verbs.readCustomerByToken,
  scopes: customerScopes.read,
  field,
});
const customerSearch = { path: 'customers/search', scopes: customerScopes.read, notInStores: true } as const;

const customerEndpoints: readonly Endpoint[] = [
  customerPost('login', verbs.signIn),
  customerPost('customers/password', verbs.changePassword),
  customerPost('customers/password-token', verbs.createPasswordToken),
  customerPost('customers/password/reset', verbs.resetPassword),
  customerPost('customers/email-token', verbs.createEmailToken),
  customerPost('customers/email/confirm', verbs.confirmEmail),
  customerByToken('password-token', 'passwordToken'),
  customerByToken('email-token', 'emailToken'),
  { ...customerSearch, method: 'POST', verb: verbs.searchCustomers },
  { ...customerSearch, method: 'HEAD', verb: verbs.searchExists },
  {
    method: 'GET',
    path: 'customers/search/indexing-status',
    verb: verbs.searchIndexingStatus,
    scopes: settingsScopes,
    notInStores: true,
  },
  {
    ...ownPost('signup', verbs.signUp),
    scopes: ['create_anonymous_token', ...profileScopes],
    storeScopes: profileScopes,
  },
  ownPost('login', verbs.signIn),
  ownPost('password', verbs.changePassword),
  ownPost('password/reset', verbs.resetPassword),
  ownPost('email/confirm', verbs.confirmEmail),
];

/** The order search and the order figures cover the orders of all stores (SEARCH001, SEARCH008). */
const orderEndpoints: readonly Endpoint[] = [
  { method: 'POST', path: 'orders/search', verb: verbs.searchOrders, scopes: order.scopes.read, notInStores: true },
  { method: 'HEAD', path: 'orders/search', verb: verbs.searchExists, scopes: settingsScopes, notInStores: true },
  {
    method: 'GET',
    path: 'order-figures',
    verb: verbs.readOrderFigures,
    scopes: order.scopes.read,
    notInStores: true,
    parameters: { starts: 'The starts of the days, ascending and separated by commas: up to 92 date-times.' },
  },
];

const messageEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: 'message-history',
    verb: verbs.readHistory,
    scopes: ['view_messages'],
    parameters: {
      typeId: 'The type of the resource, such as `order`.',
      id: 'The id of the resource, which may be deleted.',
      before: 'The id of a message: only older entries are returned.',
      limit: 'The largest number of entries, 20 by default and up to 500.',
    },
  },
];

const currentScope = 'view_published_products';
const projectionScopes = [...product.scopes.read, currentScope];

const projectionParameters = {
  staged: 'Whether staged data is shown, also of products that are not published; by default the current data.',
  ...priceParameters,
  localeProjection:
    'A language whose texts are shown; may be given several times. A text without any of them is shown in another one.',
} as const;
const storeProjection =
  'The key of a store: its languages, and the prices and the stock of its channels and countries are shown.';

const projection = {
  method: 'GET',
  scopes: projectionScopes,
  storeScopes: [currentScope],
  inStores: true,
  parameters: {
    ...projectionParameters,
    storeProjection,
    'filter[attributes]':
      'The name of an attribute that is shown, or with a dash before it of one that is not; ' +
      'may be given several times.',
  },
} as const;
const projectionSearch = { path: 'product-projections/search', verb: verbs.searchProjections } as const;

const productEndpoints: readonly Endpoint[] = [
  { ...projection, path: 'product-projections', verb: verbs.queryProjections },
  { ...projection, path: 'product-projections/{id}', verb: verbs.readProjection, field: 'id' },
  { ...projection, path: 'product-projections/key={key}', verb: verbs.readProjection, field: 'key' },
  {
    ...projectionSearch,
    method: 'GET',
    scopes: projectionScopes,
    parameters: { ...projectionParameters, storeProjection },
  },
  { ...projectionSearch, method: 'POST', scopes: projectionScopes, body: 'form', readsScopes: true },
  {
    method: 'GET',
    path: 'product-projections/suggest',
    verb: verbs.suggestKeywords,
    scopes: projectionScopes,
    parameters: { staged: projectionParameters.staged },
  },
  { method: 'POST', path: 'products/search', verb: verbs.searchProducts, scopes: projectionScopes, readsScopes: true },
];

const discountEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: 'product-discounts/matching',
    verb: verbs.matchingProductDiscount,
    scopes: productDiscount.scopes.read,
  },
];

/** The products of selections, and the selections of products, which are resources of their own. */
const selectionEndpoints = (): Endpoint[] => {
  const read = { method: 'GET', scopes: productSelection.scopes.read } as const;
  return [
    ...['id', 'key'].flatMap((field): Endpoint[] => {
      const parameter = field === 'id' ? '{id}' : 'key={key}';
      return [
        { ...read, path: `product-selections/${parameter}/products`, verb: verbs.productsOfSelection, field },
        { ...read, path: `products/${parameter}/product-selections`, verb: verbs.selectionsOfProduct, field },
      ];
    }),
    { ...read, path: 'product-selection-assignments', verb: verbs.productSelectionAssignments, inStores: true },
  ];
};

const tailoringEndpoints = (field: string, parameter: string): Endpoint[] => {
  const { read, write } = productTailoring.scopes;
  const path = `products/${parameter}/product-tailoring`;
  return [
    { method: 'GET', path, verb: verbs.read, scopes: read, field, onlyInStores: true },
    { method: 'POST', path, verb: verbs.update, scopes: write, field, onlyInStores: true },
    { method: 'DELETE', path, verb: verbs.remove, scopes: write, field, onlyInStores: true },
  ];
};

/** The methods that a cart or a place can have. On the path of a store the cart is one of the store. */
const shippingMethodEndpoints = (): Endpoint[] => {
  const read = { method: 'GET', scopes: shippingMethod.scopes.read } as const;
  return [
    {
      ...read,
      path: 'shipping-methods/matching-cart',
      verb: verbs.shippingMethodsForCart,
      storeScopes: readInStores,
      readsScopes: true,
      inStores: true,
    },
    {
      ...read,
      path: 'shipping-methods/matching-cart-location',
      verb: verbs.shippingMethodsForCartAndPlace,
      readsScopes: true,
    },
    { ...read, path: 'shipping-methods/matching-location', verb: verbs.shippingMethodsForPlace },
  ];
};

const endpoints: Readonly<Partial<Record<TypeId, readonly Endpoint[]>>> = {
  customer: customerEndpoints,
  message: messageEndpoints,
  order: orderEndpoints,
  product: productEndpoints,
  'product-discount': discountEndpoints,
  'product-selection': selectionEndpoints(),
  'product-tailoring': [
    ...tailoringEndpoints('productId', '{productId}'),
    ...tailoringEndpoints('productKey', 'key={productKey}'),
  ],
  'shipping-method': shippingMethodEndpoints(),
};

const byTypeId: ReadonlyMap<string, readonly Endpoint[]> = new Map(Object.entries(endpoints));

export const endpointsOf = (typeId: string): readonly Endpoint[] => byTypeId.get(typeId) ?? [];
