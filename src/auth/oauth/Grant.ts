import type { Client } from '../../engine/define/Base.js';
import type { TokenAccount } from './session.js';

/** The permissions that a bearer token gives to a client. */
export interface Grant {
  readonly client: Client;
  /** Space-separated scopes in wire form. */
  readonly scope: string;
  /** Scope names of the project, see `grantedScopeNames`. */
  readonly scopes: ReadonlySet<string>;
  /** The account of the administration console that the token was issued to. */
  readonly account?: TokenAccount;
  /** True if the audit log records the changes of the client. */
  readonly isAudited?: boolean;
}

/** A grant with the token subjects (base/credentials/secrets.ts) that end it when one of them is revoked. */
export interface GrantLookupResult {
  readonly grant: Grant;
  /** The time that the grant holds from the look-up on, in milliseconds; 0 for one request. */
  readonly validMs: number;
  readonly revokedBy: readonly string[];
}

/** Finds a token's grant; resolves to undefined for a token that is unknown, expired or of another project. */
export type GrantLookup = (
  projectKey: string,
  token: string,
  correlationId: string,
) => Promise<GrantLookupResult | undefined>;

/** Runs a read of Redis under the limit of concurrent reads of the project's master. */
export interface ReadSlots {
  runUnmeasured<T>(projectKey: string, read: () => Promise<T>): Promise<T>;
}
