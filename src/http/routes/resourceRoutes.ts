/** Derives the routes of a resource type from its definition. */
import type { ResourceDefinition } from '../../engine/define/ResourceDefinition.js';
import { verbs } from '../../operations/verbs/index.js';
import { ownChangesOf } from '../../operations/verbs/ownChanges.js';
import { type Endpoint, endpointsOf } from './endpoints.js';
import { pairField } from '../../engine/define/addressPair.js';
import { readScopes, unpublishedScopes } from '../../engine/visibility.js';
import type { Route } from '../routing/Route.js';

export const storePath = '/{projectKey}/in-store/key={storeKey}';

type RouteTarget = Pick<Route, 'path' | 'verb' | 'field' | 'creation' | 'forwards'>;
type RouteBase = Pick<Route, 'service' | 'typeId' | 'storeField' | 'own' | 'scopes' | 'unpublishedScopes' | 'forwards'>;

const get = (base: RouteBase, target: RouteTarget): Route => ({ ...base, ...target, method: 'GET', body: 'none' });
const post = (base: RouteBase, target: RouteTarget): Route => ({ ...base, ...target, method: 'POST', body: 'json' });
const remove = (base: RouteBase, target: RouteTarget): Route => ({
  ...base,
  ...target,
  method: 'DELETE',
  body: 'none',
});

/** The routes where the condition holds. */
const routesIf = (condition: boolean, ...routes: readonly (() => Route)[]): Route[] =>
  condition ? routes.map(route => route()) : [];

interface ResourcePath {
  readonly field: string;
  readonly path: string;
}

/**
 * The paths of a single resource below a collection: by id, and by the field of `addressedBy`; or the one path by an
 * pair of members.
 */
const resourcePaths = (
  base: string,
  { addressedBy, otherAddresses: { pair } = {} }: ResourceDefinition,
): readonly ResourcePath[] =>
  pair === undefined
    ? [
        { field: 'id', path: `${base}/{id}` },
        ...(addressedBy === undefined
          ? []
          : [{ field: addressedBy.field, path: `${base}/${addressedBy.segment}={${addressedBy.field}}` }]),
      ]
    : [{ field: pairField(pair), path: `${base}/${pair.map(name => `{${name}}`).join('/')}` }];

/** Updates of a type with locks need the scopes of the token, which decide about the resources that it may update. */
const updateForwards = ({ scopes: { lock } }: ResourceDefinition): Route['forwards'] =>
  lock === undefined ? undefined : 'scope';

/** The collection of a resource type and its resources, below a project or a store. */
const collectionRoutes = (prefix: string, definition: ResourceDefinition): Route[] => {
  const { typeId, path, scopes, draft, creations = {}, actions, storeField } = definition;
  const { latest, pair } = definition.otherAddresses ?? {};
  const ownChanges = ownChangesOf(typeId);
  const base = `${prefix}/${path}`;
  const common: RouteBase = { service: 'api', typeId, storeField, unpublishedScopes: unpublishedScopes(definition) };
  const reads: RouteBase = { ...common, scopes: readScopes(definition) };
  const writes: RouteBase = { ...common, scopes: scopes.write };
  const updates: RouteBase = { ...writes, forwards: updateForwards(definition) };
  const latestRoute =
    latest &&
    get(reads, { path: `${base}/${latest.segment}={${latest.field}}`, verb: verbs.latest, field: latest.field });
  return [
    // Older clients ask for the cart of a customer with a query parameter.
    {
      ...get(reads, { path: base, verb: verbs.query }),
      ...(latestRoute !== undefined && { byParameter: { name: latestRoute.field ?? '', route: latestRoute } }),
    },
    ...(latestRoute === undefined ? [] : [latestRoute]),
    ...(pair === undefined ? [] : [get(reads, { path: `${base}/{${pair[0]}}`, verb: verbs.query, field: pair[0] })]),
    ...routesIf(draft !== undefined, () =>
      post(writes, {
        path: base,
        verb: ownChanges.create ?? verbs.create,
        forwards: ownChanges.create === undefined ? undefined : 'scope',
      }),
    ),
    ...resourcePaths(base, definition).flatMap(target => [
      get(reads, { ...target, verb: verbs.read }),
      ...routesIf(actions !== undefined, () => post(updates, { ...target, verb: ownChanges.update ?? verbs.update })),
      ...routesIf(actions !== undefined || ownChanges.remove !== undefined, () =>
        remove(
          { ...writes, forwards: ownChanges.remove === undefined ? undefined : 'scope' },
          { ...target, verb: ownChanges.remove ?? verbs.remove },
        ),
      ),
    ]),
    ...(prefix === storePath
      ? []
      : Object.entries(creations).map(([creation, { scopes: creationScopes = scopes.write }]) =>
          post({ ...writes, scopes: creationScopes }, { path: `${base}/${creation}`, verb: verbs.create, creation }),
        )),
  ];
};

