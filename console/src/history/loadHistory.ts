/** Loads the history of a resource, newest first: messages, then the contents of deleted ones, and the audit log. */
import type { HistoryPage } from '../../../src/operations/HistoryPage';
import type { AuditEntry } from '../../../src/auth/accounts/AuditEntry';
import { readAudit } from '../api/accounts';
import { sendToProject } from '../api/project';
import type { Page, Resource } from '../api/Resource';

export interface HistoryOf {
  readonly projectKey: string;
  readonly typeId: string;
  readonly id: string;
}

/** The beginning of a page: within the messages or, after all of them are read, within the history. */
interface Start {
  readonly offset?: number;
  /** The last message of the previous page. */
  readonly before?: string | undefined;
}

export interface LoadedPage {
  readonly messages: readonly Resource[];
  /** Absent if there is nothing older. */
  readonly next?: Start | undefined;
  /** The days for which histories are kept; absent before they are read. */
  readonly keptDays?: number;
}

const pageSize = 20;

const readMessages = ({ projectKey, id }: HistoryOf, offset: number, signal: AbortSignal): Promise<Page> =>
  sendToProject(projectKey, '/messages', {
    query: { where: `resource(id="${id}")`, sort: 'sequenceNumber desc', limit: pageSize, offset },
    signal,
  });

const readDeleted = (
  { projectKey, typeId, id }: HistoryOf,
  before: string | undefined,
  signal: AbortSignal,
): Promise<HistoryPage> =>
  sendToProject(projectKey, '/message-history', { query: { typeId, id, before, limit: pageSize }, signal });

export const firstStart: Start = { offset: 0 };

export const loadPage = async (of: HistoryOf, { offset, before }: Start, signal: AbortSignal): Promise<LoadedPage> => {
  const page = offset === undefined ? undefined : await readMessages(of, offset, signal);
  const messages = page?.results ?? [];
  const last = messages.at(-1)?.id ?? before;
  const end = (offset ?? 0) + messages.length;
  if (messages.length > 0 && end < (page?.total ?? 0)) return { messages, next: { offset: end, before: last } };
  const { results, next, keptDays } = await readDeleted(of, last, signal);
  return {
    messages: [...messages, ...(results as unknown as readonly Resource[])],
    next: next === undefined ? undefined : { before: next },
    keptDays,
  };
};

const auditEntriesMax = 500;

/** Returns the newest entries of the audit log about a resource, newest first. */
export const loadAudit = async ({ projectKey, id }: HistoryOf): Promise<readonly AuditEntry[]> =>
  (await readAudit({ projectKey, resourceId: id }, undefined, auditEntriesMax)).results;
