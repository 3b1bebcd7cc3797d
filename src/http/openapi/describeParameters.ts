/** Describes the parameters of paths and queries. */
import { limits } from '../../base/config/limits.js';
import type { ResourceDefinition } from '../../engine/define/ResourceDefinition.js';
import { runStates } from '../../jobs/queueNames.js';
import type { Route } from '../routing/Route.js';
import type { Schema } from './Components.js';
import { projectionSearchParameters } from './projectionSearchSchemas.js';

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

const sort = inQuery('sort', texts(8), 'Paths to sort by, each followed by `asc` or `desc`, such as `createdAt desc`.');

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
  sort,
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

const relatedData = inQuery(
  'relatedData',
  { ...flag, default: false },
  'With `dataErasure=true`: whether the person is erased from the carts, orders, payments, quotes and reviews of the customer too, which keep their numbers; shopping lists are deleted. Needs `manage_orders` and `manage_payments` as well.',
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

/** A parameter for each language, such as `text.en`. */
const byLanguage = (name: string, description: string): Schema =>
  inQuery(
    name,
    { type: 'object', patternProperties: { [`^${name}\\.`]: text }, additionalProperties: false },
    description,
    { style: 'form', explode: true },
  );

/** The query parameters of each verb; other verbs take none. */
const parametersByVerb: ReadonlyMap<string, readonly Schema[]> = new Map([
  ['query', query],
  ['queryProjections', query],
  [
    'searchProjections',
    [
      byLanguage('text', 'Words to find, by language: `text.en`.'),
      ...Object.entries(projectionSearchParameters).map(([name, { description = '', ...schema }]) =>
        inQuery(name, schema, String(description)),
      ),
    ],
  ],
  [
    'suggestKeywords',
    [
      byLanguage('searchKeywords', 'The start of a keyword, by language: `searchKeywords.en`.'),
      inQuery('fuzzy', { ...flag, default: false }, 'Whether keywords with a similar start are suggested too.'),
      inQuery('limit', integer(1, limits.suggestionsMax, limits.suggestionsDefault), 'Maximum number of suggestions.'),
    ],
  ],
  ['listJobRuns', [inQuery('state', { enum: runStates }, 'Lists the runs in this state alone.')]],
  ['productsOfSelection', query],
  ['selectionsOfProduct', query],
  ['productSelectionAssignments', query],
  ['shippingMethodsForCart', [cartId, expand]],
  ['shippingMethodsForCartAndPlace', [cartId, ...place, expand]],
  ['shippingMethodsForPlace', [...place, currency, sort, expand]],
  ...[
    'read',
    'readProjection',
    'latest',
    'create',
    'createOrReplace',
    'createExtension',
    'signUp',
    'signIn',
    'update',
    'updateCustomer',
    'updateProject',
    'updateWithJob',
    'updateExtension',
    'changePassword',
    'resetPassword',
    'confirmEmail',
    'readCustomerByToken',
  ].map(verb => [verb, [expand]] as const),
]);

const removalVerbs: ReadonlySet<string> = new Set([
  'remove',
  'removeApiClient',
  'removeCustomer',
  'removeExtension',
  'removeProductSelection',
]);

const removalParameters = ({ versionless, erasable }: ResourceDefinition): Schema[] => [
  ...(versionless === true ? [] : [{ ...version, required: versionless === undefined }]),
  ...(erasable === undefined ? [] : [dataErasure]),
  expand,
];

/** Verbs whose responses have resources of the type. */
const sendsResources: ReadonlySet<string> = new Set(['query', 'read', 'create', 'createOrReplace', 'update', 'remove']);

const responseParameters = (definition: ResourceDefinition | undefined): Schema[] =>
  Object.entries(definition?.responseMembers?.parameters ?? {}).map(([name, description]) =>
    inQuery(name, text, description),
  );

/** The parameters of an operation that the resource type declares as an endpoint. */
const endpointParameters = ({ verb, typeId }: Route, definition: ResourceDefinition | undefined): Schema[] => {
  const endpoint = definition?.typeId === typeId ? definition?.endpoints?.find(each => each.verb === verb) : undefined;
  return Object.entries(endpoint?.parameters ?? {}).map(([name, description]) => inQuery(name, text, description));
};

const pathDescriptions: Readonly<Record<string, string>> = {
  projectKey: 'The key of the project.',
  storeKey: 'The key of the store.',
  queue: 'The name of the job queue.',
  tag: 'A tag of the operations, such as `Order`.',
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

export const describeParameters = (route: Route, definition: ResourceDefinition | undefined): Schema[] => {
  const { path, verb, forwards, body, byParameter } = route;
  // A form has the parameters.
  if (body === 'form' && verb === 'searchProjections') return pathParameters(path);
  return [
    ...pathParameters(path),
    ...(byParameter === undefined
      ? []
      : [inQuery(byParameter.name, text, `Answers as \`${byParameter.route.path}\` does.`)]),
    ...(forwards === 'graphql' && body === 'none' ? graphql : []),
    ...(definition !== undefined && removalVerbs.has(verb)
      ? removalParameters(definition)
      : (parametersByVerb.get(verb) ?? [])),
    ...(sendsResources.has(verb) ? responseParameters(definition) : []),
    ...(verb === 'removeCustomer' && path.startsWith('/{projectKey}/customers') ? [relatedData] : []),
    ...endpointParameters(route, definition),
  ];
};
