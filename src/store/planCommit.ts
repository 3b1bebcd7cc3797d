/** Turns a change set into checks and writes of keys. */
import type {
  ChangeSet,
  Claim,
  ExpectedTimes,
  FieldValue,
  ResourceWrite,
  UsageCount,
  VersionCheck,
} from './ChangeSet.js';
import type { CommitCheck } from './CommitCheck.js';
import { CommitPlan } from './CommitPlan.js';
import { fieldIndexName } from './FieldIndexes.js';
import { isTimed, timeBeforeCommit, timeOfCommit } from './CommitTimes.js';
import { compressBody, patchBytesMax, plainOffset } from './compressedBody.js';
import { keys, stampMark } from './keys.js';
import { parseTarget, type Target, targetById, targetByKey } from './target.js';

/** Tells whether a write replaces the first bytes of the stored body, which are plain in compressed bodies too. */
const isPatch = ({ body, unchangedFrom, compression }: ResourceWrite): boolean =>
  body !== undefined && unchangedFrom !== undefined && unchangedFrom <= patchBytesMax(compression);

/** The length that the body must have now, so that a patch fits to it; empty where the whole body is written. */
const patchedLength = (write: ResourceWrite): string => (isPatch(write) ? String(write.body?.length) : '');

/** Returns the text of a body from its version to its times, or only the version. */
const startOfBody = (version: number, times: ExpectedTimes | undefined): string =>
  times === undefined
    ? `"version":${version},`
    : `"version":${version},"createdAt":"${times.createdAt}","lastModifiedAt":"${times.lastModifiedAt}"`;

const planVersion = (
  plan: CommitPlan,
  { typeId, id, expectedTimes, retryIfStale }: Omit<VersionCheck, 'expectedVersion'>,
  expectedVersion: number,
  bodyKey = keys.body(plan.projectKey, typeId, id),
  expectedLength = '',
): void =>
  plan.check(
    'version',
    bodyKey,
    { kind: 'version', typeId, id, expectedVersion, retryIfStale },
    startOfBody(expectedVersion, expectedTimes),
    expectedLength,
  );

const planUnreferenced = (
  plan: CommitPlan,
  { typeId, id, body, unique }: ResourceWrite,
  references: ChangeSet['references'],
): void => {
  const check: CommitCheck = {
    kind: 'unreferenced',
    typeId,
    id,
    verb: body === undefined ? 'delete' : 'change',
  };
  const ended = (target: Target): number => Math.max(0, -(references.get(target) ?? 0));
  const checkTarget = (target: Target): void => plan.checkUnreferenced(target, ended(target), check);
  checkTarget(targetById(typeId, id));
  for (const { path, value } of unique.removed) if (path === 'key') checkTarget(targetByKey(typeId, value));
};

const planChecks = (
  plan: CommitPlan,
  write: ResourceWrite,
  bodyKey: string,
  released: ReadonlyMap<Target, string>,
  references: ChangeSet['references'],
): void => {
  const { projectKey } = plan;
  const { typeId, id, expectedVersion } = write;
  if (expectedVersion === undefined) {
    // An id by time is new (timeOrderedId.ts): a check would cost each message a command.
    if (write.hasTimeOrderedId !== true) plan.check('absent', bodyKey, { kind: 'absent', typeId, id });
  } else planVersion(plan, write, expectedVersion, bodyKey, patchedLength(write));
  for (const { path, value, refusal, typeId: owner = typeId } of write.unique.added)
    plan.check(
      'unique',
      keys.unique(projectKey, owner, path, value),
      { kind: 'unique', typeId, field: path, value, refusal },
      id,
    );
  // A target that another write of this commit releases is still held by that resource.
  for (const target of write.exclusive?.added ?? [])
    plan.check(
      'unique',
      keys.holder(projectKey, target),
      { kind: 'exclusive', ...parseTarget(target) },
      released.get(target) ?? id,
    );
  if (write.unreferenced === true) planUnreferenced(plan, write, references);
};

/**
 * Plans the releases of exclusive targets before all other writes, so that another resource can take them over. Returns
 * the resource that released each.
 */
