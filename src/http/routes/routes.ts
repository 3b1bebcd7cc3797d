/** Every route of the service; most are derived from the list of resource types. */
import { shapeOf } from '../routing/missingParameters.js';
import { definitions } from '../../commerce/resources/index.js';
import { verbs } from '../../operations/verbs/index.js';
import type { Verb } from '../../operations/verbs/Verb.js';
import { localVerbs } from '../request/localVerbs.js';
import { resourceRoutes, storePath } from './resourceRoutes.js';
import type { LocalVerb, Route } from '../routing/Route.js';
import { readWordLines } from '../../base/config/packageFile.js';

/** A page or file that needs no token; that of a probe is on any host. */
const publicRoute = (path: string, verb: LocalVerb, service: Route['service'] = 'probe'): Route => ({
  method: 'GET',
  path,
  service,
  verb,
  body: 'none',
});

/**
 * GraphQL checks the scopes of each field by itself, and the method: a GET may have a query, no mutation. The GraphiQL
 * page is public; its queries need a token.
 */
const graphqlRoutes = (prefix: string, verb: Verb, page: LocalVerb): Route[] => {
  const query = { path: `${prefix}/graphql`, service: 'api', verb, scopes: 'any', forwards: 'graphql' } as const;
  return [
    { ...query, method: 'POST', body: 'graphql' },
    { ...query, method: 'GET', body: 'none' },
    publicRoute(`${prefix}/graphiql`, page, 'api'),
    publicRoute(`${prefix}/graphiql/{file}`, page, 'api'),
  ];
};

/** The background jobs of a project, for clients that may manage its settings. */
const jobRoutes = (): Route[] => {
  const reading = { method: 'GET', service: 'api', body: 'none', scopes: ['manage_project_settings'] } as const;
  return [
    { ...reading, path: '/{projectKey}/jobs', verb: verbs.listJobQueues },
    { ...reading, path: '/{projectKey}/jobs/{queue}', verb: verbs.listJobRuns, field: 'queue' },
  ];
};

/** The indexes of all searches of a project, for clients that may see or manage its settings. */
const searchIndexRoutes = (): Route[] => {
  const base = { path: '/{projectKey}/search-indexes', service: 'api' } as const;
  return [
    { ...base, method: 'GET', verb: verbs.listSearchIndexes, body: 'none', scopes: ['view_project_settings'] },
    { ...base, method: 'POST', verb: verbs.reindexSearch, body: 'json', scopes: ['manage_project_settings'] },
  ];
};

const oauthRoute = (path: string, verb: Verb): Route => ({
  method: 'POST',
  path: `/oauth/${path}`,
  service: 'auth',
  verb,
  body: 'form',
  forwards: 'authorization',
});

export const routes: readonly Route[] = [
  publicRoute('/healthz', localVerbs.health),
  publicRoute('/readyz', localVerbs.ready),
  // Public on any host, as the probes are.
  publicRoute('/openapi.json', localVerbs.openapi),
  publicRoute('/openapi', localVerbs.openapiPage),
  publicRoute('/openapi/{file}', localVerbs.openapiPage),
  publicRoute('/openapi/tags/{tag}', localVerbs.openapiTag),
  publicRoute('/openapi/parts/{name*}', localVerbs.openapiPart),
  // No project has this key, since a key has two characters or more.
  publicRoute('/-/{file}', localVerbs.sharedFile),
  publicRoute('/', localVerbs.home),
  publicRoute('/-/home/{file}', localVerbs.homeFile),
  publicRoute('/-/docs/{file}', localVerbs.docsPage),
  oauthRoute('token', verbs.token),
  oauthRoute('{projectKey}/customers/token', verbs.customerToken),
  oauthRoute('{projectKey}/in-store/key={storeKey}/customers/token', verbs.customerToken),
  oauthRoute('{projectKey}/anonymous/token', verbs.anonymousToken),
  oauthRoute('introspect', verbs.introspect),
  oauthRoute('token/revoke', verbs.revoke),
  ...definitions.flatMap(resourceRoutes),
  ...['/{projectKey}', storePath].flatMap(prefix => graphqlRoutes(prefix, verbs.graphql, localVerbs.graphiql)),
  {
    method: 'GET',
    path: '/{projectKey}/graphql/schema.graphql',
    service: 'api',
    verb: localVerbs.graphqlSchema,
    body: 'none',
    scopes: 'any',
  },
  ...jobRoutes(),
  ...searchIndexRoutes(),
  ...graphqlRoutes('/{projectKey}/orders/indexer', verbs.indexerGraphql, localVerbs.indexerGraphiql),
];

