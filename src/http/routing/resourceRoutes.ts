/** Derives the routes of a resource type from its definition. */
import type { Endpoint, ResourceDefinition } from '../../engine/define/ResourceDefinition.js';
import { pairField } from '../../engine/define/addressPair.js';
import { readScopes, unpublishedScopes } from '../../engine/visibility.js';
import type { Route } from './Route.js';

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
 * `addressPair`.
 */
const resourcePaths = (base: string, { addressedBy, addressPair }: ResourceDefinition): readonly ResourcePath[] =>
  addressPair === undefined
    ? [
        { field: 'id', path: `${base}/{id}` },
        ...(addressedBy === undefined
          ? []
          : [{ field: addressedBy.field, path: `${base}/${addressedBy.segment}={${addressedBy.field}}` }]),
      ]
    : [{ field: pairField(addressPair), path: `${base}/${addressPair.map(name => `{${name}}`).join('/')}` }];

/** Updates of a type with locks need the scopes of the token, which decide about the resources that it may update. */
const updateForwards = ({ lock }: ResourceDefinition): Route['forwards'] => (lock === undefined ? undefined : 'scope');

/** The collection of a resource type and its resources, below a project or a store. */
const collectionRoutes = (prefix: string, definition: ResourceDefinition): Route[] => {
  const {
    typeId,
    path,
    scopes,
    draft,
    creations = {},
    actions,
    storeField,
    latest,
    addressPair,
    verbs = {},
  } = definition;
  const base = `${prefix}/${path}`;
  const common: RouteBase = { service: 'api', typeId, storeField, unpublishedScopes: unpublishedScopes(definition) };
  const reads: RouteBase = { ...common, scopes: readScopes(definition) };
  const writes: RouteBase = { ...common, scopes: scopes.write };
  const updates: RouteBase = { ...writes, forwards: updateForwards(definition) };
  const latestRoute =
    latest && get(reads, { path: `${base}/${latest.segment}={${latest.field}}`, verb: 'latest', field: latest.field });
  return [
    // Older clients ask for the cart of a customer with a query parameter.
    {
      ...get(reads, { path: base, verb: 'query' }),
      ...(latestRoute !== undefined && { byParameter: { name: latestRoute.field ?? '', route: latestRoute } }),
    },
    ...(latestRoute === undefined ? [] : [latestRoute]),
    ...(addressPair === undefined
      ? []
      : [get(reads, { path: `${base}/{${addressPair[0]}}`, verb: 'query', field: addressPair[0] })]),
    ...routesIf(draft !== undefined, () =>
      post(writes, {
        path: base,
        verb: verbs.create ?? 'create',
        forwards: verbs.create === undefined ? undefined : 'scope',
      }),
    ),
    ...resourcePaths(base, definition).flatMap(target => [
      get(reads, { ...target, verb: 'read' }),
      ...routesIf(actions !== undefined, () => post(updates, { ...target, verb: verbs.update ?? 'update' })),
      ...routesIf(actions !== undefined || verbs.remove !== undefined, () =>
        remove(
          { ...writes, forwards: verbs.remove === undefined ? undefined : 'scope' },
          { ...target, verb: verbs.remove ?? 'remove' },
        ),
      ),
    ]),
    ...(prefix === storePath
      ? []
      : Object.entries(creations).map(([creation, { scopes: creationScopes = scopes.write }]) =>
          post({ ...writes, scopes: creationScopes }, { path: `${base}/${creation}`, verb: 'create', creation }),
        )),
  ];
};

/** Routes of the customer that the token names, at `/me`. */
const meRoutes = (path: string, { typeId, storeField, own, verbs = {} }: ResourceDefinition): Route[] => {
  const base: RouteBase = { service: 'api', typeId, storeField, scopes: own?.scopes, own: true };
  return [
    get(base, { path, verb: 'read' }),
    ...routesIf(own?.actions !== undefined, () => post(base, { path, verb: verbs.update ?? 'update' })),
    ...routesIf(own?.remove === true, () => remove(base, { path, verb: verbs.remove ?? 'remove' })),
  ];
};

/** Routes of the resources of the customer or visitor that the token names, below `/me`. */
const ownRoutes = (prefix: string, definition: ResourceDefinition): Route[] => {
  const { typeId, path, storeField, own, latest } = definition;
  if (own === undefined) return [];
  if (own.by === 'id') return meRoutes(`${prefix}/me`, definition);
  const collectionPath = `${prefix}/me/${path}`;
  const base: RouteBase = { service: 'api', typeId, storeField, scopes: own.scopes, own: true };
  return [
    get(base, { path: collectionPath, verb: 'query' }),
    ...(latest === undefined ? [] : [get(base, { path: `${prefix}/me/${latest.ownPath}`, verb: 'latest' })]),
    ...routesIf(own.draft !== undefined, () => post(base, { path: collectionPath, verb: 'create' })),
    ...(prefix === storePath
      ? []
      : Object.entries(own.creations ?? {}).map(([creation, { scopes = own.scopes }]) =>
          post({ ...base, scopes }, { path: `${collectionPath}/${creation}`, verb: 'create', creation }),
        )),
    ...resourcePaths(collectionPath, definition).flatMap(target => [
      get(base, { ...target, verb: 'read' }),
      ...routesIf(own.actions !== undefined, () =>
        post({ ...base, forwards: updateForwards(definition) }, { ...target, verb: 'update' }),
      ),
      ...routesIf(own.remove === true, () => remove(base, { ...target, verb: 'remove' })),
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
  const { typeId, storeField, endpoints = [] } = definition;
  return endpoints
    .filter(each => existsAt(prefix, each, definition))
    .map(({ method, path, verb, scopes, storeScopes = scopes, field, own, body, readsScopes }) => ({
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
    }));
};

/** The project itself, which is read and updated, but neither created nor deleted over HTTP. */
const projectRoutes = ({ typeId, scopes, verbs }: ResourceDefinition): Route[] => {
  const base = { service: 'api', typeId, path: '/{projectKey}', field: 'id', parameter: 'projectKey' } as const;
  return [
    { ...base, method: 'GET', body: 'none', scopes: scopes.read, verb: 'read' },
    { ...base, method: 'POST', body: 'json', scopes: scopes.write, verb: verbs?.update ?? 'update' },
  ];
};

export const resourceRoutes = (definition: ResourceDefinition): Route[] => {
  if (definition.isUnpublished === true) return [];
  if (definition.isProject === true) return projectRoutes(definition);
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
