import type { ProjectSettings } from '../../engine/define/ProjectSettings.js';
import type { ChangeSet } from '../../store/ChangeSet.js';
import type { DataStore } from '../../store/DataStore.js';
import type { IndexingShare } from './IndexingShare.js';
import type { IndexNotifier } from './IndexNotifier.js';

const noTypes: readonly string[] = [];

/** Returns the types of which a commit leaves dirty marks, mostly none or one. */
const markedTypes = ({ writes }: ChangeSet): readonly string[] => {
  let marked = noTypes;
  const add = (typeId: string): void => {
    if (!marked.includes(typeId)) marked = [...marked, typeId];
  };
  for (const { typeId, markedForIndexing, stamps, stampsSearchedIn } of writes) {
    if (markedForIndexing === true) add(typeId);
    if (stamps !== undefined) stampsSearchedIn?.forEach(add);
  }
  return marked;
};

interface Indexing {
  readonly share: Pick<IndexingShare, 'giveWay'>;
  readonly notifier: Pick<IndexNotifier, 'notify'>;
  readonly settings: (projectKey: string) => Promise<ProjectSettings>;
}

const notifyIndexer = async (
  { notifier, settings }: Indexing,
  projectKey: string,
  typeIds: readonly string[],
): Promise<void> => {
  const { searchedTypeIds } = await settings(projectKey);
  for (const typeId of typeIds) if (searchedTypeIds.includes(typeId)) notifier.notify(projectKey, typeId);
};

/**
 * Returns a store whose commits have two more stages where they leave dirty marks: giveWay → commit → notifyIndexer.
 * Such a commit first gives way to an indexer that is behind; after it, the indexer is notified if the project has a
 * search of the type. The periodic sweep finds work without a notification.
 */
export const commitForIndexing = (store: DataStore, indexing: Indexing): DataStore => {
  const commit = (changeSet: ChangeSet, typeIds: readonly string[]): Promise<void> => {
    const committed = store.commit(changeSet);
    committed.then(
      () => notifyIndexer(indexing, changeSet.projectKey, typeIds).catch(() => undefined),
      () => undefined,
    );
    return committed;
  };
  return {
    ...store,
    commit: changeSet => {
      const typeIds = markedTypes(changeSet);
      if (typeIds.length === 0) return store.commit(changeSet);
      const pause = indexing.share.giveWay(changeSet.projectKey, typeIds);
      return pause === undefined ? commit(changeSet, typeIds) : pause.then(() => commit(changeSet, typeIds));
    },
  };
};
