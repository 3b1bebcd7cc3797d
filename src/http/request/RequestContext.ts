import type { Logger } from 'pino';
import type { AuditLog } from '../../accounts/AuditLog.js';
import type { Config } from '../../config/settings.js';
import type { SessionCall } from '../../console/ConsoleCall.js';
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
  /** Why the service cannot serve requests now; undefined if it can. */
  readonly unreadiness: () => Promise<string | undefined>;
  /** Why Redis refuses writes, as `/readyz` shows it; empty while it accepts them. */
  readonly writeRefusals: () => readonly object[];
}
