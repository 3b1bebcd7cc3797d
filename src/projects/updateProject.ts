import type { ResourceRequest, Response } from '../engine/ResourceRequest.js';
import { updateResource } from '../engine/commit/pipeline.js';
import { tokenSubjects } from '../credentials/tokenSubjects.js';
import { applyFieldIndexSetting } from '../indexing/applyFieldIndexSetting.js';
import type { Services } from '../services/services.js';
import { afterCommit } from '../store/unavailableErrors.js';
import { readProject } from '../registry/projectSettings.js';

/** An action that is written with escapes is not recognized; then the reconciliation finds it within a minute. */
const searchAction = 'changeOrderSearchStatus';
const fieldIndexAction = 'setCustomFieldIndexes';

/** The languages of a project in a fixed order, to be compared. */
const readLanguages = async ({ engine }: Services, projectKey: string): Promise<string> =>
  JSON.stringify([...((await readProject(engine.store, projectKey))?.languages ?? [])].sort());

interface SettingChange {
  readonly languagesBefore: string;
  readonly changesSearch: boolean;
}

/** Makes the servers use the settings; with other languages the orders are indexed again (SEARCH021). */
const applySettings = async (
  services: Services,
  projectKey: string,
  { languagesBefore, changesSearch }: SettingChange,
): Promise<string> => {
  const { settings, tokens, search, fieldIndexes } = services;
  if ((await readLanguages(services, projectKey)) !== languagesBefore) await search.rebuildIndex(projectKey);
  settings.delete(projectKey);
  if (changesSearch) await search.applySetting(projectKey);
  if (await applyFieldIndexSetting(services, projectKey)) await fieldIndexes.registerProject(projectKey);
  const subject = tokenSubjects.external(projectKey);
  await tokens.announceRevocation(subject);
  return subject;
};

/**
 * Updates a project, applies its settings of search and of indexes, and drops cached grants of its external OAuth
 * server, whose settings may have changed.
 */
export const updateProject = async (
  services: Services,
  request: ResourceRequest,
): Promise<Response & { readonly revokedTokenSubjects: readonly string[] }> => {
  const { engine, search, fieldIndexes } = services;
  const { projectKey } = request;
  const changesSearch = Buffer.from(request.body).includes(searchAction);
  if (changesSearch) await search.states.registerProject(projectKey);
  // A process that dies before it applies the setting leaves that to the background thread (sweepFieldIndexes.ts).
  if (Buffer.from(request.body).includes(fieldIndexAction)) await fieldIndexes.registerProject(projectKey);
  const languagesBefore = await readLanguages(services, projectKey);
  const response = await updateResource(engine, request);
  const subject = await afterCommit(applySettings(services, projectKey, { languagesBefore, changesSearch }));
  return { ...response, revokedTokenSubjects: [subject] };
};
