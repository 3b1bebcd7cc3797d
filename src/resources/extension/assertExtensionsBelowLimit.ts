import { limits } from '../../config/limits.js';
import type { BeforeCommit } from '../../engine/define/BeforeCommit.js';
import { fail } from '../../errors/ApiError.js';
import { wholeList } from '../../store/Store.js';
import type { Extension } from './members.js';

/**
 * Refuses more extensions than the limit (ERR026). They are counted before the commit, so concurrent creations may
 * exceed it.
 */
export const assertExtensionsBelowLimit: BeforeCommit<Extension> = async ({ store }, { projectKey, before }) => {
  if (before !== undefined) return {};
  const { from, to } = await store.rankRange(projectKey, 'extension', { by: 'id' }, wholeList);
  if (to - from >= limits.extensionsMax)
    throw fail('MaxResourceLimitExceeded', { exceededResource: 'extension', max: limits.extensionsMax });
  return {};
};
