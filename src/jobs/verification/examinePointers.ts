/** Compares unique keys, holders and sealed values with the bodies that they lead to. */
import { toApiError } from '../../base/redis/redisErrors.js';
import { keys } from '../../store/keys.js';
import type { StoredKey } from '../../store/parseKey.js';
import type { Difference, Finding } from './DifferenceReport.js';
import { type PointedResource, readHolder, readUniqueOwner, type UniqueKey } from './pointedResources.js';
import { loadResources, subjectName, type VerificationRun } from './VerificationRun.js';

/** A key that leads to one resource. */
export type PointerKey = Extract<StoredKey, { kind: 'unique' } | { kind: 'holder' } | { kind: 'hidden' }>;

type PointerDifference = Difference & Pick<Finding<PointerKey>, 'mend'>;

/** Deletes a key that leads to a resource without a right to it. */
const mendPointer =
  ({ mender, projectKey }: VerificationRun, key: string, { id, bodies }: PointedResource) =>
  (): Promise<boolean> =>
    mender.mend(projectKey, { key, form: 'string', found: id, wanted: null, bodies });

const examineUniqueKey = async (run: VerificationRun, key: UniqueKey): Promise<PointerDifference | undefined> => {
  const { typeId, path, value } = key;
  const { projectKey } = run;
  const id = await run.store.findId(projectKey, typeId, path, value);
  if (id === null || !run.resourceTypes.has(typeId)) return undefined;
  const owner = await readUniqueOwner(run, key, id);
  if (owner.hasRight) return undefined;
  return {
    kind: 'unique',
    subject: subjectName({ typeId, id }),
    detail: `${path} '${value}' leads to it, but it ${owner.exists ? 'has no such value' : 'does not exist'}`,
    mend: mendPointer(run, keys.unique(projectKey, typeId, path, value), owner),
  };
};

const examineHolder = async (
  run: VerificationRun,
  { target }: Extract<PointerKey, { kind: 'holder' }>,
): Promise<PointerDifference | undefined> => {
  const [id = null] = await run.store.holders(run.projectKey, [target]);
  if (id === null) return undefined;
  const holder = await readHolder(run, target, id);
  return holder.hasRight
    ? undefined
    : {
        kind: 'holder',
        subject: target,
        detail: `is held by ${id}, which does not refer to it`,
        mend: mendPointer(run, keys.holder(run.projectKey, target), holder),
      };
};

const examineHidden = async (
  run: VerificationRun,
  { typeId, id }: Extract<PointerKey, { kind: 'hidden' }>,
): Promise<PointerDifference | undefined> => {
  const { projectKey, mender } = run;
  const subject = subjectName({ typeId, id });
  const resources = await loadResources(run, [{ typeId, id }]);
  const hidden = await run.store.hidden(projectKey, typeId, id);
  if (resources.size > 0 || run.unreadable.has(subject) || hidden === null) return undefined;
  const fact = { key: keys.hidden(projectKey, typeId, id), form: 'key', found: 1, wanted: null } as const;
  return {
    kind: 'hidden',
    subject,
    detail: 'has sealed values, but does not exist',
    mend: () => mender.mend(projectKey, { ...fact, bodies: [{ typeId, id }] }),
  };
};

const examinePointer = (run: VerificationRun, key: PointerKey): Promise<PointerDifference | undefined> => {
  if (key.kind === 'unique') return examineUniqueKey(run, key);
  return key.kind === 'holder' ? examineHolder(run, key) : examineHidden(run, key);
};

/** An invalid body is reported by its own examination too. */
const invalidBody = (key: PointerKey, error: unknown): Difference => {
  if (toApiError(error) !== undefined) throw error;
  return {
    kind: 'body',
    subject: key.kind === 'holder' ? key.target : key.typeId,
    detail: `the body that a ${key.kind} key leads to is not valid: ${(error as Error).message}`,
  };
};

/** Returns the differences of some keys that lead to one resource. */
export const examinePointers = async (
  run: VerificationRun,
  keysToExamine: readonly PointerKey[],
): Promise<Finding<PointerKey>[]> => {
  const differences = await Promise.all(
    keysToExamine.map(async key => {
      const difference = await examinePointer(run, key).catch((error: unknown) => invalidBody(key, error));
      return difference === undefined ? [] : [{ ...difference, source: key }];
    }),
  );
  return differences.flat();
};
