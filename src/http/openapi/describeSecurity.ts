/** Security schemes of the description: OAuth 2.0 with the scopes of the project, or a bearer token. */
import type { Route } from '../routing/Route.js';
import { scopeTable } from '../../base/credentials/scopeTable.js';
import { required } from '../../base/errors/ApiError.js';
import type { Schema } from '../../operations/schemas/Components.js';

/** A scope in wire form: its name and the project. */
const wireForm = (name: string): string => `${name}:{projectKey}`;

const describeScope = (name: string): string => {
  const { implies, perStore } = required(scopeTable.get(name), `the scope ${name}`);
  const reach =
    implies === 'all' ? 'Everything in the project.' : implies.length > 0 ? `Includes ${implies.join(', ')}.` : '';
  return `${reach} ${perStore ? `For one store: ${wireForm(name)}:{storeKey}.` : ''}`.trim();
};

const scopes = Object.fromEntries([...scopeTable.keys()].map(name => [wireForm(name), describeScope(name)]));

export const securitySchemes: Schema = {
  oauth2: {
    type: 'oauth2',
    description:
      'Scopes contain the key of the project in place of {projectKey}. ' +
      'A client that requests no scope gets all of its scopes.',
    flows: {
      clientCredentials: { tokenUrl: '/oauth/token', refreshUrl: '/oauth/token', scopes },
      password: { tokenUrl: '/oauth/{projectKey}/customers/token', refreshUrl: '/oauth/token', scopes },
    },
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'An access token of this service or of the external OAuth server of the project.',
  },
  client: { type: 'http', scheme: 'basic', description: 'Id and secret of an API client.' },
};

/** Returns the alternatives, each of which is sufficient. */
export const describeSecurity = ({ scopes: needed, forwards }: Route): readonly Schema[] => {
  if (forwards === 'authorization') return [{ client: [] }];
  if (needed === undefined) return [];
  const names =
    needed === 'any' ? [] : [...new Set([...needed.filter(name => scopeTable.has(name)), 'manage_project'])];
  return [...(needed === 'any' ? [{ oauth2: [] }] : names.map(name => ({ oauth2: [wireForm(name)] }))), { bearer: [] }];
};

/** The names of the scopes of which one is sufficient, from what `describeSecurity` returns. */
export const scopeNamesOf = (security: readonly Schema[]): readonly string[] =>
  security.flatMap(({ oauth2 = [] }) => (oauth2 as readonly string[]).map(scope => scope.split(':')[0] ?? scope));
