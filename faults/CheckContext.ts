import type { Services } from '../src/services/services.js';
import type { Client } from './createClient.js';
import type { Shop } from './kinds.js';

/** A project whose store is compared with the ledger. */
export interface CheckContext {
  readonly services: Services;
  readonly projectKey: string;
}

/** A project with a shop, whose resources are compared through the service. */
export interface ShopContext extends CheckContext {
  readonly client: Client;
  readonly shop: Shop;
}