/** Routes of the customer that the token names, at `/me`. */
const meRoutes = (path: string, { typeId, storeField, own }: ResourceDefinition): Route[] => {
  const ownChanges = ownChangesOf(typeId);
  const base: RouteBase = { service: 'api', typeId, storeField, scopes: own?.scopes, own: true };
  return [
    get(base, { path, verb: verbs.read }),
    ...routesIf(own?.actions !== undefined, () => post(base, { path, verb: ownChanges.update ?? verbs.update })),
    ...routesIf(own?.remove === true, () => remove(base, { path, verb: ownChanges.remove ?? verbs.remove })),
  ];
};

/** Routes of the resources of the customer or visitor that the token names, below `/me`. */
const ownRoutes = (prefix: string, definition: ResourceDefinition): Route[] => {
  const { typeId, path, storeField, own, otherAddresses: { latest } = {} } = definition;
  if (own === undefined) return [];
  if (own.by === 'id') return meRoutes(`${prefix}/me`, definition);
  const collectionPath = `${prefix}/me/${path}`;
  const base: RouteBase = { service: 'api', typeId, storeField, scopes: own.scopes, own: true };
  return [
    get(base, { path: collectionPath, verb: verbs.query }),
    ...(latest === undefined ? [] : [get(base, { path: `${prefix}/me/${latest.ownPath}`, verb: verbs.latest })]),
    ...routesIf(own.draft !== undefined, () => post(base, { path: collectionPath, verb: verbs.create })),
    ...(prefix === storePath
      ? []
      : Object.entries(own.creations ?? {}).map(([creation, { scopes = own.scopes }]) =>
          post({ ...base, scopes }, { path: `${collectionPath}/${creation}`, verb: verbs.create, creation }),
        )),
    ...resourcePaths(collectionPath, definition).flatMap(target => [
      get(base, { ...target, verb: verbs.read }),
      ...routesIf(own.actions !== undefined, () =>
        post({ ...base, forwards: updateForwards(definition) }, { ...target, verb: verbs.update }),
      ),
      ...routesIf(own.remove === true, () => remove(base, { ...target, verb: verbs.remove })),
    ]),
  ];
};

const existsAt = (prefix: string, each: Endpoint, { storeField }: ResourceDefinition): boolean =>
  prefix === storePath
    ? storeField === undefined
      ? each.inStores === true
      : each.notInStores !== true
    : each.onlyInStores !== true;

const endpointRoutes = (prefix: string, definition: ResourceDefinition): Route[] => {
  const { typeId, storeField } = definition;
  return endpointsOf(typeId)
    .filter(each => existsAt(prefix, each, definition))
    .map(({ method, path, verb, scopes, storeScopes = scopes, field, own, body, readsScopes, parameters }) => ({
      method,
      path: `${prefix}/${path}`,
      service: 'api',
      verb,
      body: method === 'POST' ? (body ?? 'json') : 'none',
      typeId,
      storeField,
      field,
      own,
      unpublishedScopes: unpublishedScopes(definition),
      forwards: readsScopes === true ? 'scope' : undefined,
      scopes: prefix === storePath ? storeScopes : scopes,
      queryParameters: parameters,
    }));
};

/** The project itself, which is read and updated, but neither created nor deleted over HTTP. */
const projectRoutes = ({ typeId, scopes }: ResourceDefinition): Route[] => {
  const base = { service: 'api', typeId, path: '/{projectKey}', field: 'id', parameter: 'projectKey' } as const;
  return [
    { ...base, method: 'GET', body: 'none', scopes: scopes.read, verb: verbs.read },
    { ...base, method: 'POST', body: 'json', scopes: scopes.write, verb: ownChangesOf(typeId).update ?? verbs.update },
  ];
};

export const resourceRoutes = (definition: ResourceDefinition): Route[] => {
  if (definition.routes === 'none') return [];
  if (definition.routes === 'project') return projectRoutes(definition);
  return [
    ...collectionRoutes('/{projectKey}', definition),
    ...(definition.storeField === undefined
      ? []
      : [...collectionRoutes(storePath, definition), ...ownRoutes(storePath, definition)]),
    ...endpointRoutes(storePath, definition),
    ...ownRoutes('/{projectKey}', definition),
    ...endpointRoutes('/{projectKey}', definition),
  ];
};
