import type { BeforeCommit } from '../../engine/define/BeforeCommit.js';
import { anyResourceMatches } from '../../engine/query/anyResourceMatches.js';
import { fail } from '../../errors/ApiError.js';
import type { Project } from './members.js';

/** Refuses to remove a language that a store of the project uses. */
export const assertLanguagesUnused: BeforeCommit<Project> = async (
  access,
  { projectKey, before, changes: { languages } },
) => {
  const dropped =
    languages === undefined || before === undefined
      ? []
      : before.languages.filter(language => !languages.includes(language));
  if (dropped.length === 0) return {};
  const where = `languages contains any (${dropped.map(language => JSON.stringify(language)).join(', ')})`;
  if (await anyResourceMatches(access, projectKey, 'store', { where })) throw fail('LanguageUsedInStores', {});
  return {};
};
