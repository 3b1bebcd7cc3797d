/** The update of a project, and what hangs on it beside its resource. */
import type { ResourceRequest, Response } from '../engine/request.js';
import { update } from '../engine/update.js';
import { subjects } from '../oauth/tokenRecords.js';
import type { Services } from '../services.js';

/** Grants that an external server gave end with the settings they came by; returns what has ended beside the response. */
export const updateProject = async ({ engine, settings, tokens }: Services, request: ResourceRequest): Promise<Response & { readonly ended: readonly string[] }> => {
  const response = await update(engine, request);
  settings.forget(request.projectKey);
  const subject = subjects.external(request.projectKey);
  await tokens.tell(subject);
  return { ...response, ended: [subject] };
};