const planReleases = (plan: CommitPlan, writes: readonly ResourceWrite[]): ReadonlyMap<Target, string> => {
  const released = new Map<Target, string>();
  for (const { id, exclusive } of writes)
    for (const target of exclusive?.removed ?? []) {
      released.set(target, id);
      plan.delete(keys.holder(plan.projectKey, target));
    }
  return released;
};

/** The score of a resource in lists by creation. */
const creationScore = ({ createdAtMs, expectedVersion, commitTime }: ResourceWrite): string =>
  commitTime === undefined || expectedVersion !== undefined ? String(createdAtMs) : timeOfCommit;

const modificationScore = ({ commitTime, lastModifiedAtMs }: ResourceWrite): string => {
  if (commitTime === undefined) return String(lastModifiedAtMs);
  return commitTime.isEarlier === true ? timeBeforeCommit : timeOfCommit;
};

const planFields = (plan: CommitPlan, write: ResourceWrite): void => {
  const { typeId, id, unique, indexes, exclusive } = write;
  const { projectKey } = plan;
  for (const target of exclusive?.added ?? []) plan.set(keys.holder(projectKey, target), id);
  const uniqueKey = ({ path, value, typeId: owner = typeId }: Claim): string =>
    keys.unique(projectKey, owner, path, value);
  for (const claim of unique.removed) plan.delete(uniqueKey(claim));
  for (const claim of unique.added) plan.set(uniqueKey(claim), id);
  for (const { path, value } of indexes.removed)
    plan.removed.push({ key: keys.index(projectKey, typeId, path, value), member: id });
  for (const { path, value } of indexes.added)
    plan.added.push({ key: keys.index(projectKey, typeId, path, value), score: creationScore(write), member: id });
};

const planCustomFields = (plan: CommitPlan, write: ResourceWrite): void => {
  const { typeId, id, customFields } = write;
  if (customFields === undefined) return;
  const addField = ({ path, value }: FieldValue, score?: string): void => {
    const key = keys.index(plan.projectKey, typeId, path, value);
    plan.fields.push({ index: fieldIndexName({ typeId, path }), key, score, member: id });
  };
  for (const removed of customFields.removed) addField(removed);
  for (const added of customFields.added) addField(added, creationScore(write));
};

const planDeletion = (plan: CommitPlan, write: ResourceWrite, bodyKey: string): void => {
  const { projectKey, removed } = plan;
  const { typeId, id, hasTimeOrderedId, lastModifiedAtMs, expiresAtMs } = write;
  plan.delete(bodyKey);
  plan.delete(keys.hidden(projectKey, typeId, id));
  removed.push({ key: keys.ids(projectKey, typeId), member: id });
  if (hasTimeOrderedId !== true) removed.push({ key: keys.time(projectKey, typeId, 'createdAt'), member: id });
  if (lastModifiedAtMs !== undefined)
    removed.push({ key: keys.time(projectKey, typeId, 'lastModifiedAt'), member: id });
  if (typeof expiresAtMs === 'number') removed.push({ key: keys.time(projectKey, typeId, 'endsAt'), member: id });
};

/** Plans the bytes of a body; returns the bytes that are sent. */
const planContent = (plan: CommitPlan, write: ResourceWrite, bodyKey: string, body: Buffer): Buffer => {
  const { compression, unchangedFrom } = write;
  if (isPatch(write)) {
    plan.patch(bodyKey, body.subarray(0, unchangedFrom));
    return body;
  }
  const stored = compression === undefined ? body : compressBody(body, compression);
  plan.set(bodyKey, stored);
  return stored;
};

const planBody = (plan: CommitPlan, write: ResourceWrite, bodyKey: string, body: Buffer): void => {
  const { projectKey, added } = plan;
  const { typeId, id, compression, hasTimeOrderedId, lastModifiedAtMs, commitTime } = write;
  const stored = planContent(plan, write, bodyKey, body);
  if (isTimed(write)) plan.times.addBody(write, stored, stored === body ? 0 : plainOffset(compression!));
  if (write.hidden === null) plan.delete(keys.hidden(projectKey, typeId, id));
  else if (write.hidden !== undefined) plan.set(keys.hidden(projectKey, typeId, id), write.hidden);
  if (write.expectedVersion === undefined) {
    added.push({ key: keys.ids(projectKey, typeId), score: '0', member: id });
    if (hasTimeOrderedId !== true)
      added.push({ key: keys.time(projectKey, typeId, 'createdAt'), score: creationScore(write), member: id });
  }
  if (lastModifiedAtMs !== undefined)
    added.push({ key: keys.time(projectKey, typeId, 'lastModifiedAt'), score: modificationScore(write), member: id });
  if (commitTime?.derive === undefined) planExpiry(plan, write);
};