/*
 * The routes of the administration console are no part of the API, and its description does not have them
 * (docs/decisions/console-accounts.md). No project has the key `-`, since a key has two characters or more.
 */

const consoleRoute = (method: Route['method'], path: string, verb: Route['verb']): Route => ({
  method,
  path: `/-/${path}`,
  // The console is served on any host name.
  service: 'probe',
  verb,
  body: method === 'POST' ? 'json' : 'none',
  field: /\{(\w+)\}/.exec(path)?.[1],
  hasSession: true,
});

export const consoleRoutes: readonly Route[] = [
  publicRoute('/console', localVerbs.consolePage),
  publicRoute('/console/{path*}', localVerbs.consolePage),
  consoleRoute('GET', 'session', verbs.readSession),
  consoleRoute('POST', 'session', verbs.openSession),
  consoleRoute('DELETE', 'session', verbs.endSession),
  consoleRoute('POST', 'session/tokens', verbs.issueSessionToken),
  consoleRoute('POST', 'session/password', verbs.changeOwnPassword),
  consoleRoute('GET', 'accounts', verbs.queryAccounts),
  consoleRoute('GET', 'account-names', verbs.readAccountNames),
  consoleRoute('POST', 'accounts', verbs.createAccount),
  consoleRoute('POST', 'accounts/{id}', verbs.updateAccount),
  consoleRoute('DELETE', 'accounts/{id}', verbs.removeAccount),
  consoleRoute('GET', 'projects', verbs.listProjects),
  consoleRoute('POST', 'projects', verbs.createProject),
  consoleRoute('POST', 'sample-shops', verbs.createSampleShop),
  consoleRoute('GET', 'sample-shops/{key}', verbs.readSampleShop),
  consoleRoute('POST', 'verifications', verbs.createVerification),
  consoleRoute('GET', 'verifications/{key}', verbs.readVerification),
  consoleRoute('POST', 'extension-tests', verbs.testExtension),
  consoleRoute('POST', 'predicate-tests', verbs.testPredicates),
  consoleRoute('POST', 'discount-tests', verbs.testDiscount),
  consoleRoute('POST', 'order-numbers', verbs.takeOrderNumber),
  consoleRoute('GET', 'scopes', verbs.listScopes),
  consoleRoute('GET', 'audit', verbs.readAuditLog),
  consoleRoute('GET', 'figures', localVerbs.readFigures),
  consoleRoute('GET', 'setup', verbs.readSetup),
  consoleRoute('POST', 'setup', verbs.setUp),
];

/* Requests that the hosted API has and this server does not are answered with 501 instead of a misleading 404. */

/** Leaves out the routes in `offered`: the file is older than a route that was just added. */
export const readMissingRoutes = (offered: readonly Route[]): Route[] => {
  const shapes = new Set(offered.map(shapeOf));
  return (readWordLines('assets/missing/requests.txt') as [Route['method'], string][])
    .map(([method, path]): Route => {
      const body = method === 'POST' ? 'any' : 'none';
      return { method, path, service: 'api', verb: localVerbs.missing, body, scopes: 'any' };
    })
    .filter(route => !shapes.has(shapeOf(route)));
};
