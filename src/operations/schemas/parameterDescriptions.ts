/** The query parameters of operations, as the API description has them. */
import { limits } from '../../base/config/limits.js';
import type { ResourceDefinition } from '../../engine/define/ResourceDefinition.js';
import { runStates } from '../../jobs/queueNames.js';
import type { OperationDescription } from './OperationDescription.js';
import type { Schema } from './Components.js';
import { projectionSearchParameters } from './projectionSearchSchemas.js';

type Parameters = NonNullable<OperationDescription['parameters']>;

export const text: Schema = { type: 'string' };
const flag: Schema = { type: 'boolean' };
const integer = (minimum: number, maximum: number, byDefault: number): Schema => ({
  type: 'integer',
  minimum,
  maximum,
  default: byDefault,
});
const texts = (maxItems: number): Schema => ({ type: 'array', items: text, maxItems });

export const inQuery = (name: string, schema: Schema, description: string, more: Schema = {}): Schema => ({
  name,
  in: 'query',
  description,
  schema,
  ...more,
});

const expand = inQuery(
  'expand',
  { type: 'array', items: text },
  'Paths of references to expand with the resource that they refer to, such as `lineItems[*].state[*].state`. ' +
    'Resources that the token cannot read by itself stay bare references.',
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
  'With `dataErasure=true`: whether the person is erased from the carts, orders, payments, ' +
    'quotes and reviews of the customer too, which keep their numbers; shopping lists are deleted. ' +
    'Needs `manage_orders` and `manage_payments` as well.',
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

/** Parameters that choose how responses represent the resources of a type. */
const responseParameters = (definition: ResourceDefinition | undefined): Schema[] =>
  Object.entries(definition?.derived?.responseMembers?.parameters ?? {}).map(([name, description]) =>
    inQuery(name, text, description),
  );

const only =
  (...parameters: readonly Schema[]): Parameters =>
  () =>
    parameters;

export const expandParameter = only(expand);
export const queryParameters = only(...query);

/** Parameters of an operation whose answer is a resource. */
export const resourceParameters: Parameters = ({ definition }) => [expand, ...responseParameters(definition)];

/** Parameters of an operation whose answer is a page of resources. */
export const pageParameters: Parameters = ({ definition }) => [...query, ...responseParameters(definition)];

export const removalParameters: Parameters = ({ definition }) => [
  ...(definition?.removal?.versionless === true
    ? []
    : [{ ...version, required: definition?.removal?.versionless === undefined }]),
  ...(definition?.removal?.erasable === undefined ? [] : [dataErasure]),
  expand,
  ...responseParameters(definition),
];

export const customerRemovalParameters: Parameters = context => [
  ...removalParameters(context),
  // The token of a store may not erase data of other stores.
  ...(context.route.path.startsWith('/{projectKey}/customers') ? [relatedData] : []),
];

export const graphqlParameters: Parameters = ({ route: { body } }) => (body === 'none' ? graphql : []);

export const projectionSearchQuery = only(
  byLanguage('text', 'Words to find, by language: `text.en`.'),
  ...Object.entries(projectionSearchParameters).map(([name, { description = '', ...schema }]) =>
    inQuery(name, schema, String(description)),
  ),
);

export const suggestionParameters = only(
  byLanguage('searchKeywords', 'The start of a keyword, by language: `searchKeywords.en`.'),
  inQuery('fuzzy', { ...flag, default: false }, 'Whether keywords with a similar start are suggested too.'),
  inQuery('limit', integer(1, limits.suggestionsMax, limits.suggestionsDefault), 'Maximum number of suggestions.'),
);

export const jobRunParameters = only(inQuery('state', { enum: runStates }, 'Lists the runs in this state alone.'));

/** Parameters of the shipping methods that match a cart, a cart at a place, or a place. */
export const matchingParameters = {
  cart: only(cartId, expand),
  cartAndPlace: only(cartId, ...place, expand),
  place: only(...place, currency, sort, expand),
};
