import type { Logger } from 'pino';
import type { AuditLog } from '../../accounts/AuditLog.js';
import type { Config } from '../../config/settings.js';
import type { SessionCall } from '../../console/ConsoleCall.js';
import type { Readiness } from '../../monitoring/monitors.js';
import type { GrantCache } from '../../oauth/GrantCache.js';
import type { WorkerPool } from '../../pool/WorkerPool.js';
import type { ReadLimiter } from '../../shedding/ReadLimiter.js';
import type { Store } from '../../store/Store.js';
import type { CrossOriginPolicy } from '../exchange/CrossOriginPolicy.js';
import type { OutgoingResponse, RequestObserver } from '../exchange/Exchange.js';
import type { OpenapiDocument } from '../pages/OpenapiDocument.js';
import type { Router } from '../routing/Router.js';

/** What the stages of all requests share. */
export interface RequestContext {
  readonly config: Config;
  readonly router: Router;
  readonly grants: GrantCache;
  readonly store: Store;
  readonly pool: WorkerPool;
  readonly reads: ReadLimiter;
  readonly log: Logger;
  readonly observer?: RequestObserver;
  readonly crossOrigin: CrossOriginPolicy;
  readonly openapiDocument: OpenapiDocument;
  /** What accounts of the administration console did. */
  readonly audit: AuditLog;
  /** Answers the live figures of this process to a session that may see them. */
  readonly figures: (session: SessionCall) => Promise<OutgoingResponse>;
  /** Whether the service serves requests now, and what is wrong, as `/readyz` shows it. */
  readonly readiness: () => Promise<Readiness>;
}
