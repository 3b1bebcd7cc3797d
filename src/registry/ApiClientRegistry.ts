import type { Entity } from 'redis-om';

/** Authenticates an API client; found by the client's id alone. */
export interface ApiClientRecord extends Entity {
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

export interface ApiClientRegistry {
  find(id: string): Promise<ApiClientRecord | undefined>;
  save(record: ApiClientRecord): Promise<void>;
  remove(id: string): Promise<void>;
  close(): Promise<void>;
}
