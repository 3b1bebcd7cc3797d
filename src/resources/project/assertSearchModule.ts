import type { BeforeCommit } from '../../engine/define/BeforeCommit.js';
import { fail } from '../../errors/ApiError.js';
import { searchModuleMissing } from '../../store/SearchIndexes.js';
import type { Project } from './members.js';

/** Refuses the activation of order search where no index could ever be built (SEARCH011). */
export const assertSearchModule: BeforeCommit<Project> = async (access, { before, after }) => {
  const isActivated =
    after.searchIndexing?.orders?.status === 'Activated' && before?.searchIndexing?.orders?.status !== 'Activated';
  if (isActivated && !(await access.hasSearchModule(after.key)))
    throw fail('InvalidOperation', { message: searchModuleMissing });
  return {};
};
