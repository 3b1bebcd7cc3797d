import type { CallObserver } from '../../base/observe/observeCalls.js';
import type { ProjectSettings } from '../../engine/define/ProjectSettings.js';
import type { ChangeSet } from '../../store/ChangeSet.js';
import type { IndexingShare } from './IndexingShare.js';
import type { IndexNotifier } from './IndexNotifier.js';

const noTypes: readonly string[] = [];

/** The types whose dirty marks a commit leaves, mostly none or one. */
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

/**
 * Observes the commits of the store: notifies the indexer after each commit that left dirty marks in a project with a
 * search of their type. Such a commit first gives way to an indexer that is behind.
 */
export const notifyIndexer = (
  notifier: Pick<IndexNotifier, 'notify'>,
  settings: (projectKey: string) => Promise<ProjectSettings>,
  share: Pick<IndexingShare, 'giveWay'>,
): CallObserver => {
  const notify = async (projectKey: string, typeIds: readonly string[]): Promise<void> => {
    const { searchedTypeIds } = await settings(projectKey);
    for (const typeId of typeIds) if (searchedTypeIds.includes(typeId)) notifier.notify(projectKey, typeId);
  };
  const observer = {
    wait: (changeSet: ChangeSet) => {
      const typeIds = markedTypes(changeSet);
      return typeIds.length === 0 ? undefined : share.giveWay(changeSet.projectKey, typeIds);
    },
    before: (changeSet: ChangeSet) => {
      const typeIds = markedTypes(changeSet);
      if (typeIds.length === 0) return undefined;
      return (error: unknown) => {
        // The periodic sweep finds what is not notified.
        if (error === undefined) notify(changeSet.projectKey, typeIds).catch(() => undefined);
      };
    },
  };
  return method => (method === 'commit' ? observer : undefined);
};
