import { limits } from '../../base/config/limits.js';
import { required } from '../../base/errors/ApiError.js';
import type { RedisClient } from '../../base/redis/connect.js';
import { serverKeys } from '../../store/keys.js';

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
  /** The names of the update actions. */
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

const dayMs = 86_400_000;
const readAtOnce = 50;

/** The stream of a record, and what its oldest entries are deleted beyond, as arguments of XADD. */
const streamFor = ({ event, projectKey = '' }: AuditRecord): readonly [key: string, ...limit: (string | number)[]] => {
  switch (event) {
    case 'resourceChanged':
      return [serverKeys.projectAudit(projectKey), 'MAXLEN', limits.projectAuditEntriesMax];
    case 'signIn':
    case 'signOut':
      return [serverKeys.signIns, 'MAXLEN', '~', limits.auditEntriesMax];
    case 'signInFailed':
      return [serverKeys.failedSignIns, 'MAXLEN', '~', limits.auditEntriesMax];
    default:
      return [serverKeys.audit, 'MINID', '~', Date.now() - limits.auditDays * dayMs];
  }
};

/** Reads a stream in batches, the newest entry first. */
class StreamReader {
  #entries: StreamEntry[] = [];
  #isOver = false;

  constructor(
    private readonly redis: RedisClient,
    private readonly key: string,
    private before: string | undefined,
  ) {}

  /** The newest entry that was not taken. */
  get first(): StreamEntry | undefined {
    return this.#entries[0];
  }

  take(): StreamEntry {
    const entry = required(this.#entries.shift(), `an entry of ${this.key}`);
    [this.before] = entry;
    return entry;
  }

  /** Reads a batch where no entry is left of the one before. */
  async fill(): Promise<void> {
    if (this.#isOver || this.#entries.length > 0) return;
    const end = this.before === undefined ? '+' : `(${this.before}`;
    this.#entries = await this.redis.xrevrange(this.key, end, '-', 'COUNT', readAtOnce);
    this.#isOver = this.#entries.length < readAtOnce;
  }
}

const newestOf = (readers: readonly StreamReader[]): StreamReader | undefined =>
  readers.reduce<StreamReader | undefined>((newest, reader) => {
    if (reader.first === undefined) return newest;
    return newest?.first === undefined || newestFirst(reader.first, newest.first) < 0 ? reader : newest;
  }, undefined);

/**
 * What accounts did, newest first. No entry is ever changed. Entries about accounts and projects are kept for
 * `limits.auditDays`. What may be written often has streams of its own, of which the oldest entries are deleted beyond
 * a number: changes of each project, sign-ins, and failed sign-ins, which strangers can make. None pushes out
 * another's.
 */
export class AuditLog {
  constructor(private readonly redis: RedisClient) {}

  async append(record: AuditRecord): Promise<void> {
    const { redis } = this;
    const [key, ...limit] = streamFor(record);
    const appended = redis.call('xadd', key, ...limit, '*', 'record', JSON.stringify(record));
    if (record.event !== 'resourceChanged') return void (await appended);
    const { projectKey = '' } = record;
    const seconds = (limits.auditDays * dayMs) / 1_000;
    await Promise.all([appended, redis.sadd(serverKeys.auditedProjects, projectKey), redis.expire(key, seconds)]);
  }

  /**
   * `limit` entries that are older than the entry `before`, and further ones with the id of the last, which would
   * otherwise be left out of the next page. With `projectKeys` those streams only that may have entries about them.
   */
  async read(limit: number, before?: string, projectKeys?: readonly string[]): Promise<AuditEntry[]> {
    const keys = await this.#streamsOf(projectKeys);
    const readers = keys.map(key => new StreamReader(this.redis, key, before));
    await Promise.all(readers.map(reader => reader.fill()));
    const entries: StreamEntry[] = [];
    for (let newest = newestOf(readers); newest?.first !== undefined; newest = newestOf(readers)) {
      if (entries.length >= limit && newest.first[0] !== entries.at(-1)?.[0]) break;
      entries.push(newest.take());
      await newest.fill();
    }
    return entries.map(toEntry);
  }

  async #streamsOf(projectKeys: readonly string[] | undefined): Promise<string[]> {
    if (projectKeys !== undefined) return [serverKeys.audit, ...projectKeys.map(serverKeys.projectAudit)];
    const projects = await this.redis.smembers(serverKeys.auditedProjects);
    const ofServer = [serverKeys.audit, serverKeys.signIns, serverKeys.failedSignIns];
    return [...ofServer, ...projects.map(serverKeys.projectAudit)];
  }
}
