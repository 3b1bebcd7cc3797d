/** Parameters of paths and queries. */
import { limits } from '../config/limits.js';
import type { ResourceDefinition } from '../engine/define/ResourceDefinition.js';
import type { Route } from '../http/routing/routes.js';
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
  'Paths of references that are shown with what they refer to, such as `lineItems[*].state[*].state`.',
);

/** GEN047 to GEN058 */
const query: readonly Schema[] = [
  inQuery(
    'where',
    texts(32),
    'Predicates, such as `createdAt > "2026-01-01T00:00:00.000Z"`; a resource is found that meets all of them.',
  ),
  inQuery(
    'variables',
    { type: 'object', patternProperties: { '^var\\.[a-zA-Z0-9]{1,64}$': text }, additionalProperties: false },
    'Values of the variables in `where`: `var.name` is that of `:name`.',
    { style: 'form', explode: true },
  ),
  inQuery('sort', texts(8), 'Paths to sort by, each with `asc` or `desc` behind it, such as `createdAt desc`.'),
  inQuery('limit', integer(1, limits.queryLimitMax, limits.queryLimitDefault), 'Most results.'),
  inQuery('offset', integer(0, limits.queryOffsetMax, 0), 'Results that are left out at the beginning.'),
  inQuery('withTotal', { ...flag, default: true }, 'Whether `total` is told.'),
  expand,
];

const version = inQuery('version', { type: 'integer', minimum: 0 }, 'The version last seen.', { required: true });
const dataErasure = inQuery(
  'dataErasure',
  { ...flag, default: false },
  'Whether what messages hold of it is erased too.',
);

/** What each verb takes; those that are not named take none, but that answers about customers are expanded. */
const byVerb: ReadonlyMap<string, readonly Schema[]> = new Map([
  ['query', query],
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
    'customerByToken',
  ].map(verb => [verb, [expand]] as const),
]);

const removals: ReadonlySet<string> = new Set(['remove', 'removeApiClient', 'removeCustomer', 'removeExtension']);

const removal = ({ versionless, erasable }: ResourceDefinition): Schema[] => [
  ...(versionless === true ? [] : [version]),
  ...(erasable === true ? [dataErasure] : []),
  expand,
];

const about: Readonly<Record<string, string>> = {
  projectKey: 'The key of the project.',
  storeKey: 'The key of the store.',
  path: 'The rest of the path, slashes included.',
};

const inPath = (path: string): Schema[] =>
  [...path.matchAll(/\{(\w+)\*?\}/g)].map(([, name]) => ({
    name: name!,
    in: 'path',
    required: true,
    ...(about[name!] !== undefined && { description: about[name!] }),
    schema: text,
  }));

export const describeParameters = ({ path, verb }: Route, definition: ResourceDefinition | undefined): Schema[] => [
  ...inPath(path),
  ...(definition !== undefined && removals.has(verb) ? removal(definition) : (byVerb.get(verb) ?? [])),
];
