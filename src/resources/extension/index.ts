import { limits } from '../../config/limits.js';
import { creation, defineResource } from '../../engine/define/defineResource.js';
import type { BeforeCommit } from '../../engine/define/BeforeCommit.js';
import { fail } from '../../errors/ApiError.js';
import { wholeList } from '../../store/Store.js';
import { actions } from './actions.js';
import { destinationOf } from './destination.js';
import { additionalContextOf, type Extension, ExtensionDraft, ExtensionMembers } from './members.js';
import { triggersOf } from './triggers.js';

const draft = creation<Extension, typeof ExtensionDraft>(
  ExtensionDraft,
  ({ destination, triggers, additionalContext, ...members }) => {
    const { shown, secret } = destinationOf(destination);
    return {
      members: {
        ...members,
        destination: shown,
        triggers: triggersOf(triggers),
        additionalContext: additionalContextOf(additionalContext),
      },
      hidden: secret && { ...secret },
    };
  },
);

/** ERR026. Counted before the commit: some that are made at the same moment may together exceed it, and then work all the same. */
const assertBelowLimit: BeforeCommit<Extension> = async ({ store }, { projectKey, before }) => {
  if (before !== undefined) return {};
  const { from, to } = await store.rankRange(projectKey, 'extension', { by: 'id' }, wholeList);
  if (to - from >= limits.extensionsMax) throw fail('MaxResourceLimitExceeded', { exceededResource: 'extension' });
  return {};
};

/** Services of others that have a say in creations and updates (src/extensions/). */
export const extension = defineResource<Extension>({
  typeId: 'extension',
  path: 'extensions',
  scopes: { read: ['view_extensions'], write: ['manage_extensions'] },
  resource: ExtensionMembers,
  draft,
  actions,
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key'],
  beforeCommit: assertBelowLimit,
  verbs: { create: 'createExtension', update: 'updateExtension', remove: 'removeExtension' },
});
