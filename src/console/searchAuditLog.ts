/** Finds entries of the audit log by what they are about. */
import type { AuditEntry, AuditLog } from '../accounts/AuditLog.js';

export interface AuditFilter {
  readonly event?: string;
  /** Of the account that did it, or that it was done to. */
  readonly email?: string;
  /** Entries of other projects, and of none, are left out. */
  readonly projectKeys?: readonly string[];
}

export interface AuditPage {
  readonly results: readonly AuditEntry[];
  /** The id to continue before; absent where no older entry is left. */
  readonly next?: string;
}

const batchSize = 500;

/** Entries that one request looks at, so that a filter that matches nothing has a bounded cost. */
const examinedMax = 10_000;

const isMatch = (entry: AuditEntry, { event, email, projectKeys }: AuditFilter): boolean =>
  (event === undefined || entry.event === event) &&
  (projectKeys === undefined || (entry.projectKey !== undefined && projectKeys.includes(entry.projectKey))) &&
  (email === undefined || entry.account?.email === email || entry.email === email);

/** The first entries up to a limit, and further ones with the same id as the last, which `next` would leave out. */
const takeWhole = (entries: readonly AuditEntry[], limit: number): readonly AuditEntry[] => {
  const last = entries[limit - 1];
  return last === undefined ? entries : entries.filter(({ id }, index) => index < limit || id === last.id);
};

/** A page may have fewer entries than `limit`, or none, and still have a `next`. */
export const searchAuditLog = async (
  audit: AuditLog,
  filter: AuditFilter,
  limit: number,
  before?: string,
): Promise<AuditPage> => {
  const isFiltered = Object.values(filter).some(value => value !== undefined);
  const size = isFiltered ? batchSize : limit;
  const found: AuditEntry[] = [];
  let next = before;
  for (let examined = 0; found.length < limit && examined < examinedMax; ) {
    const batch = await audit.read(size, next, filter.projectKeys);
    examined += batch.length;
    found.push(...batch.filter(entry => isMatch(entry, filter)));
    next = batch.at(-1)?.id;
    if (batch.length < size) {
      next = undefined;
      break;
    }
  }
  const results = takeWhole(found, limit);
  return { results, next: results.length < found.length ? results.at(-1)?.id : next };
};