const planExpiry = ({ projectKey, added, removed }: CommitPlan, write: ResourceWrite): void => {
  const { typeId, id, expiresAtMs } = write;
  const expiry = keys.time(projectKey, typeId, 'endsAt');
  if (typeof expiresAtMs === 'number') added.push({ key: expiry, score: String(expiresAtMs), member: id });
  else if (expiresAtMs === null && write.expectedVersion !== undefined) removed.push({ key: expiry, member: id });
};

const planReferences = (plan: CommitPlan, { references, writes }: ChangeSet): void => {
  const { projectKey } = plan;
  // Resources that this commit creates do not exist yet when the checks run.
  const created = new Set(
    writes
      .filter(({ expectedVersion }) => expectedVersion === undefined)
      .map(({ typeId, id }) => targetById(typeId, id)),
  );
  for (const [target, delta] of references) {
    const { typeId, id, key } = parseTarget(target);
    if (delta > 0 && !created.has(target)) {
      const requiredKey =
        id === undefined ? keys.unique(projectKey, typeId, 'key', key) : keys.body(projectKey, typeId, id);
      plan.check('exists', requiredKey, { kind: 'exists', typeId, id, key });
    }
    if (delta !== 0) plan.countReference(target, delta);
  }
};

const planCounts = (plan: CommitPlan, counts: readonly UsageCount[]): void => {
  for (const { name, max, refusal } of counts) {
    if (max !== undefined) plan.checkUsageLimit(name, max, { kind: 'usageLimit', refusal });
    plan.count(name);
  }
};

export const planCommit = (changeSet: ChangeSet): CommitPlan => {
  const plan = new CommitPlan(changeSet.commitId, changeSet.projectKey, changeSet.erasedFrom);
  if (changeSet.lastTimeMs !== undefined) plan.times.follow(changeSet.lastTimeMs);
  const released = planReleases(plan, changeSet.writes);
  for (const write of changeSet.writes) {
    if (write.hasTimeOrderedId === true && isTimed(write)) {
      // No other commit uses its keys: a message is new, and never changes.
      plan.times.addMessage(write);
      plan.bytes += write.body.length;
      continue;
    }
    const bodyKey = keys.body(plan.projectKey, write.typeId, write.id);
    planChecks(plan, write, bodyKey, released, changeSet.references);
    if (write.body === undefined) planDeletion(plan, write, bodyKey);
    else planBody(plan, write, bodyKey, write.body);
    planFields(plan, write);
    planCustomFields(plan, write);
    if (write.totals !== undefined) plan.totals.push(...write.totals);
    for (const name of write.stamps ?? []) plan.stamps.add(keys.stamp(plan.projectKey, name));
    if (write.sharedStamp !== undefined) plan.stamps.add(keys.stamp(plan.projectKey, write.sharedStamp));
    for (const typeId of write.stampsSearchedIn ?? [])
      for (const name of write.stamps ?? []) plan.marks.push({ typeId, id: stampMark(name) });
    if (write.markedForIndexing === true) plan.marks.push({ typeId: write.typeId, id: write.id });
  }
  for (const check of changeSet.versionChecks ?? []) planVersion(plan, check, check.expectedVersion);
  if (changeSet.references.size > 0) planReferences(plan, changeSet);
  planCounts(plan, changeSet.counts ?? []);
  const { erasedHistory } = changeSet;
  if (erasedHistory !== undefined) plan.delete(keys.history(plan.projectKey, erasedHistory.typeId, erasedHistory.id));
  for (const subject of changeSet.revokedTokenSubjects ?? [])
    plan.revoked.push(keys.tokensRevokedAt(plan.projectKey, subject));
  return plan;
};
