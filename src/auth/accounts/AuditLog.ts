import { dayMs, deletionTimeMs } from '../../base/durations.js';
import { limits } from '../../base/config/limits.js';
import { required } from '../../base/errors/ApiError.js';
import type { RedisClient } from '../../base/redis/connect.js';
import { defineScript } from '../../base/redis/Script.js';
import { serverKeys } from '../../store/keys.js';
import type { AuditEntry, AuditRecord } from './AuditEntry.js';

type StreamEntry = readonly [id: string, fields: readonly string[]];

const toEntry = ([id, [, record = '{}']]: StreamEntry): AuditEntry => ({
  id,
  at: new Date(Number(id.split('-', 1)[0])).toISOString(),
  ...(JSON.parse(record) as AuditRecord),
});

/** Compares ids of entries, `<milliseconds>-<number>`; that of the newer one comes first. */
const newestFirst = (a: string, b: string): number => {
  const [aMs = 0, aNumber = 0] = a.split('-').map(Number);
  const [bMs = 0, bNumber = 0] = b.split('-').map(Number);
  return aMs === bMs ? bNumber - aNumber : bMs - aMs;
};

/** The form of an entry's id. */
export const auditIdPattern = /^\d{1,15}-\d{1,15}$/;

const readAtOnce = 50;

const lifetimeSeconds = (limits.auditDays * dayMs) / 1_000;

/** Returns the stream of a record that is about no project, and the limit of its entries for XADD. */
const streamFor = ({ event }: AuditRecord): readonly [key: string, ...limit: (string | number)[]] => {
  switch (event) {
    case 'signIn':
    case 'signOut':
      return [serverKeys.signIns, 'MAXLEN', '~', limits.auditEntriesMax];
    case 'signInFailed':
      return [serverKeys.failedSignIns, 'MAXLEN', '~', limits.auditEntriesMax];
    default:
      return [serverKeys.audit, 'MINID', '~', deletionTimeMs() - limits.auditDays * dayMs];
  }
};

/** A member of the index of a project's stream (lua/audit/appendProjectAudit.lua). */
const auditIndexMember = (resourceId: string, entryId: string): string => `${resourceId} ${entryId}`;

interface AuditScripts {
  appendProjectAudit(
    keyCount: number,
    stream: string,
    index: string,
    record: string,
    resourceId: string,
    entriesMax: number,
    seconds: number,
  ): Promise<string>;
}

/** Reads the newest entries that are older than one. */
type ReadOlder = (before: string | undefined) => Promise<StreamEntry[]>;

/** Reads entries in batches, the newest one first. */
class StreamReader {
  #entries: StreamEntry[] = [];
  #isOver = false;

  constructor(
    private readonly readOlder: ReadOlder,
    private before: string | undefined,
  ) {}

  /** The newest entry that was not taken. */
  get first(): StreamEntry | undefined {
    return this.#entries[0];
  }

