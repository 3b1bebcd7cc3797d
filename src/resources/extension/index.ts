import { limits } from '../../config/limits.js';
import { creation, defineResource } from '../../engine/define/defineResource.js';
import type { BeforeCommit } from '../../engine/define/BeforeCommit.js';
import { fail } from '../../errors/ApiError.js';
import { wholeList } from '../../store/Store.js';
import { actions } from './actions.js';
import { toDestination } from './destination.js';
import { toAdditionalContext, type Extension, ExtensionDraft, ExtensionMembers } from './members.js';
import { toTriggers } from './triggers.js';

const draft = creation<Extension, typeof ExtensionDraft>(
  ExtensionDraft,
  ({ destination, triggers, additionalContext, ...members }) => {
    const { shown, secret } = toDestination(destination);
    return {
      members: {
        ...members,
        destination: shown,
        triggers: toTriggers(triggers),
        additionalContext: toAdditionalContext(additionalContext),
      },
      hidden: secret && { ...secret },
    };
  },
);

/** ERR026. Counted before the commit: some that are made at the same moment may together exceed it, and then work all the same. */
const assertExtensionsBelowLimit: BeforeCommit<Extension> = async ({ store }, { projectKey, before }) => {
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
  beforeCommit: assertExtensionsBelowLimit,
  verbs: { create: 'createExtension', update: 'updateExtension', remove: 'removeExtension' },
});
