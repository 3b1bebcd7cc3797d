/** Every route of the service; most are derived from the list of resource types. */
import { definitions } from '../../resources/index.js';
import type { LocalVerb, WorkerVerb } from '../../verbs/RouteVerb.js';
import { resourceRoutes, storePath } from './resourceRoutes.js';
import type { Route } from './Route.js';

/**
 * GraphQL checks the scopes of each field by itself, and the method: a GET may have a query, no mutation. The GraphiQL page is public;
 * its queries need a token.
 */
const graphqlRoutes = (prefix: string, verb: WorkerVerb, page: LocalVerb): Route[] => [
  ...(['POST', 'GET'] as const).map(
    (method): Route => ({
      method,
      path: `${prefix}/graphql`,
      service: 'api',
      verb,
      body: method === 'POST' ? 'graphql' : 'none',
      scopes: 'any',
      forwards: 'graphql',
    }),
  ),
  { method: 'GET', path: `${prefix}/graphiql`, service: 'api', verb: page, body: 'none' },
  { method: 'GET', path: `${prefix}/graphiql/{file}`, service: 'api', verb: page, body: 'none' },
];

/**
 * The job board of a project, for clients that may manage its settings. Its scripts and styles come from a public
 * package.
 */
const jobBoardRoutes = (): Route[] => {
  const base = '/{projectKey}/jobs';
  const reading = { method: 'GET', service: 'api', body: 'none' } as const;
  const protectedPage = { ...reading, scopes: ['manage_project_settings'], acceptsCookie: true } as const;
  return [
    { ...protectedPage, path: base, verb: 'jobBoardPage' },
    { ...protectedPage, path: `${base}/{path*}`, verb: 'jobBoardPage' },
    { ...protectedPage, path: `${base}/api/{path*}`, verb: 'jobBoardData', field: 'path' },
    { ...reading, path: `${base}/static/{path*}`, verb: 'jobBoardFile' },
    { ...reading, path: base, method: 'POST', body: 'form', verb: 'jobBoardSignIn' },
  ];
};

const oauthRoute = (path: string, verb: WorkerVerb): Route => ({
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
  // Public on any host, as the probes are.
  { method: 'GET', path: '/openapi.json', service: 'probe', verb: 'openapi', body: 'none' },
  { method: 'GET', path: '/openapi', service: 'probe', verb: 'openapiPage', body: 'none' },
  { method: 'GET', path: '/openapi/{file}', service: 'probe', verb: 'openapiPage', body: 'none' },
  { method: 'GET', path: '/openapi/parts/{name*}', service: 'probe', verb: 'openapiPart', body: 'none' },
  // No project has this key, since a key has two characters or more.
  { method: 'GET', path: '/-/{file}', service: 'probe', verb: 'sharedFile', body: 'none' },
  { method: 'GET', path: '/', service: 'probe', verb: 'home', body: 'none' },
  { method: 'GET', path: '/-/home/{file}', service: 'probe', verb: 'homeFile', body: 'none' },
  { method: 'GET', path: '/-/docs/{file}', service: 'probe', verb: 'docsPage', body: 'none' },
  oauthRoute('token', 'token'),
  oauthRoute('{projectKey}/customers/token', 'customerToken'),
  oauthRoute('{projectKey}/in-store/key={storeKey}/customers/token', 'customerToken'),
  oauthRoute('{projectKey}/anonymous/token', 'anonymousToken'),
  oauthRoute('introspect', 'introspect'),
  oauthRoute('token/revoke', 'revoke'),
  ...definitions.flatMap(resourceRoutes),
  ...['/{projectKey}', storePath].flatMap(prefix => graphqlRoutes(prefix, 'graphql', 'graphiql')),
  ...jobBoardRoutes(),
  ...graphqlRoutes('/{projectKey}/orders/indexer', 'indexerGraphql', 'indexerGraphiql'),
];
