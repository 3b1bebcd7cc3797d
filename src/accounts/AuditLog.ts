import { limits } from '../config/limits.js';
import type { RedisClient } from '../redis/connect.js';
import { serverKeys } from '../store/keys.js';

/** What an entry is about. */
export type AuditEvent =
  | 'signIn'
  | 'signInFailed'
  | 'signOut'
  | 'accountCreated'
  | 'accountChanged'
  | 'accountDeleted'
  | 'projectCreated'
  | 'sampleShopRequested'
  | 'resourceChanged';

export interface AuditRecord {
  readonly event: AuditEvent;
  /** The account that did it; absent for the command line, for API clients and for the first account. */
  readonly account?: { readonly id: string; readonly email: string };
  readonly clientId?: string;
  /** The email of a failed sign-in, or of the account that was changed. */
  readonly email?: string;
  /** Absent for the command line. */
  readonly remoteAddress?: string;
  readonly projectKey?: string;
  /** The request of a changed resource. */
  readonly method?: string;
  readonly path?: string;
  readonly resourceId?: string;
  readonly version?: number;
  /** The names of the update actions of an account. */
  readonly actions?: readonly string[];
}

export interface AuditEntry extends AuditRecord {
  /** Orders all entries by time. */
  readonly id: string;
  readonly at: string;
}

type StreamEntry = readonly [id: string, fields: readonly string[]];

const toEntry = ([id, [, record = '{}']]: StreamEntry): AuditEntry => ({
  id,
  at: new Date(Number(id.split('-', 1)[0])).toISOString(),
  ...(JSON.parse(record) as AuditRecord),
});

/** Compares entries by their ids, `<milliseconds>-<number>`; the newer one comes first. */
const newestFirst = ([a]: StreamEntry, [b]: StreamEntry): number => {
  const [aMs = 0, aNumber = 0] = a.split('-').map(Number);
  const [bMs = 0, bNumber = 0] = b.split('-').map(Number);
  return aMs === bMs ? bNumber - aNumber : bMs - aMs;
};

/** The form of an entry's id. */
export const auditIdPattern = /^\d{1,15}-\d{1,15}$/;

/**
 * What accounts did, newest first. Nobody changes an entry; the oldest are deleted beyond a number of entries. Failed
 * sign-ins, of which strangers can make as many as they like, have a stream of their own and push out no other entry.
 */
export class AuditLog {
  constructor(private readonly redis: RedisClient) {}

  async append(record: AuditRecord): Promise<void> {
    const key = record.event === 'signInFailed' ? serverKeys.failedSignIns : serverKeys.audit;
    await this.redis.xadd(key, 'MAXLEN', '~', limits.auditEntriesMax, '*', 'record', JSON.stringify(record));
  }

  /**
   * `limit` entries that are older than the entry `before`; one more where an entry of each stream has the last id, which
   * would otherwise be left out of the next page.
   */
  async read(limit: number, before?: string): Promise<AuditEntry[]> {
    const streams = await Promise.all(
      [serverKeys.audit, serverKeys.failedSignIns].map(key => this.#readStream(key, limit, before)),
    );
    const entries = streams.flat().sort(newestFirst);
    const isWithLastId = entries[limit - 1]?.[0] === entries[limit]?.[0];
    return entries.slice(0, isWithLastId ? limit + 1 : limit).map(toEntry);
  }

  /** Reads one entry more, because the range includes `before` itself. */
  async #readStream(key: string, limit: number, before = '+'): Promise<StreamEntry[]> {
    const entries: StreamEntry[] = await this.redis.xrevrange(key, before, '-', 'COUNT', limit + 1);
    return entries.filter(([id]) => id !== before).slice(0, limit);
  }
}
