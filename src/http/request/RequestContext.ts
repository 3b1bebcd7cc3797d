/** What the steps of a request use. */
import type { Logger } from 'pino';
import type { Config } from '../../config/settings.js';
import type { GrantCache } from '../../oauth/GrantCache.js';
import type { ReadLimiter } from '../../shedding/ReadLimiter.js';
import type { WorkerPool } from '../../pool/WorkerPool.js';
import type { Store } from '../../store/Store.js';
import type { OutgoingResponse, Exchange } from '../exchange/Exchange.js';
import type { Router } from '../routing/Router.js';
import type { RequestObserver } from '../exchange/RequestObserver.js';

export interface RequestContext {
  readonly config: Config;
  readonly router: Router;
  readonly grants: GrantCache;
  readonly store: Store;
  readonly pool: WorkerPool;
  readonly reads: ReadLimiter;
  readonly log: Logger;
  /** Absent where nobody looks on. */
  readonly observer?: RequestObserver;
  /** Answers with the description of the API. */
  readonly openapi: (exchange: Exchange) => Promise<OutgoingResponse>;
  /** Why the service cannot serve now; undefined when it can. */
  readonly unreadiness: () => Promise<string | undefined>;
}
