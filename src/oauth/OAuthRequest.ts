import type { ApiClientRecord } from '../registry/ApiClientRecord.js';
import type { ApiClientRegistry } from '../registry/ApiClientRegistry.js';
import type { ConfirmWrites } from '../store/ReplicatedCommitRunner.js';
import type { GrantServices } from './grants/GrantHandler.js';
import type { RateLimits } from './rateLimits.js';

export interface OAuthServices extends GrantServices {
  readonly registry: ApiClientRegistry;
  readonly throttleClient: RateLimits['throttleClient'];
  /** Does nothing where DURABILITY asks for no replicas. */
  readonly confirmWrites: ConfirmWrites;
  /** Records that the client was used today (`lastUsedAt`). */
  readonly recordClientUse: (client: ApiClientRecord) => Promise<void>;
}

/** A request to an authorization endpoint. */
export interface OAuthRequest {
  readonly authorization: string;
  readonly body: Uint8Array;
  /** Empty on paths without a project. */
  readonly projectKey: string;
  readonly storeKey?: string;
}
