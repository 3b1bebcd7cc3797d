/** Authenticates an API client; found by the client's id alone. */
export interface ApiClientRecord {
  id: string;
  projectKey: string;
  name: string;
  /** Space-separated scopes in wire form, `manage_project:demo`. */
  scope: string;
  secretHash: string;
  createdAt: string;
  /** The client's own lifetime of tokens; the service's default where it is absent. */
  accessTokenValiditySeconds?: number;
  refreshTokenValiditySeconds?: number;
  /** The time at which the client expires. */
  deleteAt?: string;
}

/** The members of a record as redis-om keeps them in a hash. */
export const apiClientFields = {
  id: { type: 'string' },
  projectKey: { type: 'string' },
  name: { type: 'string' },
  scope: { type: 'string' },
  secretHash: { type: 'string' },
  createdAt: { type: 'string' },
  accessTokenValiditySeconds: { type: 'number' },
  refreshTokenValiditySeconds: { type: 'number' },
  deleteAt: { type: 'string' },
} as const satisfies Record<keyof ApiClientRecord, { readonly type: 'string' | 'number' }>;

/** What the keys of all records begin with. */
export const apiClientHashes = 'quayside:apiClient';

/** The id in braces, so that the records are spread over all slots of a cluster. */
export const hashTag = (id: string): string => `{${id}}`;
