/** Describes the parameters of paths and queries. */
import { limits } from '../config/limits.js';
import type { ResourceDefinition } from '../engine/define/ResourceDefinition.js';
import type { Route } from '../http/routing/Route.js';
import type { Schema } from './Components.js';

const text: Schema = { type: 'string' };
const flag: Schema = { type: 'boolean' };
const integer = (minimum: number, maximum: number, byDefault: number): Schema => ({
  type: 'integer',
  minimum,
  maximum,
  default: byDefault,
});
const texts = (maxItems: number): Schema => ({ type: 'array', items: text, maxItems });

const inQuery = (name: string, schema: Schema, description: string, more: Schema = {}): Schema => ({
  name,
  in: 'query',
  description,
  schema,
  ...more,
});

const expand = inQuery(
  'expand',
  { type: 'array', items: text },
  'Paths of references to expand with the resource that they refer to, such as `lineItems[*].state[*].state`. Resources that the token cannot read by itself stay bare references.',
);

/** The parameters of a query (GEN047 to GEN058). */
const query: readonly Schema[] = [
  inQuery(
    'where',
    texts(32),
    'Predicates, such as `createdAt > "2026-01-01T00:00:00.000Z"`; a result meets all of them.',
  ),
  inQuery(
    'variables',
    { type: 'object', patternProperties: { '^var\\.[a-zA-Z0-9]{1,64}$': text }, additionalProperties: false },
    'Values of the variables in `where`: `var.name` is the value of `:name`.',
    { style: 'form', explode: true },
  ),
  inQuery('sort', texts(8), 'Paths to sort by, each followed by `asc` or `desc`, such as `createdAt desc`.'),
  inQuery('limit', integer(1, limits.queryLimitMax, limits.queryLimitDefault), 'Maximum number of results.'),
  inQuery('offset', integer(0, limits.queryOffsetMax, 0), 'Number of results to skip.'),
  inQuery('withTotal', { ...flag, default: true }, 'Whether the response contains `total`.'),
  expand,
];

const version = inQuery('version', { type: 'integer', minimum: 0 }, 'The expected version.', { required: true });
const dataErasure = inQuery(
  'dataErasure',
  { ...flag, default: false },
  'Whether its personal data in messages is erased too.',
);

/** The parameters of a GraphQL request that is sent with GET. */
const graphql: readonly Schema[] = [
  inQuery('query', text, 'A GraphQL document.', { required: true }),
  inQuery('operationName', text, 'The operation to execute, where the document has several.'),
  inQuery('variables', text, 'The variables, as a JSON object.'),
];

const cartId = inQuery('cartId', text, 'The id of the cart.', { required: true });
/** The place that goods are shipped to. */
const place: readonly Schema[] = [
  inQuery('country', text, 'The country by ISO 3166-1 alpha-2.', { required: true }),
  inQuery('state', text, 'The state of the country.'),
];
const currency = inQuery('currency', text, 'A currency by ISO 4217: only its rates match. Without it all match.');

/** The query parameters of each verb; other verbs take none. */
const parametersByVerb: ReadonlyMap<string, readonly Schema[]> = new Map([
  ['query', query],
  ['shippingMethodsForCart', [cartId, expand]],
  ['shippingMethodsForCartAndPlace', [cartId, ...place, expand]],
  ['shippingMethodsForPlace', [...place, currency, expand]],
  ...[
    'read',
    'latest',
    'create',
    'createExtension',
    'signUp',
    'signIn',
    'update',
    'updateCustomer',
    'updateProject',
    'updateExtension',
    'changePassword',
    'resetPassword',
    'confirmEmail',
    'readCustomerByToken',
  ].map(verb => [verb, [expand]] as const),
]);

const removalVerbs: ReadonlySet<string> = new Set(['remove', 'removeApiClient', 'removeCustomer', 'removeExtension']);

const removalParameters = ({ versionless, erasable }: ResourceDefinition): Schema[] => [
  ...(versionless === true ? [] : [version]),
  ...(erasable === undefined ? [] : [dataErasure]),
  expand,
];

const pathDescriptions: Readonly<Record<string, string>> = {
  projectKey: 'The key of the project.',
  storeKey: 'The key of the store.',
  path: 'The rest of the path, including slashes.',
};

const pathParameters = (path: string): Schema[] =>
  [...path.matchAll(/\{(\w+)\*?\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    ...(pathDescriptions[name] !== undefined && { description: pathDescriptions[name] }),
    schema: text,
  }));

export const describeParameters = (
  { path, verb, forwards, body }: Route,
  definition: ResourceDefinition | undefined,
): Schema[] => [
  ...pathParameters(path),
  ...(forwards === 'graphql' && body === 'none' ? graphql : []),
  ...(definition !== undefined && removalVerbs.has(verb)
    ? removalParameters(definition)
    : (parametersByVerb.get(verb) ?? [])),
];
