import { errorEntry, fail, failAll, invalidOperation } from '../../../base/errors/ApiError.js';
import type { BeforeCommit } from '../../../engine/define/BeforeCommit.js';
import { anyResourceMatches } from '../../../engine/query/queryResources.js';
import { canonicalLanguageTags } from '../../../engine/schema/languageTags.js';
import { type Project, ProjectMembers, searchedTypeIdsOf } from './members.js';
import { projectStamp } from '../../../engine/define/ResponseSources.js';
import { defineResource } from '../../../engine/define/defineResource.js';
import { PhaseErrors } from '../../../base/errors/PhaseErrors.js';
import { actions } from './actions.js';

/** The message for operators who activate a search on a Redis without the module. */
export const searchModuleMissing = 'Redis has no RediSearch module, so orders cannot be searched.';

/** Refuses the activation of a search where no index could ever be built (SEARCH011). */
const assertSearchModule: BeforeCommit<Project> = async (access, { before, after }) => {
  const typeIdsBefore = searchedTypeIdsOf(before?.searchIndexing);
  const isActivated = searchedTypeIdsOf(after.searchIndexing).some(typeId => !typeIdsBefore.includes(typeId));
  if (isActivated && !(await access.hasSearchModule(after.key))) throw invalidOperation(searchModuleMissing);
  return {};
};

/** Refuses the index of a custom field of resources that have none. */
const assertCustomFieldTypes: BeforeCommit<Project> = async (
  { resourceTypes },
  { changes: { customFieldIndexes = [] } },
) => {
  const wrong = customFieldIndexes.filter(({ typeId }) => resourceTypes.get(typeId)?.hasCustomFields !== true);
  if (wrong.length === 0) return {};
  throw failAll(
    wrong.map(({ typeId }) =>
      errorEntry('InvalidField', {
        field: 'customFieldIndexes.typeId',
        invalidValue: typeId,
        expected: 'Expected a resource type with custom fields.',
      }),
    ),
  );
};

/** Refuses to remove a language that a store of the project uses. */
const assertLanguagesUnused: BeforeCommit<Project> = async (access, { projectKey, before, changes: { languages } }) => {
  const dropped =
    languages === undefined || before === undefined
      ? []
      : canonicalLanguageTags(before.languages).filter(language => !languages.includes(language));
  if (dropped.length === 0) return {};
  const where = `languages contains any (${dropped.map(language => JSON.stringify(language)).join(', ')})`;
  if (await anyResourceMatches(access, projectKey, 'store', { where })) throw fail('LanguageUsedInStores', {});
  return {};
};

/** The project itself; its key is its id. The command line creates it (projects/createProject.ts). */
export const project = defineResource<Project>({
  typeId: 'project',
  path: '',
  routes: 'project',
  scopes: { read: ['view_project_settings'], write: ['manage_project_settings'] },
  resource: ProjectMembers,
  actions,
  stamps: () => [projectStamp],
  beforeCommit: async (access, input) => {
    const errors = new PhaseErrors();
    for (const assert of [assertSearchModule, assertCustomFieldTypes, assertLanguagesUnused])
      await errors.wait(() => assert(access, input));
    errors.throwIfAny();
    return {};
  },
});
