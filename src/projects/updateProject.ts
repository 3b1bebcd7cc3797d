/** The update of a project, and what hangs on it beside its resource. */
import type { ResourceRequest, Response } from '../engine/ResourceRequest.js';
import { updateResource } from '../engine/commit/pipeline.js';
import { tokenSubjects } from '../credentials/tokenSubjects.js';
import type { Services } from '../services/services.js';
import { readProject } from '../registry/projectSettings.js';

/** Written otherwise it is found a minute later (background/reconcile.ts). */
const searchAction = 'changeOrderSearchStatus';

/** In an order of their own: what matters is which there are. */
const languagesOf = async ({ engine }: Services, projectKey: string): Promise<string> =>
  JSON.stringify([...((await readProject(engine.store, projectKey))?.languages ?? [])].sort());

/** Runs an update; where it changed the languages, the orders are indexed in the new ones (SEARCH021). */
const withLanguages = async (
  services: Services,
  projectKey: string,
  run: () => Promise<Response>,
): Promise<Response> => {
  const before = await languagesOf(services, projectKey);
  const response = await run();
  if ((await languagesOf(services, projectKey)) !== before) await services.search.rebuildIndex(projectKey);
  return response;
};

/** Grants that an external server gave end with the settings they came by; returns what has ended beside the response. */
export const updateProject = async (
  services: Services,
  request: ResourceRequest,
): Promise<Response & { readonly ended: readonly string[] }> => {
  const { engine, settings, tokens, search } = services;
  const { projectKey } = request;
  const concernsSearch = Buffer.from(request.body).includes(searchAction);
  if (concernsSearch) await search.states.registerProject(projectKey);
  const response = await withLanguages(services, projectKey, () => updateResource(engine, request));
  settings.delete(projectKey);
  if (concernsSearch) await search.applySetting(projectKey);
  const subject = tokenSubjects.external(projectKey);
  await tokens.announceRevocation(subject);
  return { ...response, ended: [subject] };
};
