/** From a body to all that must lead to it: lists, unique keys, indexes, what it alone refers to. */
import { exclusiveDelta } from '../engine/references/exclusiveDelta.js';
import { indexDelta } from '../engine/commit/indexDelta.js';
import { uniqueDelta } from '../engine/commit/uniqueDelta.js';
import { expiresAtMsOf } from '../engine/retention.js';
import { toApiError } from '../redis/redisErrors.js';
import type { ResourceType } from '../engine/define/ResourceType.js';
import type { IdList } from '../store/Store.js';
import { countedMessages } from './messages.js';
import type { DifferenceKind } from './difference.js';
import { load, type Run, type Stored, type Subject, subjectName } from './run.js';
import type { Found } from './settle.js';

type Note = (kind: DifferenceKind, detail: string) => void;
type Check = (run: Run, resourceType: ResourceType, resource: Stored, note: Note) => Promise<void>;

const score = async (
  { store, projectKey }: Run,
  { typeId }: ResourceType,
  list: IdList,
  id: string,
): Promise<number | null> => (await store.scores(projectKey, typeId, list, [id]))[0]!;

/** Each list with the score that the resource must have there, null where it must not stand. */
const listsOf = (resourceType: ResourceType, resource: Stored): [IdList, number | null][] => {
  const endsAtMs = expiresAtMsOf(resourceType, resource);
  return [
    [{ by: 'id' }, 0],
    [{ by: 'createdAt' }, Date.parse(resource.createdAt)],
    [{ by: 'lastModifiedAt' }, resourceType.definition.immutable === true ? null : Date.parse(resource.lastModifiedAt)],
    [{ by: 'endsAt' }, endsAtMs ?? null],
  ];
};

const checkLists: Check = async (run, resourceType, resource, note) => {
  const wanted = listsOf(resourceType, resource);
  const scores = await Promise.all(wanted.map(([list]) => score(run, resourceType, list, resource.id)));
  wanted.forEach(([list, expected], at) => {
    if (scores[at] !== expected) note('list', `the list by ${list.by} has ${scores[at]}, not ${expected}`);
  });
};

const checkIndexes: Check = async (run, resourceType, resource, note) => {
  const { added } = indexDelta(resourceType, undefined, resource);
  const expected = Date.parse(resource.createdAt);
  await Promise.all(
    added.map(async ({ path, value }) => {
      const found = await score(run, resourceType, { by: 'value', path, value }, resource.id);
      if (found !== expected) note('index', `the index by ${path} has ${found} under '${value}', not ${expected}`);
    }),
  );
};

const checkUnique: Check = async ({ store, projectKey }, resourceType, resource, note) => {
  await Promise.all(
    uniqueDelta(resourceType, undefined, resource).added.map(async ({ path, value }) => {
      const owner = await store.findId(projectKey, resourceType.typeId, path, value);
      if (owner !== resource.id) note('unique', `${path} '${value}' leads to ${owner}`);
    }),
  );
};

const checkHolders: Check = async ({ stored, projectKey }, resourceType, resource, note) => {
  const targets = exclusiveDelta(resourceType, undefined, resource)?.added ?? [];
  const holders = await stored.holders(projectKey, targets);
  targets.forEach((target, at) => {
    if (holders[at] !== resource.id) note('holder', `${target} is held by ${holders[at]}`);
  });
};

const checkBase: Check = async (_, __, { version }, note) => {
  if (!Number.isSafeInteger(version) || version < 1) note('body', `its version is ${String(version)}`);
};

const checks: readonly Check[] = [checkBase, checkLists, checkIndexes, checkUnique, checkHolders, countedMessages];

const examineOne = async (run: Run, subject: Subject, resource: Stored): Promise<Found<Subject>[]> => {
  const found: Found<Subject>[] = [];
  const note: Note = (kind, detail) => found.push({ kind, subject: subjectName(subject), detail, of: subject });
  if (resource.id !== subject.id) note('body', `its id is ${resource.id}`);
  const resourceType = run.resourceTypes.get(subject.typeId)!;
  await Promise.all(
    checks.map(check =>
      check(run, resourceType, resource, note).catch((error: unknown) => {
        if (toApiError(error) !== undefined) throw error;
        note('body', `it makes no sense: ${(error as Error).message}`);
      }),
    ),
  );
  return found;
};

const unreadable = ({ unreadable: reasons }: Run, subject: Subject): Found<Subject>[] => {
  const reason = reasons.get(subjectName(subject));
  return reason === undefined
    ? []
    : [{ kind: 'body', subject: subjectName(subject), detail: `it cannot be read: ${reason}`, of: subject }];
};

/** Differences of some resources; those that do not exist have none. */
export const examineBodies = async (run: Run, subjects: readonly Subject[]): Promise<Found<Subject>[]> => {
  const resources = await load(run, subjects);
  const all = await Promise.all(
    subjects.map(async subject => {
      const resource = resources.get(subjectName(subject));
      return resource === undefined ? unreadable(run, subject) : examineOne(run, subject, resource);
    }),
  );
  return all.flat();
};
