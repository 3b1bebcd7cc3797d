import type { ResponseMembers } from '../../../engine/define/DefinitionGroups.js';
import { chainTo, loadAtOneTime, toReferences } from '../shared/categoryTree.js';
import type { Category } from './members.js';
import { hasMoves } from './beforeCommit.js';

/** Adds the current ancestors to responses while the stored ones below a moved category may be outdated. */
export const responseMembers: ResponseMembers<Category> = {
  parameters: {},
  areNeeded: (access, projectKey) => hasMoves(access, projectKey),
  inReferences: true,
  add: async (access, projectKey, _query, categories) => {
    const parentIds = [...new Set(categories.flatMap(({ parent }) => parent?.id ?? []))];
    const above = await loadAtOneTime(access, projectKey, parentIds);
    for (const category of categories as readonly { -readonly [Name in keyof Category]: Category[Name] }[])
      category.ancestors = toReferences(chainTo(above, category.parent?.id) ?? []);
  },
};
