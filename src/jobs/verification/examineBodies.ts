/** Compares bodies with the keys that must lead to them: lists, unique keys, indexes and holders. */
import { uniqueDelta } from '../../engine/commit/indexDeltas.js';
import type { ResourceType } from '../../engine/define/ResourceType.js';
import { orderedList } from '../../engine/loadResources.js';
import { exclusiveDelta } from '../../engine/references/referenceDeltas.js';
import { expiresAtMsOf } from '../../engine/retention.js';
import { toApiError } from '../../base/redis/redisErrors.js';
import type { IdList } from '../../store/DataStore.js';
import { keys } from '../../store/keys.js';
import { type ListKey, listKey } from '../../store/StoredKeys.js';
import { isCustomFieldPath } from '../../engine/define/compileIndexes.js';
import type { StoredDifferenceKind, Finding } from './DifferenceReport.js';
import { requiredEntries } from './fieldIndexEntries.js';
import { membersToFollow } from './examineDefinitions.js';
import { checkMessageCount } from './examineMessages.js';
import { type PointedResource, readHolder, readUniqueOwner, type UniqueKey } from './pointedResources.js';
import {
  loadResources,
  type StoredResource,
  type Subject,
  subjectName,
  type VerificationRun,
} from './VerificationRun.js';

type Mend = Finding<Subject>['mend'];
type ReportDifference = (kind: StoredDifferenceKind, detail: string, mend?: Mend) => void;
type Check = (
  run: VerificationRun,
  resourceType: ResourceType,
  resource: StoredResource,
  report: ReportDifference,
) => Promise<void>;

/** The key of a list; undefined for the list by creation that is the list by id. */
const toListKey = (typeId: string, list: IdList): ListKey | undefined => {
  if (list.by === 'id') return { kind: 'ids', typeId };
  if (list.by === 'value') return { kind: 'index', typeId, path: list.path, value: list.value };
  return list.by === 'createdAt' && list.inIds === true ? undefined : { kind: 'time', typeId, field: list.by };
};

interface WantedEntry {
  readonly list: IdList;
  readonly wanted: number | null;
}

/**
 * Compares the score of a resource in a list with the wanted one; null stands for no entry. An entry that is there is
 * added to the checksums where it is wanted. The list by creation may be the list by id.
 */
const checkEntry = async (
  { store, projectKey, checksums, mender }: VerificationRun,
  { typeId }: ResourceType,
  { id, version }: StoredResource,
  { list, wanted }: WantedEntry,
  report: (found: number | null, mend: Mend) => void,
): Promise<void> => {
  const [found = null] = await store.scores(projectKey, typeId, list, [id]);
  const key = toListKey(typeId, list);
  if (key !== undefined && found !== null && wanted !== null) checksums.addRequired(key, id);
  if (found === wanted) return;
  if (key === undefined || Number.isNaN(wanted)) return report(found, undefined);
  const isOfField = key.kind === 'index' && isCustomFieldPath(key.path);
  report(found, () =>
    mender.mend(projectKey, {
      key: listKey(projectKey, key),
      form: 'zset',
      member: id,
      found,
      wanted,
      bodies: [{ typeId, id, version }],
      ...(isOfField && { fieldIndex: { typeId, path: key.path, exists: true } }),
    }),
  );
};

const wantedEntries = (resourceType: ResourceType, resource: StoredResource): WantedEntry[] => [
  { list: { by: 'id' }, wanted: 0 },
  { list: orderedList(resourceType, 'createdAt'), wanted: Date.parse(resource.createdAt) },
  ...(resourceType.hasTimeOrderedIds ? [{ list: { by: 'createdAt' }, wanted: null } satisfies WantedEntry] : []),
  {
    list: { by: 'lastModifiedAt' },
    wanted: resourceType.isImmutable ? null : Date.parse(resource.lastModifiedAt),
  },
  { list: { by: 'endsAt' }, wanted: expiresAtMsOf(resourceType, resource) ?? null },
];

const checkLists: Check = async (run, resourceType, resource, report) => {
  await Promise.all(
    wantedEntries(resourceType, resource).map(entry =>
      checkEntry(run, resourceType, resource, entry, (found, mend) =>
        report('list', `the list by ${entry.list.by} has ${found}, not ${entry.wanted}`, mend),
      ),
    ),
  );
};

