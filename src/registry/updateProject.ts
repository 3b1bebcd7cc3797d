/** The update of a project, and what hangs on it beside its resource. */
import type { ResourceRequest, Response } from '../engine/request.js';
import { update } from '../engine/update.js';
import { subjects } from '../oauth/tokenRecords.js';
import type { Services } from '../services.js';

/** Written otherwise it is found a minute later (background/reconcile.ts). */
const searchAction = 'changeOrderSearchStatus';

/** Grants that an external server gave end with the settings they came by; returns what has ended beside the response. */
export const updateProject = async ({ engine, settings, tokens, search }: Services, request: ResourceRequest): Promise<Response & { readonly ended: readonly string[] }> => {
  const concernsSearch = Buffer.from(request.body).includes(searchAction);
  if (concernsSearch) await search.states.expect(request.projectKey);
  const response = await update(engine, request);
  settings.forget(request.projectKey);
  if (concernsSearch) await search.follow(request.projectKey);
  const subject = subjects.external(request.projectKey);
  await tokens.tell(subject);
  return { ...response, ended: [subject] };
};
