/** What the steps of a request use. */
import type { Logger } from 'pino';
import type { Config } from '../config/settings.js';
import type { GrantCache } from '../oauth/GrantCache.js';
import type { Reads } from '../overload/reads.js';
import type { Pool } from '../pool/pool.js';
import type { Store } from '../store/store.js';
import type { Answer, Exchange } from './exchange.js';
import type { Router } from './router.js';
import type { Watcher } from './watcher.js';

export interface Front {
  readonly config: Config;
  readonly router: Router;
  readonly grants: GrantCache;
  readonly store: Store;
  readonly pool: Pool;
  readonly reads: Reads;
  readonly log: Logger;
  /** Absent where nobody looks on. */
  readonly watcher?: Watcher;
  /** Answers with the description of the API. */
  readonly openapi: (exchange: Exchange) => Promise<Answer>;
  /** Why the service cannot serve now; undefined when it can. */
  readonly unreadiness: () => Promise<string | undefined>;
}
