/** From what leads to bodies back to them: members of lists and indexes, unique keys, holders, what is hidden. */
import { exclusiveDelta } from '../engine/references/exclusiveDelta.js';
import { indexDelta } from '../engine/commit/indexDelta.js';
import { uniqueDelta } from '../engine/commit/uniqueDelta.js';
import { toApiError } from '../redis/redisErrors.js';
import type { ListKey, StoredKey } from '../store/StoredKeys.js';
import type { Difference } from './difference.js';
import { load, type Run, type Stored, steps, type Subject, subjectName } from './run.js';
import { type Found, settle } from './settle.js';

/** Keys that lead to one resource. */
export type PointerKey = Extract<StoredKey, { is: 'unique' } | { is: 'holder' } | { is: 'hidden' }>;

const has = (
  values: readonly { readonly path: string; readonly value: string }[],
  { path, value }: { readonly path: string; readonly value: string },
): boolean => values.some(each => each.path === path && each.value === value);

const nameOf = (list: ListKey): string => {
  if (list.is === 'ids') return 'the list by id';
  return list.is === 'time' ? `the list by ${list.field}` : `the index by ${list.path} under '${list.value}'`;
};

/** What speaks against a member of a list. */
const memberFault = (
  { resourceTypes, unreadable }: Run,
  list: ListKey,
  id: string,
  resource: Stored | undefined,
): string | undefined => {
  const resourceType = resourceTypes.get(list.typeId);
  if (resourceType === undefined) return 'is of no known type';
  if (resource === undefined)
    return unreadable.has(subjectName({ typeId: list.typeId, id })) ? undefined : 'does not exist';
  return list.is === 'index' && !has(indexDelta(resourceType, undefined, resource).added, list)
    ? 'has no such value'
    : undefined;
};

const examineMembers =
  (run: Run, list: ListKey) =>
  async (ids: readonly string[]): Promise<Found<string>[]> => {
    const resources = await load(
      run,
      ids.map(id => ({ typeId: list.typeId, id })),
    );
    const faults = ids
      .map(id => ({ id, fault: memberFault(run, list, id, resources.get(subjectName({ typeId: list.typeId, id }))) }))
      .filter(({ fault }) => fault !== undefined);
    if (faults.length === 0) return [];
    // The list may have been left since.
    const by =
      list.is === 'ids'
        ? ({ by: 'id' } as const)
        : list.is === 'time'
          ? ({ by: list.field as 'createdAt' } as const)
          : ({ by: 'value', path: list.path, value: list.value } as const);
    const scores = await run.store.scores(
      run.projectKey,
      list.typeId,
      by,
      faults.map(({ id }) => id),
    );
    return faults
      .filter((_, at) => scores[at] !== null)
      .map(({ id, fault }) => ({
        kind: list.is === 'index' ? 'index' : 'list',
        subject: subjectName({ typeId: list.typeId, id }),
        detail: `stands in ${nameOf(list)}, and ${fault}`,
        of: id,
      }));
  };

/** Members of a list whose resource does not exist, or has no such value. */
export const examineList = async (run: Run, list: ListKey, add: (difference: Difference) => void): Promise<void> => {
  for await (const page of run.stored.members(run.projectKey, list))
    for (const ids of steps(page)) (await settle(ids, examineMembers(run, list))).forEach(add);
};

const uniqueFault = async (run: Run, key: Extract<PointerKey, { is: 'unique' }>): Promise<Difference | undefined> => {
  const { typeId, path, value } = key;
  const id = await run.store.findId(run.projectKey, typeId, path, value);
  const resourceType = run.resourceTypes.get(typeId);
  if (id === null || resourceType === undefined) return undefined;
  const subject = subjectName({ typeId, id });
  const resource = (await load(run, [{ typeId, id }])).get(subject);
  if (run.unreadable.has(subject)) return undefined;
  if (resource === undefined)
    return { kind: 'unique', subject, detail: `${path} '${value}' leads to it, and it does not exist` };
  return has(uniqueDelta(resourceType, undefined, resource).added, key)
    ? undefined
    : { kind: 'unique', subject, detail: `${path} '${value}' leads to it, and it has no such value` };
};

/** Ids are not of one type alone: any resource type whose resources hold something may be meant. */
const holderFault = async (
  run: Run,
  { target }: Extract<PointerKey, { is: 'holder' }>,
): Promise<Difference | undefined> => {
  const [id] = await run.stored.holders(run.projectKey, [target]);
  if (id === null || id === undefined) return undefined;
  const subjects: Subject[] = [...run.resourceTypes.values()]
    .filter(({ exclusive }) => exclusive.size > 0)
    .map(({ typeId }) => ({ typeId, id }));
  const resources = await load(run, subjects);
  const isHeld = subjects.some(subject => {
    const resource = resources.get(subjectName(subject));
    return (
      resource !== undefined &&
      exclusiveDelta(run.resourceTypes.get(subject.typeId)!, undefined, resource)?.added.includes(target) === true
    );
  });
  return isHeld || subjects.some(subject => run.unreadable.has(subjectName(subject)))
    ? undefined
    : { kind: 'holder', subject: target, detail: `is held by ${id}, which does not refer to it` };
};

const hiddenFault = async (
  run: Run,
  { typeId, id }: Extract<PointerKey, { is: 'hidden' }>,
): Promise<Difference | undefined> => {
  const [resources, hidden] = [await load(run, [{ typeId, id }]), await run.store.hidden(run.projectKey, typeId, id)];
  if (resources.size > 0 || run.unreadable.has(subjectName({ typeId, id })) || hidden === null) return undefined;
  return {
    kind: 'hidden',
    subject: subjectName({ typeId, id }),
    detail: 'something is hidden beside it, and it does not exist',
  };
};

const pointerFault = (run: Run, key: PointerKey): Promise<Difference | undefined> => {
  if (key.is === 'unique') return uniqueFault(run, key);
  return key.is === 'holder' ? holderFault(run, key) : hiddenFault(run, key);
};

/** A body that makes no sense is told where it is looked at itself, too. */
const unreadable = (key: PointerKey, error: unknown): Difference => {
  if (toApiError(error) !== undefined) throw error;
  return {
    kind: 'body',
    subject: key.is === 'holder' ? key.target : key.typeId,
    detail: `what a ${key.is} key leads to cannot be read: ${(error as Error).message}`,
  };
};

export const examinePointers = async (run: Run, keys: readonly PointerKey[]): Promise<Found<PointerKey>[]> => {
  const faults = await Promise.all(
    keys.map(async key => ({
      key,
      fault: await pointerFault(run, key).catch((error: unknown) => unreadable(key, error)),
    })),
  );
  return faults.flatMap(({ key, fault }) => (fault === undefined ? [] : [{ ...fault, of: key }]));
};
