/** The route table: every path the service answers, what it needs and who does it. Derived from the list of resource types. */
import type { ResourceDefinition } from '../../engine/define/ResourceDefinition.js';
import { definitions } from '../../resources/index.js';

/** HEAD stands here only where it is more than a GET without its body. */
export type Method = 'GET' | 'HEAD' | 'POST' | 'DELETE';

export interface Route {
  readonly method: Method;
  /** `/{projectKey}/orders/order-number={orderNumber}`, as the specification writes it. */
  readonly path: string;
  /** Whose host names it is reached under; probes answer under any. */
  readonly service: 'api' | 'auth' | 'probe';
  /** What is done: a verb of pool/verbs.ts, or one of the front's own. */
  readonly verb: string;
  readonly body: 'none' | 'json' | 'form';
  /** Any one of these scope names suffices; `any`: any token of the project does; absent: no access token is asked for. */
  readonly scopes?: readonly string[] | 'any';
  readonly typeId?: string;
  /** The path segment of another way to create, `import`. */
  readonly creation?: string;
  /** The field that the path addresses a resource by, and the path parameter with its value where that has another name. */
  readonly field?: string;
  readonly parameter?: string;
  readonly storeField?: string;
  /** Only what belongs to whoever asks. */
  readonly own?: boolean;
  /** Whether the token may come in the cookie of src/http/pages/jobBoard/session.ts, for what a browser navigates to. */
  readonly acceptsCookie?: boolean;
  /** What the verb gets of the request beside its body: the client's credentials, or the scope of the token. */
  readonly forwards?: 'authorization' | 'scope';
}

const inStore = '/{projectKey}/in-store/key={storeKey}';

interface Address {
  readonly field: string;
  readonly path: string;
}

/** The paths of single resources below a collection. */
const addressesOf = (base: string, { addressedBy }: ResourceDefinition): Address[] => [
  { field: 'id', path: `${base}/{id}` },
  ...(addressedBy === undefined
    ? []
    : [{ field: addressedBy.field, path: `${base}/${addressedBy.segment}={${addressedBy.field}}` }]),
];

/** The resource that whoever asks is. */
const ownResource = (path: string, { typeId, storeField, own, verbs = {} }: ResourceDefinition): Route[] => {
  const { scopes, actions, remove } = own!;
  const common = { service: 'api', path, typeId, storeField, scopes, own: true } as const;
  return [
    { ...common, method: 'GET', body: 'none', verb: 'read' },
    ...(actions === undefined
      ? []
      : [{ ...common, method: 'POST', body: 'json', verb: verbs.update ?? 'update' } as const]),
    ...(remove !== true
      ? []
      : [{ ...common, method: 'DELETE', body: 'none', verb: verbs.remove ?? 'remove' } as const]),
  ];
};

const endpointRoutes = (prefix: string, { typeId, storeField, endpoints = [] }: ResourceDefinition): Route[] =>
  endpoints
    .filter(({ notInStores }) => prefix !== inStore || notInStores !== true)
    .map(({ method, path, verb, scopes, storeScopes = scopes, field, own }) => ({
      method,
      path: `${prefix}/${path}`,
      service: 'api',
      verb,
      body: method === 'POST' ? 'json' : 'none',
      typeId,
      storeField,
      field,
      own,
      scopes: prefix === inStore ? storeScopes : scopes,
    }));

/** What customers and visitors do with their own of a resource type. */
const ownRoutes = (prefix: string, definition: ResourceDefinition): Route[] => {
  const { typeId, path, storeField, own, latest } = definition;
  if (own === undefined) return [];
  if (own.by === 'id') return ownResource(`${prefix}/me`, definition);
  const base = `${prefix}/me/${path}`;
  const common = { service: 'api', typeId, storeField, scopes: own.scopes, own: true } as const;
  const reading = { ...common, method: 'GET', body: 'none' } as const;
  const writing = { ...common, method: 'POST', body: 'json' } as const;
  return [
    { ...reading, path: base, verb: 'query' },
    ...(latest === undefined ? [] : [{ ...reading, path: `${prefix}/me/${latest.ownPath}`, verb: 'latest' }]),
    ...(own.draft === undefined ? [] : [{ ...writing, path: base, verb: 'create' }]),
    ...addressesOf(base, definition).flatMap((address): Route[] => [
      { ...reading, ...address, verb: 'read' },
      ...(own.actions === undefined ? [] : [{ ...writing, ...address, verb: 'update' }]),
      ...(own.remove !== true
        ? []
        : [{ ...common, ...address, method: 'DELETE', body: 'none', verb: 'remove' } as const]),
    ]),
  ];
};

