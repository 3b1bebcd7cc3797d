import type { Logger } from 'pino';
import type { AuditLog } from '../../auth/accounts/AuditLog.js';
import type { Config } from '../../base/config/settings.js';
import type { SessionCall } from '../../operations/console/ConsoleCall.js';
import type { GrantCache } from '../../auth/oauth/GrantCache.js';
import type { CallRunner } from '../../operations/Call.js';
import type { ReadLimiter } from '../../base/shedding/ReadLimiter.js';
import type { DataStore } from '../../store/DataStore.js';
import type { CrossOriginPolicy } from '../exchange/CrossOriginPolicy.js';
import type { OutgoingResponse, RequestObserver } from '../exchange/Exchange.js';
import type { Router } from '../routing/Router.js';

/** The state that `/readyz` reports. */
export interface Readiness {
  /** Says why no request can be served; undefined where some can. */
  readonly failure: string | undefined;
  /** Lists the faults by kind; a list is empty while nothing of its kind is wrong. */
  readonly faults: Readonly<Record<'writeRefusals' | 'failedNodes' | 'missingReplicas', readonly object[]>>;
}

/** Holds the parts that the stages of all requests share. */
export interface RequestContext {
  readonly config: Config;
  readonly router: Router;
  readonly grants: GrantCache;
  readonly store: DataStore;
  readonly pool: CallRunner;
  readonly reads: ReadLimiter;
  readonly log: Logger;
  readonly observer?: RequestObserver;
  readonly crossOrigin: CrossOriginPolicy;
  /** Records the changes that accounts of the administration console make. */
  readonly audit: AuditLog;
  /** Answers the live figures of this process to a session that may see them. */
  readonly figures: (session: SessionCall) => Promise<OutgoingResponse>;
  /** Tells whether the service serves requests now, and what is wrong, as `/readyz` shows it. */
  readonly readiness: () => Promise<Readiness>;
}
