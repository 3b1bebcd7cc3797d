/** Compares unique keys, holders and sealed values with the bodies that they lead to. */
import { uniqueDelta } from '../../engine/commit/indexDeltas.js';
import type { ResourceType } from '../../engine/define/ResourceType.js';
import { exclusiveDelta } from '../../engine/references/referenceDeltas.js';
import { toApiError } from '../../base/redis/redisErrors.js';
import type { StoredKey } from '../../store/parseKey.js';
import type { Difference, Finding } from './DifferenceReport.js';
import { hasFieldValue } from './fieldIndexEntries.js';
import { loadResources, subjectName, type VerificationRun } from './VerificationRun.js';

/** A key that leads to one resource. */
export type PointerKey = Extract<StoredKey, { kind: 'unique' } | { kind: 'holder' } | { kind: 'hidden' }>;

/** The types whose resources may have unique values of a type. */
const ownersOf = ({ resourceTypes }: VerificationRun, typeId: string): ResourceType[] =>
  [...resourceTypes.values()].filter(
    ({ typeId: own, definition }) => own === typeId || definition.claimsAmong === typeId,
  );

const examineUniqueKey = async (
  run: VerificationRun,
  key: Extract<PointerKey, { kind: 'unique' }>,
): Promise<Difference | undefined> => {
  const { typeId, path, value } = key;
  const id = await run.store.findId(run.projectKey, typeId, path, value);
  if (id === null || !run.resourceTypes.has(typeId)) return undefined;
  const owners = ownersOf(run, typeId);
  const resources = await loadResources(
    run,
    owners.map(owner => ({ typeId: owner.typeId, id })),
  );
  const subject = subjectName({ typeId, id });
  if (owners.some(owner => run.unreadable.has(subjectName({ typeId: owner.typeId, id })))) return undefined;
  if (resources.size === 0)
    return { kind: 'unique', subject, detail: `${path} '${value}' leads to it, but it does not exist` };
  const hasValue = owners.some(owner =>
    hasFieldValue(
      uniqueDelta(owner, undefined, resources.get(subjectName({ typeId: owner.typeId, id }))).added.filter(
        claim => (claim.typeId ?? owner.typeId) === typeId,
      ),
      key,
    ),
  );
  return hasValue
    ? undefined
    : { kind: 'unique', subject, detail: `${path} '${value}' leads to it, but it has no such value` };
};

/** The key does not tell the type of the holder: all resource types with exclusive references are tried. */
const examineHolder = async (
  run: VerificationRun,
  { target }: Extract<PointerKey, { kind: 'holder' }>,
): Promise<Difference | undefined> => {
  const [id] = await run.store.holders(run.projectKey, [target]);
  if (id === null || id === undefined) return undefined;
  const resourceTypes: ResourceType[] = [...run.resourceTypes.values()].filter(({ exclusive }) => exclusive.size > 0);
  const resources = await loadResources(
    run,
    resourceTypes.map(({ typeId }) => ({ typeId, id })),
  );
  const mayHold = resourceTypes.some(resourceType => {
    const name = subjectName({ typeId: resourceType.typeId, id });
    const resource = resources.get(name);
    if (resource === undefined) return run.unreadable.has(name);
    return exclusiveDelta(resourceType, undefined, resource)?.added.includes(target) === true;
  });
  return mayHold
    ? undefined
    : { kind: 'holder', subject: target, detail: `is held by ${id}, which does not refer to it` };
};

const examineHidden = async (
  run: VerificationRun,
  { typeId, id }: Extract<PointerKey, { kind: 'hidden' }>,
): Promise<Difference | undefined> => {
  const subject = subjectName({ typeId, id });
  const resources = await loadResources(run, [{ typeId, id }]);
  const hidden = await run.store.hidden(run.projectKey, typeId, id);
  if (resources.size > 0 || run.unreadable.has(subject) || hidden === null) return undefined;
  return { kind: 'hidden', subject, detail: 'has sealed values, but does not exist' };
};

const examinePointer = (run: VerificationRun, key: PointerKey): Promise<Difference | undefined> => {
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
  keys: readonly PointerKey[],
): Promise<Finding<PointerKey>[]> => {
  const differences = await Promise.all(
    keys.map(async key => {
      const difference = await examinePointer(run, key).catch((error: unknown) => invalidBody(key, error));
      return difference === undefined ? [] : [{ ...difference, source: key }];
    }),
  );
  return differences.flat();
};
