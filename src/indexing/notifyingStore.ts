import type { ProjectSettings } from '../engine/define/ProjectSettings.js';
import type { ChangeSet } from '../store/ChangeSet.js';
import type { Store } from '../store/Store.js';
import type { IndexNotifier } from './IndexNotifier.js';

const leavesDirtyMarks = ({ writes }: ChangeSet): boolean =>
  writes.some(({ markedForIndexing }) => markedForIndexing === true);

/** Wraps a store: notifies the indexer after each commit that left dirty marks in a project with order search. */
export const notifyingStore = (
  store: Store,
  notifier: Pick<IndexNotifier, 'notify'>,
  settings: (projectKey: string) => Promise<ProjectSettings>,
): Store => ({
  ...store,
  commit: async changeSet => {
    await store.commit(changeSet);
    if (!leavesDirtyMarks(changeSet)) return;
    const { projectKey } = changeSet;
    settings(projectKey).then(
      ({ isSearched }) => {
        if (isSearched) notifier.notify(projectKey);
      },
      () => undefined,
    );
  },
});
