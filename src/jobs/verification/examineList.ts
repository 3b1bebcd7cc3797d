/** Compares the members of lists and indexes with the bodies that they lead to. */
import { type ListKey, listKey } from '../../store/StoredKeys.js';
import type { StoredFact } from '../../store/StoreMender.js';
import type { IdList } from '../../store/DataStore.js';
import { confirmDifferences, type DifferenceReport, type Finding } from './DifferenceReport.js';
import { fieldListStatus, possibleEntries, hasFieldValue } from './fieldIndexEntries.js';
import {
  loadResources,
  readBodiesOf,
  type StoredResource,
  subjectName,
  toBatches,
  type VerificationRun,
} from './VerificationRun.js';

const describeList = (list: ListKey): string => {
  if (list.kind === 'ids') return 'the list by id';
  return list.kind === 'time' ? `the list by ${list.field}` : `the index by ${list.path} for '${list.value}'`;
};

const toIdList = (list: ListKey): IdList => {
  if (list.kind === 'ids') return { by: 'id' };
  return list.kind === 'time' ? { by: list.field as 'createdAt' } : { by: 'value', path: list.path, value: list.value };
};

/** Returns why a resource must not be a member of a list; undefined when it may be. */
const membershipError = (
  { resourceTypes, unreadable }: VerificationRun,
  list: ListKey,
  id: string,
  resource: StoredResource | undefined,
): string | undefined => {
  const resourceType = resourceTypes.get(list.typeId);
  if (resourceType === undefined) return 'has no known type';
  if (resource === undefined)
    return unreadable.has(subjectName({ typeId: list.typeId, id })) ? undefined : 'does not exist';
  return list.kind === 'index' && !hasFieldValue(possibleEntries(resourceType, resource), list)
    ? 'has no such value'
    : undefined;
};

const examineMembers = async (
  run: VerificationRun,
  list: ListKey,
  ids: readonly string[],
): Promise<Finding<string>[]> => {
  const { typeId } = list;
  const resources = await loadResources(
    run,
    ids.map(id => ({ typeId, id })),
  );
  const errors = ids.flatMap(id => {
    const error = membershipError(run, list, id, resources.get(subjectName({ typeId, id })));
    return error === undefined ? [] : [{ id, error }];
  });
  // Commits do not write to an index that was removed.
  if (errors.length === 0 || (await fieldListStatus(run, list)) === 'removed') return [];
  // The resource may have left the list since the list was read.
  const scores = await run.store.scores(
    run.projectKey,
    typeId,
    toIdList(list),
    errors.map(({ id }) => id),
  );
  return errors.flatMap(({ id, error }, at): Finding<string>[] => {
    const score = scores[at] ?? null;
    if (score === null) return [];
    const finding = {
      kind: list.kind === 'index' ? 'index' : 'list',
      subject: subjectName({ typeId, id }),
      detail: `is in ${describeList(list)}, but ${error}`,
      source: id,
    } as const;
    const entry = { key: listKey(run.projectKey, list), form: 'zset', member: id, found: score, wanted: null } as const;
    const bodies = readBodiesOf([{ typeId, id }], resources);
    return [{ ...finding, mend: () => run.mender.mend(run.projectKey, { ...entry, bodies }) }];
  });
};

/** The list is deleted while neither the project nor the job that deletes lists knows its index. */
const unknownIndexList = (projectKey: string, list: ListKey): StoredFact => ({
  key: listKey(projectKey, list),
  form: 'key',
  found: 1,
  wanted: null,
  fieldIndex: { typeId: list.typeId, path: list.kind === 'index' ? list.path : '', exists: false },
});

/** Reports lists of an index of a custom field that the project does not have. */
const examineIndex = async (run: VerificationRun, lists: readonly ListKey[]): Promise<Finding<ListKey>[]> => {
  const { projectKey, mender } = run;
  const differences: Finding<ListKey>[] = [];
  for (const list of lists)
    if ((await fieldListStatus(run, list)) === 'unknown' && (await run.storedKeys.exists(run.projectKey, list)))
      differences.push({
        kind: 'index',
        subject: list.typeId,
        detail: `${describeList(list)} is no index of the project`,
        source: list,
        mend: () => mender.mend(projectKey, unknownIndexList(projectKey, list)),
      });
  return differences;
};

/** Reports members of a list whose resource does not exist, or does not have the value of the index. */
export const examineList = async (run: VerificationRun, list: ListKey, report: DifferenceReport): Promise<void> => {
  await report.addConfirmed(await confirmDifferences([list], each => examineIndex(run, each)));
  for await (const page of run.storedKeys.members(run.projectKey, list))
    for (const ids of toBatches(page))
      await report.addConfirmed(await confirmDifferences(ids, each => examineMembers(run, list, each)));
};
