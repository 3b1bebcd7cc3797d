import type { BeforeCommit } from '../../engine/define/BeforeCommit.js';
import { queryResources } from '../../engine/query/queryResources.js';
import { fail } from '../../errors/ApiError.js';
import type { Project } from './members.js';

/** A project keeps the languages of its stores; they are looked up, one is enough. */
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
  const { body } = await queryResources(access, {
    projectKey,
    resourceType: access.resourceTypes.get('store')!,
    query: new URLSearchParams({ where, limit: '1', withTotal: 'false' }),
    body: new Uint8Array(),
    client: {},
  });
  if ((JSON.parse(Buffer.from(body as Uint8Array).toString()) as { count: number }).count > 0)
    throw fail('LanguageUsedInStores');
  return {};
};