/** The endpoints of one resource type below a prefix. */
const collection = (prefix: string, definition: ResourceDefinition): Route[] => {
  const { typeId, path, scopes, draft, creations = {}, actions, storeField, latest, verbs = {} } = definition;
  const base = `${prefix}/${path}`;
  const common = { service: 'api', typeId, storeField } as const;
  const reading = { ...common, method: 'GET', body: 'none', scopes: scopes.read } as const;
  const writing = { ...common, method: 'POST', body: 'json', scopes: scopes.write } as const;
  return [
    { ...reading, path: base, verb: 'query' },
    ...(latest === undefined
      ? []
      : [{ ...reading, path: `${base}/${latest.segment}={${latest.field}}`, verb: 'latest', field: latest.field }]),
    ...(draft === undefined
      ? []
      : [
          {
            ...writing,
            path: base,
            verb: verbs.create ?? 'create',
            passes: verbs.create === undefined ? undefined : 'scope',
          } as const,
        ]),
    ...addressesOf(base, definition).flatMap((address): Route[] => [
      { ...reading, ...address, verb: 'read' },
      ...(actions === undefined ? [] : [{ ...writing, ...address, verb: verbs.update ?? 'update' }]),
      ...(actions === undefined && verbs.remove === undefined
        ? []
        : [{ ...writing, ...address, method: 'DELETE', body: 'none', verb: verbs.remove ?? 'remove' } as const]),
    ]),
    ...(prefix === inStore
      ? []
      : Object.entries(creations).map(
          ([creation, { scopes: own = scopes.write }]): Route => ({
            ...writing,
            scopes: own,
            path: `${base}/${creation}`,
            verb: 'create',
            creation,
          }),
        )),
  ];
};

/** The project itself: read and updated, never made or deleted over HTTP. */
const projectRoutes = ({ typeId, scopes, verbs }: ResourceDefinition): Route[] => {
  const common = { service: 'api', typeId, path: '/{projectKey}', field: 'id', parameter: 'projectKey' } as const;
  return [
    { ...common, method: 'GET', body: 'none', scopes: scopes.read, verb: 'read' },
    { ...common, method: 'POST', body: 'json', scopes: scopes.write, verb: verbs?.update ?? 'update' },
  ];
};

const resourceRoutes = (definition: ResourceDefinition): Route[] => {
  if (definition.isUnpublished === true) return [];
  if (definition.isProject === true) return projectRoutes(definition);
  return [
    ...collection('/{projectKey}', definition),
    ...(definition.storeField === undefined
      ? []
      : [
          ...collection(inStore, definition),
          ...ownRoutes(inStore, definition),
          ...endpointRoutes(inStore, definition),
        ]),
    ...ownRoutes('/{projectKey}', definition),
    ...endpointRoutes('/{projectKey}', definition),
  ];
};

/** GraphQL asks for the scopes of each field by itself; the page that helps to write it is public, what it asks is not. */
const graphqlRoutes = (prefix: string, verb: string, page: string): Route[] => [
  { method: 'POST', path: `${prefix}/graphql`, service: 'api', verb, body: 'json', scopes: 'any', forwards: 'scope' },
  { method: 'GET', path: `${prefix}/graphiql`, service: 'api', verb: page, body: 'none' },
  { method: 'GET', path: `${prefix}/graphiql/{file}`, service: 'api', verb: page, body: 'none' },
];

/** Jobs of a project: the page and what it asks for, for who may manage the project's settings. Its parts are those of a package, and no secret. */
const queueRoutes = (): Route[] => {
  const base = '/{projectKey}/jobs';
  const reading = { method: 'GET', service: 'api', body: 'none' } as const;
  const guarded = { ...reading, scopes: ['manage_project_settings'], byCookie: true } as const;
  return [
    { ...guarded, path: base, verb: 'jobBoardPage' },
    { ...guarded, path: `${base}/{path*}`, verb: 'jobBoardPage' },
    { ...guarded, path: `${base}/api/{path*}`, verb: 'jobBoardData', field: 'path' },
    { ...reading, path: `${base}/static/{path*}`, verb: 'jobBoardFile' },
    { ...reading, path: `${base}/leave`, verb: 'jobBoardSignOut' },
    { ...reading, path: base, method: 'POST', body: 'form', verb: 'jobBoardSignIn' },
  ];
};

const oauthRoute = (path: string, verb: string): Route => ({
  method: 'POST',
  path: `/oauth/${path}`,
  service: 'auth',
  verb,
  body: 'form',
  forwards: 'authorization',
});

export const routes: readonly Route[] = [
  { method: 'GET', path: '/healthz', service: 'probe', verb: 'health', body: 'none' },
  { method: 'GET', path: '/readyz', service: 'probe', verb: 'ready', body: 'none' },
  // Told to everybody, under any host.
  { method: 'GET', path: '/openapi.json', service: 'probe', verb: 'openapi', body: 'none' },
  { method: 'GET', path: '/openapi', service: 'probe', verb: 'openapiPage', body: 'none' },
  { method: 'GET', path: '/openapi/{file}', service: 'probe', verb: 'openapiPage', body: 'none' },
  oauthRoute('token', 'token'),
  oauthRoute('{projectKey}/customers/token', 'customerToken'),
  oauthRoute('{projectKey}/in-store/key={storeKey}/customers/token', 'customerToken'),
  oauthRoute('{projectKey}/anonymous/token', 'anonymousToken'),
  oauthRoute('introspect', 'introspect'),
  oauthRoute('token/revoke', 'revoke'),
  ...definitions.flatMap(resourceRoutes),
  ...['/{projectKey}', inStore].flatMap(prefix => graphqlRoutes(prefix, 'graphql', 'graphiql')),
  ...queueRoutes(),
  ...graphqlRoutes('/{projectKey}/orders/indexer', 'indexerGraphql', 'indexerGraphiql'),
];
