/** Finds entries of the audit log by their subject. */
import type { AuditEntry } from '../../auth/accounts/AuditEntry.js';
import { auditIdPattern, type AuditLog } from '../../auth/accounts/AuditLog.js';
import { invalidInput } from '../../base/errors/ApiError.js';
import type { Services } from '../../services/services.js';
import { type ConsoleCall, type ConsoleResponse, respondJson } from './ConsoleCall.js';
import { assertHasProject, signedInWith } from './signedIn.js';

/**
 * GET /-/audit?limit={limit}&before={id of an entry}&event={event}&email={email}&clientId={id}&projectKey={key}
 * &resourceId={id}: the newest entries first, and with `next` the value of `before` for older ones. An account that is
 * limited to some projects sees the entries of those only.
 */
export const readAuditLog = async (services: Services, call: ConsoleCall): Promise<ConsoleResponse> => {
  const { account } = await signedInWith(services, call, 'view_audit_entries');
  const query = new URLSearchParams(call.query);
  const limit = readLimit(query.get('limit'));
  const projectKey = query.get('projectKey') ?? undefined;
  if (projectKey !== undefined) assertHasProject(account, projectKey);
  const filter = {
    event: query.get('event') ?? undefined,
    email: query.get('email') ?? undefined,
    clientId: query.get('clientId') ?? undefined,
    resourceId: query.get('resourceId') ?? undefined,
    projectKeys: projectKey === undefined ? account.projects : [projectKey],
  };
  const { results, next } = await searchAuditLog(services.audit, filter, limit, readBefore(query.get('before')));
  return respondJson(200, { limit, count: results.length, results, ...(next !== undefined && { next }) });
};

const limitDefault = 50;
const limitMax = 500;

const readLimit = (text: string | null): number => {
  if (text === null) return limitDefault;
  const limit = Number(text);
  if (!/^\d{1,9}$/.test(text) || limit < 1 || limit > limitMax)
    throw invalidInput(
      `The query parameter 'limit' is '${text.slice(0, 100)}'; expected an integer from 1 to ${limitMax}.`,
    );
  return limit;
};

const readBefore = (text: string | null): string | undefined => {
  if (text === null) return undefined;
  if (!auditIdPattern.test(text))
    throw invalidInput(`The query parameter 'before' is '${text.slice(0, 100)}'; expected the id of an entry.`);
  return text;
};

interface AuditFilter {
  readonly event?: string;
  /** The email of the account that acted, or that was changed. */
  readonly email?: string;
  readonly clientId?: string;
  readonly resourceId?: string;
  /** Entries of other projects, and of none, are left out. */
  readonly projectKeys?: readonly string[];
}

interface AuditPage {
  readonly results: readonly AuditEntry[];
  /** The id to continue before; absent where no older entry is left. */
  readonly next?: string;
}

const batchSize = 500;

/** Entries that one request looks at, so that a filter that matches nothing has a bounded cost. */
const examinedMax = 10_000;

const isMatch = (entry: AuditEntry, { event, email, clientId, resourceId, projectKeys }: AuditFilter): boolean =>
  (event === undefined || entry.event === event) &&
  (clientId === undefined || entry.clientId === clientId) &&
  (resourceId === undefined || entry.resourceId === resourceId) &&
  (projectKeys === undefined || (entry.projectKey !== undefined && projectKeys.includes(entry.projectKey))) &&
  (email === undefined || entry.account?.email === email || entry.email === email);

/** The first entries up to a limit, and further ones with the same id as the last, which `next` would leave out. */
const takeWhole = (entries: readonly AuditEntry[], limit: number): readonly AuditEntry[] => {
  const last = entries[limit - 1];
  return last === undefined ? entries : entries.filter(({ id }, index) => index < limit || id === last.id);
};

/** A page may have fewer entries than `limit`, or none, and still have a `next`. */
const searchAuditLog = async (
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
    const batch = await audit.read(size, next, filter);
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
