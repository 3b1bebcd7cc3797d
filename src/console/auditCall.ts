import { auditIdPattern } from '../accounts/AuditLog.js';
import { fail } from '../errors/ApiError.js';
import type { Services } from '../services/services.js';
import { type ConsoleCall, type ConsoleResponse, respondJson } from './ConsoleCall.js';
import { assertHasProject } from './assertOwnProject.js';
import { searchAuditLog } from './searchAuditLog.js';
import { signedInWith } from './signedIn.js';

const limitDefault = 50;
const limitMax = 500;

const readLimit = (text: string | null): number => {
  if (text === null) return limitDefault;
  const limit = Number(text);
  if (!/^\d{1,9}$/.test(text) || limit < 1 || limit > limitMax)
    throw fail('InvalidInput', {
      message: `The query parameter 'limit' is '${text.slice(0, 100)}'; expected an integer from 1 to ${limitMax}.`,
    });
  return limit;
};

const readBefore = (text: string | null): string | undefined => {
  if (text === null) return undefined;
  if (!auditIdPattern.test(text))
    throw fail('InvalidInput', {
      message: `The query parameter 'before' is '${text.slice(0, 100)}'; expected the id of an entry.`,
    });
  return text;
};

/**
 * GET /-/audit?limit={limit}&before={id of an entry}&event={event}&email={email}&projectKey={key}: the newest entries
 * first, and with `next` the value of `before` for older ones. An account that is limited to some projects sees the
 * entries of those only.
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
    projectKeys: projectKey === undefined ? account.projects : [projectKey],
  };
  const { results, next } = await searchAuditLog(services.audit, filter, limit, readBefore(query.get('before')));
  return respondJson(200, { limit, count: results.length, results, ...(next !== undefined && { next }) });
};
