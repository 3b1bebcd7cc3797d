import { sendToProject } from '../api/project';

const loaded = new Map<string, Promise<readonly string[]>>();

const load = async (projectKey: string): Promise<readonly string[]> => {
  const { languages = [] } = await sendToProject<{ readonly languages?: readonly string[] }>(projectKey, '');
  return languages.length === 0 ? ['en'] : languages;
};

/** Returns the languages of a project, loaded once; English if the account must not read its settings. */
export const projectLanguages = (projectKey: string): Promise<readonly string[]> => {
  const known = loaded.get(projectKey) ?? load(projectKey).catch(() => ['en']);
  loaded.set(projectKey, known);
  return known;
};