  take(): StreamEntry {
    const entry = required(this.#entries.shift(), 'an entry of the audit log');
    [this.before] = entry;
    return entry;
  }

  /** Reads a batch when no entry of the previous one is left. */
  async fill(): Promise<void> {
    if (this.#isOver || this.#entries.length > 0) return;
    this.#entries = await this.readOlder(this.before);
    this.#isOver = this.#entries.length < readAtOnce;
  }
}

const newestOf = (readers: readonly StreamReader[]): StreamReader | undefined =>
  readers.reduce<StreamReader | undefined>((newest, reader) => {
    if (reader.first === undefined) return newest;
    return newest?.first === undefined || newestFirst(reader.first[0], newest.first[0]) < 0 ? reader : newest;
  }, undefined);

export interface AuditSelection {
  /** The streams that may have entries about these projects. */
  readonly projectKeys?: readonly string[];
  /** Selects only the entries of a project's stream about this resource, by its index. */
  readonly resourceId?: string;
}

/**
 * Keeps the actions of accounts, newest first. No entry is ever changed. Entries about accounts and projects are kept
 * for `limits.auditDays`. Frequent entries have streams of their own, whose oldest entries are deleted beyond a number:
 * changes of each project, sign-ins, and failed sign-ins, which anyone can cause. So no kind of entry pushes out
 * another.
 */
export class AuditLog {
  readonly #redis: RedisClient & AuditScripts;

  constructor(redis: RedisClient) {
    defineScript(redis, 'appendProjectAudit');
    this.#redis = redis as RedisClient & AuditScripts;
  }

  async append(record: AuditRecord): Promise<void> {
    const { event, projectKey = '', resourceId = '' } = record;
    const text = JSON.stringify(record);
    if (event !== 'resourceChanged') {
      const [key, ...limit] = streamFor(record);
      return void (await this.#redis.call('xadd', key, ...limit, '*', 'record', text));
    }
    const [stream, index] = [serverKeys.projectAudit(projectKey), serverKeys.projectAuditIndex(projectKey)];
    const { projectAuditEntriesMax } = limits;
    await Promise.all([
      this.#redis.appendProjectAudit(2, stream, index, text, resourceId, projectAuditEntriesMax, lifetimeSeconds),
      this.#redis.sadd(serverKeys.auditedProjects, projectKey),
    ]);
  }

  /**
   * Returns `limit` entries that are older than the entry `before`, and further ones with the id of the last, which
   * would otherwise be missing on the next page.
   */
  async read(limit: number, before?: string, selection: AuditSelection = {}): Promise<AuditEntry[]> {
    const readers = (await this.#sourcesOf(selection)).map(readOlder => new StreamReader(readOlder, before));
    await Promise.all(readers.map(reader => reader.fill()));
    const entries: StreamEntry[] = [];
    for (let newest = newestOf(readers); newest?.first !== undefined; newest = newestOf(readers)) {
      if (entries.length >= limit && newest.first[0] !== entries.at(-1)?.[0]) break;
      entries.push(newest.take());
      await newest.fill();
    }
    return entries.map(toEntry);
  }

  async #sourcesOf({ projectKeys, resourceId }: AuditSelection): Promise<readonly ReadOlder[]> {
    const { audit, signIns, failedSignIns, auditedProjects, projectAudit } = serverKeys;
    const projects = projectKeys ?? (await this.#redis.smembers(auditedProjects));
    const ofProjects = projects.map(projectKey =>
      resourceId === undefined ? this.#stream(projectAudit(projectKey)) : this.#indexed(projectKey, resourceId),
    );
    // Entries about a resource of a project are only in the project's stream.
    const ofServer =
      projectKeys === undefined ? [audit, signIns, failedSignIns] : resourceId === undefined ? [audit] : [];
    return [...ofServer.map(key => this.#stream(key)), ...ofProjects];
  }

  #stream(key: string): ReadOlder {
    return before => this.#redis.xrevrange(key, before === undefined ? '+' : `(${before}`, '-', 'COUNT', readAtOnce);
  }

  #indexed(projectKey: string, resourceId: string): ReadOlder {
    let listed: Promise<readonly string[]> | undefined;
    return async before => {
      listed ??= this.#entryIds(projectKey, resourceId);
      const older = (await listed).filter(id => before === undefined || newestFirst(before, id) < 0);
      const entries = older
        .slice(0, readAtOnce)
        .map(id => this.#redis.xrange(serverKeys.projectAudit(projectKey), id, id));
      return (await Promise.all(entries)).flat();
    };
  }

  async #entryIds(projectKey: string, resourceId: string): Promise<readonly string[]> {
    const start = auditIndexMember(resourceId, '');
    const index = serverKeys.projectAuditIndex(projectKey);
    const members = await this.#redis.zrangebylex(index, `[${start}`, `[${start}:`);
    return members.map(member => member.slice(start.length)).sort(newestFirst);
  }
}
