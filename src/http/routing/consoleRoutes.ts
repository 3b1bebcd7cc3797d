/**
 * The routes of the administration console. They are no part of the API, and its description does not have them
 * (docs/decisions/console-accounts.md). No project has the key `-`, since a key has two characters or more.
 */
import type { ConsoleVerb } from '../../verbs/RouteVerb.js';
import type { Route } from './Route.js';

const consoleRoute = (method: Route['method'], path: string, verb: ConsoleVerb | 'readFigures'): Route => ({
  method,
  path: `/-/${path}`,
  // The console is served on any host name.
  service: 'probe',
  verb,
  body: method === 'POST' ? 'json' : 'none',
  field: /\{(\w+)\}/.exec(path)?.[1],
  hasSession: true,
});

const pageRoute = (path: string): Route => ({
  method: 'GET',
  path,
  service: 'probe',
  verb: 'consolePage',
  body: 'none',
});

export const consoleRoutes: readonly Route[] = [
  pageRoute('/console'),
  pageRoute('/console/{path*}'),
  consoleRoute('GET', 'session', 'readSession'),
  consoleRoute('POST', 'session', 'openSession'),
  consoleRoute('DELETE', 'session', 'endSession'),
  consoleRoute('POST', 'session/tokens', 'issueSessionToken'),
  consoleRoute('POST', 'session/password', 'changeOwnPassword'),
  consoleRoute('GET', 'accounts', 'queryAccounts'),
  consoleRoute('POST', 'accounts', 'createAccount'),
  consoleRoute('POST', 'accounts/{id}', 'updateAccount'),
  consoleRoute('DELETE', 'accounts/{id}', 'removeAccount'),
  consoleRoute('GET', 'projects', 'listProjects'),
  consoleRoute('POST', 'projects', 'createProject'),
  consoleRoute('POST', 'sample-shops', 'createSampleShop'),
  consoleRoute('GET', 'sample-shops/{key}', 'readSampleShop'),
  consoleRoute('POST', 'verifications', 'createVerification'),
  consoleRoute('GET', 'verifications/{key}', 'readVerification'),
  consoleRoute('POST', 'extension-tests', 'testExtension'),
  consoleRoute('POST', 'predicate-tests', 'testPredicates'),
  consoleRoute('GET', 'scopes', 'listScopes'),
  consoleRoute('GET', 'audit', 'readAuditLog'),
  consoleRoute('GET', 'figures', 'readFigures'),
  consoleRoute('GET', 'setup', 'readSetup'),
  consoleRoute('POST', 'setup', 'setUp'),
];
