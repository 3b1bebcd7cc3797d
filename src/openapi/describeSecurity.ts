/** Who may ask: OAuth 2.0 with the scopes of the project, or a token as it is. */
import type { Route } from '../http/routing/routes.js';
import { scopeTable } from '../credentials/scopes.js';
import type { Schema } from './Components.js';

/** A scope as a token has it: its name, and the project. */
const worded = (name: string): string => `${name}:{projectKey}`;

const told = (name: string): string => {
  const { implies, perStore } = scopeTable[name]!;
  const reach =
    implies === 'all' ? 'Everything in the project.' : implies.length > 0 ? `Holds ${implies.join(', ')} as well.` : '';
  return `${reach} ${perStore ? `For one store: ${worded(name)}:{storeKey}.` : ''}`.trim();
};

const scopes = Object.fromEntries(Object.keys(scopeTable).map(name => [worded(name), told(name)]));

export const securitySchemes: Schema = {
  oauth2: {
    type: 'oauth2',
    description:
      'Scopes name the project: {projectKey} stands for its key. A client that asks for no scope gets all of its own.',
    flows: {
      clientCredentials: { tokenUrl: '/oauth/token', refreshUrl: '/oauth/token', scopes },
      password: { tokenUrl: '/oauth/{projectKey}/customers/token', refreshUrl: '/oauth/token', scopes },
    },
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'An access token, whoever issued it: this service, or the OAuth server of the project.',
  },
  client: { type: 'http', scheme: 'basic', description: 'Id and secret of an API client.' },
};

/** Each alternative suffices. */
export const describeSecurity = ({ scopes: needed, forwards }: Route): readonly Schema[] => {
  if (forwards === 'authorization') return [{ client: [] }];
  if (needed === undefined) return [];
  const names =
    needed === 'any' ? [] : [...new Set([...needed.filter(name => scopeTable[name] !== undefined), 'manage_project'])];
  return [...(needed === 'any' ? [{ oauth2: [] }] : names.map(name => ({ oauth2: [worded(name)] }))), { bearer: [] }];
};
