import type { ProjectSettings } from '../engine/define/ProjectSettings.js';
import type { ChangeSet } from '../store/ChangeSet.js';
import type { Store } from '../store/Store.js';
import type { IndexingShare } from './IndexingShare.js';
import type { IndexNotifier } from './IndexNotifier.js';

const leavesDirtyMarks = ({ writes }: ChangeSet): boolean =>
  writes.some(({ markedForIndexing }) => markedForIndexing === true);

/**
 * Wraps a store: notifies the indexer after each commit that left dirty marks in a project with order search. Such a
 * commit first gives way to an indexer that is behind.
 */
export const notifyingStore = (
  store: Store,
  notifier: Pick<IndexNotifier, 'notify'>,
  settings: (projectKey: string) => Promise<ProjectSettings>,
  share: Pick<IndexingShare, 'giveWay'>,
): Store => ({
  ...store,
  commit: async changeSet => {
    if (!leavesDirtyMarks(changeSet)) return store.commit(changeSet);
    const { projectKey } = changeSet;
    const pause = share.giveWay(projectKey);
    if (pause !== undefined) await pause;
    await store.commit(changeSet);
    settings(projectKey).then(
      ({ isSearched }) => {
        if (isSearched) notifier.notify(projectKey);
      },
      () => undefined,
    );
  },
});