const checkIndexes: Check = async (run, resourceType, resource, report) => {
  const wanted = Date.parse(resource.createdAt);
  await Promise.all(
    (await requiredEntries(run, resourceType, resource)).map(({ path, value }) =>
      checkEntry(run, resourceType, resource, { list: { by: 'value', path, value }, wanted }, (found, mend) =>
        report('index', `the index by ${path} has ${found} for '${value}', not ${wanted}`, mend),
      ),
    ),
  );
};

/** Gives a key to a resource, unless the one that it leads to has a right to it: two cannot have one value. */
const mendPointer = (
  { mender, projectKey }: VerificationRun,
  { typeId }: ResourceType,
  { id, version }: StoredResource,
  key: string,
  { id: found, hasRight, bodies }: PointedResource,
): Mend =>
  hasRight
    ? undefined
    : () =>
        mender.mend(projectKey, {
          key,
          form: 'string',
          found,
          wanted: id,
          bodies: [{ typeId, id, version }, ...bodies],
        });

const checkUniqueKeys: Check = async (run, resourceType, resource, report) => {
  const { store, projectKey, checksums } = run;
  const claims = uniqueDelta(resourceType, undefined, resource).added;
  await Promise.all(
    claims.map(async ({ path, value, typeId = resourceType.typeId }) => {
      const key: UniqueKey = { kind: 'unique', typeId, path, value };
      const owner = await store.findId(projectKey, typeId, path, value);
      if (owner === resource.id) return checksums.addRequired(key, '');
      const pointed = await readUniqueOwner(run, key, owner);
      const name = keys.unique(projectKey, typeId, path, value);
      report('unique', `${path} '${value}' leads to ${owner}`, mendPointer(run, resourceType, resource, name, pointed));
    }),
  );
};

const checkHolders: Check = async (run, resourceType, resource, report) => {
  const { store, projectKey } = run;
  const targets = exclusiveDelta(resourceType, undefined, resource)?.added ?? [];
  const holders = await store.holders(projectKey, targets);
  await Promise.all(
    targets.map(async (target, at) => {
      const holder = holders[at] ?? null;
      if (holder === resource.id) return;
      const pointed = await readHolder(run, target, holder);
      const mend = mendPointer(run, resourceType, resource, keys.holder(projectKey, target), pointed);
      report('holder', `${target} is held by ${holder}`, mend);
    }),
  );
};

const checkVersion: Check = async (_, __, { version }, report) => {
  if (!Number.isSafeInteger(version) || version < 1) report('body', `its version is ${String(version)}`);
};

const checkDefinitions: Check = async (run, resourceType, resource, report) => {
  for (const member of await membersToFollow(run, resourceType, resource))
    report('definition', `its ${member} is not as its product type or its Types declare it`);
};

const checks: readonly Check[] = [
  checkVersion,
  checkLists,
  checkIndexes,
  checkUniqueKeys,
  checkHolders,
  checkMessageCount,
  checkDefinitions,
];

const examineBody = async (
  run: VerificationRun,
  resourceType: ResourceType,
  subject: Subject,
  resource: StoredResource,
): Promise<Finding<Subject>[]> => {
  const differences: Finding<Subject>[] = [];
  const report: ReportDifference = (kind, detail, mend) =>
    differences.push({
      kind,
      subject: subjectName(subject),
      detail,
      source: subject,
      // A body that is stored under another id does not own its values.
      mend: resource.id === subject.id ? mend : undefined,
    });
  if (resource.id !== subject.id) report('body', `its id is ${resource.id}`);
  await Promise.all(
    checks.map(check =>
      check(run, resourceType, resource, report).catch((error: unknown) => {
        if (toApiError(error) !== undefined) throw error;
        report('body', `it is not valid: ${(error as Error).message}`);
      }),
    ),
  );
  return differences;
};

const examineSubject = async (
  run: VerificationRun,
  subject: Subject,
  resource: StoredResource | undefined,
): Promise<Finding<Subject>[]> => {
  const name = subjectName(subject);
  const resourceType = run.resourceTypes.get(subject.typeId);
  if (resource !== undefined && resourceType !== undefined) return examineBody(run, resourceType, subject, resource);
  const reason = run.unreadable.get(name);
  return reason === undefined
    ? []
    : [{ kind: 'body', subject: name, detail: `it cannot be read: ${reason}`, source: subject }];
};

/** Returns the differences of some resources; resources that do not exist have none. */
export const examineBodies = async (
  run: VerificationRun,
  subjects: readonly Subject[],
): Promise<Finding<Subject>[]> => {
  const resources = await loadResources(run, subjects);
  const differences = await Promise.all(
    subjects.map(subject => examineSubject(run, subject, resources.get(subjectName(subject)))),
  );
  return differences.flat();
};
